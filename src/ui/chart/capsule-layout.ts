import { round, type MonthScale } from "./scale-layout.ts";

export type Capsule = { left: number; width: number; at: number };

/** Equal values have a capsule too, so that it is seen that there is no spread. In percent. */
const LEAST_WIDTH = 2;

/** The middle half of people and their median on a scale, in percent of its width. */
export function layCapsule(spread: { q1: number; median: number; q3: number }, scale: MonthScale): Capsule {
  const left = scale.at(spread.q1);
  const right = scale.at(spread.q3);
  const missing = Math.max(0, LEAST_WIDTH - (right - left)) / 2;
  const from = Math.min(Math.max(0, left - missing), 100 - LEAST_WIDTH);
  const to = Math.max(right + missing, from + LEAST_WIDTH);
  return { left: round(from), width: round(Math.min(100, to) - from), at: scale.at(spread.median) };
}
