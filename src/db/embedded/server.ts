import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { CLEAN_ENV } from "./binaries.ts";
import { type Access, asSeenByServer, freePort, isFree, lastLine, type Place, urlOf, writeAccess } from "./cluster.ts";
import { codeOf, EmbeddedDatabaseError, saySlow } from "./error.ts";
import { giveToOwnerOf } from "./give.ts";
import { limitLog } from "./log.ts";
import { clearDeadServer, isServerOf, kill, readPostmasterFile } from "./process.ts";

/** A server that accepts connections. */
export interface RunningServer {
  pid: number;
  access: Access;
}

const POLL_MS = 20;
const START_LIMIT_MS = 60_000;

// Passed on the command line, so that an old data directory gets the settings of the present code.
const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  cluster_name: "pipelines",
  max_connections: "150",
  max_wal_size: "512MB",
  // Nobody replicates this server, so an index or a table that one transaction makes need not be written twice.
  wal_level: "minimal",
  max_wal_senders: "0",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  log_line_prefix: "%m [%p] %a ",
  // The app reports failing statements itself. Their texts may contain personal data, so keep them out of this log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

const [LEAST_BUFFERS, MOST_BUFFERS, SHARE_OF_BUFFERS] = [128, 1_024, 1 / 16];

/** PostgreSQL's own memory for tables: on a large site it saves a third of a page's work in the database. */
export function sharedBuffers(memoryBytes: number): string {
  const megabytes = Math.floor((memoryBytes / 2 ** 20) * SHARE_OF_BUFFERS);
  return `${Math.min(MOST_BUFFERS, Math.max(LEAST_BUFFERS, megabytes))}MB`;
}

const THROW_AWAY: Record<string, string> = {
  shared_buffers: `${LEAST_BUFFERS}MB`,
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
};

/**
 * Returns a running server for a directory that this process has locked. Adopts a server that a killed app left behind,
 * waits for one that is stopping or recovering, and otherwise starts one. `keepPort` is for restarts, because pools
 * know the port.
 */
export async function ensureServer(
  place: Place,
  access: Access,
  say: (line: string) => void,
  keepPort = false,
): Promise<RunningServer> {
  return await saySlow(say, "The database is getting ready (after a crash it first replays its journal)…", async () => {
    const deadline = Date.now() + START_LIMIT_MS;
    let wanted = access;
    let problem = "it did not answer";
    for (let starts = 0; Date.now() < deadline && starts < 20;) {
      const running = await runningServer(place.cluster, wanted);
      if (running === "busy") {
        await sleep(POLL_MS);
        continue;
      }
      if (running !== undefined) return running;
      await clearDeadServer(place.cluster);
      if (!(await isFree(wanted.port))) {
        if (keepPort) {
          await sleep(250);
          starts += 1;
          problem = `port ${wanted.port} is taken by another program`;
          continue;
        }
        wanted = { ...wanted, port: await freePort() };
      }
      starts += 1;
      const outcome = await startServer(place, wanted, deadline);
      if ("pid" in outcome) {
        if (wanted.port !== access.port) writeAccess(place.dataDir, wanted);
        return outcome;
      }
      problem = outcome.problem;
      // Only these two pass by themselves: a port that was just taken, and shared memory that the last server still
      // holds.
      if (!/could not (bind|create any TCP)|shared memory block|Address already in use/.test(problem)) break;
      await sleep(200);
    }
    throw new EmbeddedDatabaseError(
      `The embedded database did not start: ${problem} (more in ${join(place.dataDir, "postgres.log")}).`,
    );
  });
}

/** The server in the directory, "busy" while it starts or stops, undefined if there is none. */
export async function runningServer(cluster: string, access: Access): Promise<RunningServer | "busy" | undefined> {
  const file = readPostmasterFile(cluster);
  if (file === undefined || !isServerOf(file.pid, cluster)) return undefined;
  if (file.status !== "ready" || file.port === undefined) return "busy";
  const its = { ...access, port: file.port };
  const answer = await tryConnect(its);
  if (answer === "refused") {
    throw new EmbeddedDatabaseError(
      `The database server in ${cluster} (pid ${file.pid}) does not accept the password in access.json: stop that process and start again.`,
    );
  }
  return answer === "ready" ? { pid: file.pid, access: its } : "busy";
}

