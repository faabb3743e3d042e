import { codeOf } from "#core/errors.ts";
import type { Params } from "./params.ts";

/** Limits of one statement, besides those of all statements. */
export type Limits = {
  /** It is ended after this time, and counts as too expensive. */
  seconds?: number;
  /** Aborted when nobody waits for it any more. */
  signal?: AbortSignal;
};

/** Runs a statement. Every value is in `params`. */
export type Ask = <Row>(sql: string, params: Params, limits?: Limits) => Promise<Row[]>;

/** A question that is not answered. The message is a sentence for the person who asks. */
export class QuestionRefused extends RangeError {}

export type NamesOf = (what: "company" | "school", ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What every answer needs. */
export type Asking = {
  ask: Ask;
  today: number;
  nameOfTitle: (slug: string) => string;
  namesOf: NamesOf;
  mostOfEverybody: number;
  /** Milliseconds for counting looser routes. Routes that are not counted by then are not offered. */
  looserTime: number;
};

/** Columns with the number of people, and of public people. */
export const COUNTS = "count() AS people, countIf(is_public) AS publics";
export type CountsRow = { people: number; publics: number };

/** The result of `sumMap`: whole numbers, and how often each occurred. */
export type Counted = [number[], number[]];

/** Runs a statement that returns one row. */
export async function askOne<Row>(ask: Ask, sql: string, params: Params): Promise<Row> {
  const [row] = await ask<Row>(sql, params);
  if (row === undefined) throw new Error("ClickHouse returned no row for a statement without groups");
  return row;
}

/**
 * ClickHouse's codes for a statement that would cost too much: time, rows, memory, result, statements at once, and a
 * statement that is too long or too deep to be read.
 */
const TOO_EXPENSIVE = new Set(["62", "158", "159", "160", "167", "168", "202", "241", "307", "396"]);

/** Did ClickHouse refuse or end a statement because of its cost? */
export function isTooExpensive(error: unknown): boolean {
  return TOO_EXPENSIVE.has(codeOf(error) ?? "");
}
