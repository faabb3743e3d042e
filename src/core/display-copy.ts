import { fieldsOf } from "./fields.ts";
import { inStorage } from "./in-storage.ts";
import { forgetTyped } from "./typed-text.ts";

/**
 * `localStorage.user`: what the header shows of the signed-in person without asking the server. It is no secret and
 * proves nothing; only the session cookie does. If storage is full or disabled, nothing is stored: the server's pages
 * show the person anyway.
 */
const KEY = "user";

export type DisplayCopy = { email: string; profileId: string; profileCreated: boolean; username: string };

function readStored(): Partial<DisplayCopy> {
  return fieldsOf(inStorage(() => JSON.parse(localStorage.getItem(KEY) ?? "{}")));
}

/**
 * Drafts and other entries have the profile's id in their key. A switch of the visibility gives the profile another id:
 * the entries move to it, because nothing may tell that the two ids belong together.
 */
function store(user: Partial<DisplayCopy>): void {
  inStorage(() => {
    const { email, profileId: from } = readStored();
    const { profileId: to } = user;
    localStorage.setItem(KEY, JSON.stringify(user));
    if (!from || !to || email !== user.email) return;
    for (const key of Object.keys(localStorage)) {
      const moved = key.replace(from, to);
      if (moved === key) continue;
      localStorage.setItem(moved, localStorage.getItem(moved) ?? localStorage.getItem(key) ?? "");
      localStorage.removeItem(key);
    }
  });
}

export function keepUser({ email, profileId, profileCreated, username }: DisplayCopy): void {
  store({ email, profileId, profileCreated, username });
}

export function updateUser(change: Partial<DisplayCopy>): void {
  store({ ...readStored(), ...change });
}

/** Removes the stored user, and what was typed while there was one. */
export function forgetUser(): void {
  inStorage(() => {
    if (localStorage.getItem(KEY) !== null) forgetTyped();
    localStorage.removeItem(KEY);
  });
}

const CHANNEL = "log-out";

/** After a logout: removes the stored user and tells other tabs. */
export function announceLogOut(): void {
  forgetUser();
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes none
  channel.postMessage("");
  channel.close();
}

/**
 * Forgets what was typed after a logout in another tab, then calls `react`.
 * @returns a function that stops listening
 */
export function onLogOut(react: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => {
    forgetTyped();
    react();
  });
  return () => channel.close();
}
