import { AppError } from "#core/errors.ts";
import type { PictureStore } from "#core/picture-store.ts";
import type { Log } from "./log.ts";

/** Seconds after which somebody who was refused may ask again. */
const RETRY = 5;
/** A store that is away is asked by every page; one line in this many milliseconds says so. */
const TELL_EVERY = 10_000;

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** The store, with what people hear when it is away or full; the log says what it was. */
export function watchStore(store: PictureStore, log: Pick<Log, "error">): PictureStore {
  let told = -Infinity;
  const asked = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (performance.now() - told >= TELL_EVERY) {
        told = performance.now();
        log.error({ reason: error instanceof Error ? error.message : String(error) }, "the store of pictures is away");
      }
      throw new AppError(isFull(error) ? "disk-full" : "overloaded", { retryAfter: RETRY });
    }
  };
  return {
    ...store,
    put: (key, bytes) => asked(() => store.put(key, bytes)),
    get: (key) => asked(() => store.get(key)),
    remove: (key) => asked(() => store.remove(key)),
  };
}
