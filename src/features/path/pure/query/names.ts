import { foldText } from "#core/text.ts";
import { NEAREST_NAMES } from "#features/path/pure/limits.ts";

/**
 * The present id for a name or id (merges are followed), or the nearest names if nothing matches. `message` says why,
 * unless the name is simply unknown.
 */
export type Found = { id: string } | { nearest: readonly string[]; message?: string };

/** Names from the database and the title catalogue. The caller has looked them up. */
export type Names = {
  company: (nameOrId: string) => Found;
  school: (nameOrId: string) => Found;
  title: (slug: string) => Found;
};

/** For routes that this site wrote: they contain ids, which need no look-up. */
export const IDS_AS_NAMES: Names = {
  company: (id) => ({ id }),
  school: (id) => ({ id }),
  title: (id) => ({ id }),
};

/** The most characters of a name that are compared. The cost grows with the square of the length. */
const MOST_COMPARED = 40;

/** The three names that need the fewest changes to be the text; ties in the order given. */
export function nearestNames(text: string, names: readonly string[]): string[] {
  const asked = foldText(text).slice(0, MOST_COMPARED);
  return names
    .map((name) => ({ name, distance: editDistance(asked, foldText(name).slice(0, MOST_COMPARED)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NEAREST_NAMES)
    .map(({ name }) => name);
}

/**
 * Letters to add, drop or change to make one text of the other (Levenshtein 1966; Wagner and Fischer's table, row by
 * row).
 */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let of = 1; of <= b.length; of += 1) {
      const change = (row[of - 1] ?? 0) + (a[at - 1] === b[of - 1] ? 0 : 1);
      next.push(Math.min(change, (row[of] ?? 0) + 1, (next[of - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
