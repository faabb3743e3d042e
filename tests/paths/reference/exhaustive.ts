/** Matching without any thought: every choice of roles, in order, until one satisfies all of the route. */
import type { PathLine, PathRole, Route, RoleStep } from "#features/path/pure/types.ts";
import { holds, isAsked, isLastAsked, isLinked, isLinkedFromSchool } from "./match.ts";
import type { World } from "./world.ts";

/**
 * Every choice of so many roles, each role later than the one before. Choices are in the order of their first role,
 * then their second, and so on.
 */
function choices(roles: readonly PathRole[], count: number): PathRole[][] {
  if (count === 0) return [[]];
  return roles.flatMap((role, at) => choices(roles.slice(at + 1), count - 1).map((rest) => [role, ...rest]));
}

function isWay(line: PathLine, route: Route, roles: readonly PathRole[], today: number): boolean {
  const [first, last] = [roles[0], roles.at(-1)];
  const start = route.steps[0];
  const isFromSchool = start?.of === "school";
  if (!isAsked(line, route) || (isFromSchool && line.school !== start.school)) return false;
  if (first === undefined || last === undefined) {
    return isFromSchool && !route.isNow && route.since === null && route.until === null;
  }
  const [schoolLink] = route.links;
  const links = isFromSchool ? route.links.slice(1) : route.links;
  const steps = route.steps.filter((step): step is RoleStep => step.of === "role");
  return (
    (!route.isFirst || first.position === 0) &&
    (!isFromSchool || schoolLink === undefined || isLinkedFromSchool(line, first, schoolLink, today)) &&
    steps.every((step, at) => holds(roles[at] ?? first, step)) &&
    links.every((link, at) => isLinked(line, roles[at] ?? first, roles[at + 1] ?? last, link, today)) &&
    isLastAsked(last, route, today)
  );
}

/** For lines of few roles only. */
export function earliestWayOfAll(line: PathLine, route: Route, world: World): PathRole[] | undefined {
  const count = route.steps.filter((step) => step.of === "role").length;
  return choices(line.roles, count).find((roles) => isWay(line, route, roles, world.today));
}
