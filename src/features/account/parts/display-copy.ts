import type { User } from "#features/account/schema.ts";

/**
 * `localStorage.user`: what the browser shows of the signed-in person without
 * asking. Holds no secret and proves nothing; the session cookie does.
 */
const KEY = "user";

export type DisplayCopy = Pick<User, "email" | "profileId" | "profileCreated" | "username">;

function readStored(): Partial<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Keeps a signed-in user's own fields; storage that is full or shut is no obstacle to a sign-in. */
export function keepUser(user: DisplayCopy): void {
  const { email, profileId, profileCreated, username } = user;
  try {
    localStorage.setItem(KEY, JSON.stringify({ email, profileId, profileCreated, username }));
  } catch {
    // The pages come from the server and know the person anyway.
  }
}

/** Changes some fields of what is kept, e.g. after the first save. */
export function updateUser(change: Partial<DisplayCopy>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readStored(), ...change }));
  } catch {
    // As above.
  }
}

export function forgetUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
