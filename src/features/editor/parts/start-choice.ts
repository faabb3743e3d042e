import { isEmptyStop } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { fieldName, type ProfileForm } from "./form.ts";

/** The start panel of somebody without a line: who sees it, and what their device keeps of it. */

type Store = Pick<Storage, "getItem" | "setItem">;
const keyOf = (profileId: string): string => `start:${profileId}`;

/** True once typing was chosen, or something was saved: whoever saves an empty pipeline means it. */
export function isStartClosed(profileId: string, store: Store): boolean {
  try {
    return (store.getItem(keyOf(profileId)) ?? "") !== "";
  } catch {
    return false;
  }
}

/** Storage may be full or shut off; the start then shows again. */
export function closeStart(profileId: string, store: Store): void {
  try {
    store.setItem(keyOf(profileId), "closed");
  } catch {
    // Nothing to be done about it here.
  }
}

function hasStops(form: ProfileForm): boolean {
  return form.pipeline.stops.some((stop) => !isEmptyStop(stop));
}

/** Asked once, as the page opens. A sign-in through a network makes a profile with a name, but no line yet. */
export function isOfferedStart(saved: OwnProfile, form: ProfileForm, store: Store): boolean {
  const isNew = !saved.created || saved.pipeline.length === 0;
  return isNew && !hasStops(form) && !isStartClosed(saved._id, store);
}

/** The first field that somebody who types has to fill in. */
export function firstEmptyField(form: ProfileForm): string {
  const [stop] = form.pipeline.stops;
  if (form.firstName.trim() === "") return "firstName";
  if (form.lastName.trim() === "") return "lastName";
  return stop === undefined ? fieldName.add(0) : fieldName.company(stop.tempId2);
}
