/** Clients divide the sum by the number of raters and by 20: five placeholders carry the level and nothing else. */
export const RATED_PLACEHOLDERS = ["rated", "rated", "rated", "rated", "rated"];

/** Clients count these. Capped at 1,000, as employeesCount and internsCount are not. */
export function placeholders(count: number): string[] {
  return Array.from({ length: Math.min(1_000, count) }, () => "person");
}
