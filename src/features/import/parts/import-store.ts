import {
  serializeHistory,
  mergeHistory,
  parseHistory,
  type ImportHistory,
} from "#features/import/pure/import-history.ts";

/**
 * Stores past imports, only in the browser, so that the next import knows what the person changed or left out. An
 * import whose draft is not saved yet is stored as pending.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type WholeStore = Store & Pick<Storage, "key" | "length">;

const PREFIX = "import:";
const keyOf = (profileId: string): string => `${PREFIX}${profileId}`;
const waitingKeyOf = (profileId: string): string => `${PREFIX}${profileId}:waiting`;

/** Ignores errors: storage may be full or disabled. The next import is then compared with the pipeline only. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The imports so far, pending ones included. */
export function readImport(profileId: string, store: Store): ImportHistory | undefined {
  return quietly(
    () => parseHistory(store.getItem(waitingKeyOf(profileId))) ?? parseHistory(store.getItem(keyOf(profileId))),
  );
}

/** Call when rows enter the unsaved pipeline. Returns a function that undoes it. */
export function storePending(profileId: string, taken: ImportHistory, store: Store): () => void {
  const key = waitingKeyOf(profileId);
  const before = quietly(() => store.getItem(key)) ?? null;
  const known = readImport(profileId, store);
  quietly(() => store.setItem(key, serializeHistory(mergeHistory(known, taken))));
  return () => {
    quietly(() => (before === null ? store.removeItem(key) : store.setItem(key, before)));
  };
}

/** Call when the draft was discarded. */
export function dropWaiting(profileId: string, store: Store): void {
  quietly(() => store.removeItem(waitingKeyOf(profileId)));
}

/** Call after a save, which may have given the person another id. */
export function settleImport(profileId: string, savedId: string, store: Store): void {
  quietly(() => {
    const kept = store.getItem(waitingKeyOf(profileId)) ?? store.getItem(keyOf(profileId));
    store.removeItem(waitingKeyOf(profileId));
    if (savedId !== profileId) store.removeItem(keyOf(profileId));
    if (kept !== null) store.setItem(keyOf(savedId), kept);
  });
}

/** Removes imports of other people, or of an earlier id, from this device. */
export function dropOthers(profileId: string, store: WholeStore): void {
  quietly(() => {
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
    const own = [keyOf(profileId), waitingKeyOf(profileId)];
    for (const key of keys) if (key.startsWith(PREFIX) && !own.includes(key)) store.removeItem(key);
  });
}
