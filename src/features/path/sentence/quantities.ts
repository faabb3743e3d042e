import { EARLIEST_YEAR, LATEST_YEAR } from "#core/calendar.ts";
import type { Token } from "./tokens.ts";

export type Quantity =
  | { is: "limit"; months: number; tokens: number }
  | { is: "years"; since?: number; until?: number; tokens: number }
  /** It depends on today, which a link cannot express. */
  | { is: "unknown"; tokens: number };

const MAX_LIMIT_MONTHS = 600;
const MONTHS_IN_YEAR = 12;

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"].map(
    (word, number): [string, number] => [word, number],
  ),
);
const UNITS: ReadonlyMap<string, number> = new Map([
  ...["year", "years", "yr", "yrs", "y"].map((word): [string, number] => [word, MONTHS_IN_YEAR]),
  ...["month", "months", "mo", "mos", "m"].map((word): [string, number] => [word, 1]),
]);

/** Words that begin a limit, longest first. */
const OPENERS: readonly (readonly string[])[] = [
  ["in", "no", "more", "than"],
  ["in", "less", "than"],
  ["in", "fewer", "than"],
  ["no", "more", "than"],
  ["in", "at", "most"],
  ["in", "under"],
  ["less", "than"],
  ["fewer", "than"],
  ["at", "most"],
  ["up", "to"],
  ["within"],
  ["inside"],
  ["under"],
  ["in"],
];

type Read = { value: number; tokens: number };

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? "";
}

function starts(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, offset) => wordAt(tokens, at + offset) === word);
}

function numberAt(tokens: readonly Token[], at: number): number | undefined {
  const word = wordAt(tokens, at);
  if (/^\d{1,3}(?:\.\d)?$/.test(word)) return Number(word);
  return word === "a" || word === "an" ? 1 : NUMBERS.get(word);
}

/** "6 years", "6y", "a year and a half", "half a year". */
function durationAt(tokens: readonly Token[], at: number): Read | undefined {
  if (starts(tokens, at, ["half", "a", "year"])) return { value: MONTHS_IN_YEAR / 2, tokens: 3 };
  const joined = /^(\d{1,3})([a-z]{1,6})$/.exec(wordAt(tokens, at));
  const joinedUnit = UNITS.get(joined?.[2] ?? "");
  if (joined !== null && joinedUnit !== undefined) return { value: Number(joined[1]) * joinedUnit, tokens: 1 };
  const number = numberAt(tokens, at);
  if (number === undefined) return undefined;
  if (starts(tokens, at + 1, ["and", "a", "half", "years"]))
    return { value: (number + 0.5) * MONTHS_IN_YEAR, tokens: 5 };
  const unit = UNITS.get(wordAt(tokens, at + 1));
  if (unit === undefined) return undefined;
  const half = unit > 1 && starts(tokens, at + 2, ["and", "a", "half"]);
  return { value: number * unit + (half ? unit / 2 : 0), tokens: half ? 5 : 2 };
}

function limitAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const opener = OPENERS.find((words) => starts(tokens, at, words));
  if (opener === undefined) return undefined;
  const duration = durationAt(tokens, at + opener.length);
  if (duration === undefined) return undefined;
  const months = Math.round(duration.value);
  if (months < 1 || months > MAX_LIMIT_MONTHS) return undefined;
  const end = at + opener.length + duration.tokens;
  const orLess = starts(tokens, end, ["or", "less"]) ? 2 : 0;
  return { is: "limit", months, tokens: end + orLess - at };
}

/** "in the last 5 years". */
function recentAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const isOpen =
    ["in", "over", "during", "within", "for"].includes(wordAt(tokens, at)) && wordAt(tokens, at + 1) === "the";
  const word = wordAt(tokens, at + 2);
  if (!isOpen || !["last", "past", "next"].includes(word)) return undefined;
  if (UNITS.has(wordAt(tokens, at + 3))) return { is: "unknown", tokens: 4 };
  const duration = durationAt(tokens, at + 3);
  return duration && { is: "unknown", tokens: 3 + duration.tokens };
}

function yearAt(tokens: readonly Token[], at: number): number | undefined {
  const word = wordAt(tokens, at);
  const year = /^\d{4}$/.test(word) ? Number(word) : 0;
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR ? year : undefined;
}

function range(first: number, last: number, tokens: number): Quantity {
  return { is: "years", since: Math.min(first, last), until: Math.max(first, last), tokens };
}

/** "since 2019", "before 2015", "between 2018 and 2022", "2018-2022", "in 2021". */
function yearsAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const isAlone = yearAt(tokens, at) !== undefined;
  const from = isAlone ? at : at + 1;
  const year = yearAt(tokens, from);
  if (year === undefined) return undefined;
  const opener = isAlone ? "" : wordAt(tokens, at);
  const next = yearAt(tokens, from + 1);
  const isRange = ["", "between", "from", "in", "during"].includes(opener);
  if (next !== undefined && isRange) return range(year, next, from + 2 - at);
  const last = ["and", "to", "until", "till"].includes(wordAt(tokens, from + 1)) ? yearAt(tokens, from + 2) : undefined;
  if (last !== undefined && isRange) return range(year, last, from + 3 - at);
  const onwards = ["on", "onwards", "onward"].includes(wordAt(tokens, from + 1)) ? 1 : 0;
  const read = from + 1 - at;
  switch (opener) {
    case "since":
    case "from":
      return { is: "years", since: year, tokens: read + onwards };
    case "after":
      return year === LATEST_YEAR ? undefined : { is: "years", since: year + 1, tokens: read };
    case "until":
    case "till":
    case "by":
      return { is: "years", until: year, tokens: read };
    case "before":
      return year === EARLIEST_YEAR ? undefined : { is: "years", until: year - 1, tokens: read };
    case "in":
    case "during":
      return { is: "years", since: year, until: year, tokens: read };
    default:
      return undefined;
  }
}

/** A limit or years that begin at this word. */
export function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  return recentAt(tokens, at) ?? limitAt(tokens, at) ?? yearsAt(tokens, at);
}
