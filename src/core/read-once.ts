/**
 * Reads something at the first call, and gives it to all later ones. After an error the next call reads again: a disk or
 * a process that is short of file handles for a moment must not spoil it until the next start.
 */
export function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
