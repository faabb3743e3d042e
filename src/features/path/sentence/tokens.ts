import { foldText } from "#core/text.ts";

/** A question is one line. Characters beyond this are ignored. */
const MAX_SENTENCE_CHARACTERS = 300;

/** A word or an arrow of the sentence, in folded form, with its position. */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

const WORD = /\d{1,3}\.\d|[\p{L}\p{M}\p{N}+#]+|[-=]?>|→|[,;&]/gu;

export function cutSentence(text: string): string {
  return text.slice(0, MAX_SENTENCE_CHARACTERS).toWellFormed();
}

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map((match) => ({
    word: foldText(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A name or a run of words without capitals, accents and punctuation, so that "Yahoo!" is found by "yahoo". */
export function nameKey(text: string): string {
  return tokensOf(text)
    .map(({ word }) => word)
    .join(" ");
}
