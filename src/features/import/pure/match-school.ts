import { keyOf } from "#core/text.ts";
import { CHOSEN_FROM, likeness, plainName } from "./match-names.ts";

/** Matches a school's name with listed schools. The person sees the choice before it is accepted. */

export type SchoolOffer = { id: string; name: string; country: string; logo: string };

export type SchoolMeaning = {
  /** The school as the file writes it. */
  name: string;
  /** The best ones, even if none is chosen. */
  offers: SchoolOffer[];
  /** The default choice's id; '' keeps the text. */
  chosen: string;
  /** False if the person should check. */
  isSure: boolean;
};

/** Schools offered for one name. */
const OFFERS = 5;
/** Words that short names leave out. */
const SMALL = new Set("of the and for at in on de di der des du da do del della für fur la le et y e i und".split(" "));

function wordsOf(name: string): string[] {
  return plainName(name)
    .split(" ")
    .filter((word) => !SMALL.has(word));
}

/** Least letters of an abbreviated word: "Inst.", "Univ". */
const CUT_FROM = 3;

/** Whether the words of `short` are words of `long`, abbreviated or as initials: "MIT", "TU München". */
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
 * The match among the schools that the search found, best first. With `ownId` (our own file) only the exact name
 * counts.
 */
export function meaningOf(name: string, listed: readonly SchoolOffer[], ownId?: string): SchoolMeaning {
  const same = listed.filter((school) => keyOf(school.name) === keyOf(name));
  const isOwn = ownId !== undefined;
  const own = isOwn ? (same.find(({ id }) => id === ownId) ?? same[0]) : undefined;
  // Two schools of one name: the person chooses.
  const only = same.length === 1 ? same[0] : undefined;
  const chosen = isOwn ? own : same.length > 0 ? only : likely(name, listed);
  const others = listed.filter((school) => school !== chosen);
  const offers = [...(chosen ? [chosen] : []), ...others].slice(0, OFFERS);
  return { name, offers, chosen: chosen?.id ?? "", isSure: isOwn || only !== undefined || offers.length === 0 };
}
