import { formatMonths } from "#core/calendar.ts";
import type { Spread } from "#features/path/pure/types.ts";
import { layCapsule, type Capsule } from "#ui/chart/capsule-layout.ts";
import { layDots, type Dots } from "#ui/chart/dot-layout.ts";
import { layMonths } from "#ui/chart/scale-layout.ts";

/** The times of a route, laid out: a dot each, and the middle half and the median on their axis. */
export type StripView = { label: string; dots: Dots; spread: Capsule };

/** Undefined for a route without a time. Without dots if there are too many people to draw one by one. */
export function stripView(months: Spread, times: readonly number[]): StripView | undefined {
  if (months === null) return undefined;
  const axis = layMonths(Math.max(months.q3, ...times));
  const about = months.isAbout ? "about " : "";
  const said = `Median ${about}${formatMonths(months.median)}, middle half ${formatMonths(months.q1)} to ${formatMonths(months.q3)}.`;
  return {
    label: times.length > 0 ? `Dot plot of ${times.length} times. ${said}` : said,
    dots: { ...layDots(times), ticks: axis.ticks },
    spread: layCapsule(months, axis),
  };
}
