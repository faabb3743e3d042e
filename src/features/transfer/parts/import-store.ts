import { keepImport, mergeImports, parseImport, type LastImport } from "#features/transfer/pure/last-import.ts";

/**
 * What was imported, kept on the device alone: it tells the next import what
 * the person changed, or left out, since. What was taken into the line waits
 * until the line is saved, and counts until then as long as the draft stands.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type WholeStore = Store & Pick<Storage, "key" | "length">;

const PREFIX = "import:";
const keyOf = (profileId: string): string => `${PREFIX}${profileId}`;
const waitingKeyOf = (profileId: string): string => `${PREFIX}${profileId}:waiting`;

/** Storage may be full or shut off; the next import is then compared with the line alone. */
function quietly<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What was imported, saved or not; undefined where nothing was. */
export function readImport(profileId: string, store: Store): LastImport | undefined {
  return quietly(
    () => parseImport(store.getItem(waitingKeyOf(profileId))) ?? parseImport(store.getItem(keyOf(profileId))),
  );
}

/** Once it stands in the unsaved line, added to what was known. Gives what takes that back. */
export function keepWaiting(profileId: string, taken: LastImport, store: Store): () => void {
  const key = waitingKeyOf(profileId);
  const before = quietly(() => store.getItem(key)) ?? null;
  const known = readImport(profileId, store);
  quietly(() => store.setItem(key, keepImport(mergeImports(known, taken))));
  return () => {
    quietly(() => (before === null ? store.removeItem(key) : store.setItem(key, before)));
  };
}

/** Once the line was discarded. */
export function dropWaiting(profileId: string, store: Store): void {
  quietly(() => store.removeItem(waitingKeyOf(profileId)));
}

/** Once the line was saved: by then the person may have another id. */
export function settleImport(profileId: string, savedId: string, store: Store): void {
  quietly(() => {
    const kept = store.getItem(waitingKeyOf(profileId)) ?? store.getItem(keyOf(profileId));
    store.removeItem(waitingKeyOf(profileId));
    if (savedId !== profileId) store.removeItem(keyOf(profileId));
    if (kept !== null) store.setItem(keyOf(savedId), kept);
  });
}

/** What somebody else, or oneself under an id of before, imported on this device. */
export function dropOthers(profileId: string, store: WholeStore): void {
  quietly(() => {
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
    const own = [keyOf(profileId), waitingKeyOf(profileId)];
    for (const key of keys) if (key.startsWith(PREFIX) && !own.includes(key)) store.removeItem(key);
  });
}
