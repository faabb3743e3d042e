import { AppError } from "#core/errors.ts";
import type { Log } from "./log.ts";

/** The most pieces of work that may be pending. More is a flood. */
const MAX_PENDING = 100;

const pending = new Set<Promise<void>>();

/**
 * Does work after the answer was sent. Use it if the time of the answer must not reveal what the work finds, such as a
 * mail to an address that may have no account. Failures are logged and do not reach the caller.
 * @throws AppError overloaded if too much work is pending
 */
export function afterResponse(log: Log, name: string, work: () => Promise<void>): void {
  if (pending.size >= MAX_PENDING) throw new AppError("overloaded", { retryAfter: 2 });
  const run = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    try {
      await work();
    } catch (error) {
      log.error({ err: error instanceof Error ? error.name : undefined }, `${name} failed after the answer`);
    }
  };
  const running = run().finally(() => pending.delete(running));
  pending.add(running);
}

/** Waits until all pending work is done. Call it before the database is closed. */
export async function allAfterResponseDone(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
