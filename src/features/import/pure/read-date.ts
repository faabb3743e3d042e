import {
  EARLIEST_DATE,
  EARLIEST_YEAR,
  isInRange,
  LATEST_DATE,
  LATEST_YEAR,
  MONTH_NAMES,
  parseWireDate,
  toDate,
} from "#core/calendar.ts";
import { foldText } from "#core/text.ts";
import { LIMITS, type KnownDate } from "#features/import/rules.ts";
import { CURRENT } from "./end-words.ts";
import { monthKey, monthsOf } from "./months.ts";

/** Reads dates in the forms that files use, and keeps their precision: a year stays a year. */

export type DateReading =
  /** `notice` if the result is less precise than the text. */
  | { is: "date"; known: KnownDate; notice?: string }
  | { is: "empty" }
  /** "Present" in some language. */
  | { is: "current" }
  | { is: "wrong"; why: string };

/** Hints for dates that can be read in two ways. */
export type DateHints = {
  /** Keys of the words in all dates of the file, which show its language. */
  words?: ReadonlySet<string>;
  /** The current year; a year of two digits after it is refused. */
  thisYear?: number | undefined;
  /** A quarter begins with one month and ends with another. */
  side?: "start" | "end";
};

/** Texts that people write for "none". */
const EMPTY = new Set("-,--,–,—,n/a,n.a.,n. a.,none,null,nil,k.a.,k. a.,./.".split(",").map(foldText));

/** Words without meaning between the parts: "15 de enero de 2020", "1er", "г.". */
const FILLERS = new Set(
  "de del di da do of the den der am le el d den at um las kl st nd rd th er e o a г года год г р рік року rok roku r".split(
    " ",
  ),
);

/** Beginning and characters of a time after a date: "2020-01-01t10:20z", "9:05 pm utc". */
const TIME_FROM = /[ ,t]\d{1,2}:\d\d/u;
const TIME = /^[\d:., +apmuhrztcg-]+$/u;

/** "15. januar 2020 um 12:00" → "15. januar 2020 um" */
function withoutTime(folded: string): string {
  const at = folded.search(TIME_FROM);
  return at > 0 && TIME.test(folded.slice(at + 1)) ? folded.slice(0, at) : folded;
}

/** Words before a date that is approximate or in the future: "Expected May 2027", "Class of 2015". */
const ABOUT =
  /^(?:expected|anticipated|graduat(?:ed|es|ing|ion)|class of|exp\.|est\.|circa|ca\.|c\.|approx\.?|around|planned|voraussichtlich|prévu|prevu|previsto)(?: in| date)?[: ]+/u;
/** And behind it. */
const ABOUT_BEHIND = /[ ,]\(?(?:expected|anticipated|exp\.?|planned|est\.?|graduation)\)?$/u;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? /u;

/** "expected may 2027" → "may 2027" */
function withoutRemark(folded: string): string {
  return folded.replace(WEEKDAY, "").replace(ABOUT, "").replace(ABOUT_BEHIND, "").trim();
}

const EAST_ASIAN: readonly (readonly [RegExp, string])[] = [
  [/[年년]/gu, " "],
  [/[月월]/gu, " "],
  [/[日일号號]/gu, " "],
];

const RANGE = `between ${EARLIEST_YEAR} and ${LATEST_YEAR}`;

function quoted(text: string): string {
  return `“${text.length > LIMITS.date ? `${text.slice(0, LIMITS.date).toWellFormed()}…` : text}”`;
}

function known(year: number, month?: number, day?: number): KnownDate {
  const precision = month === undefined ? "year" : day === undefined ? "month" : "day";
  return { date: toDate(year, month ?? 1, day ?? 1), precision };
}

const isYear = (digits: string): boolean => digits.length === 4;
const isMonth = (value: number): boolean => value >= 1 && value <= 12;

/** Two numbers: "2020-01" or "01/2020". */
function fromTwo([a, b]: readonly [string, string]): KnownDate | undefined {
  const [year, month] = isYear(a) ? [a, b] : [b, a];
  if (!isYear(year) || month.length > 2 || !isMonth(Number(month))) return undefined;
  return known(Number(year), Number(month));
}

