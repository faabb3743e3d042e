import type { AggregateKey, Raters } from "#db/stats-schema.ts";

/** A published number that counts a person, or will once a batch publishes it again. */
export type Counted = {
  what: Exclude<AggregateKey["kind"], `${"hidden" | "demo"}-${string}`> | "rating";
  part: Raters;
  school: string;
  company: string;
  nextCompany: string;
  rating: number;
};
