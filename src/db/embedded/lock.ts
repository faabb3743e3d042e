import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, EmbeddedDatabaseError, isAboutSpace, reasonOf } from "./error.ts";
import { giveToOwnerOf } from "./give.ts";
import { releaseReserve } from "./reserve.ts";

/** An `app` serves the site. A `command` is a short task such as seed or verify. */
export type EmbeddedRole = "app" | "command";

interface Holder {
  pid: number;
  role: EmbeddedRole;
}

export interface OwnerLock {
  /** The disk was full, and the reserve was deleted to make room for the start. */
  tookReserve: boolean;
  release(): void;
}

const SQLITE_BUSY = 5;

function holderFile(dataDir: string): string {
  return join(dataDir, "owner.pid");
}

/**
 * Locks the directory for this process. Returns null if another process holds the lock.
 *
 * The kernel holds the lock and releases it when the process ends in any way. So no stale lock can remain, and no pid
 * can be confused. It is a byte-range lock on an empty SQLite file, because Node has no flock. PostgreSQL's advisory
 * lock is not enough: it cannot exist before the server runs or during a restart.
 *
 * Beware: the kernel drops the lock when this process closes any other handle on owner.lock. Never open that file
 * elsewhere.
 */
export function tryOwnerLock(dataDir: string, role: EmbeddedRole): OwnerLock | null {
  const file = join(dataDir, "owner.lock");
  let db: DatabaseSync | undefined;
  let tookReserve = false;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"); // nothing is ever written: no journal beside it either
    tookReserve = writeHolder(dataDir, role);
    // If root started us, the directory's owner must still be able to start later.
    giveToOwnerOf(dataDir, file);
    giveToOwnerOf(dataDir, holderFile(dataDir));
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    if (isAboutSpace(error)) {
      throw new EmbeddedDatabaseError(
        `The disk of ${dataDir} is full or has no free inodes (df -h and df -i say which): make room on it and start again.`,
      );
    }
    throw new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be locked (${reasonOf(error)}): it must be writable for this user; set DATA_DIR to another directory.`,
    );
  }
  let held: DatabaseSync | undefined = db;
  return {
    tookReserve,
    release() {
      if (held === undefined) return;
      // Before the lock ends: afterwards the file may be the next holder's. Left behind, it would name us for a moment
      // while the next holder has the lock and has not yet written its pid.
      rmSync(holderFile(dataDir), { force: true });
      held.close();
      held = undefined;
    },
  };
}

/** Who holds the lock now. Tries again for a moment, because a new holder writes its pid after it takes the lock. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const holder = parseHolder(readOrEmpty(holderFile(dataDir)));
    if (holder !== undefined && isAlive(holder.pid)) return holder;
    await sleep(20);
  }
  return undefined;
}

/** Does a process with this number exist? Other users' processes count too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @returns whether the reserve was deleted, because there was no space even for this file */
function writeHolder(dataDir: string, role: EmbeddedRole): boolean {
  const write = (): void => writeFileSync(holderFile(dataDir), `${process.pid} ${role}\n`, { mode: 0o644 });
  try {
    write();
    return false;
  } catch (error) {
    if (!isAboutSpace(error) || !releaseReserve(dataDir)) throw error;
    write();
    return true;
  }
}

function parseHolder(text: string): Holder | undefined {
  const match = /^(\d+) (app|command)\n$/.exec(text);
  if (match === null) return undefined;
  return { pid: Number(match[1]), role: match[2] === "app" ? "app" : "command" };
}

function isBusy(error: unknown): boolean {
  return typeof error === "object" && error !== null && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
