// Does one thing again and again and tells how much memory of it is left after small collections. A process of its own,
// because V8 remembers where long-lived objects came from: what ran before in the same process changes the figure.
// Usage: node --expose-gc tests/helpers/kept-bytes.ts PART (DATABASE_URL names the database). Prints a number of bytes.
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase } from "#db/connect.ts";
import { PackedBody } from "#server/packed-body.ts";
import { TextSink } from "#server/text-sink.ts";

const PIECE = 60_000;
const PIECES = 30;
/** A first round fills pools and caches; one round of the others may meet a collection of the whole heap. */
const ROUNDS = 6;

const url = process.env["DATABASE_URL"];
const collect = globalThis.gc as unknown as ((options: { type: "minor" }) => void) | undefined;
const part = process.argv[2];
if (url === undefined || collect === undefined) throw new Error("DATABASE_URL and --expose-gc are needed");
const db = openDatabase(url, { max: 1 });

function once(): Promise<unknown> {
  switch (part) {
    case "statement":
      return sql`select decode(repeat('00', ${PIECE}::integer), 'hex') as bytes`.execute(db);
    case "zstd":
    case "br":
    case "gzip":
      return new PackedBody(Buffer.alloc(PIECE, "abcdefgh"), "once").in(part);
    case "sink": {
      const bytes = Buffer.alloc(PIECE);
      const sink = new TextSink(() => bytes.fill(1));
      sink.write(bytes.subarray(0, 10));
      sink.end();
      return Promise.resolve();
    }
    default:
      throw new Error(`No part is called ${String(part)}`);
  }
}

/** @returns the bytes of buffers of one round that are still there after small collections */
async function keptBytes(small: (options: { type: "minor" }) => void): Promise<number> {
  small({ type: "minor" });
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < PIECES; n += 1) await once();
  for (let n = 0; n < 3; n += 1) {
    await setTimeout(20);
    small({ type: "minor" });
  }
  // Their memory is given back on another thread.
  await setTimeout(50);
  return process.memoryUsage().arrayBuffers - before;
}

const rounds: number[] = [];
for (let n = 0; n < ROUNDS; n += 1) rounds.push(await keptBytes(collect));
await db.destroy();
const [, ...later] = rounds;
const middle = later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)];
process.stdout.write(JSON.stringify({ made: PIECE * PIECES, kept: middle, rounds }));
