import { inStorage } from "#core/in-storage.ts";
import {
  serializeHistory,
  mergeHistory,
  parseHistory,
  type ImportHistory,
} from "#features/import/pure/import-history.ts";

/**
 * Stores past imports, only in the browser, so that the next import knows what the person changed or left out. An
 * import whose draft is not saved yet is stored as pending. Without storage, an import is compared with the pipeline
 * only. The key is the mark of the account (src/server/text-owner.ts): the profile gets another id when its level is
 * switched, maybe on another device.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type WholeStore = Store & Pick<Storage, "key" | "length">;

const PREFIX = "import:";
const keyOf = (owner: string): string => `${PREFIX}${owner}`;
const waitingKeyOf = (owner: string): string => `${PREFIX}${owner}:waiting`;

/** The imports so far, pending ones included. */
export function readImport(owner: string, store: Store): ImportHistory | undefined {
  return inStorage(() => parseHistory(store.getItem(waitingKeyOf(owner))) ?? parseHistory(store.getItem(keyOf(owner))));
}

/** Call when rows enter the unsaved pipeline. Returns a function that undoes it. */
export function storePending(owner: string, taken: ImportHistory, store: Store): () => void {
  const key = waitingKeyOf(owner);
  const before = inStorage(() => store.getItem(key)) ?? null;
  const known = readImport(owner, store);
  inStorage(() => store.setItem(key, serializeHistory(mergeHistory(known, taken))));
  return () => {
    inStorage(() => (before === null ? store.removeItem(key) : store.setItem(key, before)));
  };
}

/** Call when the draft was discarded. */
export function dropWaiting(owner: string, store: Store): void {
  inStorage(() => store.removeItem(waitingKeyOf(owner)));
}

/** Call after a save. */
export function settleImport(owner: string, store: Store): void {
  inStorage(() => {
    const waiting = store.getItem(waitingKeyOf(owner));
    store.removeItem(waitingKeyOf(owner));
    if (waiting !== null) store.setItem(keyOf(owner), waiting);
  });
}

/** Moves imports that an earlier version of the site kept under the profile's id. */
export function adoptImports(profileId: string, owner: string, store: Store): void {
  inStorage(() => {
    for (const key of [keyOf, waitingKeyOf]) {
      const kept = store.getItem(key(profileId));
      if (kept !== null && store.getItem(key(owner)) === null) store.setItem(key(owner), kept);
      store.removeItem(key(profileId));
    }
  });
}

/** Removes from this browser what accounts other than `owner` imported. */
export function dropOthers(owner: string, store: WholeStore): void {
  inStorage(() => {
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
    const own = [keyOf(owner), waitingKeyOf(owner)];
    for (const key of keys) if (key.startsWith(PREFIX) && !own.includes(key)) store.removeItem(key);
  });
}
