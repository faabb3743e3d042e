import { foldText } from "#core/text.ts";

/** A question is one line. Characters beyond this are not read. */
const MAX_SENTENCE_CHARACTERS = 300;

/** A word or an arrow of the sentence, in folded form, with its position. */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

const WORD = /\d{1,3}\.\d|[\p{L}\p{M}\p{N}+#]+|[-=]?>|→|[,;&]/gu;

/** The part of a text that is read, cut between two words where it is too long, and the rest. */
export function cutSentence(text: string): { text: string; rest: string } {
  const start = text.slice(0, MAX_SENTENCE_CHARACTERS);
  const space = text.length > MAX_SENTENCE_CHARACTERS ? start.lastIndexOf(" ") : -1;
  // A character of two code units stays whole.
  const most = /[\uD800-\uDBFF]$/.test(start) && start.length < text.length ? start.length - 1 : start.length;
  const end = space > 0 ? space : most;
  return { text: text.slice(0, end).toWellFormed(), rest: text.slice(end).toWellFormed().trim() };
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
