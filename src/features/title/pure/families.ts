import { foldText } from "#core/text.ts";
import type { Family } from "#features/title/schema.ts";
import { BREAK } from "#features/title/words.ts";
import { FOREIGN_PARTS, JOBS, HEADS } from "./family-phrases.ts";

const MAX_PHRASE_WORDS = 4;

type Ranked = { readonly rank: number; readonly family: Family };

function rank(lists: readonly (readonly [Family, string])[]): ReadonlyMap<string, Ranked> {
  const ranked = new Map<string, Ranked>();
  for (const [at, [family, phrases]] of lists.entries()) {
    for (const phrase of phrases.split(",").map((one) => one.trim())) {
      if (phrase !== "" && !ranked.has(phrase)) ranked.set(phrase, { rank: at, family });
    }
  }
  return ranked;
}

const STRONG = rank(JOBS);
const WEAK = rank(HEADS);
/** Folded as titles are: "エンジニア" loses its voiced marks. */
const FOREIGN = FOREIGN_PARTS.map(([family, parts]) => [family, parts.map(foldText)] as const);

/** The family of the earliest list that holds a run of the words. One look-up a run, so linear in the words. */
function bestOf(words: readonly string[], phrases: ReadonlyMap<string, Ranked>): Family | undefined {
  let best: Ranked | undefined;
  for (let at = 0; at < words.length; at += 1) {
    let phrase = "";
    for (let end = at; end < Math.min(words.length, at + MAX_PHRASE_WORDS); end += 1) {
      const word = words[end] ?? "";
      if (word === BREAK) break;
      phrase = phrase === "" ? word : `${phrase} ${word}`;
      const found = phrases.get(phrase);
      if (found !== undefined && (best === undefined || found.rank < best.rank)) best = found;
    }
  }
  return best?.family;
}

function foreignOf(words: readonly string[]): Family | undefined {
  return FOREIGN.find(([, parts]) => words.some((word) => parts.some((part) => word.includes(part))))?.[0];
}

/**
 * The family of a title's words. If the words before the first break name a trade, they decide: "Software Engineer,
 * Machine Learning" is software. "Engineer", "manager" and similar words decide only if nothing else does.
 */
export function familyOf(words: readonly string[]): Family {
  const stop = words.indexOf(BREAK);
  const first = stop === -1 ? words : words.slice(0, stop);
  return bestOf(first, STRONG) ?? bestOf(words, STRONG) ?? foreignOf(words) ?? bestOf(words, WEAK) ?? "general";
}
