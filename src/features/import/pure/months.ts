import { foldText } from "#core/text.ts";

/** Names of months, long and short: those of `Intl`, and spellings that it lacks. */
// oxfmt-ignore
export const MONTH_LANGUAGES = [
  "en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hr", "hu", "ro", "tr", "ru", "uk", "el", "id", "ja", "zh", "ko",
] as const;

/** By month; not every platform has these, or only with a dot. */
const MORE: readonly (readonly string[])[] = [
  ["january", "jan", "janner", "jaenner", "gen", "genn", "ene", "ian", "sty", "led", "oca", "一", "janv"],
  ["february", "feb", "febr", "fev", "fevr", "feber", "lut", "uno", "sub", "二"],
  ["march", "mar", "maerz", "mrz", "mars", "mart", "brz", "mrt", "三"],
  ["april", "apr", "abr", "avr", "kwi", "dub", "nis", "四"],
  ["may", "mai", "mag", "maj", "mei", "kve", "五"],
  ["june", "jun", "juin", "giu", "giugn", "cze", "haz", "六"],
  ["july", "jul", "juil", "lug", "lugl", "tem", "七"],
  ["august", "aug", "ago", "aout", "sie", "agu", "八"],
  ["september", "sep", "sept", "set", "sett", "wrz", "eyl", "九"],
  ["october", "oct", "okt", "out", "ott", "paz", "rij", "eki", "十"],
  ["november", "nov", "kas", "noi", "十一"],
  ["december", "dec", "dez", "dic", "des", "gru", "pro", "ara", "十二"],
];

/** Names of two different months in two languages. The other names in the file decide. */
// oxfmt-ignore
export const TWO_MONTHS: Readonly<Record<string, readonly (readonly [month: number, language: string])[]>> = {
  lip: [[7, "pl"], [6, "hr"]],
  srp: [[8, "cs"], [7, "hr"]],
  lis: [[11, "pl"], [11, "cs"], [10, "hr"]],
  listopad: [[11, "pl"], [11, "cs"], [10, "hr"]],
  listopada: [[11, "pl"], [10, "hr"]],
};

/** Folded, letters only: "sept." → "sept". Greek writes sigma in two ways. */
export function monthKey(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}]+/gu, "")
    .replaceAll("ς", "σ");
}

/** Slavic and Greek names change beside a year or a day. `Intl` is slow, so all months are computed at once. */
function* namesIn(language: string): Generator<readonly [name: string, month: number]> {
  for (const month of ["long", "short"] as const) {
    const formats = [
      new Intl.DateTimeFormat(language, { month, timeZone: "UTC" }),
      new Intl.DateTimeFormat(language, { month, year: "numeric", timeZone: "UTC" }),
      new Intl.DateTimeFormat(language, { day: "numeric", month, year: "numeric", timeZone: "UTC" }),
    ];
    for (const format of formats) {
      for (let number = 1; number <= 12; number += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2020, number - 1, 15)));
        for (const { type, value } of parts) if (type === "month") yield [value, number];
      }
    }
  }
}

/** Names and their months; adds names of two months to `doubtful`. */
function gather(all: Iterable<readonly [name: string, month: number]>, doubtful: Set<string>): Map<string, number> {
  const names = new Map<string, number>();
  for (const [name, month] of all) {
    const key = monthKey(name);
    // Numerals and the sign for "month" are read as numbers elsewhere.
    if (key === "" || /^[月월]/u.test(key)) continue;
    if ((names.get(key) ?? month) !== month) doubtful.add(key);
    names.set(key, month);
  }
  return names;
}

const OURS: readonly (readonly [string, number])[] = MORE.flatMap((names, index) =>
  names.map((name) => [name, index + 1] as const),
);

/** Every name and its month, and the names of two months. */
export function allMonthNames(): { names: ReadonlyMap<string, number>; doubtful: ReadonlySet<string> } {
  const doubtful = new Set<string>();
  const names = gather([...OURS, ...MONTH_LANGUAGES.flatMap((language) => [...namesIn(language)])], doubtful);
  for (const key of doubtful) names.delete(key);
  return { names, doubtful };
}

let ours: ReadonlyMap<string, number> | undefined;
let all: ReadonlyMap<string, number> | undefined;
const byLanguage = new Map<string, ReadonlySet<string>>();

function keysIn(language: string): ReadonlySet<string> {
  const known = byLanguage.get(language) ?? new Set([...namesIn(language)].map(([name]) => monthKey(name)));
  byLanguage.set(language, known);
  return known;
}

const NO_OTHERS: ReadonlySet<string> = new Set();

/** The months in the languages that know most of the file's other words. */
function settle(key: string, meanings: (typeof TWO_MONTHS)[string], others: ReadonlySet<string>): readonly number[] {
  const knownIn = (language: string): number =>
    [...others].filter((other) => other !== key && keysIn(language).has(other)).length;
  const shares = meanings.map(([month, language]) => ({ month, share: knownIn(language) }));
  const most = Math.max(...shares.map(({ share }) => share));
  return [...new Set(shares.filter(({ share }) => share === most).map(({ month }) => month))];
}

/**
 * The month of a name, or the two it may be; [] if it is none. `others` are the keys of all words in the file's dates.
 * Asks `Intl` only for names that our own list lacks.
 */
export function monthsOf(name: string, others: ReadonlySet<string> = NO_OTHERS): readonly number[] {
  const key = monthKey(name);
  const meanings = Object.hasOwn(TWO_MONTHS, key) ? TWO_MONTHS[key] : undefined;
  if (meanings) return settle(key, meanings, others);
  ours ??= gather(OURS, new Set());
  const found = ours.get(key);
  if (found !== undefined) return [found];
  all ??= allMonthNames().names;
  const platforms = all.get(key);
  return platforms === undefined ? [] : [platforms];
}
