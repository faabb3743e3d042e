import { fieldsOf } from "#core/fields.ts";
import { inStorage } from "#core/in-storage.ts";

/** The result of the last save, in session storage because the next page is a full page load. */
export type SaveOutcome =
  | { kind: "saved"; profileId: string; hasStops: boolean }
  /** `detail` is the server's sentence, '' without one. */
  | { kind: "failed"; detail: string }
  /** The whole account. */
  | { kind: "deleted" };

const KEY = "saveOutcome";

export function keepOutcome(outcome: SaveOutcome): void {
  inStorage(() => sessionStorage.setItem(KEY, JSON.stringify(outcome)));
}

/** Returns the outcome and removes it, so that it is shown once. */
export function takeOutcome(): SaveOutcome | undefined {
  return inStorage(() => {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return parseOutcome(stored);
  });
}

export function parseOutcome(stored: string | null): SaveOutcome | undefined {
  const { kind, profileId, hasStops, detail } = fieldsOf(JSON.parse(stored ?? "null"));
  if (kind === "saved" && typeof profileId === "string") return { kind, profileId, hasStops: hasStops === true };
  if (kind === "deleted") return { kind };
  if (kind === "failed" && typeof detail === "string") return { kind, detail };
  return undefined;
}
