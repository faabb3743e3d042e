import { keepReserve, reserveBytes, spaceOf, type DiskSpace } from "#db/embedded/embedded.ts";
import { isDiskFull } from "#db/database-away.ts";
import type { Log } from "./log.ts";

const CHECK_EVERY_MS = 1_000;
const MEGABYTE = 1_048_576;
/** With less free space than this, nothing is saved. The rest is for PostgreSQL's journal and for sorting on disk. */
const LOW_BYTES = 48 * MEGABYTE;
/** The share for a small disk, if it is less. */
const LOW_SHARE = 0.12;
/** Used shares of the disk at which to log a warning, once each until the use falls below it again. */
const WARNINGS = [0.85, 0.95];

export type DiskWatch = {
  /** True if nothing may be saved, because the disk is nearly full. */
  isFull: () => boolean;
  space: () => DiskSpace;
  close: () => void;
};

/**
 * Watches the disk of the embedded database: logs warnings, stops saves before it is full, and allows them again later.
 */
export function watchDisk(
  dataDir: string,
  log: Pick<Log, "warn" | "error" | "info">,
  readSpace: (folder: string) => DiskSpace = spaceOf,
): DiskWatch {
  let space = readSpace(dataDir);
  let isFull = false;
  let warned = 0;

  function check(): void {
    space = readSpace(dataDir);
    const low = Math.min(LOW_BYTES, space.total * LOW_SHARE);
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
  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();
  return { isFull: () => isFull, space: () => space, close: () => clearInterval(timer) };
}

/** Milliseconds after which one may try to save again: the database may have space again. */
const RETRY_SAVE_MS = 5_000;
/** Milliseconds without such an error after which the disk counts as free again. */
const FREE_AGAIN_MS = 60_000;

type FullErrors = {
  /** Call this with each error of the database. */
  note: (error: unknown) => void;
  /** True until the next save may be tried. */
  isFull: () => boolean;
  /** For screens: true until there was no such error for a minute. */
  isShown: () => boolean;
  close: () => void;
};

/** Follows errors of an external PostgreSQL. Its statements' errors are all that we learn about its disk. */
export function followFullErrors(log: Pick<Log, "error" | "info">): FullErrors {
  let at = -Infinity;
  let calming: NodeJS.Timeout | undefined;
  const isWithin = (ms: number): boolean => performance.now() - at < ms;
  return {
    note: (error) => {
      if (!isDiskFull(error)) return;
      at = performance.now();
      if (calming === undefined)
        log.error({}, "disk full: the database says so, nothing is saved until there is space again, reads go on");
      clearTimeout(calming);
      calming = setTimeout(() => {
        calming = undefined;
        log.info({}, "the disk of the database has space again");
      }, FREE_AGAIN_MS).unref();
    },
    isFull: () => isWithin(RETRY_SAVE_MS),
    isShown: () => isWithin(FREE_AGAIN_MS),
    close: () => clearTimeout(calming),
  };
}
