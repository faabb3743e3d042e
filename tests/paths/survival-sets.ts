import { readFileSync } from "node:fs";
import { z } from "zod";

const known = z.number().nullable();
const setSchema = z.object({
  times: z.array(z.number()),
  ended: z.array(z.number()),
  /** Time, at risk, survival, low, high. */
  rows: z.array(z.tuple([z.number(), z.number(), z.number(), known, known])),
  median: z.tuple([known, known, known]),
});
type SurvivalSet = z.infer<typeof setSchema>;

/** 400 random sets with the results of R's survival package. fixtures/survival.R made the file. */
export function readSurvivalSets(): SurvivalSet[] {
  const file = new URL("fixtures/survival.json", import.meta.url);
  return z.array(setSchema).parse(JSON.parse(readFileSync(file, "utf8")));
}

export function timesOf(set: SurvivalSet): { months: number; hasEnded: boolean }[] {
  return set.times.map((months, at) => ({ months, hasEnded: set.ended[at] === 1 }));
}