/** Three numbers. "03/04/2020" is ambiguous, so only its year is taken; with dots the day is first. */
function fromThree([a, b, c]: readonly [string, string, string], hasDots: boolean): KnownDate | undefined {
  if (isYear(a)) return b.length <= 2 && c.length <= 2 ? known(Number(a), Number(b), Number(c)) : undefined;
  if (!isYear(c) || a.length > 2 || b.length > 2) return undefined;
  const [first, second, year] = [Number(a), Number(b), Number(c)];
  if (hasDots || first > 12 || first === second) return known(year, second, first);
  if (second > 12) return known(year, first, second);
  return isMonth(first) && isMonth(second) ? known(year) : undefined;
}

function ofTwoDigits(digits: string): number {
  return Number(digits) + (Number(digits) < 30 ? 2_000 : 1_900);
}

/** A month's name with a year and maybe a day. Two digits are a year only in the form of spreadsheets ("Jan-20"). */
function withName(month: number, numbers: readonly string[], text: string): KnownDate | undefined {
  const [a, b] = numbers;
  if (a === undefined) return undefined;
  if (b === undefined) {
    if (isYear(a)) return known(Number(a), month);
    return isSheetMonth(text) ? known(ofTwoDigits(a), month) : undefined;
  }
  const [year, day] = isYear(b) ? [b, a] : [a, b];
  return isYear(year) && day.length <= 2 ? known(Number(year), month, Number(day)) : undefined;
}

