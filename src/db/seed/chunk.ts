import { inventPerson } from "./person.ts";
import { addRows, copyLine, noRows, personAt, type Rows, type Stage } from "./rows.ts";

/** What decides who the demo people are. */
export type Cast = { people: number; seed: number; today: string };

/** Some places of the people to load, one after another. */
export type Span = { from: number; count: number };

/** People of one chunk. */
const CHUNK = 2_000;

export function* spansOf(people: number): Generator<Span> {
  for (let from = 0; from < people; from += CHUNK) yield { from, count: Math.min(CHUNK, people - from) };
}

export function inventRows(stage: Stage, { people, seed, today }: Cast, { from, count }: Span): Rows {
  const rows = noRows();
  for (let at = from; at < from + count; at += 1) {
    const place = { at, of: people };
    addRows(rows, stage, inventPerson(stage.world, seed, personAt(place), today), place);
  }
  return rows;
}

/** The tables of people, each after the ones it refers to. */
export const CHUNK_TABLES = ["profile", "picture", "stop", "role"] as const;

/**
 * The people of a span, ready to be sent: rows of each table in the text format of COPY. `unstored`: places in the
 * world's list of companies that its maker had not used before.
 */
export type Chunk = {
  count: number;
  unstored: number[];
  texts: Record<(typeof CHUNK_TABLES)[number], Uint8Array<ArrayBuffer>>;
};

const encoder = new TextEncoder();

export function makeChunk(stage: Stage, cast: Cast, span: Span): Chunk {
  const rows = inventRows(stage, cast, span);
  const textOf = (table: (typeof CHUNK_TABLES)[number]) => encoder.encode(rows[table].map(copyLine).join(""));
  return {
    count: span.count,
    unstored: rows.unstored,
    texts: { profile: textOf("profile"), picture: textOf("picture"), stop: textOf("stop"), role: textOf("role") },
  };
}
