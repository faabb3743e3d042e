/** Finds the pipelines that match a route, and the roles by which they match: section 2. */
import type { Link, PathLine, PathRole, Route, RoleStep, Step } from "#features/path/pure/types.ts";
import { companyKey, isWithinYears, monthsBetween, startOf, type World } from "./world.ts";

const LADDERS: readonly (readonly string[])[] = [
  ["junior", "mid", "senior", "lead", "staff", "principal", "distinguished", "fellow"],
  ["manager", "director", "vp", "executive"],
];

/** "'Or above' follows two ladders: junior < … < fellow; manager < director < vp < executive." */
function isLevelOrAbove(level: string, asked: string): boolean {
  return LADDERS.some((ladder) => ladder.includes(asked) && ladder.indexOf(level) >= ladder.indexOf(asked));
}

/** "Several of one facet are alternatives; different facets must all hold, in one role". */
export function holds(role: PathRole, step: RoleStep): boolean {
  const kinds = step.kinds.includes("intern") ? [...step.kinds, "co-op"] : step.kinds;
  return (
    (step.companies.length === 0 || (role.company !== "" && step.companies.includes(role.company))) &&
    (step.titles.length === 0 || step.titles.includes(role.slug)) &&
    (step.levels.length === 0 || step.levels.some((level) => isLevelOrAbove(role.level, level))) &&
    (kinds.length === 0 || kinds.includes(role.kind))
  );
}

/** "`next`: between the two matched roles there are only roles at the company of the one or of the other". */
export function isLinked(line: PathLine, from: PathRole, to: PathRole, link: Link, today: number): boolean {
  const between = line.roles.slice(from.position + 1, to.position);
  const own = [companyKey(from), companyKey(to)];
  if (link.between === "next" && !between.every((role) => own.includes(companyKey(role)))) return false;
  return link.limit === null || monthsBetween(from, to, today) <= link.limit;
}

/** "From a school: every role before is at the matched company"; "a school: the pipeline's first role". */
export function isLinkedFromSchool(line: PathLine, to: PathRole, link: Link, today: number): boolean {
  const before = line.roles.slice(0, to.position);
  if (link.between === "next" && !before.every((role) => companyKey(role) === companyKey(to))) return false;
  return link.limit === null || monthsBetween(line.roles[0] ?? to, to, today) <= link.limit;
}

/** "`country` (of the school), `school`": conditions on the whole pipeline. */
export function isAsked(line: PathLine, route: Route): boolean {
  if (route.country !== null && line.country !== route.country) return false;
  return route.school === null || line.school === route.school;
}

/** "`now=1`: the last matched role is current today"; "`since`, `until`: years in which the last matched role began". */
export function isLastAsked(role: PathRole, route: Route, today: number): boolean {
  if (route.isNow && role.phase !== "current") return false;
  return isWithinYears(startOf(role, today), route.since, route.until);
}

const isRoleStep = (step: Step): step is RoleStep => step.of === "role";

/**
 * "A pipeline matches if there are roles in order, each later than the one before, that satisfy all of it. Of several
 * ways the earliest counts: the one whose first role comes first, then its second, and so on." Every way is tried in
 * that order. Whether the rest of a way can be found depends on the step and its role alone, so pairs from which it
 * could not are not tried again. Undefined where nothing matches; a school alone is matched by no role.
 */
export function earliestWay(line: PathLine, route: Route, world: World): PathRole[] | undefined {
  if (!isAsked(line, route)) return undefined;
  const first = route.steps[0];
  const isFromSchool = first?.of === "school";
  if (isFromSchool && line.school !== first.school) return undefined;
  const steps = route.steps.filter(isRoleStep);
  const links = isFromSchool ? route.links.slice(1) : route.links;
  const schoolLink = isFromSchool ? route.links[0] : undefined;
  // "For a school alone they match nobody."
  if (steps.length === 0) {
    return route.isNow || route.since !== null || route.until !== null ? undefined : [];
  }
  const inVain = new Set<string>();
  const follow = (way: PathRole[]): PathRole[] | undefined => {
    const step = steps[way.length];
    const before = way.at(-1);
    if (step === undefined) return before && isLastAsked(before, route, world.today) ? way : undefined;
    for (const role of line.roles) {
      if (!holds(role, step) || inVain.has(`${way.length} ${role.position}`)) continue;
      if (before === undefined) {
        // "`first=1`: the first step's role (after a school: the next step's) is the pipeline's first."
        if (route.isFirst && role.position !== 0) continue;
        if (schoolLink && !isLinkedFromSchool(line, role, schoolLink, world.today)) continue;
      } else {
        const link = links[way.length - 1];
        if (role.position <= before.position) continue;
        if (link && !isLinked(line, before, role, link, world.today)) continue;
      }
      const found = follow([...way, role]);
      if (found !== undefined) return found;
      inVain.add(`${way.length} ${role.position}`);
    }
    return undefined;
  };
  return follow([]);
}

export type Way = { line: PathLine; roles: PathRole[] };

export function waysOf(route: Route, world: World): Way[] {
  return world.lines.flatMap((line) => {
    const roles = earliestWay(line, route, world);
    return roles === undefined ? [] : [{ line, roles }];
  });
}
