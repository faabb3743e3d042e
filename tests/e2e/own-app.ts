import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { openDatabase } from "#db/connect.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { setPasswordCost } from "#server/password.ts";
import { MAIN } from "#scripts/lib/programs.mjs";
import { fastFolder, type TestDatabase } from "#tests/helpers/postgres.ts";
import { createReadyDatabase } from "#tests/helpers/ready-database.ts";

/** Runs one statement, with its own connection. */
async function runSql(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/**
 * A database as the first start without demo people leaves it: with all companies and schools. The first app of the run
 * makes it, and the others copy it.
 */
export function createStartedDatabase(): Promise<TestDatabase> {
  return createReadyDatabase(async (databaseUrl) => {
    const first = new OwnApp({ DATABASE_URL: databaseUrl, DEMO: "off" });
    await first.start();
    await first.remove();
    await runSql(databaseUrl, "delete from secret_check");
  });
}

/** An app of a test's own, which it may stop and start again on the same data. */
export class OwnApp {
  /** Made at the first start: whoever lists the tests makes no folder. */
  #folder = "";
  #child: ChildProcess | undefined;
  #database: TestDatabase | undefined;
  #port = 0;
  /** Everything the app wrote. */
  output = "";
  /** Told what the app writes to its standard error. */
  onComplaint: (text: string) => void = () => {};
  #settings: Readonly<Record<string, string>>;
  readonly #isEmbedded: boolean;

  /** @param isEmbedded with the embedded database, made at the start; else with one on the run's server */
  constructor(settings: Readonly<Record<string, string>> = {}, isEmbedded = false) {
    this.#settings = settings;
    this.#isEmbedded = isEmbedded;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#folder ||= mkdtempSync(join(fastFolder(), "pipelines-own-"));
    if (!this.#isEmbedded && this.#settings["DATABASE_URL"] === undefined) {
      this.#database = await createStartedDatabase();
      this.#settings = { ...this.#settings, DATABASE_URL: this.#database.url };
    }
    const child = spawn(process.execPath, [MAIN], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "test",
        RATE_LIMITS: "test",
        PASSWORD_COST: "test",
        PORT: String(this.#port),
        DATA_DIR: this.#folder,
        LOG_LEVEL: "warn",
        ...this.#settings,
      },
    });
    this.#child = child;
    child.stderr.on("data", (data: Buffer) => {
      this.output += data.toString();
      this.onComplaint(data.toString());
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The app ended with ${code}: ${this.output}`)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        this.output += `${line}\n`;
        const match = /ready at http:\/\/[^:]+:(\d+)/.exec(line);
        if (match) resolve(Number(match[1]));
      });
    });
  }

  /** Makes an administrator in the database. The command for it would start a process, which takes a second. */
  async makeAdmin(email: string, password: string): Promise<void> {
    setPasswordCost("test");
    const db = openDatabase(this.#databaseUrl());
    await createAdmin(db, { email, password });
    await db.destroy();
  }

  /** Makes an administrator by the command, as one would on the server. */
  async makeAdminByCommand(email: string, password: string): Promise<void> {
    const child = spawn(process.execPath, ["scripts/admin-create.ts", "--email", email], {
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "test", DATA_DIR: this.#folder, LOG_LEVEL: "warn", ...this.#settings },
    });
    child.stdin.end(`${password}\n`);
    await new Promise<void>((resolve, reject) =>
      child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`admin:create ended with ${code}`)))),
    );
  }

  /** Changes the app's database behind its back. */
  async runSql(statement: string): Promise<void> {
    await runSql(this.#databaseUrl(), statement);
  }

  #databaseUrl(): string {
    if (this.#database === undefined) throw new Error("This app has no database on the run's server.");
    return this.#database.url;
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.#database?.drop();
    if (this.#folder !== "") rmSync(this.#folder, { recursive: true, force: true });
  }
}
