import { mannWhitney, median } from "./statistics.ts";

/** Standard deviations for p < 0.01. */
const LIKELY = 2.58;

/**
 * What counts as a difference: this many milliseconds between medians with p < 0.01, or this many standard deviations
 * with any medians.
 */
type Bounds = { gap: number; sure: number };
const CLOSE: Bounds = { gap: 2, sure: 4 };

export type Comparison = { gap: number; z: number };

/** Compares two samples taken by turns: the second one's median minus the first one's, in the samples' unit. */
export function compare(a: readonly number[], b: readonly number[]): Comparison {
  return { gap: median(b) - median(a), z: -mannWhitney(a, b) };
}

/**
 * Can the times tell two kinds of question apart? They can if the same one is slower in every try, by more than chance.
 * A real difference appears every time. A busy machine slows both kinds alike, and ranks are compared, so changed
 * medians do no harm. The chance of a false alarm in three tries is at most 2 x 0.005^3, once in four million.
 */
export function isApart(tries: readonly Comparison[], bounds = CLOSE): boolean {
  const differs = ({ gap, z }: Comparison): boolean =>
    Math.abs(z) >= bounds.sure || (Math.abs(z) >= LIKELY && Math.abs(gap) >= bounds.gap);
  return tries.length > 0 && tries.every(differs) && new Set(tries.map(({ z }) => Math.sign(z))).size === 1;
}

/** Median gaps below this are no way to ask whether somebody has an account. */
const ACCOUNT_GAP: Bounds = { gap: 5, sure: Number.POSITIVE_INFINITY };

/**
 * The kinds of question whose times differ from the first one's, after up to three tries.
 * @param measure runs a try: times of each kind, taken by turns
 */
export async function kindsApart(measure: (time: number) => Promise<ReadonlyMap<string, number[]>>): Promise<string[]> {
  const tries = new Map<string, Comparison[]>();
  let apart: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const [[, first = []] = [], ...others] = await measure(time);
    for (const [kind, times] of others) tries.set(kind, [...(tries.get(kind) ?? []), compare(first, times)]);
    apart = [...tries].flatMap(([kind, list]) =>
      isApart(list, ACCOUNT_GAP) ? [`${kind} ${JSON.stringify(list)}`] : [],
    );
    if (apart.length === 0) break;
  }
  return apart;
}
