import { round } from "#core/round.ts";
import { scaleBand, scaleLinear } from "d3-scale";

/**
 * `at` is percent of the drawing's width, so that a drawing has no width of its own. `needsRoom`: shown where the
 * drawing is wide. `isEnd`: the label ends there; others have their middle there.
 */
export type Tick = { at: number; label: string; needsRoom?: boolean; isEnd?: boolean };
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

/** The width of a plot's field in px, on the smallest phone and from where it counts as wide (chart.css). */
const FIELD = { narrow: 248, wide: 480 };
/** Of a label's letters in px, and of the room between two labels. */
const LETTER = 6.5;
const BETWEEN = 4;

/**
 * Labels under columns, those that have room: no two meet, on a phone or on a wide screen. They are counted from the last
 * column, because it is the newest. Empty ones are left out.
 * @param letters of the longest label of all rows, so that each row has labels under the same columns
 */
export function layLabels(labels: readonly string[], letters: number): Tick[] {
  const count = labels.length;
  const most = (width: number): number => Math.floor(width / (letters * LETTER + BETWEEN));
  const wide = Math.ceil(count / most(FIELD.wide));
  // A multiple: the labels of a phone are some of those of a wide screen.
  const narrow = wide * Math.ceil(count / wide / most(FIELD.narrow));
  return laySlots(count).flatMap(({ middle }, n) => {
    const label = labels[n] ?? "";
    const fromEnd = count - 1 - n;
    return label === "" || fromEnd % wide > 0 ? [] : [{ at: middle, label, needsRoom: fromEnd % narrow > 0 }];
  });
}
