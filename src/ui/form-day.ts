import {
  daysInMonth,
  EARLIEST_DATE,
  formatDate,
  formatDay,
  isCalendarDate,
  isInRange,
  LATEST_DATE,
  partsOf,
  toDate,
  weekdayOf,
} from "#core/calendar.ts";
import { daysBefore } from "#core/days-before.ts";
import { monthNamed, parseMonth } from "./form-month.ts";

/**
 * Reads the days that people type, and moves through the grid of days by keys. A whole month is its first day, so that
 * day is read as the month (decision 0036).
 */

const YEAR_FIRST = /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})$/;
const NUMBERS = /^(\d{1,2})([-/. ]) ?(\d{1,2})\2 ?(\d{4})$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\.? ?([a-z]{3,9})\.?,? ?(\d{4})$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:, ?| )(\d{4})$/;

function build(year: string, month: number, day: string): string | undefined {
  const date = toDate(Number(year), month, Number(day));
  return isCalendarDate(date) ? date : undefined;
}

/** With dots, the day comes first. With other signs, the day comes first only if no other reading is a date. */
function buildUnlessAmbiguous(year: string, one: string, other: string, mark: string): string | undefined {
  const dayFirst = build(year, Number(other), one);
  if (mark === ".") return dayFirst;
  const monthFirst = build(year, Number(one), other);
  if (dayFirst === monthFirst || monthFirst === undefined) return dayFirst;
  return dayFirst === undefined ? monthFirst : undefined;
}

function parseDay(text: string): string | undefined {
  const clean = text.trim().toLowerCase().replace(/\s+/gu, " ");
  const [, year = "", , month = "", day = ""] = YEAR_FIRST.exec(clean) ?? [];
  if (year !== "") return build(year, Number(month), day);
  const [, one = "", mark = "", other = "", last4 = ""] = NUMBERS.exec(clean) ?? [];
  if (last4 !== "") return buildUnlessAmbiguous(last4, one, other, mark);
  const [, ownDay = "", name = "", ownYear = ""] = DAY_FIRST.exec(clean) ?? [];
  if (ownYear !== "") return build(ownYear, monthNamed(name), ownDay);
  const [, first = "", second = "", last = ""] = MONTH_FIRST.exec(clean) ?? [];
  return last === "" ? undefined : build(last, monthNamed(first), second);
}

/**
 * Reads "15 March 2022", "March 15, 2022", "2022-03-15", "15.3.2022", "15/03/2022", and everything that parseMonth
 * reads, in any year, as `YYYY-MM-DD`. Undefined for anything else. "03/04/2022" is refused, because it means March to
 * some people and April to others.
 */
export function parseDate(text: string): string | undefined {
  return parseDay(text) ?? parseMonth(text);
}

/** A date as a field shows it: "15 March 2022", or "March 2022" for the first day of a month. */
export function dateText(date: string): string {
  return partsOf(date)?.day === 1 ? formatDate(date) : formatDay(date);
}

/** The weeks of a month, from Monday. Days of other months are undefined. */
export function weeksOf(year: number, month: number): (string | undefined)[][] {
  const before = weekdayOf(toDate(year, month));
  const days = daysInMonth(year, month);
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_unused, place) => {
      const day = week * 7 + place - before + 1;
      return day >= 1 && day <= days ? toDate(year, month, day) : undefined;
    }),
  );
}

/** The nearest day that may be chosen. */
export function heldInRange(date: string): string {
  if (isInRange(date)) return date;
  return date < EARLIEST_DATE ? EARLIEST_DATE : LATEST_DATE;
}

/** The date `days` later, limited to the allowed range. */
export function moveDay(date: string, days: number): string {
  return heldInRange(daysBefore(date, -days));
}

/** The same day some months later, or that month's last day, limited to the allowed range. */
export function moveByMonths(date: string, months: number): string {
  const from = partsOf(date);
  if (!from) return date;
  const at = from.year * 12 + (from.month - 1) + months;
  const [year, month] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1];
  return heldInRange(toDate(year, month, Math.min(from.day, daysInMonth(year, month))));
}

/**
 * The day that a key in the grid moves to: days and weeks, Home and End of the week, Page for months, with Shift for
 * years.
 */
export function dayAfterKey(from: string, key: string, isShift: boolean): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return moveDay(from, -1);
    case "ArrowRight":
      return moveDay(from, 1);
    case "ArrowUp":
      return moveDay(from, -7);
    case "ArrowDown":
      return moveDay(from, 7);
    case "Home":
      return moveDay(from, -weekdayOf(from));
    case "End":
      return moveDay(from, 6 - weekdayOf(from));
    case "PageUp":
      return moveByMonths(from, isShift ? -12 : -1);
    case "PageDown":
      return moveByMonths(from, isShift ? 12 : 1);
    default:
      return undefined;
  }
}
