import { MOST_STEPS } from "#features/path/pure/limits.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import { BETWEEN_FACETS } from "#features/path/pure/query/step.ts";
import { readable, readRouteText, writeLink, writeRouteText } from "./route-text.ts";

/** Facets that a row of the plain form offers, with their words. */
export const FACETS = [
  ["company", "Company"],
  ["school", "School"],
  ["title", "Title"],
  ["level", "Level"],
  ["kind", "Any company"],
] as const;
type Facet = (typeof FACETS)[number][0];

/** A row: a facet, its typed text, and the kind of role. */
export type FormRow = { facet: Facet; name: string; as: string };

function facetOf(text: string): Facet {
  return FACETS.find(([facet]) => facet === text)?.[0] ?? "company";
}

/** A stop as a form row, with a readable name. The row shows only the first facet and the kind. */
export function rowOf(stop: string, name: string): FormRow {
  const facets = stop.split(BETWEEN_FACETS);
  const as = facets.find((one) => one.startsWith("kind:"))?.slice("kind:".length) ?? "";
  const main = facets.find((one) => !one.startsWith("kind:"));
  if (main === undefined) return { facet: "kind", name: "", as };
  const facet = facetOf(main.slice(0, main.indexOf(":")));
  return { facet, name: name === "" ? main.slice(main.indexOf(":") + 1) : name, as };
}

const LEVEL_WORDS = / or above$/i;

/** The stop's text of a form row; '' for an empty row, which is left out. */
function stopOfRow({ facet, name, as }: FormRow, slugOf: (title: string) => string | undefined): string {
  const typed = name.trim();
  const kind = ROLE_KINDS.find((one) => one === as);
  if (facet === "kind" || (typed === "" && kind !== undefined)) return kind === undefined ? "" : `kind:${kind}`;
  if (typed === "") return "";
  if (facet === "school") return `school:${typed}`;
  const value =
    facet === "level"
      ? typed.replace(LEVEL_WORDS, "").toLowerCase()
      : facet === "title"
        ? (slugOf(typed) ?? typed)
        : typed;
  return `${facet}:${value}${kind === undefined ? "" : `,kind:${kind}`}`;
}

/**
 * The address for a sent form; undefined for an address that is not a form. Rows come as repeated `facet`, `name` and
 * `as`, the links between them as `link` and `within` (months, '' without a limit).
 */
export function addressOfForm(
  params: URLSearchParams,
  slugOf: (title: string) => string | undefined,
): string | undefined {
  const facets = params.getAll("facet");
  if (facets.length === 0) return undefined;
  const [names, ways, links, limits] = ["name", "as", "link", "within"].map((name) => params.getAll(name));
  const route: { stops: string[]; thens: string[] } = { stops: [], thens: [] };
  for (const [index, facet] of facets.slice(0, MOST_STEPS + 1).entries()) {
    const stop = stopOfRow({ facet: facetOf(facet), name: names?.[index] ?? "", as: ways?.[index] ?? "" }, slugOf);
    if (stop === "") continue;
    if (route.stops.length > 0) {
      const limit = Number.parseInt(limits?.[index - 1] ?? "", 10);
      const months = Number.isNaN(limit) || limit < 1 ? undefined : limit;
      route.thens.push(writeLink({ word: links?.[index - 1] === "next" ? "next" : "any", months }));
    }
    route.stops.push(stop);
  }
  const address = writeRouteText({ ...route, others: readRouteText(params).others });
  return address.size === 0 ? "/search" : `/search?${readable(address)}`;
}
