import { foldText } from "#core/text.ts";

/**
 * Names of months, long and short, as people and spreadsheets write them.
 * Made from what the platform knows, and completed by spellings it lacks.
 */
export const MONTH_LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "sv",
  "da",
  "nb",
  "fi",
  "pl",
  "cs",
  "sk",
  "hu",
  "ro",
  "tr",
  "ru",
  "uk",
  "el",
  "id",
  "ja",
  "zh",
  "ko",
] as const;

/** Month by month; the platforms do not all know these, or not without their dot. */
const MORE: readonly (readonly string[])[] = [
  ["january", "jan", "janner", "jaenner", "gen", "genn", "ene", "ian", "sty", "led", "oca", "一", "janv"],
  ["february", "feb", "febr", "fev", "fevr", "feber", "lut", "uno", "sub", "二"],
  ["march", "mar", "maerz", "mrz", "mars", "mart", "brz", "mrt", "三"],
  ["april", "apr", "abr", "avr", "kwi", "dub", "nis", "四"],
  ["may", "mai", "mag", "maj", "mei", "kve", "五"],
  ["june", "jun", "juin", "giu", "giugn", "cze", "haz", "六"],
  ["july", "jul", "juil", "lug", "lugl", "lip", "tem", "七"],
  ["august", "aug", "ago", "aout", "sie", "srp", "agu", "八"],
  ["september", "sep", "sept", "set", "sett", "wrz", "eyl", "九"],
  ["october", "oct", "okt", "out", "ott", "paz", "rij", "eki", "十"],
  ["november", "nov", "kas", "noi", "十一"],
  ["december", "dec", "dez", "dic", "des", "gru", "pro", "ara", "十二"],
];

/** Folded, letters only: "sept." → "sept". A sigma is written in two ways in one word. */
export function monthKey(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}]+/gu, "")
    .replaceAll("ς", "σ");
}

/** A month alone, beside a year and beside a day: Slavic and Greek names change there. */
function* namesIn(language: string, month: number): Generator<string> {
  const day = new Date(Date.UTC(2020, month - 1, 15));
  for (const length of ["long", "short"] as const) {
    const alone = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
    const inYear = new Intl.DateTimeFormat(language, { month: length, year: "numeric", timeZone: "UTC" });
    const inDate = new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: length,
      year: "numeric",
      timeZone: "UTC",
    });
    for (const format of [alone, inYear, inDate]) {
      for (const { type, value } of format.formatToParts(day)) if (type === "month") yield value;
    }
  }
}

let known: ReadonlyMap<string, number> | undefined;

/** Every name and its month. A name that two languages give to two months is left out. */
export function monthNames(): ReadonlyMap<string, number> {
  if (known) return known;
  const names = new Map<string, number>();
  const doubtful = new Set<string>();
  const add = (name: string, month: number): void => {
    const key = monthKey(name);
    // Numerals and the sign for "month" are read as numbers.
    if (key === "" || /^[月월]/u.test(key)) return;
    if ((names.get(key) ?? month) !== month) doubtful.add(key);
    names.set(key, month);
  };
  for (const [index, more] of MORE.entries()) {
    const month = index + 1;
    for (const name of more) add(name, month);
    for (const language of MONTH_LANGUAGES) for (const name of namesIn(language, month)) add(name, month);
  }
  for (const key of doubtful) names.delete(key);
  known = names;
  return names;
}
