import type { CompanyDetail } from "#features/company/schema.ts";
import type { CompanyInsights, Flow, InsightKind } from "#features/path/pure/types.ts";
import type { ShownAnswers } from "#features/stats/pure/answers.ts";
import type { RatingLevel } from "#features/stats/rules.ts";

const KINDS: readonly InsightKind[] = ["full-time", "intern", "everyone"];

/** Reads from an address whose stays and moves are counted. */
export function readKind(text: string | null): InsightKind {
  return KINDS.find((kind) => kind === text) ?? "full-time";
}

/** A company's figures from pipelines, with the answers from ratings. */
export type CompanyInsightsRead = CompanyInsights & ShownAnswers;

/** One of the companies side by side, as it was read. */
export type ComparedRead = {
  company: Pick<CompanyDetail, "_id" | "displayName" | "logo" | "people" | "internsCount"> & {
    ratingLevel: RatingLevel;
  };
  insights: CompanyInsightsRead;
};

/** More do not fit beside each other. */
export const MOST_COMPARED = 4;
/** Letters of a name that is looked up. */
const LONGEST_NAME = 200;

/** The companies to compare, from an address: ids or names, without empty ones. */
export function readCompared(query: URLSearchParams): string[] {
  return query
    .getAll("c")
    .map((text) => text.trim().slice(0, LONGEST_NAME))
    .filter((text) => text !== "");
}

export function compareHref(ids: readonly string[]): string {
  const query = new URLSearchParams(ids.map((id) => ["c", id]));
  return query.size === 0 ? "/compare" : `/compare?${query.toString()}`;
}

/** A comparison to begin with. */
export type FirstComparison = { href: string; names: string };

/** Splits a list into pairs: first and second, third and fourth. With an odd number, the last one is left out. */
export function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((first, n): [Item, Item][] => {
    const second = items[n + 1];
    return n % 2 === 0 && second !== undefined ? [[first, second]] : [];
  });
}

/** Companies named in a column of a flow; the others are one node together. */
export const NAMED_IN_A_COLUMN = 5;

/** Ids of companies that the drawing of flows names. */
export function companiesIn(flows: readonly Flow[]): string[] {
  const ids = flows.flatMap((flow) =>
    flow.hops.flatMap((hop) => hop.nodes.slice(0, NAMED_IN_A_COLUMN).map((one) => one.id)),
  );
  return [...new Set(ids)];
}
