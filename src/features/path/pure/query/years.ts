import { EARLIEST_YEAR, LATEST_YEAR } from "#core/calendar.ts";
import type { Mistake } from "./step.ts";

/**
 * Reads `since` and `until`, and adds what is wrong with them to the mistakes.
 * @param textOf the value of a parameter, null without one
 */
export function parseYears(
  textOf: (name: "since" | "until") => string | null,
  mistakes: Mistake[],
): { since: number | null; until: number | null } {
  const [since, until] = [parseYear(textOf("since"), "since", mistakes), parseYear(textOf("until"), "until", mistakes)];
  if (since !== null && until !== null && since > until) {
    mistakes.push({ parameter: "until", message: "“until” is before “since”." });
  }
  return { since, until };
}

function parseYear(text: string | null, parameter: string, mistakes: Mistake[]): number | null {
  if (text === null) return null;
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= EARLIEST_YEAR && year <= LATEST_YEAR) return year;
  mistakes.push({ parameter, message: `“${parameter}” is a year from ${EARLIEST_YEAR} to ${LATEST_YEAR}.` });
  return null;
}
