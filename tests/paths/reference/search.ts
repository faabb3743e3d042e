/** GET /api/paths/search: section 2. */
import type { Count, InternedFirst, PathLine, PathRole, Route, Sort, Spread } from "#features/path/pure/types.ts";
import { waysOf, type Way } from "./match.ts";
import { showCount, showSpread, unique, type Duration } from "./shown.ts";
import { isInternship, isToCome, monthsBetween, startOf, stopIndexOf, stopsOf, type World } from "./world.ts";

export type Line = { profile: string; matched: number[]; months: number | null };
type Search = {
  people: Count;
  fewerThan: 5 | null;
  peopleAfterEachStep: Count[];
  months: Spread;
  internedFirst: InternedFirst;
  stopsBetween: Spread;
  lines: Line[];
};

/**
 * "How many people visibly worked at one company, or went to one school, is exact (one facet, one company or school, no
 * filter)"; "`stop=any` lists every visible pipeline".
 */
export function isExact(route: Route): boolean {
  const [step] = route.steps;
  if (step === undefined || route.steps.length !== 1 || route.isFirst || route.isNow) return false;
  if ([route.country, route.school, route.since, route.until].some((filter) => filter !== null)) return false;
  if (step.of === "school") return true;
  return step.companies.length <= 1 && step.titles.length + step.levels.length + step.kinds.length === 0;
}

function showRoutePeople(route: Route, lines: readonly PathLine[]): Count {
  return isExact(route) ? lines.length : showCount(lines);
}

/** "from the first matched role's start (a school: the pipeline's first role) to the last's; null for one step". */
function monthsOf(way: Way, route: Route, world: World): number | null {
  const last = way.roles.at(-1);
  const first = firstRoleOf(way, route);
  if (route.steps.length < 2 || last === undefined || first === undefined || isToCome(last) || isToCome(first)) {
    return null;
  }
  return monthsBetween(first, last, world.today);
}

function firstRoleOf(way: Way, route: Route): PathRole | undefined {
  return route.steps[0]?.of === "school" ? way.line.roles[0] : way.roles[0];
}

export function durationsOf(ways: readonly Way[], route: Route, world: World): Duration[] {
  return ways.flatMap((way) => {
    const months = monthsOf(way, route, world);
    const isAbout = firstRoleOf(way, route)?.isYear === true || way.roles.at(-1)?.isYear === true;
    return months === null ? [] : [{ months, isAbout }];
  });
}

/**
 * "people with an internship before the last matched role; where the route itself asks for interns: with at least two
 * up to and including it (`isTwice`); `people` is null where either side is 1 to 4".
 */
export function internedFirstOf(ways: readonly Way[], isTwice: boolean): InternedFirst {
  const counted = ways.filter((way) => way.roles.length > 0);
  if (counted.length < 5) return null;
  const people = counted.filter(({ line, roles }) => {
    const last = roles.at(-1)?.position ?? 0;
    const before = line.roles.filter((role) => isInternship(role) && role.position < last);
    const upTo = line.roles.filter((role) => isInternship(role) && role.position <= last);
    return isTwice ? upTo.length >= 2 : before.length >= 1;
  }).length;
  const isFew = (side: number): boolean => side >= 1 && side <= 4;
  return { people: isFew(people) || isFew(counted.length - people) ? null : people, of: counted.length, isTwice };
}

export function asksForInterns(route: Route): boolean {
  return route.steps.some(
    (step) => step.of === "role" && step.kinds.some((kind) => kind === "intern" || kind === "co-op"),
  );
}

/** "stops strictly between those of the first and last matched role"; "stops between a school and a role are all before it". */
function stopsBetweenOf(way: Way, isFromSchool: boolean, world: World): number | null {
  const [first, last] = [way.roles[0], way.roles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const stops = stopsOf(way.line, world.today);
  const from = isFromSchool ? -1 : stopIndexOf(stops, first);
  return Math.max(0, stopIndexOf(stops, last) - from - 1);
}

export function stopsBetweenSpread(ways: readonly Way[], isFromSchool: boolean, world: World): Spread {
  const counts = ways.flatMap((way) => stopsBetweenOf(way, isFromSchool, world) ?? []);
  // "`stopsBetween.isAbout` is false."
  return showSpread(counts.map((months) => ({ months, isAbout: false })));
}

/**
 * "`recent`: latest start of the last matched role first, a future one before all; `shortest`: fewest months; then id."
 * Whoever has no such month or duration stands last.
 */
export function linesOf(ways: readonly Way[], route: Route, sort: Sort, world: World): Line[] {
  const rankOf = (way: Way): readonly [number, number] => {
    if (sort === "shortest") {
      const months = monthsOf(way, route, world);
      return [0, months ?? Infinity];
    }
    const last = way.roles.at(-1);
    return last === undefined ? [2, 0] : [isToCome(last) ? 0 : 1, -startOf(last, world.today)];
  };
  return ways
    .map((way) => ({ way, rank: rankOf(way) }))
    .toSorted((a, b) => {
      if (a.rank[0] !== b.rank[0]) return a.rank[0] - b.rank[0];
      if (a.rank[1] !== b.rank[1]) return a.rank[1] - b.rank[1];
      return a.way.line.id < b.way.line.id ? -1 : 1;
    })
    .map(({ way }) => ({
      profile: way.line.id,
      matched: way.roles.map((role) => role.position),
      months: monthsOf(way, route, world),
    }));
}

/** "`country`, `school` and `first` hold for every prefix; `now`, `since`, `until` for the whole route only." */
function prefixOf(route: Route, steps: number): Route {
  const isWhole = steps === route.steps.length;
  const open = isWhole ? {} : { isNow: false, since: null, until: null };
  return { ...route, steps: route.steps.slice(0, steps), links: route.links.slice(0, steps - 1), ...open };
}

/** All lines, not only the first page. */
export function search(route: Route, sort: Sort, world: World): Search {
  const ways = waysOf(route, world);
  const people = showRoutePeople(
    route,
    ways.map(({ line }) => line),
  );
  const isShown = ways.length >= 5;
  // "A route that 1 to 4 people took lists only the *public* ones".
  const isListed = isShown || isExact(route);
  const listed = ways.filter(({ line }) => isListed || line.isPublic);
  const isFromSchool = route.steps[0]?.of === "school";
  return {
    people,
    fewerThan: people === null ? 5 : null,
    peopleAfterEachStep: route.steps.map((_, at) => {
      const prefix = prefixOf(route, at + 1);
      return showRoutePeople(prefix, unique(waysOf(prefix, world).map(({ line }) => line)));
    }),
    months: showSpread(durationsOf(ways, route, world)),
    internedFirst: internedFirstOf(ways, asksForInterns(route)),
    stopsBetween: stopsBetweenSpread(ways, isFromSchool, world),
    lines: linesOf(listed, route, sort, world),
  };
}
