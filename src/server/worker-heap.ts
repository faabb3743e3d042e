import { setFlagsFromString } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";

/**
 * Megabytes of the young generation of a worker thread, or of the path engine's process: three halves of one. V8 grows
 * it up to its limit while the thread starts, and keeps it.
 */
const YOUNG_MEGABYTES = 3;

/**
 * The same limit for a whole process, after the options of its parent. With the second option it can free memory that
 * V8 would only free later (`freeArrays`). With the third, V8 keeps no pages of its heap that are empty.
 */
export function smallHeapFlags(): string[] {
  return [`--max-semi-space-size=${YOUNG_MEGABYTES / 3}`, "--expose-gc", "--no-memory-pool"];
}

/**
 * Limits for a worker thread whose work nobody waits for: collecting its garbage more often costs little, and a young
 * generation as large as the main thread's would stay, unused.
 */
export function smallYoungHeap(): ResourceLimits {
  // An option of the command line counts for more than these limits. The main thread has read it when it started.
  setFlagsFromString("--max-semi-space-size=0");
  return { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
}
