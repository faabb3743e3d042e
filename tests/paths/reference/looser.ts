/** Looser routes: "asked where fewer than 5 matched; at most 5, each with at least 5 people". */
import type { RouteLevel, Link, Route, RoleStep } from "#features/path/pure/types.ts";
import { waysOf } from "./match.ts";
import type { World } from "./world.ts";

type Looser = { route: Route; people: number };

const LADDERS: readonly (readonly RouteLevel[])[] = [
  ["junior", "mid", "senior", "lead", "staff", "principal", "distinguished", "fellow"],
  ["manager", "director", "vp", "executive"],
];

/** One change of the asked route; `drops` is the step that goes, if one does. */
type Change = { apply: (route: Route) => Route; drops: number | null };

function changeLink(at: number, change: Partial<Link>): Change {
  const apply = (route: Route): Route => ({
    ...route,
    links: route.links.map((old, index) => (index === at ? { ...old, ...change } : old)),
  });
  return { apply, drops: null };
}

function changeStep(at: number, change: (step: RoleStep) => RoleStep): Change {
  const apply = (route: Route): Route => ({
    ...route,
    steps: route.steps.map((old, index) => (index === at && old.of === "role" ? change(old) : old)),
  });
  return { apply, drops: null };
}

/** "`next` → `any`; drop a limit". */
function linkChanges(route: Route): Change[] {
  return route.links.flatMap((link, at) => [
    ...(link.between === "next" ? [changeLink(at, { between: "any" })] : []),
    ...(link.limit === null ? [] : [changeLink(at, { limit: null })]),
  ]);
}

/** "one level lower". */
function levelChanges(route: Route): Change[] {
  return route.steps.flatMap((step, at) => {
    if (step.of !== "role") return [];
    return step.levels.flatMap((level) => {
      const ladder = LADDERS.find((one) => one.includes(level)) ?? [];
      const lower = ladder[ladder.indexOf(level) - 1];
      if (lower === undefined) return [];
      const lowered = (one: RouteLevel): RouteLevel => (one === level ? lower : one);
      return [changeStep(at, (old) => ({ ...old, levels: old.levels.map(lowered) }))];
    });
  });
}

/** "its links become one `any` with the sum of limits, none if either has none". */
function linksWithout(links: readonly Link[], at: number): Link[] {
  const [before, after] = [links[at - 1], links[at]];
  if (before === undefined) return links.slice(1);
  if (after === undefined) return links.slice(0, -1);
  const limit = before.limit === null || after.limit === null ? null : before.limit + after.limit;
  return [...links.slice(0, at - 1), { between: "any", limit }, ...links.slice(at + 1)];
}

function dropStep(at: number): Change {
  const apply = (route: Route): Route => ({
    ...route,
    steps: route.steps.toSpliced(at, 1),
    links: linksWithout(route.links, at),
  });
  return { apply, drops: at };
}

/** "drop a step […] not the step that `first=1` speaks of", "drop the school". */
function stepChanges(route: Route): Change[] {
  const spokenOf = route.steps[0]?.of === "school" ? 1 : 0;
  return route.steps.flatMap((_, at) => (route.isFirst && at === spokenOf ? [] : [dropStep(at)]));
}

/** "drop […] all kinds of a step". */
function kindChanges(route: Route): Change[] {
  return route.steps.flatMap((step, at) =>
    step.of === "role" && step.kinds.length > 0 ? [changeStep(at, (old) => ({ ...old, kinds: [] }))] : [],
  );
}

/** "drop […] a filter". */
function filterChanges(route: Route): Change[] {
  const names = ["country", "school", "since", "until"] as const;
  return names
    .filter((name) => route[name] !== null)
    .map((name) => ({ apply: (old: Route): Route => ({ ...old, [name]: null }), drops: null }));
}

/** Steps are removed last, the later one first, so that the others keep their positions. */
function applied(route: Route, changes: readonly Change[]): Route {
  const inOrder = changes.toSorted((a, b) => (b.drops ?? Infinity) - (a.drops ?? Infinity));
  const loose = inOrder.reduce((old, change) => change.apply(old), route);
  const steps = loose.steps.map((step) => (step.of === "role" ? { ...step, levels: [...new Set(step.levels)] } : step));
  return { ...loose, steps };
}

/** The same route, however it came about. */
export function keyOf(route: Route): string {
  const list = (values: readonly string[]): string => values.toSorted().join(",");
  const steps = route.steps.map((step) =>
    step.of === "school"
      ? `school ${step.school}`
      : `${list(step.companies)}|${list(step.titles)}|${list(step.levels)}|${list(step.kinds)}`,
  );
  const links = route.links.map((link) => `${link.between} ${link.limit ?? ""}`);
  const filters = [route.country, route.school, route.since, route.until, route.isFirst, route.isNow];
  return JSON.stringify([steps, links, filters]);
}

/** "Single changes first, then pairs; more people first, then the query's text." Pairs are of changes of the asked route. */
export function looserRoutes(route: Route, world: World, queryOf: (route: Route) => string): Looser[] {
  if (waysOf(route, world).length >= 5) return [];
  const seen = new Set([keyOf(route)]);
  const counted = (sets: readonly (readonly Change[])[]): Looser[] => {
    const routes = sets.map((changes) => applied(route, changes));
    // "never fewer than two steps left of a longer route"
    const long = routes.filter((one) => one.steps.length === route.steps.length || one.steps.length >= 2);
    const fresh = long.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
    return fresh
      .map((one) => ({ route: one, people: waysOf(one, world).length }))
      .filter((one) => one.people >= 5)
      .toSorted((a, b) => b.people - a.people || (queryOf(a.route) < queryOf(b.route) ? -1 : 1));
  };
  const singles = [
    ...linkChanges(route),
    ...levelChanges(route),
    ...stepChanges(route),
    ...kindChanges(route),
    ...filterChanges(route),
  ];
  const pairs = singles.flatMap((a, at) => singles.slice(at + 1).map((b) => [a, b]));
  return [...counted(singles.map((one) => [one])), ...counted(pairs)].slice(0, 5);
}
