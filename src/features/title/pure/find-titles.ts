import { foldText } from "#core/text.ts";
import { classify, isCatalogueTitle } from "#features/title/classify.ts";
import { inferKind } from "#features/title/kind.ts";
import { suggestTitles } from "#features/title/rules.ts";

/** The most wordings of the catalogue that are looked at. Several wordings share a page. */
const MOST_WORDINGS = 60;

type Named = { slug: string; name: string };

/**
 * Finds the titles that a typed text means, among those that people hold: first the exact title, then those with a
 * usual wording that begins with the text, then those whose name has a word for each word of the text.
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
