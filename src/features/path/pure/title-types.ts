/** The engine's answers about titles. */
import type { Count, Curve, EngineLine, Level, Named, Share, Spread, Table } from "./types.ts";

export type TitleRow = { slug: string; name: string; level: Level; family: string; people: Count };
export type TitlesAnswer = { titles: TitleRow[] };
/** People who needed a number of whole years, from `since` to `until`; null: `since` or more. */
export type WholeYears = { since: number; until: number | null; people: number };
/** Everybody once, by the company where they first held a title; `others` are the people in no row. */
export type FirstAt = { rows: (Named & { months: Spread; promotedInside: Share })[]; others: Count };
export type TitleAnswer = {
  slug: string;
  name: string;
  level: Level;
  family: string;
  spellings: string[];
  people: Count;
  months: Spread;
  /** The people of `months`; empty if `months` are not shown. */
  wholeYears: WholeYears[];
  curve: Curve | null;
  fromTitles: Table;
  promoted: Count;
  hired: Count;
  companies: Table;
  firstAt: FirstAt;
  lines: EngineLine[];
};
