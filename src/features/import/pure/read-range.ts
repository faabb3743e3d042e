import { foldText } from "#core/text.ts";
import { CURRENT } from "./end-words.ts";
import { readDate, type DateHints, type DateReading } from "./read-date.ts";

/** "Jan 2019 – Present (2 years)", "06/2019-08/2019", "since 2020": two dates in one text. */

type Range = { start: DateReading; end: DateReading };

/** Characters of a text that may be a range; longer ones are sentences. */
const LONGEST = 90;

const NOTHING: DateReading = { is: "empty" };
const CURRENTLY: DateReading = { is: "current" };

const WORDS = (
  "to till until thru through bis à au a al hasta até ate fino ad tot t/m do til till по до až po az la din ila până pana " +
  "έως μέχρι sampai hingga s/d - – — ― ~ 〜 ～ → ‒ − / から 至 到 부터"
).split(" ");
export const BETWEEN: ReadonlySet<string> = new Set(WORDS.map(foldText));
/** Signs that part two dates without spaces around them. */
const SIGNS = /[–—―~〜～→‒−]|-+>?|から|至|到|부터|\.\.+/gu;
const SINCE =
  /^(?:since|from|ab|seit|von|vom|desde|depuis|dal|dalla|da|sinds|vanaf|siden|sedan|fra|från|od|с|з|от|din|από|dari|sejak)(?: el| le| o)?[: ]+/u;
const UNTIL = /^(?:until|till|to|bis|bis zum|hasta|jusqu'en|jusqu'à|jusqu'au|até|fino al|tot|do|по|до)[: ]+/u;
const AFTER = /(?:から|以降|부터|\+|-|–|—| onwards?|→|~|〜)$/u;

/** Removes a text after the dates: "(2 years)", "· 5 yrs 2 mos". */
function bare(text: string): string {
  const cut = text.search(/[·•|]/u);
  const first = cut > 0 ? text.slice(0, cut) : text;
  return first
    .replace(/[([（][^)\]）]{0,60}[)\]）]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

function isKnown(reading: DateReading): boolean {
  return reading.is === "date" || reading.is === "current";
}

/** The places where the text may be split, each as the parts before and after. */
function* partings(text: string): Generator<readonly [string, string]> {
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    yield [text.slice(0, index), text.slice(index + sign.length)];
  }
  const words = text.split(" ");
  // "June 2019 to date": "to" parts the two dates and also belongs to "to date", which means now.
  for (let index = 1; index < words.length; index += 1) {
    if (CURRENT.has(foldText(words.slice(index).join(" ")))) {
      yield [words.slice(0, index).join(" "), words.slice(index).join(" ")];
    }
  }
  for (const [index, word] of words.entries()) {
    if (BETWEEN.has(foldText(word)) || word === "-") {
      yield [words.slice(0, index).join(" "), words.slice(index + 1).join(" ")];
    }
  }
}

/** "Jan – May 2020": a month without a year takes the year of the other date. A year alone never takes a month. */
function withYear(left: string, right: DateReading, hints: DateHints): DateReading {
  if (right.is !== "date" || right.known.precision === "year" || /\d{4}/.test(left)) return { is: "wrong", why: "" };
  const day = /^\d{1,2}$/.test(left) ? undefined : readDate(`${left} ${right.known.date.slice(0, 4)}`, hints);
  return day?.is === "date" && day.known.date <= right.known.date ? day : { is: "wrong", why: "" };
}

/** "2015-16": an end of two digits has the start's century. */
function shortEnd(left: DateReading, right: string): DateReading {
  if (left.is !== "date" || left.known.precision !== "year" || !/^\d{2}$/.test(right)) return { is: "wrong", why: "" };
  const year = Number(left.known.date.slice(0, 2)) * 100 + Number(right);
  const isLater = year > Number(left.known.date.slice(0, 4));
  return isLater ? readDate(String(year)) : { is: "wrong", why: "" };
}

/** Both dates of a text; undefined if it is not a range. A single date is not a range. */
export function readRange(text: string, hints: DateHints = {}): Range | undefined {
  const trimmed = text.trim();
  const whole = /^[([].*[)\]]$/u.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
  const found = rangeIn(bare(whole), hints);
  if (found || whole.length > LONGEST) return found;
  if (whole.includes("|")) return rangeIn(whole.replace("|", "–"), hints);
  // "Full-time, Jan 2019 – Feb 2020"
  const comma = whole.indexOf(",");
  return comma > 0 && !/\d/.test(whole.slice(0, comma)) ? rangeIn(bare(whole.slice(comma + 1)), hints) : undefined;
}

function rangeIn(plain: string, hints: DateHints): Range | undefined {
  if (plain === "" || plain.length > LONGEST) return undefined;
  const at = (side: "start" | "end", part: string): DateReading => readDate(part, { ...hints, side });
  const open = plain.replace(AFTER, "").trim();
  if (open !== plain && at("start", open).is === "date") return { start: at("start", open), end: CURRENTLY };
  if (at("start", plain).is === "date") return undefined;
  for (const [before, behind] of partings(plain)) {
    const [left, right] = [before.trim().replace(SINCE_SIGN, ""), behind.trim().replace(/[.,;]$/u, "")];
    const end = at("end", right);
    const start = at("start", left);
    if (start.is === "date" && isKnown(end)) return { start, end };
    if (start.is === "current" && end.is === "date") return { start: at("start", right), end: CURRENTLY };
    if (start.is === "date" && shortEnd(start, right).is === "date") return { start, end: shortEnd(start, right) };
    const late = withYear(left, end, hints);
    if (late.is === "date") return { start: late, end };
  }
  const folded = foldText(plain);
  const since = folded.replace(SINCE, "");
  if (since !== folded && at("start", since).is === "date") return { start: at("start", since), end: CURRENTLY };
  const until = folded.replace(UNTIL, "");
  if (until !== folded && at("end", until).is === "date") return { start: NOTHING, end: at("end", until) };
  if (until !== folded && CURRENT.has(until)) return { start: NOTHING, end: CURRENTLY };
  return undefined;
}

/** "from Jan 2019" before the sign of a range. */
const SINCE_SIGN = /^(?:from|von|vom|de|du|da|dal|od|с|з|van|från|fra|din|dari|desde)\s+/iu;
