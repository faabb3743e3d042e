import { round } from "#core/round.ts";
import { scaleLinear } from "d3-scale";

export type Answers = { worse: number; same: number; better: number };
/** Places in percent of the width; 50 is the centre line. `share` in whole percent. */
export type Part = { kind: keyof Answers; left: number; width: number; share: number };

const KINDS = ["worse", "same", "better"] as const;

/**
 * Rows around a centre line, which divides the people who felt the same. All rows have one scale. A row without answers
 * has no parts.
 */
export function layDiverging(rows: readonly Answers[]): Part[][] {
  const shares = rows.map(({ worse, same, better }) => {
    const all = worse + same + better;
    return all === 0 ? undefined : { worse: worse / all, same: same / all, better: better / all };
  });
  const reach = Math.max(
    0.5,
    ...shares.map((one) => (one === undefined ? 0 : Math.max(one.worse, one.better) + one.same / 2)),
  );
  const scale = scaleLinear().domain([-reach, reach]).range([0, 100]);
  return shares.map((one) => {
    if (one === undefined) return [];
    let from = -(one.worse + one.same / 2);
    return KINDS.flatMap((kind) => {
      const left = scale(from);
      from += one[kind];
      const part = { kind, left: round(left), width: round(scale(from) - left), share: Math.round(one[kind] * 100) };
      return one[kind] === 0 ? [] : [part];
    });
  });
}
