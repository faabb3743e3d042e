import { round } from "#core/round.ts";
import { area, curveStepAfter, line } from "d3-shape";
import { yOf } from "./plot.ts";
import type { MonthScale } from "./scale-layout.ts";

export type CurvePoint = { months: number; survival: number; low: number | null; high: number | null };
/**
 * SVG paths in a field that is 100 wide and as high as the plot. `end` is the end of the curve, undefined for a curve
 * without steps.
 */
export type StepPaths = { line: string; band: string; end: { x: number; y: number } | undefined };

/** A curve of the people who remain, beginning with everybody at 0. Its band ends where it is unknown. */
export function layStepCurve(steps: readonly CurvePoint[], scale: MonthScale, height: number): StepPaths {
  const last = steps.at(-1);
  if (!last) return { line: "", band: "", end: undefined };
  const start: CurvePoint = { months: 0, survival: 1, low: 1, high: 1 };
  const points = steps[0]?.months === 0 ? [...steps] : [start, ...steps];
  const x = (point: CurvePoint): number => scale.at(point.months);
  const isBanded = steps.some((one) => one.low !== null && one.high !== null);
  const draw = line<CurvePoint>(x, (point) => yOf(point.survival, height))
    .curve(curveStepAfter)
    .digits(2);
  const fill = area<CurvePoint>(
    x,
    (point) => yOf(point.low ?? 0, height),
    (point) => yOf(point.high ?? 0, height),
  )
    .defined((point) => point.low !== null && point.high !== null)
    .curve(curveStepAfter)
    .digits(2);
  return {
    line: draw(points) ?? "",
    band: isBanded ? (fill(points) ?? "") : "",
    end: { x: round(x(last)), y: yOf(last.survival, height) },
  };
}

/** Names beside the ends of curves, moved apart until none lies on another; in px, from top to bottom. */
export function spreadLabels(heights: readonly number[], distance: number, bottom: number): number[] {
  const order = heights.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y || a.index - b.index);
  const placed = heights.map((y) => y);
  let above = Number.NEGATIVE_INFINITY;
  for (const { y, index } of order) {
    above = Math.max(y, above + distance);
    placed[index] = above;
  }
  let below = bottom;
  for (const { index } of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, below);
    below = (placed[index] ?? 0) - distance;
  }
  return placed.map(round);
}
