import type { Log } from "#server/log.ts";

/** A promise that nobody waits for must not end the process; the log says what it was. */
export function logRejections(log: Log): void {
  process.on("unhandledRejection", (reason) => {
    log.error(
      { err: reason instanceof Error ? { message: reason.message, stack: reason.stack } : undefined },
      "unhandled rejection",
    );
  });
}
