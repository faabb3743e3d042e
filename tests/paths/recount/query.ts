/** Questions as addresses, and a route read back from one. */
import type { RoleKind } from "#core/role-kind.ts";
import type { RouteLevel, Filters, Link, Route, RoleStep, Step } from "#features/path/pure/types.ts";

const NO_FILTERS: Filters = { country: null, school: null, since: null, until: null };

function stepOf(text: string): Step {
  const values = (facet: string): string[] =>
    [...text.matchAll(/(?:^|,)(company|title|level|kind|school):(.*?)(?=$|,(?:company|title|level|kind|school):)/g)]
      .filter((match) => match[1] === facet)
      .map((match) => match[2] ?? "");
  const [school] = values("school");
  if (school !== undefined) return { of: "school", school };
  const step: RoleStep = {
    of: "role",
    companies: values("company"),
    titles: values("title"),
    levels: values("level").map((one) => one as RouteLevel),
    kinds: values("kind").map((one) => one as RoleKind),
  };
  return step;
}

function linkOf(text: string): Link {
  const [between, limit] = text.split(",");
  const count = Number.parseInt(limit ?? "", 10);
  const months = limit === undefined ? null : limit.endsWith("y") ? count * 12 : count;
  return { between: between === "next" ? "next" : "any", limit: months };
}

/** The route that an offered query asks for. */
export function routeOf(query: string): Route {
  const asked = new URLSearchParams(query.replace(/^[^?]*\?/, ""));
  const steps = asked.getAll("stop").map(stepOf);
  const links = asked.getAll("then").map(linkOf);
  const year = (name: string): number | null => (asked.has(name) ? Number(asked.get(name)) : null);
  return {
    steps,
    links: Array.from(
      { length: Math.max(0, steps.length - 1) },
      (_, at) => links[at] ?? { between: "any", limit: null },
    ),
    isFirst: asked.get("first") === "1",
    isNow: asked.get("now") === "1",
    country: asked.get("country"),
    school: asked.get("school"),
    since: year("since"),
    until: year("until"),
  };
}

export function filterText(filters: Partial<Filters>): string {
  const all = { ...NO_FILTERS, ...filters };
  return (["country", "school", "since", "until"] as const)
    .filter((name) => all[name] !== null)
    .map((name) => `&${name}=${all[name]}`)
    .join("");
}
