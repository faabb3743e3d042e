import { inStorage } from "#core/in-storage.ts";
import { isEmptyStop } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { fieldName, type ProfileForm } from "./form.ts";

/** The start panel for people with an empty pipeline: when to show it, and what the browser stores about it. */

type Store = Pick<Storage, "getItem" | "setItem">;
const keyOf = (profileId: string): string => `start:${profileId}`;

/** True if the person chose to type, or has saved before: then an empty pipeline is intended. */
export function isStartClosed(profileId: string, store: Store): boolean {
  return (inStorage(() => store.getItem(keyOf(profileId))) ?? "") !== "";
}

export function closeStart(profileId: string, store: Store): void {
  inStorage(() => store.setItem(keyOf(profileId), "closed"));
}

function hasStops(form: ProfileForm): boolean {
  return form.pipeline.stops.some((stop) => !isEmptyStop(stop));
}

/** Call once, when the page opens. Checks the stops too, because a network sign-in saves a profile without any. */
export function isOfferedStart(saved: OwnProfile, form: ProfileForm, store: Store): boolean {
  const isNew = !saved.created || saved.pipeline.length === 0;
  return isNew && !hasStops(form) && !isStartClosed(saved._id, store);
}

export function firstEmptyField(form: ProfileForm): string {
  const [stop] = form.pipeline.stops;
  if (form.firstName.trim() === "") return "firstName";
  if (form.lastName.trim() === "") return "lastName";
  return stop === undefined ? fieldName.add(0) : fieldName.company(stop.tempId2);
}
