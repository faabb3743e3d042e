/** Runs `work` on the browser's storage. If that is full or disabled, nothing is stored or found. */
export function inStorage<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
