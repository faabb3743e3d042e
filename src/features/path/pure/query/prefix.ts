import type { Route } from "#features/path/pure/types.ts";

/** The first steps of a route, with the conditions that apply to the whole route. */
export function prefixOf(route: Route, steps: number): Route {
  return {
    ...route,
    steps: route.steps.slice(0, steps),
    links: route.links.slice(0, steps - 1),
    isNow: false,
    since: null,
    until: null,
  };
}
