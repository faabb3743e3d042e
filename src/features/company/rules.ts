/** Companies whose people are too few to count: tables stay empty below it. */
export const MIN_PEOPLE = 5;
/** Rows of 'Prior Companies' and 'Next Companies'. */
export const TOP_NEIGHBOURS = 3;
/** A row is shown only if its count is above this. */
export const MIN_NEIGHBOUR = 1;

export type RatingLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** floor(sum / raters / 20), 1..5; 0 below the threshold of raters. */
export function ratingLevel(sum: number, raters: number, minRaters: number): RatingLevel {
  if (raters === 0 || raters < minRaters) return 0;
  const level = Math.floor(sum / raters / 20);
  return level >= 5 ? 5 : level === 4 ? 4 : level === 3 ? 3 : level === 2 ? 2 : 1;
}

/** Completed stays from which their average is told. */
export const MIN_STAYS = 5;
const DAYS_A_MONTH = 30.44;

/**
 * The average of completed stays in days, to the month; 0 = not told. Of one
 * stay, or of one more than yesterday, it would tell the exact days of people
 * whose dates are otherwise shown as years.
 */
export function averageStay(days: number, stays: number): number {
  if (stays < MIN_STAYS) return 0;
  return Math.round(Math.max(1, Math.round(days / stays / DAYS_A_MONTH)) * DAYS_A_MONTH);
}

/** The rows of a neighbours' table: none for a company with fewer than 5 people, else the top 3 above 1. */
export function shownNeighbours<Row extends { people: number }>(rows: readonly Row[], people: number): Row[] {
  if (people < MIN_PEOPLE) return [];
  return rows
    .filter((row) => row.people > MIN_NEIGHBOUR)
    .toSorted((a, b) => b.people - a.people)
    .slice(0, TOP_NEIGHBOURS);
}

/**
 * A number of people as public answers give it: exact up to 20, then two
 * significant digits, so that single people do not show in large counts.
 */
export function bucket(count: number): number {
  if (count <= 20) return count;
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.floor(count / unit) * unit;
}
