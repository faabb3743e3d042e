import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { isInternship, type RoleKind } from "#core/role-kind.ts";
import type { RouteLevel, RoleStep } from "#features/path/pure/types.ts";

type Facets = Pick<RoleStep, "titles" | "levels" | "kinds">;

const LADDERS: readonly (readonly string[])[] = [ENGINEER_LADDER, MANAGER_LADDER];

/** "staff" of "staff-software". */
function levelOfSlug(slug: string): string {
  return slug.slice(0, slug.indexOf("-"));
}

function isAtOrAbove(level: string, asked: RouteLevel): boolean {
  return LADDERS.some((ladder) => ladder.includes(asked) && ladder.indexOf(level) >= ladder.indexOf(asked));
}

/** Every internship has the level "intern", and no other role has it (`levelFor` in title/classify.ts). */
function hasKind(level: string, kinds: readonly RoleKind[]): boolean {
  return kinds.length === 0 || kinds.some((kind) => isInternship(kind) === (level === "intern"));
}

/** Can one role have all of these facets? Values of one facet are alternatives. */
function isPossible({ titles, levels, kinds }: Facets): boolean {
  const asked = titles.length > 0 ? titles.map(levelOfSlug) : [...LADDERS.flat(), "intern"];
  return asked.some(
    (level) => (levels.length === 0 || levels.some((one) => isAtOrAbove(level, one))) && hasKind(level, kinds),
  );
}

/** A sentence that names facets which no role can have together; undefined if a role can. */
export function contradictionOf({ titles, levels, kinds }: Facets): string | undefined {
  if (isPossible({ titles, levels, kinds })) return undefined;
  const [title, level, kind] = [
    titles.map((slug) => `title:${slug}`),
    levels.map((one) => `level:${one}`),
    kinds.map((one) => `kind:${one}`),
  ].map((facets) => facets.join(" or "));
  const pairs = [
    { facets: { titles, levels, kinds: [] }, words: [title, level] },
    { facets: { titles, levels: [], kinds }, words: [title, kind] },
    { facets: { titles: [], levels, kinds }, words: [level, kind] },
  ];
  const words = pairs.find(({ facets }) => !isPossible(facets))?.words ?? [title, level, kind];
  return `No role is ${words.join(" and ")} at once.`;
}
