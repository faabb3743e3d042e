import { numberText } from "#core/number-text.ts";
import { formatMonths } from "#core/calendar.ts";
import type { Count, Curve, Share } from "#features/path/pure/types.ts";

/** Numbers of figures in words: the same in a headline, a sentence and a table. */

/** A cell of a table. */
export function countText(count: Count): string {
  return count === null ? "under 5" : numberText(count);
}

export function percentText(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** "40 – 60%", for a table; '' where it is not known. */
export function rangeText(low: number | null, high: number | null): string {
  return low === null || high === null ? "" : `${Math.round(low * 100)} – ${percentText(high)}`;
}

type ShownShare = NonNullable<Share>;

export function shareOf({ people, of }: ShownShare): number {
  return of === 0 ? 0 : people / of;
}

/** "42 of 84, likely between 40% and 60%." */
export function shareSentence(share: ShownShare): string {
  const { people, of, low, high } = share;
  return `${numberText(people)} of ${numberText(of)}, likely between ${percentText(low)} and ${percentText(high)}.`;
}

/** "Likely between 1 yr 9 mo and 2 yr 5 mo."; '' where that is not known. */
export function medianSentence(median: Curve["median"]): string {
  if (median === null || median.low === null || median.high === null) return "";
  return `Likely between ${formatMonths(median.low)} and ${formatMonths(median.high)}.`;
}
