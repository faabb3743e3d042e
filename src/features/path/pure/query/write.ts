import type { Link, Route, Step } from "#features/path/pure/types.ts";

/** Writes a step for `stop`, by ids. */
export function writeStep(step: Step): string {
  if (step.of === "school") return `school:${step.school}`;
  const facets = [
    ...step.companies.map((id) => `company:${id}`),
    ...step.titles.map((slug) => `title:${slug}`),
    ...step.levels.map((level) => `level:${level}`),
    ...step.kinds.map((kind) => `kind:${kind}`),
  ];
  return facets.length === 0 ? "any" : facets.join(",");
}

/** Writes a link for `then`. Whole years are written as years. */
export function writeLink({ between, limit }: Link): string {
  if (limit === null) return between;
  return limit % 12 === 0 ? `${between},${limit / 12}y` : `${between},${limit}m`;
}

/** Writes a route as an address's query. Reading it gives the same route again. */
export function writeRoute(route: Route): URLSearchParams {
  const params = new URLSearchParams();
  for (const [index, step] of route.steps.entries()) {
    const link = route.links[index - 1];
    if (link) params.append("then", writeLink(link));
    params.append("stop", writeStep(step));
  }
  if (route.isFirst) params.set("first", "1");
  if (route.isNow) params.set("now", "1");
  if (route.country !== null) params.set("country", route.country);
  if (route.school !== null) params.set("school", route.school);
  if (route.since !== null) params.set("since", String(route.since));
  if (route.until !== null) params.set("until", String(route.until));
  return params;
}

/** Written as an address has it, with commas and colons readable. */
export function routeText(route: Route): string {
  return writeRoute(route).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}
