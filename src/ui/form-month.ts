import { EARLIEST_DATE, LATEST_DATE, MONTH_NAMES, partsOf, toDate } from "#core/calendar.ts";

/** Reads the months that people type, and moves through the picker by keys. A month is its first day, `YYYY-MM-01`. */

export const FIRST_YEAR = Number(EARLIEST_DATE.slice(0, 4));
export const LAST_YEAR = Number(LATEST_DATE.slice(0, 4));

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

type MonthAt = { year: number; month: number };

/** The month `months` later, limited to the allowed range. */
export function moveMonth(from: MonthAt, months: number): MonthAt {
  const first = FIRST_YEAR * 12;
  const last = LAST_YEAR * 12;
  const at = Math.min(last, Math.max(first, from.year * 12 + (from.month - 1) + months));
  return { year: Math.floor(at / 12), month: (at % 12) + 1 };
}

/** The month that a key in the grid moves to: arrows, Home and End of the year, Page for years. */
export function monthAfterKey(from: MonthAt, key: string): MonthAt | undefined {
  switch (key) {
    case "ArrowLeft":
      return moveMonth(from, -1);
    case "ArrowRight":
      return moveMonth(from, 1);
    case "ArrowUp":
      return moveMonth(from, -4);
    case "ArrowDown":
      return moveMonth(from, 4);
    case "PageUp":
      return moveMonth(from, -12);
    case "PageDown":
      return moveMonth(from, 12);
    case "Home":
      return moveMonth(from, 1 - from.month);
    case "End":
      return moveMonth(from, 12 - from.month);
    default:
      return undefined;
  }
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
  return step === undefined ? undefined : Math.min(LAST_YEAR, Math.max(FIRST_YEAR, from + step));
}
