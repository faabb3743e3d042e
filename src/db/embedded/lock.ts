import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, EmbeddedDatabaseError, reasonOf, sleep } from "./error.ts";

/** `app` serves the site; `command` is a short-lived helper such as seed or verify. */
export type EmbeddedRole = "app" | "command";

export interface Holder {
  pid: number;
  role: EmbeddedRole;
}

export interface OwnerLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the directory for this process, or returns null when another one has it.
 *
 * The kernel holds the lock (a byte-range lock, through an empty SQLite file, as Node has no flock of its own), so that it
 * ends with the process however that ends: nothing can be stale and no pid can be mistaken. It covers what the advisory
 * lock inside PostgreSQL cannot: the time before the server runs, and the moments in which it is being restarted.
 *
 * Beware: such locks are dropped when the same process closes any other handle on owner.lock. Never open that file elsewhere.
 */
export function tryOwnerLock(dataDir: string, role: EmbeddedRole): OwnerLock | null {
  const file = join(dataDir, "owner.lock");
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"); // nothing is ever written: no journal beside it either
    writeFileSync(join(dataDir, "owner.pid"), `${process.pid} ${role}\n`, { mode: 0o644 });
    // Started by root in somebody's directory: that somebody must be able to start again later.
    giveToOwnerOf(dataDir, file);
    giveToOwnerOf(dataDir, join(dataDir, "owner.pid"));
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be locked (${reasonOf(error)}): it must be writable for this user; set DATA_DIR to another directory.`,
    );
  }
  let held: DatabaseSync | undefined = db;
  return {
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/** Who holds the lock now. Waits out the instant between somebody's taking the lock and writing the pid. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const holder = parseHolder(readOrEmpty(join(dataDir, "owner.pid")));
    if (holder !== undefined && isAlive(holder.pid)) return holder;
    await sleep(20);
  }
  return undefined;
}

/** Is there a process of this number? One that belongs to somebody else counts as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** As root, hands a file to the owner of its directory; for anybody else there is nothing to do. */
export function giveToOwnerOf(dir: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dir);
  chownSync(file, uid, gid);
}

export function parseHolder(text: string): Holder | undefined {
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
