import { foldText } from "#core/text.ts";

/**
 * A title as plain words for rules to look at: folded, without punctuation,
 * and "|" where the writer set something apart ("Engineer - Intern (Berlin)").
 * Linear in the length of the title.
 */
export const BREAK = "|";

const APART = /\s[-–—]+\s?|[-–—]+\s|[,;:|/()[\]·•@]/gu;
const NOT_WORD = /[^\p{L}\p{N}|+#]+/gu;

export function wordsOf(title: string): string[] {
  return foldText(title)
    .replace(APART, ` ${BREAK} `)
    .replace(NOT_WORD, " ")
    .split(" ")
    .filter((word) => word !== "");
}

/** The words between two breaks. */
export function segmentsOf(words: readonly string[]): string[][] {
  const segments: string[][] = [[]];
  for (const word of words) {
    if (word === BREAK) segments.push([]);
    else segments.at(-1)?.push(word);
  }
  return segments.filter((segment) => segment.length > 0);
}

/** True if the words occur in this order without a break. */
export function hasPhrase(words: readonly string[], phrase: string): boolean {
  return ` ${words.join(" ")} `.includes(` ${phrase} `);
}

export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** The same for words with accents, which titles are compared without. */
export function foldedSetOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(foldText));
}
