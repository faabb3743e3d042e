import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "#db/embedded/embedded.ts";
import { isServerOf, readPostmasterFile } from "#db/embedded/process.ts";
import { fastFolder } from "./postgres.ts";

// For tests of the embedded database itself, with real binaries and real kills. Every test has its own directory, which
// only the testing user can enter (mkdtemp makes it 0700). For root this is the hard case: the database's user cannot
// reach it.
export let dataDir = "";
export let said: string[] = [];
export let children: ChildProcess[] = [];
let opened: EmbeddedDatabase[] = [];

export const cluster = (): string => join(dataDir, "pg");

/**
 * Gives every test of the calling file a directory and deletes it afterwards. The directory is empty, or with `isReady`
 * holds a database made once for the file. Making one takes longer than most tests of it.
 */
export function inOwnDirectory({ isReady = false } = {}): void {
  let made = "";
  if (isReady) {
    beforeAll(async () => {
      made = mkdtempSync(join(fastFolder(), "pipelines-embedded-"));
      const database = await openEmbedded({ dataDir: made, role: "app", say: () => undefined });
      await database.stop();
    });
    afterAll(() => rmSync(made, { recursive: true, force: true }));
  }

  beforeEach(() => {
    dataDir = mkdtempSync(join(fastFolder(), "pipelines-embedded-"));
    // -a: the cluster belongs to the database's own user.
    if (isReady) execFileSync("cp", ["-a", `${made}/.`, dataDir]);
    said = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    for (const database of opened) await database.stop().catch(() => undefined);
    children = [];
    opened = [];
    const left = readPostmasterFile(cluster());
    if (left !== undefined && isServerOf(left.pid, cluster())) process.kill(left.pid, "SIGQUIT");
    await until(() => left === undefined || !isServerOf(left.pid, cluster()));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
}

export async function open(
  role: "app" | "command" = "app",
  onLost?: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, role, say: (line) => said.push(line), ...(onLost && { onLost }) });
  opened.push(database);
  return database;
}

/** Opens the same directory in another process. `word` is the first line it prints: the url, or the error. */
export async function openElsewhere(
  role: "app" | "command",
): Promise<{ child: ChildProcess; pid: number; word: string; ms: number }> {
  const code = `
    import { openEmbedded } from ${JSON.stringify(new URL("../../src/db/embedded/embedded.ts", import.meta.url).href)};
    try {
      const db = await openEmbedded({ dataDir: ${JSON.stringify(dataDir)}, role: "${role}", say() {} });
      console.log(db.url);
      process.on("SIGTERM", () => db.stop().then(() => process.exit(0)));
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name + ": " + error.message);
    }`;
  const started = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const pid = child.pid ?? 0;
  const word = await new Promise<string>((resolve) => {
    if (child.stdout !== null) createInterface(child.stdout).once("line", resolve);
    child.once("exit", () => resolve("ended without a word"));
  });
  return { child, pid, word, ms: performance.now() - started };
}

export async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

export async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<{ value: T }>(sql)).rows.map((row) => row.value);
  } finally {
    await client.end();
  }
}

export async function until(condition: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the running server of a data directory has noted down. */
export const postmasterOf = (folder: string) => readPostmasterFile(join(folder, "pg"));
export const postmaster = (): number => readPostmasterFile(cluster())?.pid ?? 0;
export const serverRuns = (): boolean => isServerOf(postmaster(), cluster());
