import type { Params } from "./params.ts";

/** What one statement may take beyond what every statement may. */
export type Limits = {
  /** It is ended after this time, as one that costs too much. */
  seconds?: number;
  /** Nobody waits for it any more. */
  signal?: AbortSignal;
};

/** Runs a statement. Every value is in `params`. */
export type Ask = <Row>(sql: string, params: Params, limits?: Limits) => Promise<Row[]>;

/** A question that cannot be asked, with a sentence for the person who asks. */
export class CannotAsk extends RangeError {}

export type NamesOf = (what: "company" | "school", ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What every answer needs. */
export type Asking = {
  ask: Ask;
  today: number;
  nameOfTitle: (slug: string) => string;
  namesOf: NamesOf;
  mostOfEverybody: number;
  /** Milliseconds for looser routes. Those that are not counted by then are not offered. */
  looserTime: number;
};

/** People and the public ones among them, in every row that counts. */
export const COUNTS = "count() AS people, countIf(is_public) AS publics";
export type CountsRow = { people: number; publics: number };

/** A map of whole numbers and how often each occurred, as `sumMap` gives it. */
export type Counted = [number[], number[]];

/** The one row of a statement without groups. */
export async function askOne<Row>(ask: Ask, sql: string, params: Params): Promise<Row> {
  const [row] = await ask<Row>(sql, params);
  if (row === undefined) throw new Error("ClickHouse answered a sum with nothing");
  return row;
}

/**
 * ClickHouse's codes for a statement that would cost too much: time, rows, memory, result, statements at once, and a
 * statement that is too long or too deep to be read.
 */
const TOO_EXPENSIVE = new Set<unknown>(["62", "158", "159", "160", "167", "168", "202", "241", "307", "396"]);

/** Did ClickHouse refuse or end a statement because of its cost? */
export function isTooExpensive(error: unknown): boolean {
  return error instanceof Error && "code" in error && TOO_EXPENSIVE.has(error.code);
}
