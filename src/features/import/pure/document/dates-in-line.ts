import { foldText } from "#core/text.ts";
import { CURRENT } from "#features/import/pure/end-words.ts";
import { monthsOf } from "#features/import/pure/months.ts";
import { readDate, type DateHints, type DateReading } from "#features/import/pure/read-date.ts";
import { BETWEEN, readRange } from "#features/import/pure/read-range.ts";
import { isDuration } from "./durations.ts";

/** Finds the dates in a line, and the other text: "Engineer, Quarry Lane (Jan 2019 – Present)". */

export type LineDates = {
  start: DateReading;
  end: DateReading;
  isRange: boolean;
  /** The dates as they are written. */
  text: string;
  /** The text before and after the dates. */
  before: string;
  after: string;
};

type Token = { text: string; from: number; to: number };
type Kind = "date" | "weak" | "none";

const WEAK = new Set(
  "since from ab seit von vom desde depuis dal dalla da sinds vanaf siden sedan fra fran od с з от din apo dari sejak de del do of em en den der az la le el e and г год года р року roku".split(
    " ",
  ),
);
/** The most tokens of a text with dates. */
const LONGEST_RUN = 14;
/** How many characters of a line are searched for dates. */
const LONGEST_LINE = 400;
const MOST_WORDS_OF_END = 4;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[^\s]+/gu)].map(({ 0: token, index }) => ({
    text: token,
    from: index,
    to: index + token.length,
  }));
}

const bareOf = (text: string): string => text.replace(/^[([（【]{1,3}|[)\]）】,.;:|·]{1,4}$/gu, "");

function isPart(part: string): boolean {
  if (/^\d{1,4}$/.test(part)) return true;
  return /^\p{L}[\p{L}\p{M}'’]{0,14}$/u.test(part) && (monthsOf(part).length > 0 || CURRENT.has(foldText(part)));
}

function kindOf({ text }: Token): Kind {
  const bare = bareOf(text);
  if (/^\d{4}[年년]/u.test(bare)) return "date";
  if (/^[-–—―~〜～→‒−/]{1,2}$/u.test(bare) || bare === "") return "weak";
  const folded = foldText(bare);
  if (WEAK.has(folded) || BETWEEN.has(folded) || /^\d{1,2}(?:st|nd|rd|th|er|º|°)?$/.test(folded)) return "weak";
  if (/^\d{1,2}[月월]$/u.test(bare)) return "date";
  // "2019", "03/2019–08/2019", "Jan-2019", "Sept.2019", "'19"
  const parts = bare.split(/[-–—―~〜～‒−/.]|['’](?=\d)/u).filter((part) => part !== "");
  return parts.length > 0 && parts.length < 8 && parts.every(isPart) ? "date" : "none";
}

/** How many tokens from `at` on say that the job has not ended: "настоящее время", "Present". */
function endWordsAt(tokens: readonly Token[], at: number): number {
  for (let count = MOST_WORDS_OF_END; count > 0; count -= 1) {
    const words = tokens.slice(at, at + count);
    if (words.length === count && CURRENT.has(foldText(bareOf(words.map(({ text }) => text).join(" "))))) return count;
  }
  return 0;
}

/** Runs of tokens that may be dates, as places of their first and last. */
function runsOf(tokens: readonly Token[]): { from: number; to: number; kinds: Kind[] }[] {
  const kinds: Kind[] = tokens.map(kindOf);
  for (let at = 0; at < tokens.length; at += 1) {
    const count = endWordsAt(tokens, at);
    for (let next = at; next < at + count; next += 1) kinds[next] = "date";
    if (count > 0) at += count - 1;
  }
  const runs: { from: number; to: number; kinds: Kind[] }[] = [];
  let from = -1;
  for (let at = 0; at <= kinds.length; at += 1) {
    const isIn = kinds[at] !== undefined && kinds[at] !== "none";
    if (isIn && from === -1) from = at;
    if (isIn || from === -1) continue;
    if (kinds.slice(from, at).includes("date")) runs.push({ from, to: at - 1, kinds });
    from = -1;
  }
  return runs;
}

const hasYear = (text: string): boolean => /\d{4}|['’]\d{2}|\d{1,2}\/\d{2}(?!\d)/.test(text);
const NOTHING: DateReading = { is: "empty" };

function read(text: string, hints: DateHints): Pick<LineDates, "start" | "end" | "isRange"> | undefined {
  const range = readRange(text, hints);
  if (range) return { ...range, isRange: true };
  const single = readDate(text, { ...hints, side: "start" });
  return single.is === "date" ? { start: single, end: NOTHING, isRange: false } : undefined;
}

const EDGES = /^[\s,;:|·•–—\-([（]{1,9}|[\s,;:|·•–—\-([（)\]）]{1,9}$/gu;

/** The text without signs that separated it from the dates, and without a duration. */
function bareSide(text: string): string {
  const bare = text.replace(/^[)\]）\s]{1,5}/u, "").replace(EDGES, "");
  if (isDuration(bare)) return "";
  // "· 3 yrs 5 mos", "(2 years)"
  const cut = bare.search(/[(（·|]/u);
  const [first, rest] = cut === -1 ? [bare, ""] : [bare.slice(0, cut), bare.slice(cut + 1)];
  return rest !== "" && isDuration(rest.replace(/[)）]/gu, "")) ? first.replace(EDGES, "") : bare;
}

/** The longest text of a run that can be read; a range before a single date. */
function bestOf(line: string, tokens: readonly Token[], hints: DateHints): LineDates | undefined {
  let best: LineDates | undefined;
  for (const { from, to, kinds } of runsOf(tokens)) {
    for (let first = from; first <= to; first += 1) {
      for (let last = Math.min(to, first + LONGEST_RUN - 1); last >= first; last -= 1) {
        const [start, end] = [tokens[first], tokens[last]];
        if (!start || !end || kinds[last] !== "date") continue;
        const text = bareOf(line.slice(start.from, end.to));
        if (!hasYear(text) || (best && text.length <= best.text.length)) continue;
        const found = read(text, hints);
        if (!found || (best && best.isRange && !found.isRange)) continue;
        best = {
          ...found,
          text,
          before: bareSide(line.slice(0, start.from)),
          after: bareSide(line.slice(end.to)),
        };
      }
    }
  }
  return best;
}

/** The dates of a line; undefined if it has none. */
export function datesInLine(line: string, hints: DateHints): LineDates | undefined {
  if (!/\d{2}/.test(line) || line.length > LONGEST_LINE) return undefined;
  return bestOf(line, tokensOf(line), hints);
}
