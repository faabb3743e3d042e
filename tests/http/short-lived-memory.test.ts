import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { PackedBody } from "#server/packed-body.ts";
import { TextSink } from "#server/text-sink.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

// What an answer needed must be free at the next small collection, which looks at young objects only. What an old object
// reaches is kept until V8 collects the whole heap, which then happens all the time.

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;

const PIECE = 60_000;
const PIECES = 30;
/**
 * Bytes that may still be there: two thirds of what the test makes. An engine that compresses keeps 20 kB for each piece
 * even without its text, and a small collection does not find all that is free.
 */
const MOST_KEPT = (2 * PIECES * PIECE) / 3;

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.url, { max: 1 });
});
afterAll(async () => {
  await db.destroy();
  await own.drop();
});

/** @returns the bytes of buffers that are still there after small collections */
async function keptBytes(make: () => Promise<unknown>): Promise<number> {
  collect({ type: "minor" });
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < PIECES; n += 1) await make();
  for (let n = 0; n < 3; n += 1) {
    await setTimeout(20);
    collect({ type: "minor" });
  }
  // Their memory is given back on another thread.
  await setTimeout(50);
  return process.memoryUsage().arrayBuffers - before;
}

test("rows of a statement", async () => {
  const read = () => sql`select decode(repeat('00', ${PIECE}::integer), 'hex') as bytes`.execute(db);
  expect(await keptBytes(read)).toBeLessThan(MOST_KEPT);
});

test.each(["zstd", "br", "gzip"] as const)("a text that was packed by %s", async (encoding) => {
  const pack = () => new PackedBody(Buffer.alloc(PIECE, "abcdefgh"), "once").in(encoding);
  expect(await keptBytes(pack)).toBeLessThan(MOST_KEPT);
});

test("what a page's sink reaches", async () => {
  const render = async (): Promise<void> => {
    const bytes = Buffer.alloc(PIECE);
    const sink = new TextSink(() => bytes.fill(1));
    sink.write(bytes.subarray(0, 10));
    sink.end();
  };
  expect(await keptBytes(render)).toBeLessThan(MOST_KEPT);
});
