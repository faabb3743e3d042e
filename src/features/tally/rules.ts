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
