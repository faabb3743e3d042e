import { median, percentile } from "./load.ts";

/** When work began, and when it rested, in milliseconds since 1970. */
export type TurnLine = { turn: "work" | "rest"; at: number };

export type Timed = { at: number; milliseconds: number };

type Turns = {
  /** Of each pair of turns: the p99 meanwhile, divided by the one while the work rested. */
  ratios: number[];
  alone: number[];
  meanwhile: number[];
};

/** Fewer in one turn give no useful p99. */
const LEAST_IN_TURN = 50;

/**
 * Compares what was measured while something worked with what was measured while it rested just after it. A machine's
 * mood changes within minutes, and two turns are seconds apart. What began in one turn and ended in another is left out.
 */
export function compareTurns(lines: readonly TurnLine[], times: readonly Timed[], least = LEAST_IN_TURN): Turns {
  const timesOf = (at: number): number[] => {
    const [from, to] = [lines[at]?.at ?? Infinity, lines[at + 1]?.at ?? -Infinity];
    return times.filter((one) => one.at >= from && one.at + one.milliseconds <= to).map((one) => one.milliseconds);
  };
  const turns: Turns = { ratios: [], alone: [], meanwhile: [] };
  lines.forEach(({ turn }, at) => {
    if (turn !== "work") return;
    const [meanwhile, alone] = [timesOf(at), timesOf(at + 1)];
    if (Math.min(meanwhile.length, alone.length) < least) return;
    turns.ratios.push(percentile(meanwhile, 0.99) / percentile(alone, 0.99));
    turns.meanwhile.push(...meanwhile);
    turns.alone.push(...alone);
  });
  return turns;
}

/** "8.1 → 9.3 ms = 1.12 (0.9 to 1.4 in 12 pairs)": p99s of all, the median of the pairs' ratios, and their middle half. */
export function sayTurns({ ratios, alone, meanwhile }: Turns): string {
  if (ratios.length === 0) return "too few to tell";
  const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
  return `${percentile(alone, 0.99).toFixed(1)} → ${percentile(meanwhile, 0.99).toFixed(1)} ms = ${median(ratios).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)} in ${ratios.length} pairs)`;
}
