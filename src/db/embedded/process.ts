import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./lock.ts";

/** The content of PostgreSQL's postmaster.pid. */
interface PostmasterFile {
  pid: number;
  port: number | undefined;
  status: "starting" | "ready" | "stopping";
}

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(cluster, "postmaster.pid"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Line 1 is the pid (negative for a single-user server), line 4 the port, line 8 the state. */
function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split("\n");
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  const port = Number.parseInt(lines[3] ?? "", 10);
  const word = (lines[7] ?? "").trim();
  const status = word === "ready" || word === "stopping" ? word : "starting";
  return { pid, port: port > 0 ? port : undefined, status };
}

/** Is this pid a PostgreSQL process of this data directory? The number may belong to another program by now. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" }).stdout.includes("postgres");
  }
  try {
    if (!/^(postgres|initdb)\n$/.test(readFileSync(`/proc/${pid}/comm`, "utf8"))) return false;
    // PostgreSQL processes work inside their data directory. Compare it by inode, because the server may use another
    // path.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return false; // gone meanwhile, or a zombie
  }
}

/**
 * Prepares the directory for a new server after the old postmaster has died.
 *
 * The old server's child processes must end first: two servers on the same files would destroy them. PostgreSQL
 * prevents that itself with the shared memory named in postmaster.pid, so never delete a file that names it. But
 * PostgreSQL also refuses to start if the pid in it belongs to any living process, even an unrelated program. So write
 * our own pid there: PostgreSQL knows that its parent is not a server and ignores it.
 */
export async function clearDeadServer(cluster: string): Promise<void> {
  for (let waited = 0; ; waited += 25) {
    const orphans = processesOf(cluster);
    if (orphans.length === 0) break;
    const signal = waited >= 3000 ? "SIGKILL" : "SIGQUIT";
    if (waited === 500 || (waited >= 3000 && waited % 1000 === 0)) {
      for (const pid of orphans) kill(pid, signal);
    }
    if (waited >= 10_000) break; // the start will say what is wrong
    await sleep(25);
  }
  const file = join(cluster, "postmaster.pid");
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const pid = Math.abs(Number(lines[0]));
    if (pid > 0 && isAlive(pid)) writeFileSync(file, [process.pid, ...lines.slice(1)].join("\n"));
    // A power cut or a full disk can leave an empty file, which names no shared memory. PostgreSQL refuses to start
    // with it. Delete it only where we can see that no process of a server is left.
    else if (lines.join("").trim() === "" && process.platform === "linux" && processesOf(cluster).length === 0)
      rmSync(file);
  } catch {
    // no such file: nothing to make way for
  }
}

/** Kills the processes that still work in a directory which will be deleted. */
export async function endProcessesOf(directory: string): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 25) {
    if (killProcessesOf(directory) === 0) return;
    await sleep(25);
  }
}

/** Kills them without waiting, for a process that ends itself. @returns how many there were */
export function killProcessesOf(directory: string): number {
  const left = processesOf(directory);
  for (const pid of left) kill(pid, "SIGKILL");
  return left.length;
}

function processesOf(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServerOf(pid, cluster));
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone
  }
}
