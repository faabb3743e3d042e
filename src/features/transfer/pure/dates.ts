import { EARLIEST_DATE, isInRange, LATEST_DATE, parseWireDate, toDate } from "#core/calendar.ts";
import { foldText } from "#core/text.ts";
import { LIMITS, type KnownDate } from "#features/transfer/rules.ts";
import { monthOf } from "./months.ts";

/**
 * Dates as files write them, no surer than they are: a year stays a year.
 */

export type DateReading =
  | { is: "date"; known: KnownDate }
  /** Nothing was told. */
  | { is: "empty" }
  /** "Present" in some language. */
  | { is: "current" }
  | { is: "wrong"; why: string };

/** Words for an end that has not come. */
const CURRENT = new Set(
  [
    "present,current,now,today,ongoing,to date,heute,aktuell,jetzt,bis heute,derzeit,laufend,aujourd'hui,actuel,en cours",
    "present day,a ce jour,actualidad,presente,actual,hoy,hasta la fecha,atual,momento,o momento,hoje,oggi,attuale,in corso",
    "heden,nu,nutid,naverende,nuvarande,na,pagaende,obecnie,do teraz,soucasnost,dosud,nyni,halen,gunumuz,devam ediyor,bugun",
    "настоящее время,по настоящее время,сеичас,现在,至今,目前,現在,현재,nykyinen,sekarang,в даныи час",
  ]
    .join(",")
    .split(",")
    .map(foldText),
);

/** Words between the parts that say nothing: "15 de enero de 2020", "1er", "г.". */
const FILLERS = new Set(
  "de del di da do of the den der am le el d den st nd rd th er e o a г года год г р рік року rok roku r".split(" "),
);

const EAST_ASIAN: readonly (readonly [RegExp, string])[] = [
  [/[年년]/gu, " "],
  [/[月월]/gu, " "],
  [/[日일号號]/gu, " "],
];

const RANGE = `between ${EARLIEST_DATE.slice(0, 4)} and ${LATEST_DATE.slice(0, 4)}`;

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

/** Three numbers. "03/04/2020" is two days to two readers, so that only its year is taken; with dots the day is first. */
function fromThree([a, b, c]: readonly [string, string, string], hasDots: boolean): KnownDate | undefined {
  if (isYear(a)) return b.length <= 2 && c.length <= 2 ? known(Number(a), Number(b), Number(c)) : undefined;
  if (!isYear(c) || a.length > 2 || b.length > 2) return undefined;
  const [first, second, year] = [Number(a), Number(b), Number(c)];
  if (hasDots || first > 12 || first === second) return known(year, second, first);
  if (second > 12) return known(year, first, second);
  return isMonth(first) && isMonth(second) ? known(year) : undefined;
}

/** A month's name with a year and perhaps a day; two digits are a year only where spreadsheets write one ("Jan-20"). */
function withName(month: number, numbers: readonly string[], text: string): KnownDate | undefined {
  const [a, b] = numbers;
  if (a === undefined) return undefined;
  if (b === undefined) {
    if (isYear(a)) return known(Number(a), month);
    if (a.length !== 2 || !/^\p{L}+\.? ?[-'’]\d\d$/u.test(text)) return undefined;
    return known(Number(a) + (Number(a) < 30 ? 2_000 : 1_900), month);
  }
  const [year, day] = isYear(b) ? [b, a] : [a, b];
  return isYear(year) && day.length <= 2 ? known(Number(year), month, Number(day)) : undefined;
}

function partsOf(text: string): { numbers: string[]; words: string[] } {
  let plain = text;
  for (const [sign, space] of EAST_ASIAN) plain = plain.replace(sign, space);
  const numbers = plain.match(/\p{Nd}+/gu) ?? [];
  const words = (plain.match(/\p{L}+/gu) ?? []).filter((word) => !FILLERS.has(word));
  return { numbers, words };
}

function parse(folded: string): KnownDate | undefined {
  const wire = parseWireDate(folded.toUpperCase());
  if (wire !== undefined) return { date: wire, precision: "day" };
  const { numbers, words } = partsOf(folded);
  if (numbers.length > 3 || words.length > 1 || numbers.some((digits) => !/^[0-9]{1,4}$/.test(digits)))
    return undefined;
  const [word] = words;
  if (word !== undefined) {
    const month = monthOf(word);
    return month === undefined || numbers.length > 2 ? undefined : withName(month, numbers, folded);
  }
  const [a, b, c] = numbers;
  if (a === undefined) return undefined;
  if (b === undefined) return isYear(a) ? known(Number(a)) : undefined;
  return c === undefined ? fromTwo([a, b]) : fromThree([a, b, c], folded.includes("."));
}

/** What a cell says of a day, a month or a year. */
export function readDate(text: string): DateReading {
  const typed = text.trim();
  if (typed === "") return { is: "empty" };
  const folded = foldText(typed.slice(0, LIMITS.date + 1));
  if (CURRENT.has(folded)) return { is: "current" };
  const found = folded.length > LIMITS.date ? undefined : parse(folded);
  if (!found) return { is: "wrong", why: `${quoted(typed)} is no date we can read.` };
  if (isInRange(found.date)) return { is: "date", known: found };
  const year = Number(found.date.slice(0, 4));
  const isFar = found.date < EARLIEST_DATE || year > 2030 || (found.date > LATEST_DATE && isInRange(toDate(year, 1)));
  return {
    is: "wrong",
    why: isFar ? `${quoted(typed)} is not ${RANGE}.` : `${quoted(typed)} is no day of the calendar.`,
  };
}

/** Only what both know: a month against a year is a year. */
export function coarser(a: KnownDate["precision"], b: KnownDate["precision"]): KnownDate["precision"] {
  if (a === "year" || b === "year") return "year";
  return a === "month" || b === "month" ? "month" : "day";
}
