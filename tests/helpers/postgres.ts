import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { tryOwnerLock } from "#db/embedded/lock.ts";
import { isServerOf, kill, readPostmasterFile } from "#db/embedded/process.ts";

/** A PostgreSQL for one test run. */
interface TestServer {
  url: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  url: string;
  name: string;
  drop(): Promise<void>;
}

const PREFIX = "pipelines-test-";
/** A file system in memory, which Linux has. */
const IN_MEMORY = "/dev/shm";
/** Free bytes that the server may need at most: its log, and the databases of three test files. */
const NEEDED_BYTES = 4_000_000_000;
/** Workers of the run find the server by this variable, which they inherit. */
const SERVER_URL = "PIPELINES_TEST_SERVER_URL";
/** The variable with the name of the run's template, see tests/helpers/ready-database.ts. */
export const TEMPLATE_NAME = "PIPELINES_TEST_TEMPLATE";
/** The end of the name of the run's other template, which has tables and no app was started on. */
export const MIGRATED = "_migrated";
/** The same for the template with the catalogue. */
export const CATALOGUE = "_catalogue";

/**
 * Starts one server for a whole test run: TEST_DATABASE_URL if it is set (to test another version), otherwise an
 * embedded one in a temporary directory, without fsync. Call it once, in the main process of the run.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env["TEST_DATABASE_URL"];
  // The second case: every project of a Vitest run calls setup, in the same process.
  const present = given || process.env[SERVER_URL];
  const template = (process.env[TEMPLATE_NAME] ??= `test_template_${randomBytes(6).toString("hex")}`);
  const dropTemplates = async (from: string): Promise<void> => {
    for (const kind of ["", MIGRATED, CATALOGUE]) await dropDatabase(from, `${template}${kind}`);
  };
  if (given) return { url: given, stop: () => dropTemplates(given) };
  if (present) return { url: present, stop: () => Promise.resolve() };
  for (const parent of [tmpdir(), IN_MEMORY]) sweep(parent);
  const dataDir = mkdtempSync(join(fastFolder(), PREFIX));
  const server = await openEmbedded({ dataDir, role: "command", throwAway: true, say: (line) => console.error(line) });
  await makeLoginsCheap(server.url);
  process.env[SERVER_URL] = server.url;
  keepCompiled(dataDir);
  const remove = (): void => discard(dataDir);
  // An interrupted run does not call stop(), so the server is killed when the process exits.
  process.on("exit", remove);
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
  }
  return {
    url: server.url,
    async stop() {
      await server.stop();
      process.off("exit", remove);
      delete process.env[SERVER_URL];
      delete process.env["NODE_COMPILE_CACHE"];
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Keeps the password, but derives it in one round instead of 4,096. A run opens thousands of connections, and each
 * derives it again. A wrong password is refused as before.
 */
async function makeLoginsCheap(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await run(url, `SET scram_iterations = 1; ALTER ROLE "${username}" PASSWORD '${password}'`);
}

/**
 * Lets Node keep the compiled form of our sources, for the processes and threads that the run starts from here on. Each
 * of these hundreds would strip the types of the same files and compile them again, which takes half of its start.
 */
function keepCompiled(folder: string): void {
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
}

/**
 * Where a database's files go: into memory if there is room. Every database is 660 files, and on a disk that others
 * use too, making and deleting them takes several times as long.
 */
export function fastFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > NEEDED_BYTES ? IN_MEMORY : tmpdir();
}

/** The address of the run's server. */
export function serverUrl(): string {
  const server = process.env["TEST_DATABASE_URL"] || process.env[SERVER_URL];
  if (server === undefined) {
    throw new Error(
      "There is no test server: list tests/helpers/postgres.ts in globalSetup, or set TEST_DATABASE_URL.",
    );
  }
  return server;
}

/** A fresh database on the run's server, empty or a copy of `template`, which must have no open connections. */
export async function createTestDatabase(options: { template?: string } = {}): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${process.pid}_${randomBytes(6).toString("hex")}`;
  // ENCODING needs template0 where the server's own default differs, so that an empty database is the same everywhere.
  const source =
    options.template === undefined ? "TEMPLATE template0 ENCODING 'UTF8'" : `TEMPLATE "${options.template}"`;
  // FILE_COPY takes a third of the work of writing every page to the journal.
  await run(server, `CREATE DATABASE "${name}" ${source} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, name, drop: () => dropDatabase(server, name) };
}

/** An autovacuum worker that is in there cannot be ended by us, and is gone in a moment. */
async function dropDatabase(server: string, name: string, tries = 20): Promise<void> {
  try {
    await run(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === "42501";
    if (!isBusy || tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 250));
    await dropDatabase(server, name, tries - 1);
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Kills the server of a throw-away directory and removes the directory. Synchronous, for the "exit" event. */
function discard(dataDir: string): void {
  const cluster = join(dataDir, "pg");
  const pid = readPostmasterFile(cluster)?.pid;
  if (pid !== undefined && isServerOf(pid, cluster)) {
    kill(pid, "SIGQUIT");
    const deadline = Date.now() + 3000;
    while (isServerOf(pid, cluster) && Date.now() < deadline) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Runs that were killed with -9 could not clean up: their directories have no owner any more. */
function sweep(parent: string): void {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  for (const name of names.filter((stop) => stop.startsWith(PREFIX))) {
    const dataDir = join(parent, name);
    if (!existsSync(join(dataDir, "owner.lock"))) continue; // just being made
    try {
      const lock = tryOwnerLock(dataDir, "command");
      if (lock === null) continue;
      discard(dataDir);
      lock.release();
    } catch {
      // another user's
    }
  }
}

/** For `globalSetup` of Vitest: the server of the whole run. */
let running: TestServer | undefined;

export async function setup(): Promise<void> {
  running = await startTestServer();
}

export async function teardown(): Promise<void> {
  await running?.stop();
  running = undefined;
}
