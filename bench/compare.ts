import { median } from "./load.ts";

/** One figure of two programs, measured by turns. */
export type Compared = {
  what: string;
  unit: string;
  /** Lower is better for ms and MB, higher for /s. */
  better: "less" | "more";
  now: readonly number[];
  before: readonly number[];
};

export type Verdict = {
  what: string;
  unit: string;
  now: number;
  before: number;
  /** 0.2: a fifth more time or memory for each; below 0: better. */
  worseBy: number;
  isWorse: boolean;
};

/** Larger changes are reported. */
const WORSE = 0.15;

/** Worse: the median by more than WORSE, and even the best new round is worse than the old median. */
export function judge({ what, unit, better, now, before }: Compared): Verdict {
  const [medianNow, medianBefore] = [median(now), median(before)];
  const isMeasured = now.length > 0 && before.length > 0 && medianNow > 0 && medianBefore > 0;
  const worseBy = !isMeasured ? 0 : (better === "less" ? medianNow / medianBefore : medianBefore / medianNow) - 1;
  const isBeyondNoise = better === "less" ? Math.min(...now) > medianBefore : Math.max(...now) < medianBefore;
  return { what, unit, now: medianNow, before: medianBefore, worseBy, isWorse: worseBy > WORSE && isBeyondNoise };
}

/** A line of a table: both medians and the change, in words. */
export function verdictText({ what, unit, now, before, worseBy, isWorse }: Verdict): string {
  const change = `${worseBy >= 0 ? "+" : ""}${(worseBy * 100).toFixed(0)} %`;
  return `${isWorse ? "WORSE" : "     "} ${what.padEnd(60)} ${before.toFixed(1).padStart(9)} → ${now.toFixed(1).padStart(9)} ${unit.padEnd(3)} ${change.padStart(7)}`;
}
