import { foldText } from "#core/text.ts";
import { classify, isCatalogueTitle } from "#features/title/classify.ts";
import { inferKind, suggestTitles } from "#features/title/rules.ts";

/** So many wordings of the catalogue are looked at; several share a page. */
const MOST_WORDINGS = 60;

type Named = { slug: string; name: string };

/**
 * Of the titles that people held, those that a typed text means: the one that is written so first, then those with
 * a usual wording that begins with it, then those in whose name each word of the text begins a word.
 */
export function findTitles<Title extends Named>(text: string, held: readonly Title[], limit: number): Title[] {
  const key = foldText(text);
  if (key === "") return [];
  const bySlug = new Map(held.map((title) => [title.slug, title]));
  const wordings = [...(isCatalogueTitle(text) ? [text] : []), ...suggestTitles(text, MOST_WORDINGS)];
  const meant = wordings.flatMap((wording) => bySlug.get(classify(wording, inferKind(wording)).slug) ?? []);
  const words = key.split(" ");
  const named = held.filter(({ name }) => {
    const own = foldText(name).split(" ");
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  return [...new Set([...meant, ...named])].slice(0, limit);
}
