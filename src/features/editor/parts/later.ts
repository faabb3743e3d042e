import { inStorage } from "#core/in-storage.ts";
import { inOrder, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";

/** Details that people can add on a later visit: ratings and months. */

type PlacedRole = { stop: StopDraft; role: RoleDraft };

function rolesOf(stops: readonly StopDraft[]): PlacedRole[] {
  return inOrder(stops).flatMap((stop) => stop.roles.map((role) => ({ stop, role })));
}

/** Roles without a rating, oldest first. Future roles are left out. */
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

/** True if the person dismissed the hint at this count or a higher one. One more such role shows it again. */
export function isPutOff(profileId: string, count: number, store: Store): boolean {
  return Number(inStorage(() => store.getItem(keyOf(profileId))) ?? 0) >= count;
}

export function putOff(profileId: string, count: number, store: Store): void {
  inStorage(() => store.setItem(keyOf(profileId), String(count)));
}
