import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { compareText } from "#core/text.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import type { RouteLevel, Link, LooserRoute, Route, RouteChange, Step } from "#features/path/pure/types.ts";

function oneLower(level: RouteLevel): RouteLevel | undefined {
  const lower = (ladder: readonly RouteLevel[]): RouteLevel | undefined => ladder[ladder.indexOf(level) - 1];
  return lower(ENGINEER_LADDER) ?? lower(MANAGER_LADDER);
}

/** The step that `first=1` applies to. */
function firstRoleStep(route: Route): number {
  return route.steps[0]?.of === "school" ? 1 : 0;
}

/**
 * Every change of one part of the route (a link, a limit, a level, a step, a filter) by which more people can match.
 */
export function singleChanges(route: Route): RouteChange[] {
  const changes: RouteChange[] = [];
  for (const [link, { between, limit }] of route.links.entries()) {
    if (between === "next") changes.push({ kind: "any-stops", link });
    if (limit !== null) changes.push({ kind: "drop-limit", link });
  }
  for (const [step, facets] of route.steps.entries()) {
    if (facets.of === "school") {
      changes.push({ kind: "drop-school" });
      continue;
    }
    for (const from of facets.levels) {
      const to = oneLower(from);
      if (to) changes.push({ kind: "lower-level", step, from, to });
    }
    if (facets.kinds.length > 0) changes.push({ kind: "drop-kinds", step });
    if (!(route.isFirst && step === firstRoleStep(route))) changes.push({ kind: "drop-step", step });
  }
  for (const filter of ["country", "school", "since", "until"] as const) {
    if (route[filter] !== null) changes.push({ kind: "drop-filter", filter });
  }
  return changes;
}

export function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}

/** A text that is the same for routes that ask the same. The order of a step's values does not matter. */
export function sameText(route: Route): string {
  const inOrder = <Value extends string>(values: readonly Value[]): Value[] => values.toSorted(compareText);
  const steps = route.steps.map((step): Step => {
    if (step.of !== "role") return step;
    const { companies, titles, levels, kinds } = step;
    return {
      ...step,
      companies: inOrder(companies),
      titles: inOrder(titles),
      levels: inOrder(levels),
      kinds: inOrder(kinds),
    };
  });
  return routeText({ ...route, steps });
}

/** The looser routes that these sets of changes make, without those in `known`. Adds them to `known`. */
export function looserRoutes(
  route: Route,
  sets: readonly RouteChange[][],
  known: Set<string>,
): Omit<LooserRoute, "people">[] {
  return sets.flatMap((change) => {
    const loose = loosen(route, change);
    if (!loose) return [];
    const same = sameText(loose);
    if (known.has(same)) return [];
    known.add(same);
    return [{ route: loose, query: routeText(loose), change }];
  });
}

/** The route with all of the changes; undefined if they leave fewer than two steps of a longer route. */
function loosen(route: Route, changes: readonly RouteChange[]): Route | undefined {
  let loose: Route = route;
  const dropped = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      case "any-stops":
        loose = { ...loose, links: withLink(loose.links, change.link, { between: "any" }) };
        break;
      case "drop-limit":
        loose = { ...loose, links: withLink(loose.links, change.link, { limit: null }) };
        break;
      case "lower-level":
        loose = { ...loose, steps: lowered(loose.steps, change) };
        break;
      case "drop-kinds":
        loose = { ...loose, steps: loose.steps.map((one, at) => (at === change.step ? withoutKinds(one) : one)) };
        break;
      case "drop-filter":
        loose = { ...loose, [change.filter]: null };
        break;
      case "drop-school":
        dropped.add(0);
        break;
      case "drop-step":
        dropped.add(change.step);
        break;
    }
  }
  if (dropped.size > 0 && route.steps.length - dropped.size < 2) return undefined;
  return dropSteps(loose, dropped);
}

function withLink(links: readonly Link[], at: number, part: Partial<Link>): Link[] {
  return links.map((link, index) => (index === at ? { ...link, ...part } : link));
}

function withoutKinds(step: Step): Step {
  return step.of === "role" ? { ...step, kinds: [] } : step;
}

function lowered(
  steps: readonly Step[],
  { step, from, to }: { step: number; from: RouteLevel; to: RouteLevel },
): Step[] {
  return steps.map((one, index) => {
    if (index !== step || one.of !== "role") return one;
    return { ...one, levels: [...new Set(one.levels.map((level) => (level === from ? to : level)))] };
  });
}

/**
 * Replaces the links around a dropped step by one `any` link. Its limit is the sum of their limits, or none if one
 * of them has none.
 */
function dropSteps(route: Route, dropped: ReadonlySet<number>): Route {
  const steps: Step[] = [];
  const links: Link[] = [];
  let link: Link | undefined;
  for (const [index, step] of route.steps.entries()) {
    const before = route.links[index - 1];
    if (before) link = link ? merged(link, before) : before;
    if (dropped.has(index)) continue;
    if (steps.length > 0 && link) links.push(link);
    steps.push(step);
    link = undefined;
  }
  return { ...route, steps, links };
}

function merged(a: Link, b: Link): Link {
  return { between: "any", limit: a.limit === null || b.limit === null ? null : a.limit + b.limit };
}
