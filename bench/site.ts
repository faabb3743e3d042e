import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase, type Database } from "#db/connect.ts";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { beforeEnd } from "./cleanup.ts";
import { waitForPaths } from "./places.ts";
import { APP_ENV, runScript, startApp, type Started } from "./processes.ts";

/** The first start makes so many by itself. */
const FIRST_PEOPLE = 600;
/** Seconds that background work of the start may take before it is measured all the same. */
const QUIET_SECONDS = 900;

export class Site {
  readonly root: string;
  readonly people: number;
  readonly folder = mkdtempSync(join(tmpdir(), "pipelines-bench-"));
  readonly #forget: () => void;
  #app: Started | undefined;

  readonly #kept: string | undefined;

  /**
   * @param root the program, which is built
   * @param kept a folder that holds the site as it was made, for later runs; it is made if it is not there
   */
  constructor(root: string, people: number, kept?: string) {
    this.root = root;
    this.people = people;
    this.#kept = kept;
    this.#forget = beforeEnd(() => this.remove());
  }

  get dataDir(): string {
    return join(this.folder, "data");
  }

  get env(): Record<string, string> {
    return { ...APP_ENV, DATA_DIR: this.dataDir };
  }

  get url(): string {
    if (this.#app === undefined) throw new Error("The site does not run.");
    return this.#app.url;
  }

  /** Of the process that was started; the app is a child of it. */
  get pid(): number {
    return this.#app?.child.pid ?? 0;
  }

  /** Nobody asks for a batch while pages are measured: they come by the hour. */
  async start(processes = 1): Promise<number> {
    await this.stop();
    const env = { BATCH_MINUTES: "10080", PROCESSES: String(processes) };
    this.#app = await startApp(this.dataDir, env, this.root);
    return this.#app.milliseconds;
  }

  async stop(): Promise<void> {
    await this.#app?.stop();
    this.#app = undefined;
  }

  /** After a part that failed the app may be gone. */
  async ensureRunning(): Promise<void> {
    const child = this.#app?.child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) return;
    await this.start();
    await waitForPaths(this.url);
  }

  /**
   * Makes the people, or copies the kept site; the site stands still then.
   * @returns milliseconds of the very first start, and of the seeding; undefined if they were not made now
   */
  async fill(): Promise<{ coldMilliseconds: number | undefined; seedMilliseconds: number | undefined }> {
    if (this.#kept === undefined) return await this.#make();
    if (existsSync(this.#kept)) {
      copySite(this.#kept, this.dataDir);
      const { rows } = await this.withDatabase((db) =>
        sql<{ people: number }>`select count(*) as people from profile where demo`.execute(db),
      );
      if (rows[0]?.people !== this.people)
        throw new Error(`${this.#kept} holds ${rows[0]?.people} demo people, not ${this.people}.`);
      return { coldMilliseconds: undefined, seedMilliseconds: undefined };
    }
    const made = await this.#make();
    copySite(this.dataDir, this.#kept);
    return made;
  }

  async #make(): Promise<{ coldMilliseconds: number; seedMilliseconds: number | undefined }> {
    const coldMilliseconds = await this.start();
    await this.stop();
    if (this.people === FIRST_PEOPLE) return { coldMilliseconds, seedMilliseconds: undefined };
    const started = performance.now();
    await runScript(["scripts/seed.ts", "--people", String(this.people)], {
      root: this.root,
      env: this.env,
      failed: "The demo people could not be made.",
    });
    return { coldMilliseconds, seedMilliseconds: performance.now() - started };
  }

  async withDatabase<T>(work: (db: Database, url: string) => Promise<T>): Promise<T> {
    const embedded = await openEmbedded({ dataDir: this.dataDir, say: () => {}, role: "command" });
    const db = openDatabase(embedded.url, { max: 2, statementTimeout: 0, applicationName: "pipelines-bench" });
    try {
      return await work(db, embedded.url);
    } finally {
      await db.destroy();
      await embedded.stop();
    }
  }

  /** Waits until the site is as after a day: vacuumed, the engine filled, the work of the start done. */
  async settle(): Promise<void> {
    await waitForPaths(this.url);
    await this.withDatabase(async (db) => {
      await sql`vacuum (analyze)`.execute(db);
      for (let waited = 0; waited < QUIET_SECONDS; waited += 1) {
        const { rows } = await sql`
          select from pgboss.job
          where (state in ('retry', 'active') or (state = 'created' and start_after <= now()))
            and name not like '\\_\\_%' limit 1`.execute(db);
        if (rows.length === 0) return;
        await setTimeout(1_000);
      }
      console.log("Background work of the start goes on: it is measured along.");
    });
  }

  async remove(): Promise<void> {
    this.#forget();
    await this.stop();
    await stopLeftServer(this.dataDir);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Copies the files of a site that stands still. They keep their owners, because PostgreSQL does not run as root. Runs
 * change their sites, so none works on the kept one.
 */
function copySite(from: string, to: string): void {
  if (existsSync(join(from, "pg", "postmaster.pid"))) throw new Error(`A database runs in ${from}: stop it first.`);
  const { status } = spawnSync("cp", ["-a", from, to], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}.`);
}

/** A script that was killed while it made people leaves its PostgreSQL behind. */
async function stopLeftServer(dataDir: string): Promise<void> {
  const file = join(dataDir, "pg", "postmaster.pid");
  for (let tries = 0; tries < 100 && existsSync(file); tries += 1) {
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    try {
      // To PostgreSQL an order to end at once, with nothing left over.
      if (pid > 1) process.kill(pid, tries === 0 ? "SIGINT" : 0);
    } catch {
      return;
    }
    await setTimeout(100);
  }
}
