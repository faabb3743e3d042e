import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { chooseUser, CLEAN_ENV, findBinaries, type Binaries, type OtherUser } from "#db/embedded/binaries.ts";
import { freePort } from "#db/embedded/cluster.ts";

/** One of several PostgreSQL servers that replicate each other. */
export type Node = {
  port: number;
  /** The app's role. */
  url: string;
  /** Runs a statement as the superuser. */
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  start: () => Promise<void>;
  /** Ends the server at once, as a power cut does. */
  kill: () => Promise<void>;
  /** Makes the standby a primary. Resolves when it takes changes. */
  promote: () => Promise<void>;
  /** The standby receives everything and shows nothing of it. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
};

export type Cluster = { primary: Node; standbys: Node[]; stop: () => Promise<void> };

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  shared_buffers: "32MB",
  wal_keep_size: "256MB",
  timezone: "UTC",
};

/**
 * A primary with streaming standbys, from the embedded binaries. The standbys begin as copies of the stopped primary.
 * @param isSynchronous every commit waits until a standby has it on disk
 */
export async function startCluster(options: { standbys: number; isSynchronous?: boolean }): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-cluster-"));
  const user = chooseUser(join(folder, "none"));
  if (user) chownSync(folder, user.uid, user.gid);
  const binaries = findBinaries(user, () => {});
  const servers: Server[] = [];
  const add = async (name: string): Promise<Server> => {
    const server = new Server({ folder: join(folder, name), port: await freePort(), user, binaries });
    servers.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const primary = await add("primary");
    primary.initialise();
    await primary.start();
    await primary.query("create role pipelines login createdb");
    await primary.query("create database pipelines owner pipelines");
    await primary.end();
    const standbys: Server[] = [];
    for (let n = 1; n <= options.standbys; n += 1) {
      const standby = await add(`standby${n}`);
      standby.copyFrom(primary);
      standbys.push(standby);
    }
    if (options.isSynchronous === true) primary.set("synchronous_standby_names", "*");
    for (const server of servers) await server.start();
    return { primary, standbys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

class Server implements Node {
  readonly port: number;
  readonly #folder: string;
  readonly #user: OtherUser | undefined;
  readonly #binaries: Binaries;
  #child: ChildProcess | undefined;

  constructor(given: { folder: string; port: number; user: OtherUser | undefined; binaries: Binaries }) {
    this.port = given.port;
    this.#folder = given.folder;
    this.#user = given.user;
    this.#binaries = given.binaries;
  }

  get url(): string {
    return `postgres://pipelines@127.0.0.1:${this.port}/pipelines`;
  }

  initialise(): void {
    const args = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions"];
    const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    this.#run(this.#binaries.initdb, ["-D", this.#folder, ...args, ...locale]);
  }

  copyFrom(primary: Server): void {
    this.#run("/bin/cp", ["-a", primary.#folder, this.#folder]);
    this.#write("standby.signal", "");
    this.set("primary_conninfo", `host=127.0.0.1 port=${primary.port} user=postgres`);
  }

  set(name: string, value: string): void {
    appendFileSync(join(this.#folder, "postgresql.auto.conf"), `${name} = '${value}'\n`);
  }

  async start(): Promise<void> {
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const log = openSync(`${this.#folder}.log`, "a");
    const child = spawn(this.#binaries.postgres, ["-D", this.#folder, "-p", String(this.port), ...settings], {
      ...this.#user,
      cwd: this.#folder,
      env: CLEAN_ENV,
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    this.#child = child;
    await this.#until("select 1");
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: "127.0.0.1", port: this.port, user: "postgres", database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  end(): Promise<void> {
    return this.#signal("SIGINT");
  }

  async kill(): Promise<void> {
    const child = this.#child;
    // The other processes of a server that was killed notice it by themselves, but not at once.
    const others = child ? childrenOf(child.pid) : [];
    await this.#signal("SIGKILL");
    for (const pid of others) endProcess(pid);
  }

  async promote(): Promise<void> {
    await this.query("select pg_promote(false)");
    await this.#until("select 1 where not pg_is_in_recovery()");
  }

  async pause(): Promise<void> {
    await this.query("select pg_wal_replay_pause()");
    await this.#until("select 1 where pg_get_wal_replay_pause_state() = 'paused'");
  }

  async resume(): Promise<void> {
    await this.query("select pg_wal_replay_resume()");
  }

  async #until(sql: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const rows = await this.query(sql).catch(() => []);
      if (rows.length > 0) return;
      if (Date.now() > deadline || this.#child?.exitCode !== null)
        throw new Error(`The server did not become ready:\n${readFileSync(`${this.#folder}.log`, "utf8")}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  #write(name: string, text: string): void {
    const file = join(this.#folder, name);
    writeFileSync(file, text);
    if (this.#user) chownSync(file, this.#user.uid, this.#user.gid);
  }

  #run(program: string, args: string[]): void {
    const run = spawnSync(program, args, { ...this.#user, cwd: "/", env: CLEAN_ENV, encoding: "utf8" });
    if (run.status !== 0) throw new Error(`${program} failed: ${run.stderr}`);
  }
}

function childrenOf(pid: number | undefined): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