async function tryConnect(access: Access): Promise<"ready" | "refused" | "not yet"> {
  const client = new Client({ connectionString: urlOf(access), connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = codeOf(error) ?? "";
    // 28xxx: wrong password. 53300: all connections are taken, so the server works.
    if (code.startsWith("28")) return "refused";
    return code === "53300" ? "ready" : "not yet";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startServer(
  place: Place,
  access: Access,
  deadline: number,
): Promise<RunningServer | { problem: string }> {
  const settings = {
    ...SETTINGS,
    shared_buffers: sharedBuffers(Math.min(totalmem(), process.constrainedMemory() || totalmem())),
    ...(place.throwAway ? THROW_AWAY : {}),
    port: String(access.port),
  };
  const { handle, start } = openLog(place);
  const child = spawn(
    place.binaries.postgres,
    [
      "-D",
      asSeenByServer(place, place.cluster),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    // A session of its own: Ctrl-C in a terminal reaches only the app, which then stops the database properly.
    { ...place.user, cwd: place.cluster, env: CLEAN_ENV, detached: true, stdio: ["ignore", handle, handle] },
  );
  closeSync(handle);
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended ??= `it ended with ${signal ?? code}`));
  child.unref();
  // A command that is interrupted now would leave it running: its owner watches it only once it is ready.
  const end = (): boolean => child.kill("SIGINT");
  process.on("exit", end);
  try {
    while (Date.now() < deadline) {
      if (ended !== undefined) return { problem: reasonIn(logSince(place, start)) ?? ended };
      const file = readPostmasterFile(place.cluster);
      if (file?.status === "ready" && file.pid === child.pid) {
        const answer = await tryConnect(access);
        if (answer === "ready") return { pid: file.pid, access };
        if (answer === "refused") return { problem: "it does not accept the password in access.json" };
      }
      await sleep(POLL_MS);
    }
    return { problem: "it was not ready after a minute" };
  } finally {
    process.off("exit", end);
  }
}

/** Opens the log to append to it, after limiting its size. */
function openLog(place: Place): { handle: number; start: number } {
  const file = join(place.dataDir, "postgres.log");
  try {
    limitLog(file);
    const start = existsSync(file) ? statSync(file).size : 0;
    const handle = openSync(file, "a", 0o600);
    giveToOwnerOf(place.dataDir, file);
    return { handle, start };
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    throw new EmbeddedDatabaseError(
      `${file} cannot be written by this user: give it, and all else in ${place.dataDir}, to the user who starts the app (chown -R).`,
      { cause: error },
    );
  }
}

function logSince(place: Place, start: number): string {
  try {
    return readFileSync(join(place.dataDir, "postgres.log")).subarray(start).toString("utf8");
  } catch {
    return "";
  }
}

/**
 * Finds why PostgreSQL died, without timestamp and pid: a port that is taken, else the operating system's reason (which
 * may be only a LOG line with others after it), else the PANIC or FATAL message, else the last line.
 */
export function reasonIn(log: string): string | undefined {
  const ours = /could not bind [^\n]*/.exec(log)?.[0];
  const lines = [...log.matchAll(/(?:LOG|ERROR|FATAL|PANIC):\s+([^\n]*)/g)].map(([, words = ""]) => words);
  const system = lines.find((words) =>
    /: (?:No space left on device|Input\/output error|Read-only file system)/.test(words),
  );
  const fatal = [...log.matchAll(/(?:PANIC):\s+([^\n]*)/g)].at(-1)?.[1] ?? /FATAL:\s+([^\n]*)/.exec(log)?.[1];
  return ours ?? system ?? fatal ?? lastLine(log);
}

/**
 * Stops the server. Fast shutdown first: it ends connections and writes everything, and gets 20 s. Then immediate
 * shutdown, which loses nothing committed, but the next start must replay the journal.
 */
export async function stopServer(cluster: string, pid: number, say: (line: string) => void): Promise<void> {
  await saySlow(say, "Waiting for the database to finish…", async () => {
    for (const [signal, limitMs] of [
      ["SIGINT", 20_000],
      ["SIGQUIT", 10_000],
      ["SIGKILL", 5_000],
    ] as const) {
      if (!isServerOf(pid, cluster)) return;
      kill(pid, signal);
      const deadline = Date.now() + limitMs;
      while (Date.now() < deadline) {
        if (!isServerOf(pid, cluster)) return;
        await sleep(POLL_MS);
      }
    }
    throw new EmbeddedDatabaseError(`The database (pid ${pid}) did not stop.`);
  });
}
