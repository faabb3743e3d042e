import { numberText } from "#core/number-text.ts";
import { formatDay } from "#core/calendar.ts";
import type { FollowKind } from "#core/follow-kind.ts";

/** "25 people or more have worked at Shopify". Numbers are of public people, in fives, rounded down. */
export function newsText(kind: FollowKind, name: string, people: number): string {
  const count = `${numberText(people)} people or more`;
  if (kind === "company") return `${count} have worked at ${name}`;
  if (kind === "school") return `${count} went to ${name}`;
  return kind === "title" ? `${count} have been ${name}` : `${count} took the route “${name}”`;
}

/** The number before, in brackets. "" if the thing has no earlier number. */
export function beforeText(before: number | undefined): string {
  return before === undefined ? "" : ` (${numberText(before)} before)`;
}

export const HOW_COUNTED =
  "Counted once a week, of people whose pipeline is public, in fives and rounded down; below five there is no number.";

export function weekText(day: string): string {
  return `the week of ${formatDay(day)}`;
}
