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
  const value: unknown = JSON.parse(stored ?? "null");
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  if (value.kind === "saved" && "profileId" in value && typeof value.profileId === "string") {
    return { kind: "saved", profileId: value.profileId, hasStops: "hasStops" in value && value.hasStops === true };
  }
  if (value.kind === "deleted") return { kind: "deleted" };
  if (value.kind === "failed" && "detail" in value && typeof value.detail === "string") {
    return { kind: "failed", detail: value.detail };
  }
  return undefined;
}
