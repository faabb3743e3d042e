import { isEmptyStop } from "#features/pipeline/draft.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import type { ProfileForm } from "./form.ts";

/** The guided start of somebody without a line: what is done, what was skipped. Kept on the device. */

export const STEPS = ["jobs", "you", "save"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "done" | "skipped" | "now" | "later";

type Store = Pick<Storage, "getItem" | "setItem">;
const keyOf = (profileId: string): string => `start:${profileId}`;

/** What was skipped in earlier visits. */
export function readSkipped(profileId: string, store: Store): Step[] {
  try {
    const kept = (store.getItem(keyOf(profileId)) ?? "").split(" ");
    return STEPS.filter((step) => kept.includes(step));
  } catch {
    return [];
  }
}

/** After the first save: whoever saves an empty pipeline means it. */
export function endStart(profileId: string, store: Store): void {
  keepSkipped(profileId, STEPS, store);
}

/** Storage may be full or shut off; the start then shows again. */
export function keepSkipped(profileId: string, skipped: readonly Step[], store: Store): void {
  try {
    store.setItem(keyOf(profileId), skipped.join(" "));
  } catch {
    // Nothing to be done about it here.
  }
}

/**
 * Who is offered the start: a sign-in through a network makes a profile with a
 * name, but no line yet.
 */
export function isNew(saved: Pick<OwnProfile, "created" | "pipeline">): boolean {
  return !saved.created || saved.pipeline.length === 0;
}

function isDone(step: Step, form: ProfileForm): boolean {
  if (step === "jobs") return form.pipeline.stops.some((stop) => !isEmptyStop(stop));
  // Saving ends the start by itself.
  return step === "you" && form.firstName.trim() !== "" && form.lastName.trim() !== "";
}

/** How each step stands; none is "now" once all are done or skipped. */
export function stepsOf(form: ProfileForm, skipped: readonly Step[]): readonly { step: Step; is: StepState }[] {
  let isNow = true;
  return STEPS.map((step) => {
    if (isDone(step, form)) return { step, is: "done" };
    if (skipped.includes(step)) return { step, is: "skipped" };
    const is = isNow ? "now" : "later";
    isNow = false;
    return { step, is };
  });
}
