import { numberText } from "#core/number-text.ts";
import { formatMonths } from "#core/calendar.ts";
import type { Curve } from "#features/path/pure/types.ts";
import { layCapsule, type Capsule } from "#ui/chart/capsule-layout.ts";
import type { LineNumber } from "#ui/chart/plot.ts";
import { layMonths, type Tick } from "#ui/chart/scale-layout.ts";
import { layStepCurve, spreadLabels, type CurvePoint, type StepPaths } from "#ui/chart/step-layout.ts";
import { CURVE_HEIGHT } from "./curve-size.ts";

const LABEL_DISTANCE = 16;
/** A name farther above or below its curve's end, in px, could belong to another curve. */
const LABEL_BESIDE = 9;
/** Farther to the right there is no room for the words at the median. A share of the axis. */
const LATE = 0.65;
/** So far to the right a label reaches, in percent of the width of a narrow plot. */
const LABEL_REACH = 18;
/** From the middle of a capsule to that of a name above or below it, in px. */
const CAPSULE_DISTANCE = 20;
/**
 * A number with LONG_NUMBER or more characters, placed beyond this percentage of the width, would run into the names of
 * the curves at the right.
 */
const AT_THE_END = 97;
const LONG_NUMBER = 5;
const MONTHS_A_YEAR = 12;

/**
 * `labelX` is in percent of the width. It is not at the curve's end if the label there would cover another curve's end.
 */
export type CurveSeries = {
  name: string;
  line: LineNumber | undefined;
  paths: StepPaths;
  labelX: number;
  labelY: number;
  /** The name is not beside the curve's end, so it repeats the curve's ring. */
  isAway: boolean;
};
export type CurveView = {
  label: string;
  ticks: Tick[];
  series: CurveSeries[];
  /**
   * The time after which half of the people have left, or arrived. The words are where the curve is not: right of the
   * median above a falling curve, below a rising one; left of it the other way round.
   */
  half: { capsule: Capsule; words: string; time: string; isLate: boolean; isBelow: boolean } | undefined;
  /** "Stays still counted". */
  countedTitle: string;
  /** Their numbers, one row for each curve. */
  counted: { name: string; line: LineNumber | undefined; ticks: Tick[] }[];
};

type Input = {
  label: string;
  series: readonly { name: string; line?: LineNumber; curve: Curve }[];
  /** The first label of the axis. */
  start: string;
  /** The title above the numbers under the axis, such as "Stays still counted": one person can have several stays. */
  counted: string;
  /** "Half have left by": the median of the first curve is marked. */
  half?: string;
  /** True for a curve of the people who have arrived, not of those who remain. */
  isRising?: boolean;
  /** Without bands where too many would lie on each other. */
  hasBands?: boolean;
};

/** Turns a curve of the people who remain into one of those who have arrived. */
function rising(points: readonly CurvePoint[]): CurvePoint[] {
  const turned = points.map(({ months, survival, low, high }) => ({
    months,
    survival: 1 - survival,
    low: high === null ? null : 1 - high,
    high: low === null ? null : 1 - low,
  }));
  return turned[0]?.months === 0 ? turned : [{ months: 0, survival: 0, low: 0, high: 0 }, ...turned];
}

/** The x right of every end that a label would cover. */
function beyond(x: number, ends: readonly number[]): number {
  const next = ends.toSorted((a, b) => a - b).find((end) => end > x && end - x < LABEL_REACH);
  return next === undefined ? x : beyond(next, ends);
}

/** The height at which a curve's name is drawn. Where it would overlap the median's capsule, it moves below that. */
function belowCapsule(end: StepPaths["end"], capsule: Capsule | undefined): number {
  const { x, y } = end ?? { x: 0, y: CURVE_HEIGHT };
  const isBeside = capsule === undefined || x < capsule.left || x >= capsule.left + capsule.width;
  const middle = CURVE_HEIGHT / 2;
  return isBeside || Math.abs(y - middle) >= CAPSULE_DISTANCE ? y : middle + CAPSULE_DISTANCE;
}

/** One or several curves on an axis that is as long as the longest coloured curve. */
export function curveView(input: Input): CurveView {
  const { label, series, start, counted, half, isRising = false, hasBands = true } = input;
  const own = series.filter((one) => one.line !== undefined);
  const scale = layMonths(Math.max(0, ...own.map(({ curve }) => curve.steps.at(-1)?.months ?? 0)));
  const drawn = series.map(({ name, line, curve }) => {
    const within = curve.steps.filter((step) => step.months <= scale.end);
    const paths = layStepCurve(isRising && within.length > 0 ? rising(within) : within, scale, CURVE_HEIGHT);
    return { name, line, paths: hasBands ? paths : { ...paths, band: "" } };
  });
  const median = series[0]?.curve.median ?? null;
  const capsule =
    half === undefined || median === null || median.months > scale.end
      ? undefined
      : layCapsule({ q1: median.low ?? median.months, median: median.months, q3: median.high ?? scale.end }, scale);
  const heights = spreadLabels(
    drawn.map(({ paths }) => belowCapsule(paths.end, capsule)),
    LABEL_DISTANCE,
    CURVE_HEIGHT - LABEL_DISTANCE / 2,
  );
  const ends = drawn.flatMap(({ line, paths }) => (line === undefined || !paths.end ? [] : [paths.end.x]));
  const isLate = median !== null && median.months > scale.end * LATE;
  const years = Array.from({ length: Math.floor(scale.end / MONTHS_A_YEAR) + 1 }, (_, year) => year);
  const step = Math.max(1, Math.ceil(years.length / 8));
  return {
    label,
    ticks: scale.ticks.map((tick, n) => (n === 0 ? { ...tick, label: start } : tick)),
    series: drawn.map((one, n) => {
      const { x, y } = one.paths.end ?? { x: 0, y: 0 };
      const labelX = one.line === undefined ? x : beyond(x, ends);
      const labelY = heights[n] ?? 0;
      return { ...one, labelX, labelY, isAway: labelX !== x || Math.abs(labelY - y) > LABEL_BESIDE };
    }),
    half:
      half === undefined || median === null || capsule === undefined
        ? undefined
        : { capsule, words: half, time: formatMonths(median.months), isLate, isBelow: isRising !== isLate },
    countedTitle: counted,
    counted: series.map(({ name, line, curve }) => ({
      name,
      line,
      ticks: years
        .filter((year) => year % step === 0)
        .map((year) => {
          const at = scale.at(year * MONTHS_A_YEAR);
          const known = curve.years.find((one) => one.years === year);
          const text = known === undefined ? "<5" : numberText(known.atRisk);
          return { at, label: text, isEnd: at > AT_THE_END && text.length >= LONG_NUMBER };
        }),
    })),
  };
}
