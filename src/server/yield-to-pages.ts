import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** With this niceness, a thread gets a third of the processor's time beside a busy thread with niceness 0. */
const THREAD_NICENESS = 5;

/**
 * Gives the thread of pages priority over the thread that calls this, if there are few processors. Only Linux has a
 * priority for each thread.
 */
export function yieldToPages(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, THREAD_NICENESS);
  } catch {
    // Not Linux, or not allowed: nothing depends on it.
  }
}
