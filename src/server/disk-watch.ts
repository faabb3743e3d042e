import { keepReserve, reserveBytes, spaceOf, type DiskSpace } from "#db/embedded/embedded.ts";
import { isDiskFull } from "#db/database-away.ts";
import type { Log } from "./log.ts";

const EVERY = 1_000;
const MEGABYTE = 1_048_576;
/** Below this nothing is saved any more: what is left is for PostgreSQL's journal, and for reads that sort on disk. */
const LOW = 48 * MEGABYTE;
/** Of a small disk, less. */
const LOW_SHARE = 0.12;
/** Used shares of the disk at which to log a warning, once each until the use falls below it again. */
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

/** Milliseconds after which a save is let through to a server that said its disk is full: it may have space again. */
const AGAIN = 5_000;
/** Milliseconds without such an error after which all is well. */
const CALM = 60_000;

export type ToldFull = {
  /** To be told of each error of the database. */
  note: (error: unknown) => void;
  /** Nothing is saved until the next try. */
  isFull: () => boolean;
  /** As for people who look: full until it has been well for a while. */
  isTold: () => boolean;
  close: () => void;
};

/** Another PostgreSQL watches its own disk; all we hear of it is the error of a statement. */
export function followToldFull(log: Pick<Log, "error" | "info">): ToldFull {
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
      }, CALM).unref();
    },
    isFull: () => isWithin(AGAIN),
    isTold: () => isWithin(CALM),
    close: () => clearTimeout(calming),
  };
}
