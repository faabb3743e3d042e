import type { Columns } from "#features/path/pure/columns/columns.ts";
import { INTERN_HERE, LEVELS_AFTER, PUBLIC_MARK } from "#features/path/pure/columns/marks.ts";
import { INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import type { Tally } from "#features/path/pure/rule-of-five.ts";
import type { RoleStep, Route } from "#features/path/pure/types.ts";
import { compileRoute, levelsFrom, type Compiled } from "./compile.ts";
import { Matcher } from "./matcher.ts";

/**
 * A company's lines for one of the first `steps` role steps, without those whose marks already say that they lack what
 * the step or a later one needs. Some may be dead by now if nothing is needed.
 */
export function linesOf(columns: Columns, route: Compiled, at: Named): Uint32Array {
  const lines = columns.byCompany.of(at.company);
  const needs = markNeeds(route, at);
  if (needs.length === 0) return lines;
  const marks = columns.byCompany.marksOf(at.company);
  const kept = new Uint32Array(lines.length);
  let length = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const mark = marks[index] ?? 0;
    let need = 0;
    while (need < needs.length && (mark & (needs[need] ?? 0)) !== 0) need += 1;
    if (need < needs.length) continue;
    kept[length] = lines[index] ?? 0;
    length += 1;
  }
  return kept.subarray(0, length);
}

/** A company that a step names, among the first `steps` role steps. */
export type Named = { company: number; step: number; steps: number };

/** What a step and the ones after it need of a mark. Other needs cannot be read from marks. */
function markNeeds({ needs }: Compiled, { step, steps }: Named): number[] {
  const isInternHere = needs[step]?.some((need) => (need & ~INTERN_BITS) === 0);
  const levels = needs
    .slice(step + 1, steps)
    .flat()
    .filter((need) => (need & ~LEVELS_AFTER) === 0);
  return [...new Set([...(isInternHere ? [INTERN_HERE] : []), ...levels])];
}

/**
 * The people of a route that the marks answer alone: internships at a company, or a level some time after a company.
 * Undefined for any other route.
 */
export function countByMarks(columns: Columns, route: Route, today: number): Tally | undefined {
  const need = needOfAll(route);
  const [first] = route.steps;
  if (need === undefined || first?.of !== "role") return undefined;
  const company = columns.companies.find(first.companies[0] ?? "");
  const marks = columns.byCompany.marksOf(company);
  const tally = { people: 0, publics: 0 };
  for (let index = 0; index < marks.length; index += 1) {
    const mark = marks[index] ?? 0;
    if ((mark & need) === 0) continue;
    tally.people += 1;
    if ((mark & PUBLIC_MARK) !== 0) tally.publics += 1;
  }
  const matcher = new Matcher(columns, compileRoute(columns, route), today);
  for (let line = columns.byCompany.covered; line < columns.lines; line += 1) {
    if (!columns.isAlive(line) || !matcher.isWhole(matcher.reach(line))) continue;
    tally.people += 1;
    if (columns.isPublic(line)) tally.publics += 1;
  }
  return tally;
}

/** The bits of which a mark must have one. */
function needOfAll(route: Route): number | undefined {
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
