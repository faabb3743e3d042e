import { keepReserve, reserveBytes, spaceOf, type DiskSpace } from "#db/embedded/embedded.ts";
import type { Log } from "./log.ts";

const EVERY = 1_000;
const MEGABYTE = 1_048_576;
/** Below this nothing is saved any more: what is left is for PostgreSQL's journal, and for reads that sort on disk. */
const LOW = 48 * MEGABYTE;
/** Of a small disk, less. */
const LOW_SHARE = 0.12;
/** Used shares of the disk that are worth a word, each once until it is below again. */
const WARNINGS = [0.85, 0.95];

export type DiskWatch = {
  /** Nothing may be saved: the disk is as good as full. */
  isFull: () => boolean;
  space: () => DiskSpace;
  close: () => void;
};

/** Watches the disk of the embedded database: warns, stops saves before it is full, and lets them go on after. */
export function watchDisk(
  dataDir: string,
  log: Pick<Log, "warn" | "error" | "info">,
  look: (folder: string) => DiskSpace = spaceOf,
): DiskWatch {
  let space = look(dataDir);
  let isFull = false;
  let warned = 0;

  function check(): void {
    space = look(dataDir);
    const low = Math.min(LOW, space.total * LOW_SHARE);
    const used = 1 - space.free / space.total;
    const passed = WARNINGS.filter((share) => used >= share).length;
    if (passed > warned)
      log.warn({ usedPercent: Math.floor(used * 100), freeBytes: space.free }, "the disk is getting full");
    warned = passed;
    if (!isFull && space.free < low) {
      isFull = true;
      log.error({ freeBytes: space.free }, "disk full: nothing is saved until there is space again, reads go on");
    } else if (isFull && space.free >= low + reserveBytes(space) && keepReserve(dataDir)) {
      isFull = false;
      log.info({ freeBytes: space.free }, "the disk has space again: saves go on");
    }
  }

  check();
  if (!isFull) keepReserve(dataDir);
  const timer = setInterval(check, EVERY);
  timer.unref();
  return { isFull: () => isFull, space: () => space, close: () => clearInterval(timer) };
}
