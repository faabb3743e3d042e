import type { AggregateKey, Raters } from "#db/stats-schema.ts";

/** A number in which a batch has counted a person, or will count them. */
export type Counted = {
  what: Exclude<AggregateKey["kind"], `${"hidden" | "demo"}-${string}`> | "rating";
  part: Raters;
  school: string;
  company: string;
  nextCompany: string;
  rating: number;
};
