import type { Log } from "#server/log.ts";

/** Logs rejected promises that nobody awaits. Without this they would end the process. */
export function logRejections(log: Log): void {
  process.on("unhandledRejection", (reason) => {
    log.error(
      { err: reason instanceof Error ? { message: reason.message, stack: reason.stack } : undefined },
      "unhandled rejection",
    );
  });
}
