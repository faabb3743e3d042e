/** Of hidden people a number stands for at least so many fewer than they once were, before it goes: no edge flickers. */
const SLACK = 2;

/** A hidden person's account counts once its e-mail has been confirmed for so long: nobody raises a crowd in an afternoon. */
export const SETTLED_MS = 24 * 3_600_000;

/** What a cell of hidden people was last published with: how many were in it, and the number shown for them. */
export type Published = { members: number; people: number };

type Members = { people: number; stayed: number };

/** How many came, went or were deleted since a cell was last published with so many members. */
export function changedOf(members: number, now: Members): number {
  return now.people - now.stayed + (members - now.stayed);
}

/**
 * The next state of a cell of people whom nobody may see one by one, after trust rules L10 and L11: nothing below
 * `k`, then whole multiples of k; shown until fewer than k - 1 are left; moved only when at least two of its people
 * came, went or changed since it was last published, so that no single save shows.
 * @param now who is in it now, and how many of them were in it at the last publication
 */
export function nextPublished(before: Published, now: Members, k: number): Published {
  const changed = changedOf(before.members, now);
  if (now.people <= k - SLACK)
    return changed < 2 ? { members: before.members, people: 0 } : { members: now.people, people: 0 };
  if (changed < 2) return before;
  const whole = Math.floor(now.people / k) * k;
  return { members: now.people, people: whole === 0 && before.people > 0 ? k : whole };
}

/**
 * Whether a company's ratings are published anew: when at least two changed since, or one where a single one may be
 * shown; at once when an account behind one is gone, since nothing of a deleted person is kept.
 */
export function isRatingDue(change: { changed: number; deleted: number }, minRaters: number): boolean {
  return change.deleted > 0 || change.changed >= Math.min(2, minRaters);
}

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
export function shownNeighbours<Row extends { people: number }>(
  rows: readonly Row[],
  people: number,
  limit = TOP_NEIGHBOURS,
): Row[] {
  if (people < MIN_PEOPLE) return [];
  return rows
    .filter((row) => row.people > MIN_NEIGHBOUR)
    .toSorted((a, b) => b.people - a.people)
    .slice(0, limit);
}

/** People of one side who are in none of its shown rows; 0 where that would tell of a single person. */
export function otherPeople(total: number, shown: readonly { people: number }[]): number {
  const rest = total - shown.reduce((sum, row) => sum + row.people, 0);
  return rest > MIN_NEIGHBOUR ? rest : 0;
}

/** People at an end of their line; 0 where that would tell of a single person. */
export function endPeople(people: number): number {
  return people > MIN_NEIGHBOUR ? people : 0;
}
