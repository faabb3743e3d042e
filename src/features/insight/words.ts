import { numberText } from "#core/number-text.ts";
import { formatMonths } from "#core/calendar.ts";
import { capital } from "#core/text.ts";
import { likelyMonths } from "#features/path/pure/likely-months.ts";
import type { Count, Curve, Share } from "#features/path/pure/types.ts";

/** Numbers of figures in words: the same in a headline, a sentence and a table. */

/** A cell of a table. */
export function countText(count: Count): string {
  return count === null ? "under 5" : numberText(count);
}

/** The ends of an interval in percent, with a decimal place where they need one to differ; one end if they do not. */
function endsOf(low: number, high: number): [string] | [string, string] {
  for (const places of [0, 1]) {
    const [first, last] = [low, high].map((share) => String(Number((share * 100).toFixed(places))));
    if (first !== undefined && last !== undefined && first !== last) return [first, last];
  }
  return [String(Math.round(low * 100))];
}

/** "40 – 60%", for a table; '' where it is not known. */
export function rangeText(low: number | null, high: number | null): string {
  return low === null || high === null ? "" : `${endsOf(low, high).join(" – ")}%`;
}

/** "likely between 40% and 60%" */
export function likelyShare(low: number, high: number): string {
  const [first, last] = endsOf(low, high);
  return last === undefined ? `likely ${first}%` : `likely between ${first}% and ${last}%`;
}

type ShownShare = NonNullable<Share>;

export function shareOf({ people, of }: ShownShare): number {
  return of === 0 ? 0 : people / of;
}

/** "42 of 84, likely between 40% and 60%." */
export function shareSentence(share: ShownShare): string {
  const { people, of, low, high } = share;
  return `${numberText(people)} of ${numberText(of)}, ${likelyShare(low, high)}.`;
}

/** "1 yr 9 mo – 2 yr 5 mo" */
export function monthsText(low: number, high: number): string {
  const [first, last] = [formatMonths(low), formatMonths(high)];
  return first === last ? "exact to the month" : `${first} – ${last}`;
}

/** "Likely between 1 yr 9 mo and 2 yr 5 mo."; '' where that is not known. */
export function medianSentence(median: Curve["median"]): string {
  const likely = likelyMonths(median);
  return likely === "" ? "" : `${capital(likely)}.`;
}
