import type { Params } from "./params.ts";

/** Runs a statement. Every value is in `params`. */
export type Ask = <Row>(sql: string, params: Params) => Promise<Row[]>;

export type NamesOf = (what: "company" | "school", ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What every answer needs. */
export type Asking = {
  ask: Ask;
  today: number;
  nameOfTitle: (slug: string) => string;
  namesOf: NamesOf;
  mostOfEverybody: number;
};

/** People and the public ones among them, in every row that counts. */
export const TALLY = "count() AS people, countIf(is_public) AS publics";
export type TallyRow = { people: number; publics: number };

/** A map of whole numbers and how often each occurred, as `sumMap` gives it. */
export type Counted = [number[], number[]];

/** The one row of a statement without groups. */
export async function askOne<Row>(ask: Ask, sql: string, params: Params): Promise<Row> {
  const [row] = await ask<Row>(sql, params);
  if (row === undefined) throw new Error("ClickHouse answered a sum with nothing");
  return row;
}
