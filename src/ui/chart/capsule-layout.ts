import { round } from "#core/round.ts";
import type { MonthScale } from "./scale-layout.ts";

export type Capsule = { left: number; width: number; at: number };

/** The smallest width in percent. Equal values have a capsule too, to show that there is no spread. */
const LEAST_WIDTH = 2;

/** On a scale of about a hundred pixels: narrower, the ring of the median would hide it. */
export const LEAST_ON_SHORT_SCALE = 14;

/** Lays out the middle half and the median, in percent. `least` is the smallest width to draw. */
export function layCapsule(
  spread: { q1: number; median: number; q3: number },
  scale: MonthScale,
  least = LEAST_WIDTH,
): Capsule {
  const left = scale.at(spread.q1);
  const right = scale.at(spread.q3);
  const missing = Math.max(0, least - (right - left)) / 2;
  const from = Math.min(Math.max(0, left - missing), 100 - least);
  const to = Math.max(right + missing, from + least);
  return { left: round(from), width: round(Math.min(100, to) - from), at: scale.at(spread.median) };
}
