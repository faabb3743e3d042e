import { round } from "#core/round.ts";
import { scaleBand, scaleLinear } from "d3-scale";

/** `at` is percent of the drawing's width, so that a drawing has no width of its own. */
export type Tick = { at: number; label: string };
export type MonthScale = { at: (months: number) => number; ticks: Tick[]; end: number };

const MONTHS_A_YEAR = 12;
/** Up to here an axis counts months. */
const SHORT_MONTHS = 24;
/** More labels would meet on a phone. */
const MOST_TICKS = 7;
const YEAR_STEPS = [1, 2, 5, 10, 20, 50] as const;

function ceilTo(value: number, step: number): number {
  return Math.max(step, Math.ceil(value / step) * step);
}

/** An axis of time from 0 to at least `longest` months, in months or whole years; the last label has the unit. */
export function layMonths(longest: number): MonthScale {
  const most = Number.isFinite(longest) && longest > 0 ? longest : MONTHS_A_YEAR;
  const isShort = most <= SHORT_MONTHS;
  const years = most / MONTHS_A_YEAR;
  const yearStep = YEAR_STEPS.find((one) => Math.ceil(years / one) < MOST_TICKS) ?? 100;
  const step = isShort ? (most <= MONTHS_A_YEAR ? 3 : 6) : yearStep * MONTHS_A_YEAR;
  const end = ceilTo(most, step);
  const scale = scaleLinear().domain([0, end]).range([0, 100]).clamp(true);
  const ticks = Array.from({ length: end / step + 1 }, (_, n) => {
    const months = n * step;
    const value = isShort ? months : months / MONTHS_A_YEAR;
    return { at: round(scale(months)), label: months === end ? `${value} ${isShort ? "mo" : "yr"}` : String(value) };
  });
  return { at: (months) => round(scale(months)), ticks, end };
}

/** Shares, 0 to 1. */
export const SHARE_TICKS: readonly Tick[] = [
  { at: 0, label: "0" },
  { at: 50, label: "50" },
  { at: 100, label: "100%" },
];

export type Slot = { left: number; middle: number; width: number };

/** Places of columns side by side, in percent of the width. */
export function laySlots(count: number, padding = 0.25): Slot[] {
  const scale = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, n) => n))
    .range([0, 100])
    .paddingInner(padding)
    .paddingOuter(padding / 2);
  const width = scale.bandwidth();
  return Array.from({ length: count }, (_, n) => {
    const left = scale(n) ?? 0;
    return { left: round(left), middle: round(left + width / 2), width: round(width) };
  });
}
