import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { giveToOwnerOf } from "./give.ts";

const MEGABYTE = 1_048_576;
const MAX_RESERVE_BYTES = 32 * MEGABYTE;
/** The largest share of a small disk. */
const MAX_RESERVE_SHARE = 0.08;
/** With less space than one more journal file (16 MB), PostgreSQL cannot continue. */
const JOURNAL_BYTES = 17 * MEGABYTE;

export const IN_RESERVE =
  "The disk is full. The database starts in the space that was kept for this; nothing can be saved.";

export type DiskSpace = { free: number; total: number };

export function spaceOf(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Is there too little space for PostgreSQL to shut down and start again? */
export function isDiskFull(folder: string): boolean {
  return spaceOf(folder).free < JOURNAL_BYTES;
}

function fileOf(dataDir: string): string {
  return join(dataDir, "reserve");
}

export function hasReserve(dataDir: string): boolean {
  return existsSync(fileOf(dataDir));
}

/** The size of the reserve in bytes, whether it exists or not. */
export function reserveBytes({ total }: Pick<DiskSpace, "total">): number {
  return Math.min(MAX_RESERVE_BYTES, Math.floor((total * MAX_RESERVE_SHARE) / MEGABYTE) * MEGABYTE);
}

/**
 * Keeps a file of zeros beside the database. A server that died on a full disk cannot restart, because it must write
 * its journal first. Deleting this file makes room for that.
 * @returns false if there is no room for the file
 */
export function keepReserve(dataDir: string): boolean {
  if (hasReserve(dataDir)) return true;
  const space = spaceOf(dataDir);
  const bytes = reserveBytes(space);
  if (space.free < bytes + JOURNAL_BYTES) return false;
  const fresh = `${fileOf(dataDir)}.new`;
  try {
    writeZeros(fresh, bytes);
  } catch {
    rmSync(fresh, { force: true });
    return false;
  }
  giveToOwnerOf(dataDir, fresh);
  renameSync(fresh, fileOf(dataDir));
  return true;
}

function writeZeros(file: string, bytes: number): void {
  const handle = openSync(file, "w", 0o600);
  try {
    const piece = Buffer.alloc(MEGABYTE);
    for (let done = 0; done < bytes; done += MEGABYTE) writeSync(handle, piece);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @returns whether the file existed */
export function releaseReserve(dataDir: string): boolean {
  const isThere = hasReserve(dataDir);
  rmSync(fileOf(dataDir), { force: true });
  return isThere;
}
