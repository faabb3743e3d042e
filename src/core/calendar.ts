/**
 * Calendar dates as `YYYY-MM-DD` strings. They are never instants: no Date, no
 * time zone, so a day cannot shift between browser, server and database.
 */
export const EARLIEST_YEAR = 1950;
/** Dates end with its first day. A later year needs a migration too: the tables check their dates. */
export const LATEST_YEAR = 2030;
export const EARLIEST_DATE = `${EARLIEST_YEAR}-01-01`;
export const LATEST_DATE = `${LATEST_YEAR}-01-01`;
/** The end date of a current job in the API. It is never stored or shown. */
export const CURRENT_END = "2200-12-02";

export type DatePrecision = "year" | "month" | "day";

export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Reads digits from a text as a number. NaN if there are other characters. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const DASH = 45;

/**
 * A real calendar date as one number, 20230228; NaN for others, such as "2023-02-30". It reads single characters and
 * makes no object, because a page of people asks for thousands.
 */
function numberOf(date: string): number {
  if (date.length !== 10 || date.charCodeAt(4) !== DASH || date.charCodeAt(7) !== DASH) return Number.NaN;
  const year = digitsAt(date, 0, 4);
  const month = digitsAt(date, 5, 7);
  const day = digitsAt(date, 8, 10);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return Number.NaN;
  return (year * 100 + month) * 100 + day;
}

const yearIn = (number: number): number => Math.floor(number / 10_000);
const monthIn = (number: number): number => Math.floor(number / 100) % 100;

/** The parts of a real calendar date; undefined for others. */
export function partsOf(date: string): { year: number; month: number; day: number } | undefined {
  const number = numberOf(date);
  if (Number.isNaN(number)) return undefined;
  return { year: yearIn(number), month: monthIn(number), day: number % 100 };
}

/** The year of a real calendar date; 0 for others. */
export function yearOf(date: string): number {
  const number = numberOf(date);
  return Number.isNaN(number) ? 0 : yearIn(number);
}

export function isCalendarDate(date: string): boolean {
  return !Number.isNaN(numberOf(date));
}

/** True within 1950-01-01..2030-01-01, both included. */
export function isInRange(date: string): boolean {
  return isCalendarDate(date) && date >= EARLIEST_DATE && date <= LATEST_DATE;
}

/** True for every spelling of the current job's placeholder, instants of any zone included. */
export function isCurrentEnd(date: string): boolean {
  return date.startsWith("2200-12-0");
}

export function toDate(year: number, month: number, day = 1): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The default precision: months, unless a date is not the first of a month; then days. */
export function guessPrecision(dates: readonly string[]): DatePrecision {
  return dates.some((date) => (partsOf(date)?.day ?? 1) !== 1) ? "day" : "month";
}

/** Cuts a date to its precision, so that "May to May" is a range whatever the days are. */
export function atPrecision(date: string, precision: DatePrecision): string {
  if (precision === "day" || !isCalendarDate(date)) return date;
  const cut = precision === "month" ? "-01" : "-01-01";
  return date.endsWith(cut) ? date : date.slice(0, -cut.length) + cut;
}

function nextDay(date: string): string {
  const parts = partsOf(date);
  if (!parts) return date;
  if (parts.day < daysInMonth(parts.year, parts.month)) return toDate(parts.year, parts.month, parts.day + 1);
  return parts.month === 12 ? toDate(parts.year + 1, 1) : toDate(parts.year, parts.month + 1);
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a date from a request: a calendar date, or an instant that was midnight in some time zone
 * ("2021-05-31T22:00:00.000Z" is 1 June in Central Europe). Time zones reach from UTC-12 to UTC+14. So 10:00 to 12:00
 * UTC may be midnight in two zones, on different days. If one of them is the first of a month, it is taken, because
 * month pickers send it. Otherwise the rule suits New Zealand and Hawaii.
 * @returns undefined for anything else
 */
export function parseWireDate(text: string): string | undefined {
  if (isCalendarDate(text)) return text;
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const day = match[1] ?? "";
  if (!isCalendarDate(day) || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined;
  // An instant with its own offset already has the local day.
  if (match[4] !== "Z") return day;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  const after = nextDay(day);
  if (minutes < 600) return day;
  if (minutes > 720) return after;
  if (day.endsWith("-01")) return day;
  if (after.endsWith("-01")) return after;
  return minutes < 660 ? day : after;
}

/** Whole months between two dates, ignoring days: May 2017 to Aug 2017 is 3. */
export function monthsBetween(from: string, to: string): number {
  const a = numberOf(from);
  const b = numberOf(to);
  if (Number.isNaN(a) || Number.isNaN(b)) return 0;
  return (yearIn(b) - yearIn(a)) * 12 + (monthIn(b) - monthIn(a));
}

/** "March 2022", or "2022" if only the year is known; "Invalid Date" for anything else. */
export function formatDate(date: string, precision: DatePrecision = "month"): string {
  const number = numberOf(date);
  if (Number.isNaN(number)) return "Invalid Date";
  if (precision === "year") return String(yearIn(number));
  return `${MONTH_NAMES[monthIn(number) - 1]} ${yearIn(number)}`;
}

/** "15 March 2022"; "Invalid Date" for anything else. */
export function formatDay(date: string): string {
  const parts = partsOf(date);
  return parts ? `${parts.day} ${formatDate(date)}` : "Invalid Date";
}

/** The day of the week, 0 for Monday, by Sakamoto's rule; 0 if the text is not a date. */
export function weekdayOf(date: string): number {
  const parts = partsOf(date);
  if (!parts) return 0;
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][parts.month - 1] ?? 0;
  const year = parts.month < 3 ? parts.year - 1 : parts.year;
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return (year + leaps + shift + parts.day + 6) % 7;
}

/** "Mar 2022", for cards and rows. */
export function formatShortDate(date: string, precision: DatePrecision = "month"): string {
  const number = numberOf(date);
  if (Number.isNaN(number)) return "Invalid Date";
  if (precision === "year") return String(yearIn(number));
  return `${(MONTH_NAMES[monthIn(number) - 1] ?? "").slice(0, 3)} ${yearIn(number)}`;
}

/** "2 yr 8 mo", "1 yr", "4 mo"; under a month "1 mo". */
export function formatMonths(months: number): string {
  const whole = Math.max(1, Math.round(months));
  const years = Math.floor(whole / 12);
  const rest = whole % 12;
  if (years === 0) return `${rest} mo`;
  return rest === 0 ? `${years} yr` : `${years} yr ${rest} mo`;
}

/**
 * The day of an instant in UTC, as YYYY-MM-DD. Requests and jobs call this once with their `now`; rules and reads get
 * the day.
 */
export function calendarDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
