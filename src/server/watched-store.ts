import { AppError, codeOf, reasonOf } from "#core/errors.ts";
import type { PictureStore } from "#core/picture-store.ts";
import type { Log } from "./log.ts";

/** Seconds before a refused caller may try again. */
const RETRY_SECONDS = 5;
/** Every page asks the store. While it is away, log one line in this many milliseconds. */
const REPORT_EVERY_MS = 10_000;

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");
}

/** Wraps the store. If it is away or full, callers get a public error, and the log gets the reason. */
export function watchStore(store: PictureStore, log: Pick<Log, "error">): PictureStore {
  let loggedAt = -Infinity;
  const watched = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (performance.now() - loggedAt >= REPORT_EVERY_MS) {
        loggedAt = performance.now();
        log.error({ reason: reasonOf(error) }, "the store of pictures is away");
      }
      throw new AppError(isFull(error) ? "disk-full" : "overloaded", { retryAfter: RETRY_SECONDS });
    }
  };
  return {
    ...store,
    put: (key, bytes) => watched(() => store.put(key, bytes)),
    get: (key) => watched(() => store.get(key)),
    remove: (key) => watched(() => store.remove(key)),
  };
}
