import { fieldsOf } from "#core/fields.ts";
import { inStorage } from "#core/in-storage.ts";
import type { Identity } from "./owner-form.ts";

/** Unsaved fields of the owner's page. Stored in the browser under the profile's id until they are saved or cancelled. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (profileId: string): string => `identity:${profileId}`;

function parse(stored: string | null): Identity | undefined {
  const { username, linkedin, location } = fieldsOf(JSON.parse(stored ?? "null"));
  return typeof username === "string" && typeof linkedin === "string" && typeof location === "string"
    ? { username, linkedin, location }
    : undefined;
}

export function readIdentityDraft(profileId: string, store: Store): Identity | undefined {
  return inStorage(() => parse(store.getItem(keyOf(profileId))));
}

/** Stores the fields; undefined removes them. */
export function keepIdentityDraft(profileId: string, form: Identity | undefined, store: Store): void {
  inStorage(() => {
    if (form) store.setItem(keyOf(profileId), JSON.stringify(form));
    else store.removeItem(keyOf(profileId));
  });
}
