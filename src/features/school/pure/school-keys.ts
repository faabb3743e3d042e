import { foldText } from "#core/text.ts";

/** Comparable names of schools: the same keys in the build, the database and look-ups. */

/** Folded, without punctuation, apostrophes and a leading "The": "The Queen's University, Belfast" → "queens university belfast". */
export function schoolNameKey(name: string): string {
  const text = foldText(name)
    .replace(/['’`´ʼ.]/gu, "")
    .replace(/&|\+(?=\s)/gu, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return text.replace(/^the (?=.)/u, "").replace(/\bsaint\b/gu, "st");
}

/** Small words, which people leave out or write: "University of Texas, Austin" for "… at Austin". */
const SMALL = new Set("of the at in and for de la le du des di del della do da der fur y et e und i".split(" "));

const UNIVERSITY = new Set(
  "university universitat universitaet universite universidad universidade universita".split(" "),
);

/** A name's keys, made together because each begins with the last one. */
type NameKeys = {
  key: string;
  /**
   * The key without small words; '' if nothing else is left. The order stays: "University of Miami" is not "Miami
   * University".
   */
  loose: string;
  /** A university's name without the word "university": "oxford" for "University of Oxford". '' for other schools. */
  place: string;
};

export function keysOfName(name: string): NameKeys {
  const key = schoolNameKey(name);
  const words = key.split(" ").filter((word) => !SMALL.has(word));
  const rest = words.filter((word) => !UNIVERSITY.has(word));
  return { key, loose: words.join(" "), place: rest.length < words.length ? rest.join(" ") : "" };
}

export const looseKey = (name: string): string => keysOfName(name).loose;

/** Words that people abbreviate, with or without a dot, and their full forms. */
const SHORTENED: ReadonlyMap<string, readonly string[]> = new Map([
  ["univ", ["university", "universite", "universidad", "universitat"]],
  ["uni", ["university", "universitat"]],
  ["u", ["university"]],
  ["inst", ["institute"]],
  ["tech", ["technology", "technical"]],
  ["techn", ["technology", "technical"]],
  ["technol", ["technology"]],
  ["coll", ["college"]],
  ["sch", ["school"]],
  ["acad", ["academy"]],
  ["natl", ["national"]],
  ["nat", ["national"]],
  ["intl", ["international"]],
  ["poly", ["polytechnic"]],
  ["polytech", ["polytechnic"]],
  ["sci", ["science", "sciences"]],
  ["eng", ["engineering"]],
  ["engg", ["engineering"]],
  ["med", ["medical", "medicine"]],
  ["mgmt", ["management"]],
  ["st", ["state"]],
  ["calif", ["california"]],
  ["cal", ["california"]],
  ["mass", ["massachusetts"]],
  ["penn", ["pennsylvania"]],
  ["wash", ["washington"]],
  ["mich", ["michigan"]],
  ["tu", ["technische universitat", "technical university"]],
  ["iit", ["indian institute of technology"]],
  ["nit", ["national institute of technology"]],
  ["iiit", ["indian institute of information technology", "international institute of information technology"]],
  ["iim", ["indian institute of management"]],
  ["uc", ["university of california"]],
  ["fh", ["fachhochschule"]],
]);
/** Spellings tried for one text. */
const MAX_SPELLINGS = 24;

/** "University of …" at the beginning of a key, in languages whose universities are named after one town. */
const OF_A_TOWN =
  /^(?:universitat(?: zu)?|universita(?: degli studi)? d[ie](?:l|lla)?|universiteit(?: van)?|uniwersytet w) (?=\p{L}{3})/u;

/** The key, and the keys with shortened words written out: "univ of toronto" → also "university of toronto". */
export function spellingsOf(name: string): string[] {
  const key = schoolNameKey(name);
  const ofTown = key.replace(OF_A_TOWN, "university of ");
  return ofTown === key ? writtenOut(name) : [...writtenOut(name), ofTown];
}

function writtenOut(name: string): string[] {
  let texts = [""];
  const words = schoolNameKey(name).split(" ");
  if (words.length === 1) return words;
  for (const word of words) {
    const forms = [word, ...(SHORTENED.get(word) ?? [])];
    texts = texts
      .flatMap((text) => forms.map((form) => (text === "" ? form : `${text} ${form}`)))
      .slice(0, MAX_SPELLINGS);
  }
  return texts;
}
