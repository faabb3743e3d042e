import type { Identity } from "./owner-form.ts";

/** Unsaved fields of one's own page, kept on the device under the profile's id until saved or cancelled. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (profileId: string): string => `identity:${profileId}`;

function parse(stored: string | null): Identity | undefined {
  const value: unknown = JSON.parse(stored ?? "null");
  if (typeof value !== "object" || value === null) return undefined;
  const fields: Partial<Record<string, unknown>> = { ...value };
  const { username, linkedin, location } = fields;
  return typeof username === "string" && typeof linkedin === "string" && typeof location === "string"
    ? { username, linkedin, location }
    : undefined;
}

export function readIdentityDraft(profileId: string, store: Store): Identity | undefined {
  try {
    return parse(store.getItem(keyOf(profileId)));
  } catch {
    return undefined;
  }
}

/** Keeps the fields; undefined drops them. Storage that is full or shut keeps nothing. */
export function keepIdentityDraft(profileId: string, form: Identity | undefined, store: Store): void {
  try {
    if (form) store.setItem(keyOf(profileId), JSON.stringify(form));
    else store.removeItem(keyOf(profileId));
  } catch {
    // The page then simply has no draft.
  }
}
