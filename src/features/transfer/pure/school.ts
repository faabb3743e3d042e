import { keyOf } from "#core/text.ts";
import { CHOSEN_FROM, likeness, plainName } from "./names.ts";

/** Which listed school a file's word means. What is chosen is shown beside the word before it is taken. */

/** A listed school, as the search of schools gives it. */
export type SchoolOffer = { id: string; name: string; country: string; logo: string };

export type SchoolMeaning = {
  /** The file's own word. */
  name: string;
  /** The best ones, also where none is chosen. */
  offers: SchoolOffer[];
  /** The id of the one that is chosen unless the person says otherwise; '' keeps the word as it is. */
  chosen: string;
  /** False where the person should look. */
  isSure: boolean;
};

/** Schools offered for one name. */
const OFFERS = 5;
/** Words that no short name counts. */
const SMALL = new Set("of the and for at in on de di der des du da do del della für fur la le et y e i und".split(" "));

function wordsOf(name: string): string[] {
  return plainName(name)
    .split(" ")
    .filter((word) => !SMALL.has(word));
}

/** Letters from which a word may be cut: "Inst.", "Univ". */
const CUT_FROM = 3;

/** "MIT", "TU München", "Massachusetts Inst. of Technology": words that are there, cut short, or told by first letters. */
export function isShortFor(short: readonly string[], long: readonly string[]): boolean {
  const [word, ...rest] = short;
  if (word === undefined) return long.length === 0;
  const [next, ...others] = long;
  if (next === undefined) return false;
  const isWord = word === next || (word.length >= CUT_FROM && next.startsWith(word));
  if (isWord && isShortFor(rest, others)) return true;
  const letters = long.slice(0, word.length).map((one) => one.slice(0, 1));
  return word.length > 1 && letters.join("") === word && isShortFor(rest, long.slice(word.length));
}

function likely(name: string, listed: readonly SchoolOffer[]): SchoolOffer | undefined {
  const plain = plainName(name);
  const words = wordsOf(name);
  const isLike = (school: SchoolOffer): boolean =>
    words.length > 0 &&
    (isShortFor(words, wordsOf(school.name)) || likeness(plain, plainName(school.name)) >= CHOSEN_FROM);
  return listed.find(({ name: other }) => plainName(other) === plain) ?? listed.find(isLike);
}

/**
 * What the word means among the schools that the search gave, best first. One
 * of our own file (`ownId`) is none that is named alike.
 */
export function meaningOf(name: string, listed: readonly SchoolOffer[], ownId?: string): SchoolMeaning {
  const same = listed.filter((school) => keyOf(school.name) === keyOf(name));
  const isOwn = ownId !== undefined;
  const own = isOwn ? (same.find(({ id }) => id === ownId) ?? same[0]) : undefined;
  // Two of one name in two countries: the person says which.
  const only = same.length === 1 ? same[0] : undefined;
  const chosen = isOwn ? own : same.length > 0 ? only : likely(name, listed);
  const others = listed.filter((school) => school !== chosen);
  const offers = [...(chosen ? [chosen] : []), ...others].slice(0, OFFERS);
  return { name, offers, chosen: chosen?.id ?? "", isSure: isOwn || only !== undefined || offers.length === 0 };
}
