import { faultOf, type Log } from "#server/log.ts";

/** Logs rejected promises that nobody awaits. Without this they would end the process. */
export function logRejections(log: Log): void {
  process.on("unhandledRejection", (reason) => {
    log.error({ err: faultOf(reason) }, "unhandled rejection");
  });
}
