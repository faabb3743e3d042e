import type { Route, Step } from "#features/path/pure/types.ts";

export function stopText(step: Step): string {
  if (step.of === "school") return `school:${step.school}`;
  const facets = [
    ...step.companies.map((one) => `company:${one}`),
    ...step.titles.map((one) => `title:${one}`),
    ...step.levels.map((one) => `level:${one}`),
    ...step.kinds.map((one) => `kind:${one}`),
  ];
  return facets.length === 0 ? "any" : facets.join(",");
}

/** "1 to 8 steps with links between them, in the URL and the API alike: `stop=…&then=…&stop=…`". */
export function queryText(route: Route): string {
  const parts = route.steps.flatMap((step, at) => {
    const link = route.links[at - 1];
    const limit = link?.limit ?? null;
    const months = limit === null ? "" : limit % 12 === 0 ? `,${limit / 12}y` : `,${limit}m`;
    return [...(link === undefined ? [] : [`then=${link.between}${months}`]), `stop=${stopText(step)}`];
  });
  if (route.isFirst) parts.push("first=1");
  if (route.isNow) parts.push("now=1");
  for (const name of ["country", "school", "since", "until"] as const) {
    if (route[name] !== null) parts.push(`${name}=${route[name]}`);
  }
  return parts.join("&");
}
