import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const MEGABYTE = 1_048_576;
const MOST = 32 * MEGABYTE;
/** Of a small disk, less. */
const SHARE = 0.08;
/** With less than one more file of the journal, which has 16 MB, PostgreSQL cannot go on. */
const JOURNAL = 17 * MEGABYTE;

export type DiskSpace = { free: number; total: number };

export function spaceOf(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Too little for PostgreSQL to end in order and come back. */
export function isDiskFull(folder: string): boolean {
  return spaceOf(folder).free < JOURNAL;
}

function fileOf(dataDir: string): string {
  return join(dataDir, "reserve");
}

export function hasReserve(dataDir: string): boolean {
  return existsSync(fileOf(dataDir));
}

/** Bytes that the reserve has, or would have. */
export function reserveBytes({ total }: Pick<DiskSpace, "total">): number {
  return Math.min(MOST, Math.floor((total * SHARE) / MEGABYTE) * MEGABYTE);
}

/**
 * A file of zeros beside the database. On a full disk a server that has died cannot come back: it writes its journal
 * first. Then the file is removed, and there is room for that.
 * @returns false where there is no room for it
 */
export function keepReserve(dataDir: string): boolean {
  if (hasReserve(dataDir)) return true;
  const space = spaceOf(dataDir);
  const bytes = reserveBytes(space);
  if (space.free < bytes + JOURNAL) return false;
  const fresh = `${fileOf(dataDir)}.new`;
  const handle = openSync(fresh, "w", 0o600);
  try {
    const piece = Buffer.alloc(MEGABYTE);
    for (let done = 0; done < bytes; done += MEGABYTE) writeSync(handle, piece);
    fsyncSync(handle);
  } catch {
    rmSync(fresh, { force: true });
    return false;
  } finally {
    closeSync(handle);
  }
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dataDir);
    chownSync(fresh, uid, gid);
  }
  renameSync(fresh, fileOf(dataDir));
  return true;
}

/** @returns whether there was one */
export function releaseReserve(dataDir: string): boolean {
  const isThere = hasReserve(dataDir);
  rmSync(fileOf(dataDir), { force: true });
  return isThere;
}
