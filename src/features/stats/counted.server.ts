import type { AggregateKey, Raters } from "#db/stats-schema.ts";

/** Something a person was counted in by a batch, or waits to be. */
export type Counted = {
  what: Exclude<AggregateKey["kind"], `${"hidden" | "demo"}-${string}`> | "rating";
  part: Raters;
  school: string;
  company: string;
  nextCompany: string;
  rating: number;
  /** Days, `YYYY-MM-DD`. */
  since: string | null;
  leftOn: string | null;
};
