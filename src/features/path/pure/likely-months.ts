import { formatMonths } from "#core/calendar.ts";
import type { Curve } from "./types.ts";

/** "likely between 1 yr 9 mo and 2 yr 5 mo"; '' where that is not known. */
export function likelyMonths(median: Curve["median"]): string {
  if (median === null || median.low === null || median.high === null) return "";
  const [low, high] = [formatMonths(median.low), formatMonths(median.high)];
  return low === high ? "likely exact to the month" : `likely between ${low} and ${high}`;
}
