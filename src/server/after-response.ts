import { AppError } from "#core/errors.ts";
import type { Log } from "./log.ts";

/** Pieces of work that may wait behind their answers; more is a flood. */
const MAX_PENDING = 100;

const pending = new Set<Promise<void>>();

/**
 * Does work after the answer has been given, where the time of the answer
 * must not tell what the work found (a mail to an address that may have no
 * account). A failure is logged and costs the caller nothing.
 * @throws AppError overloaded when too much waits already
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

/** Waits until everything that was promised is done; before the database is closed. */
export async function allAfterResponseDone(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
