import type { Filters, RoleStep, Route, Step } from "./types.ts";

/** A step that every role matches. */
export const ANY_ROLE: RoleStep = { of: "role", companies: [], titles: [], levels: [], kinds: [] };

export const NO_FILTERS: Filters = { country: null, school: null, since: null, until: null };

/** A route of these steps with `any` between them, without conditions unless `more` has some. */
export function routeOf(steps: readonly Step[], more: Partial<Route> = {}): Route {
  const links = steps.slice(1).map(() => ({ between: "any" as const, limit: null }));
  return { ...NO_FILTERS, steps, links, isFirst: false, isNow: false, ...more };
}
