import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import { LONGEST_LIMIT_MONTHS, MOST_FACETS } from "#features/path/pure/limits.ts";
import type { RouteLevel, Link, Step } from "#features/path/pure/types.ts";
import { contradictionOf } from "./contradiction.ts";
import type { Found, Names } from "./names.ts";

/** A mistake in a question, with its parameter (`stop[2]`; [0] is the first). */
export type Mistake = { parameter: string; message: string; nearest?: readonly string[] };
type Parsed<T> = { value: T } | { mistake: Mistake };

const FACETS = ["company", "school", "title", "level", "kind"] as const;
type Facet = (typeof FACETS)[number];
const ROUTE_LEVELS: readonly RouteLevel[] = [...ENGINEER_LADDER, ...MANAGER_LADDER];

/** A comma separates facets only in front of a facet's name: "company:Foo, Inc.,kind:intern" has two. */
export const BETWEEN_FACETS = /,\s{0,4}(?=(?:company|school|title|level|kind):)/;

function facetOf(part: string): { facet: Facet; value: string } | undefined {
  const facet = FACETS.find((word) => part.startsWith(`${word}:`));
  return facet && { facet, value: part.slice(facet.length + 1).trim() };
}

/** Reads a step as written in `stop`, `from` or `to`. */
export function parseStep(text: string, parameter: string, names: Names): Parsed<Step> {
  const wrong = (message: string, nearest?: readonly string[]): { mistake: Mistake } => ({
    mistake: { parameter, message, ...(nearest ? { nearest } : {}) },
  });
  if (text === "any") return { value: ANY_ROLE };
  const parts = text.split(BETWEEN_FACETS);
  if (parts.length > MOST_FACETS) return wrong(`A step has at most ${MOST_FACETS} facets.`);
  if (parts.includes("any")) return wrong("“any” stands alone.");
  const step = { companies: new Set<string>(), titles: new Set<string>() };
  const levels = new Set<RouteLevel>();
  const kinds = new Set<RoleKind>();
  for (const part of parts) {
    const one = facetOf(part);
    if (!one) return wrong(`“${part}” is not a company:, school:, title:, level:, kind: or any.`);
    const { facet, value } = one;
    if (value === "") return wrong(`“${facet}:” needs a value.`);
    if (facet === "level") {
      const level = ROUTE_LEVELS.find((known) => known === value);
      if (value === "intern") return wrong("There is no level “intern”. Write kind:intern.");
      if (!level) return wrong(`There is no level “${value}”. There are ${ROUTE_LEVELS.join(", ")}.`);
      levels.add(level);
      continue;
    }
    if (facet === "kind") {
      const kind = ROLE_KINDS.find((known) => known === value);
      if (!kind) return wrong(`There is no kind “${value}”. There are ${ROLE_KINDS.join(", ")}.`);
      kinds.add(kind);
      continue;
    }
    const found: Found = names[facet](value);
    if (!("id" in found)) return wrong(found.message ?? `There is no ${facet} “${value}”.`, found.nearest);
    if (facet === "school") {
      if (parts.length > 1) return wrong("A school stands alone.");
      return { value: { of: "school", school: found.id } };
    }
    step[facet === "company" ? "companies" : "titles"].add(found.id);
  }
  const facets = { titles: [...step.titles], levels: [...levels], kinds: [...kinds] };
  const contradiction = contradictionOf(facets);
  if (contradiction !== undefined) return wrong(contradiction);
  return { value: { of: "role", companies: [...step.companies], ...facets } };
}

const LINK = /^(next|any)(?:,(\d{1,5})([my]))?$/;

/** Reads a link as written in `then`. */
export function parseLink(text: string, parameter: string): Parsed<Link> {
  const wrong = (message: string): { mistake: Mistake } => ({ mistake: { parameter, message } });
  const match = LINK.exec(text);
  if (!match) return wrong(`“${text}” is not a link. Write next or any, with a limit if you like: any,6y or next,18m.`);
  const between = match[1] === "next" ? "next" : "any";
  if (match[2] === undefined) return { value: { between, limit: null } };
  const limit = Number(match[2]) * (match[3] === "y" ? 12 : 1);
  if (limit === 0) return wrong("A limit is at least one month.");
  if (limit > LONGEST_LIMIT_MONTHS) return wrong("A limit is at most 100 years.");
  return { value: { between, limit } };
}
