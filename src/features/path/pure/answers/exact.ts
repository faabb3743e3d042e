import type { Columns } from "#features/path/pure/columns/columns.ts";
import type { Route } from "#features/path/pure/types.ts";

/**
 * True for routes whose number of people is exact: everybody, one company or one school, without any other condition.
 */
export function isExact(route: Route): boolean {
  const [step, ...more] = route.steps;
  if (!step || more.length > 0 || route.isFirst || route.isNow) return false;
  if (route.country !== null || route.school !== null || route.since !== null || route.until !== null) return false;
  if (step.of === "school") return true;
  return step.companies.length <= 1 && step.titles.length + step.levels.length + step.kinds.length === 0;
}

/** The people of an exact route, which the columns count as lines come and go; undefined for any other route. */
export function countExact(columns: Columns, route: Route): number | undefined {
  const [step] = route.steps;
  if (!step || !isExact(route)) return undefined;
  if (step.of === "school") return columns.counts.schools[columns.schools.find(step.school)] ?? 0;
  const [company] = step.companies;
  return company === undefined
    ? columns.counts.withRoles
    : (columns.counts.companies[columns.companies.find(company)] ?? 0);
}
