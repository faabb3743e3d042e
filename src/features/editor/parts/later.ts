import { inOrder, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";

/** What can be added to a line later: ratings and months. */

export type PlacedRole = { stop: StopDraft; role: RoleDraft };

function rolesOf(stops: readonly StopDraft[]): PlacedRole[] {
  return inOrder(stops).flatMap((stop) => stop.roles.map((role) => ({ stop, role })));
}

/** Jobs without a rating, oldest first. Nobody can say how a job was that has not begun. */
export function unratedRoles(stops: readonly StopDraft[], today: string): PlacedRole[] {
  return rolesOf(stops).filter(
    ({ stop, role }) =>
      stop.companyName.trim() !== "" && role.rating === 0 && role.startDate !== "" && role.startDate <= today,
  );
}

/** True for a job of which only years are known. */
export function needsMonths(role: RoleDraft): boolean {
  return role.datePrecision === "year" && role.startDate !== "";
}

/** Oldest first. */
export function rolesWithoutMonths(stops: readonly StopDraft[]): PlacedRole[] {
  return rolesOf(stops).filter(({ role }) => needsMonths(role));
}

type Store = Pick<Storage, "getItem" | "setItem">;
const keyOf = (profileId: string): string => `months:${profileId}`;

/** True if the person said "Not now" to at least so many; with a further one it is said again. */
export function isPutOff(profileId: string, count: number, store: Store): boolean {
  try {
    return Number(store.getItem(keyOf(profileId)) ?? 0) >= count;
  } catch {
    return false;
  }
}

export function putOff(profileId: string, count: number, store: Store): void {
  try {
    store.setItem(keyOf(profileId), String(count));
  } catch {
    // It is said again at the next visit.
  }
}
