import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseUser, findBinaries } from "./binaries.ts";
import {
  type Access,
  ensureCluster,
  ensureDataDir,
  freePort,
  type Place,
  readAccess,
  setPassword,
  urlOf,
  writeAccess,
} from "./cluster.ts";
import { EmbeddedDatabaseError, isAboutSpace, saySlow } from "./error.ts";
import { type EmbeddedRole, type OwnerLock, readHolder, tryOwnerLock } from "./lock.ts";
import { Owner } from "./owner.ts";
import { isServerOf, readPostmasterFile } from "./process.ts";
import { IN_RESERVE, releaseReserve } from "./reserve.ts";
import { ensureServer, type RunningServer, runningServer, stopServer } from "./server.ts";

export { EmbeddedDatabaseError } from "./error.ts";
export { removeDatabase, removeIfAbandoned } from "./remove.ts";
export {
  hasReserve,
  isDiskFull,
  keepReserve,
  releaseReserve,
  reserveBytes,
  spaceOf,
  type DiskSpace,
} from "./reserve.ts";

interface EmbeddedOptions {
  dataDir: string;
  /** Receives a line for each step that takes longer than two seconds, and for each repair. */
  say: (line: string) => void;
  /** An `app` must own the directory, or it is refused. A `command` uses a running server or starts one for itself. */
  role: EmbeddedRole;
  /** Called once if the server died and cannot be restarted. The app should exit. */
  onLost?: (error: EmbeddedDatabaseError) => void;
  /** For tests: does not force writes to disk, and allows more connections. */
  throwAway?: boolean;
}

export interface EmbeddedDatabase {
  url: string;
  /** True if this process runs the server and stops it. */
  ownsServer: boolean;
  /** True while the server is dead, so that nothing can change. Always false for a server of another process. */
  isServerDown: () => boolean;
  /** Stops the server if it is ours. Can be called again. */
  stop(): Promise<void>;
}

const COMMAND_WAITS_MS = 60_000;

/** Returns the PostgreSQL of this directory, ready for connections. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  ensureDataDir(resolve(options.dataDir));
  const dataDir = realpathSync(options.dataDir);
  const lock = tryOwnerLock(dataDir, options.role);
  if (lock !== null)
    return options.role === "command" ? await asCommand(dataDir, options, lock) : await own(dataDir, options, lock);
  if (options.role === "app") throw await refusal(dataDir);
  const text = "Waiting for another Pipelines process that is using the database…";
  return await saySlow(options.say, text, () => waitAsCommand(dataDir, options));
}

async function refusal(dataDir: string): Promise<EmbeddedDatabaseError> {
  const holder = await readHolder(dataDir);
  const what = holder?.role === "command" ? "A Pipelines command is running" : "Pipelines is already running";
  const who = holder === undefined ? "in another process" : `as pid ${holder.pid}`;
  return new EmbeddedDatabaseError(
    `${what} on ${dataDir} ${who}: stop it first, or set DATA_DIR to another directory.`,
  );
}

/**
 * Waits while another process holds the lock. A command joins an app's server, but waits for another command to end.
 */
async function waitAsCommand(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const deadline = Date.now() + COMMAND_WAITS_MS;
  while (Date.now() < deadline) {
    const lock = tryOwnerLock(dataDir, "command");
    if (lock !== null) return await asCommand(dataDir, options, lock);
    // Another command stops its server when it ends, so do not join it.
    if ((await readHolder(dataDir))?.role === "app") {
      const attached = await attach(dataDir);
      if (attached !== undefined) return attached;
    }
    await sleep(50);
  }
  throw await refusal(dataDir);
}

/**
 * Runs when a command has the lock. Uses a server that a killed app left behind, and does not stop it; otherwise starts
 * one.
 */
async function asCommand(dataDir: string, options: EmbeddedOptions, lock: OwnerLock): Promise<EmbeddedDatabase> {
  const attached = await attach(dataDir).catch(() => undefined);
  if (attached === undefined) return await own(dataDir, options, lock);
  lock.release();
  return attached;
}

async function attach(dataDir: string): Promise<EmbeddedDatabase | undefined> {
  const access = readAccess(dataDir);
  if (access === undefined) return undefined;
  const running = await runningServer(join(dataDir, "pg"), access);
  if (running === undefined || running === "busy") return undefined;
  return { url: urlOf(running.access), ownsServer: false, isServerDown: () => false, stop: () => Promise.resolve() };
}

async function own(dataDir: string, options: EmbeddedOptions, lock: OwnerLock): Promise<EmbeddedDatabase> {
  const { say } = options;
  try {
    if (lock.tookReserve) say(IN_RESERVE);
    const cluster = join(dataDir, "pg");
    const user = chooseUser(cluster);
    const binaries = findBinaries(user, say);
    const place: Place = { dataDir, cluster, user, binaries, throwAway: options.throwAway ?? false };
    await ensureCluster(place, say);
    const access = readAccess(dataDir) ?? (await newAccess(place, say));
    const server = await startServer(place, access, say);
    const owner = new Owner(place, server, options.onLost, say);
    try {
      await owner.claim();
    } catch (error) {
      if (error instanceof EmbeddedDatabaseError) owner.stopWatching();
      else await owner.stop();
      throw error;
    }
    return {
      url: urlOf(server.access),
      ownsServer: true,
      isServerDown: () => owner.isRecovering,
      stop: async () => {
        await owner.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts the server. If the disk is too full for that, it gets the reserve. */
async function startServer(place: Place, access: Access, say: (line: string) => void): Promise<RunningServer> {
  try {
    return await ensureServer(place, access, say);
  } catch (error) {
    if (!isAboutSpace(error) || !releaseReserve(place.dataDir)) throw error;
    say(IN_RESERVE);
    return await ensureServer(place, access, say);
  }
}

/** access.json is lost, but not the data. Without a running server, a new password can be set without the old one. */
async function newAccess(place: Place, say: (line: string) => void): Promise<Access> {
  const file = readPostmasterFile(place.cluster);
  if (file !== undefined && isServerOf(file.pid, place.cluster)) await stopServer(place.cluster, file.pid, say);
  const access = { password: crypto.randomUUID(), port: await freePort() };
  setPassword(place, place.cluster, access.password, false);
  writeAccess(place.dataDir, access);
  say("access.json was missing; the database has a new password.");
  return access;
}