/** "Jan-20" */
function isSheetMonth(text: string): boolean {
  return /^\p{L}+\.? ?[-'’][0-9]{2}$/u.test(text);
}

/** "09/21" */
function isShort(text: string): boolean {
  return /^\d{1,2} ?[/'’] ?['’]?\d{2}$/u.test(text);
}

function partsOf(text: string): { numbers: string[]; words: string[] } {
  let plain = text;
  for (const [sign, space] of EAST_ASIAN) plain = plain.replace(sign, space);
  const numbers = plain.match(/\p{Nd}+/gu) ?? [];
  const words = (plain.match(/\p{L}+/gu) ?? []).filter((word) => !FILLERS.has(word));
  return { numbers, words };
}

type Parsed = {
  known: KnownDate;
  /** The possible months if the name is ambiguous. */
  months?: readonly number[];
  /** Why it is less precise than the text. */
  why?: string;
};

const only = (date: KnownDate | undefined): Parsed | undefined => date && { known: date };

/** "2021-00-00", "20210901", "202109", "09/21": forms that programs and forms on paper leave behind. */
function fromDigits(folded: string): Parsed | undefined {
  const packed = /^(\d{4})(\d{2})(\d{2})?$/.exec(folded);
  const zero = /^(\d{4})[-/.](\d{1,2})(?:[-/.](0{1,2}))?$/.exec(folded);
  const short = /^(\d{1,2}) ?[/'’] ?['’]?(\d{2})$/.exec(folded);
  if (packed) {
    const [, year = "", month = "", day] = packed;
    if (!isMonth(Number(month)) || Number(year) < 1_900 || Number(year) > 2_100) return undefined;
    return only(known(Number(year), Number(month), day === undefined ? undefined : Number(day)));
  }
  if (zero) {
    const [, year = "", month = "", day] = zero;
    if (Number(month) === 0) return only(known(Number(year)));
    return day === undefined || !isMonth(Number(month)) ? undefined : only(known(Number(year), Number(month)));
  }
  const [, month = "", year = ""] = short ?? [];
  return isMonth(Number(month)) ? only(known(ofTwoDigits(year), Number(month))) : undefined;
}

const SEASON =
  /^(?:early|mid|late|end of|beginning of|start of|middle of|spring|summer|autumn|fall|winter|fruhjahr|fruhling|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno|verao|outono|inverno|estate|autunno|lente|zomer|herfst|var|host|vinter)[ -]+(\d{4})$/u;
const QUARTER = /^(?:q([1-4])[ /,'-]*(\d{4})|(\d{4})[ /,-]*q([1-4])|([1-4])q[ /,'-]*(\d{4}))$/u;

/** "Summer 2019" is its year, since summers differ; a quarter is its first month, or as an end its last. */
function fromSeason(folded: string, side: DateHints["side"]): Parsed | undefined {
  const year = SEASON.exec(folded)?.[1];
  if (year !== undefined) return { known: known(Number(year)), why: "names no month, so we took only the year" };
  const found = QUARTER.exec(folded);
  if (!found) return undefined;
  const [, a, b, c, d, e, f] = found;
  const quarter = Number(a ?? d ?? e);
  const month = side === "end" ? quarter * 3 : quarter * 3 - 2;
  const place = side === "end" ? "last" : "first";
  return { known: known(Number(b ?? c ?? f), month), why: `is a quarter, so we took its ${place} month` };
}

function parse(folded: string, { words, side }: DateHints): Parsed | undefined {
  const special = fromDigits(folded) ?? fromSeason(folded, side);
  if (special) return special;

  const wire = parseWireDate(folded.toUpperCase());
  if (wire !== undefined) return { known: { date: wire, precision: "day" } };
  const { numbers, words: named } = partsOf(folded);
  if (numbers.length > 3 || named.length > 1 || numbers.some((digits) => !/^[0-9]{1,4}$/.test(digits)))
    return undefined;
  const [word] = named;
  if (word !== undefined) {
    const months = monthsOf(word, words);
    const [month] = months;
    const date = month === undefined || numbers.length > 2 ? undefined : withName(month, numbers, folded);
    return date && months.length > 1 ? { known: known(Number(date.date.slice(0, 4))), months } : only(date);
  }
  const [a, b, c] = numbers;
  if (a === undefined) return undefined;
  if (b === undefined) return only(isYear(a) ? known(Number(a)) : undefined);
  return only(c === undefined ? fromTwo([a, b]) : fromThree([a, b, c], folded.includes(".")));
}

/** The words in all dates of a file; they show its language. */
export function dateWords(texts: Iterable<string>): Set<string> {
  const keys = new Set<string>();
  for (const text of texts) {
    for (const word of text.slice(0, LIMITS.date).match(/[\p{L}\p{M}]+/gu) ?? []) keys.add(monthKey(word));
  }
  return keys;
}

/** Why a date is less precise than the text; undefined if it is not. */
function noticeOf(typed: string, { months, why }: Parsed): string | undefined {
  if (why !== undefined) return `${quoted(typed)} ${why}.`;
  if (!months) return undefined;
  const names = months.map((month) => MONTH_NAMES[month - 1] ?? "").join(" in one language and ");
  return `${quoted(typed)} is ${names} in another, so we took only the year. Check the month.`;
}

export function readDate(text: string, hints: DateHints = {}): DateReading {
  const { thisYear } = hints;
  const typed = text.trim();
  if (typed === "") return { is: "empty" };
  const folded = foldText(typed.slice(0, LIMITS.date + 1));
  if (EMPTY.has(folded)) return { is: "empty" };
  if (CURRENT.has(folded)) return { is: "current" };
  const plain = withoutTime(withoutRemark(folded));
  const found = folded.length > LIMITS.date ? undefined : parse(plain, hints);
  if (!found) return { is: "wrong", why: `${quoted(typed)} is not a date we can read.` };
  const { date } = found.known;
  const year = Number(date.slice(0, 4));
  if (thisYear !== undefined && year > thisYear && (isSheetMonth(plain) || isShort(plain))) {
    return {
      is: "wrong",
      why: `${quoted(typed)} may be a day or a year that has not come. Write its year in four digits.`,
    };
  }
  if (isInRange(date)) {
    const notice = noticeOf(typed, found);
    return { is: "date", known: found.known, ...(notice === undefined ? {} : { notice }) };
  }
  const isFar = date < EARLIEST_DATE || year > LATEST_YEAR || (date > LATEST_DATE && isInRange(toDate(year, 1)));
  const month = `${date.slice(0, 7)}-01`;
  if (!isFar && found.known.precision === "day" && isInRange(month)) {
    const notice = `${quoted(typed)} is not a day of the calendar, so we took its month.`;
    return { is: "date", known: { date: month, precision: "month" }, notice };
  }
  return {
    is: "wrong",
    why: isFar ? `${quoted(typed)} is not ${RANGE}.` : `${quoted(typed)} is not a day of the calendar.`,
  };
}

const KEPT_CHARACTERS = { year: 4, month: 7, day: 10 } as const;

/** A wire date cut to its precision: "2020", "2020-05" or "2020-05-14". */
export function cutDate(date: string, precision: KnownDate["precision"]): string {
  return date.slice(0, KEPT_CHARACTERS[precision]);
}

/** The coarser precision of the two. */
export function coarser(a: KnownDate["precision"], b: KnownDate["precision"]): KnownDate["precision"] {
  if (a === "year" || b === "year") return "year";
  return a === "month" || b === "month" ? "month" : "day";
}
