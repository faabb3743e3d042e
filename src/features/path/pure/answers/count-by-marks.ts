import { INTERN_HERE, PUBLIC_MARK } from "#features/path/pure/columns/marks.ts";
import { compileRoute, levelsFrom } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import type { Counts } from "#features/path/pure/rule-of-five.ts";
import type { RoleStep, Route } from "#features/path/pure/types.ts";
import { countIn, newCounts, type State } from "./state.ts";

/**
 * The people of a route that the marks answer alone: internships at a company, or a level some time after a company.
 * Undefined for any other route.
 */
export function countByMarks({ columns, today }: State, route: Route): Counts | undefined {
  const need = neededBits(route);
  const [first] = route.steps;
  if (need === undefined || first?.of !== "role") return undefined;
  const company = columns.companies.find(first.companies[0] ?? "");
  const marks = columns.byCompany.marksOf(company);
  const counts = newCounts();
  for (let index = 0; index < marks.length; index += 1) {
    const mark = marks[index] ?? 0;
    if ((mark & need) !== 0) countIn(counts, (mark & PUBLIC_MARK) !== 0);
  }
  const matcher = new Matcher(columns, compileRoute(columns, route), today);
  for (let line = columns.byCompany.covered; line < columns.lines; line += 1) {
    if (columns.isAlive(line) && matcher.isWhole(matcher.reach(line))) countIn(counts, columns.isPublic(line));
  }
  return counts;
}

/** A mark counts if it has one of these bits. Undefined for a route that marks cannot answer. */
function neededBits(route: Route): number | undefined {
  const [here, after, ...more] = route.steps;
  const [link] = route.links;
  if (route.isFirst || route.isNow || route.country !== null || route.school !== null) return undefined;
  if (route.since !== null || route.until !== null || more.length > 0) return undefined;
  if (here?.of !== "role" || here.companies.length !== 1 || here.titles.length + here.levels.length > 0) {
    return undefined;
  }
  if (!after) return isForInterns(here) ? INTERN_HERE : undefined;
  if (here.kinds.length > 0 || after.of !== "role" || link?.between !== "any" || link.limit !== null) return undefined;
  if (after.levels.length === 0 || after.companies.length + after.titles.length + after.kinds.length > 0) {
    return undefined;
  }
  return after.levels.flatMap(levelsFrom).reduce((mask, level) => mask | (1 << level), 0);
}

/** Does a step ask for every internship? `intern` includes co-ops. */
function isForInterns({ kinds }: RoleStep): boolean {
  return kinds.includes("intern") && kinds.every((kind) => kind === "intern" || kind === "co-op");
}
