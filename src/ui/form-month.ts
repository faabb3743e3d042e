import { EARLIEST_YEAR, LATEST_YEAR, MONTH_NAMES, partsOf, toDate } from "#core/calendar.ts";

/** Reads the months that people type, and moves through the picker by keys. A month is its first day, `YYYY-MM-01`. */

const YEAR_MONTH = /^(\d{4})[-/. ](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/. ](\d{4})$/;
const NAME_YEAR = /^([a-z]{3,9})\.?,? ?(\d{4})$/;
const YEAR_NAME = /^(\d{4}),? ?([a-z]{3,9})\.?$/;

/** 1 to 12, or 0 if the name is not a beginning of a month: "sept" is September. */
export function monthNamed(name: string): number {
  return MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name)) + 1;
}

function build(year: number, month: number): string | undefined {
  const date = toDate(year, month);
  return partsOf(date) ? date : undefined;
}

/** Reads "March 2022", "Mar 2022", "03/2022", "2022-03" or "2022 March"; undefined for anything else. */
export function parseMonth(text: string): string | undefined {
  const clean = text.trim().toLowerCase().replace(/\s+/gu, " ");
  const yearFirst = YEAR_MONTH.exec(clean);
  if (yearFirst) return build(Number(yearFirst[1]), Number(yearFirst[2]));
  const monthFirst = MONTH_YEAR.exec(clean);
  if (monthFirst) return build(Number(monthFirst[2]), Number(monthFirst[1]));
  const nameFirst = NAME_YEAR.exec(clean);
  if (nameFirst) return build(Number(nameFirst[2]), monthNamed(nameFirst[1] ?? ""));
  const nameLast = YEAR_NAME.exec(clean);
  if (nameLast) return build(Number(nameLast[1]), monthNamed(nameLast[2] ?? ""));
  return undefined;
}

/** How many months a key in the grid moves by: arrows, Home and End of the year, Page for years. */
export function monthsByKey(key: string, month: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -4,
    ArrowDown: 4,
    PageUp: -12,
    PageDown: 12,
    Home: 1 - month,
    End: 12 - month,
  };
  return steps[key];
}

/** The year that a key in the list of years moves to. The list has four years in a row. */
export function yearAfterKey(from: number, key: string): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -4,
    ArrowDown: 4,
    PageUp: -16,
    PageDown: 16,
    Home: -1000,
    End: 1000,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(LATEST_YEAR, Math.max(EARLIEST_YEAR, from + step));
}
