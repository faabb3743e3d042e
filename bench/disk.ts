import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

/** About what a save writes to the journal. */
const BYTES = 24 * 1_024;
const PAGES = 40;
const TIMES = 100;

/**
 * Milliseconds until the disk has what was written, one write after the other into a file that has its size, as
 * PostgreSQL writes its journal. A save waits for at least one of these.
 */
export function timeDisk(folder: string): number[] {
  const path = join(folder, "disk-test");
  const file = openSync(path, "w");
  const bytes = Buffer.alloc(BYTES, 1);
  const times: number[] = [];
  try {
    for (let n = 0; n < PAGES; n += 1) writeSync(file, bytes, 0, BYTES, n * BYTES);
    fdatasyncSync(file);
    for (let n = 0; n < TIMES; n += 1) {
      writeSync(file, bytes, 0, BYTES, (n % PAGES) * BYTES);
      const started = performance.now();
      fdatasyncSync(file);
      times.push(performance.now() - started);
    }
  } finally {
    closeSync(file);
    unlinkSync(path);
  }
  return times;
}
