import { spawn, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { chooseUser } from "#db/embedded/binaries.ts";
import { freePort } from "#db/embedded/cluster.ts";
import { debianEnv, unpackPackages } from "#tests/helpers/debian-packages.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "deploy", "cluster");
const PACKAGES = ["patroni", "python3-etcd", "etcd-server", "haproxy", "postgresql"];
const MACHINES = ["one", "two", "three"] as const;
/** The servers listen on this machine only, and are gone after the run. */
const PASSWORD = "only-for-this-run";

type Machine = { name: string; port: number; restPort: number; dataDir: string; patroni: ChildProcess | undefined };
type Member = { name: string; role: string; state: string; lag?: number | string };

function programsOf(root: string): { postgres: string; etcd: string; patroni: string; haproxy: string } {
  const find = (path: string): string => {
    const here = join(root, path);
    return existsSync(here) ? here : path;
  };
  const versions = find("/usr/lib/postgresql");
  const [newest = ""] = readdirSync(versions).toSorted((one, other) => Number(other) - Number(one));
  return {
    postgres: join(versions, newest, "bin"),
    etcd: find("/usr/bin/etcd"),
    patroni: find("/usr/bin/patroni"),
    haproxy: find("/usr/sbin/haproxy"),
  };
}

/** Three PostgreSQL servers under Patroni, with etcd and HAProxy, as the example files have it. */
export class PatroniCluster {
  readonly machines: readonly Machine[];
  /** HAProxy's port that leads to the primary. */
  readonly proxyPort: number;
  readonly #folder: string;
  readonly #user = chooseUser("/nonexistent");
  readonly #programs: ReturnType<typeof programsOf>;
  readonly #env: NodeJS.ProcessEnv;
  readonly #etcdPort: number;
  readonly #others: ChildProcess[] = [];

  private constructor(
    folder: string,
    given: { root: string; machines: readonly Machine[]; etcdPort: number; proxyPort: number },
  ) {
    this.#folder = folder;
    this.machines = given.machines;
    this.#etcdPort = given.etcdPort;
    this.proxyPort = given.proxyPort;
    this.#programs = programsOf(given.root);
    this.#env = debianEnv(given.root);
  }

  static async start(folder: string): Promise<PatroniCluster> {
    const root = unpackPackages(folder, PACKAGES);
    const machines: Machine[] = [];
    for (const name of MACHINES) {
      const [port, restPort] = [await freePort(), await freePort()];
      machines.push({ name, port, restPort, dataDir: join(folder, name), patroni: undefined });
    }
    const cluster = new PatroniCluster(folder, {
      root,
      machines,
      etcdPort: await freePort(),
      proxyPort: await freePort(),
    });
    if (cluster.#user) chownSync(folder, cluster.#user.uid, cluster.#user.gid);
    await cluster.#startEtcd();
    for (const machine of machines) cluster.startMachine(machine);
    await cluster.#startProxy();
    return cluster;
  }

  /** The address of the app's database with all hosts. */
  get url(): string {
    return `postgres://pipelines:${PASSWORD}@${this.machines.map(({ port }) => `127.0.0.1:${port}`).join(",")}/pipelines`;
  }

  urlOf(machine: Machine): string {
    return `postgres://pipelines:${PASSWORD}@127.0.0.1:${machine.port}/pipelines`;
  }

  startMachine(machine: Machine): void {
    machine.patroni = this.#spawn(
      `patroni-${machine.name}`,
      "/usr/bin/python3",
      [this.#programs.patroni, join(EXAMPLES, "patroni.yml")],
      {
        PATRONI_NAME: machine.name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${machine.restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${machine.restPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${machine.port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${machine.port}`,
        PATRONI_POSTGRESQL_DATA_DIR: machine.dataDir,
        PATRONI_POSTGRESQL_BIN_DIR: this.#programs.postgres,
        PATRONI_POSTGRESQL_PGPASS: join(this.#folder, `pgpass-${machine.name}`),
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${this.#etcdPort}`,
        ...Object.fromEntries(
          [
            ["SUPERUSER", "postgres"],
            ["REPLICATION", "replicator"],
            ["REWIND", "rewind"],
          ].flatMap(([kind, name]) => [
            [`PATRONI_${kind}_USERNAME`, name],
            [`PATRONI_${kind}_PASSWORD`, PASSWORD],
          ]),
        ),
      },
    );
  }

  /** The primary, once there is one and a synchronous standby beside it. */
  async whole(): Promise<Machine> {
    for (let waited = 0; waited < 180_000; waited += 200) {
      const members = await this.#members();
      const leader = members.find(({ role }) => role === "leader");
      const following = members.filter(
        ({ state, role, lag }) => role !== "leader" && lag === 0 && /running|streaming/.test(state),
      );
      const isSafe = members.some(({ role }) => role === "sync_standby");
      const machine = this.machines.find(({ name }) => name === leader?.name);
      if (machine && leader?.state === "running" && isSafe && following.length === MACHINES.length - 1) return machine;
      await setTimeout(200);
    }
    throw new Error(
      `The cluster did not become whole: ${JSON.stringify(await this.#members())} (logs in ${this.#folder})`,
    );
  }

  /**
   * Kills the machine's PostgreSQL with all its processes, and Patroni too if the whole machine shall die. Processes that
   * outlive the first one would for a moment show commits that no standby has.
   */
  kill(machine: Machine, isWholeMachine: boolean): void {
    if (isWholeMachine) machine.patroni?.kill("SIGKILL");
    const [pid] = readFileSync(join(machine.dataDir, "postmaster.pid"), "utf8").split("\n");
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    process.kill(Number(pid), "SIGKILL");
    for (const child of children.filter(Boolean)) {
      try {
        process.kill(Number(child), "SIGKILL");
      } catch {
        // It has just ended by itself.
      }
    }
  }

  async query(url: string, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      void client.end().catch(() => {});
    }
  }

  /** Makes the app's role and database on the primary. */
  async prepare(primary: Machine): Promise<void> {
    const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${primary.port}/postgres`;
    await this.query(url, `create role pipelines login password '${PASSWORD}'`);
    await this.query(url, "grant pg_monitor to pipelines");
    const slow = new Client({ connectionString: url });
    await slow.connect();
    await slow.query("create database pipelines owner pipelines");
    await slow.end();
  }

  async stop(): Promise<void> {
    const children = [...this.machines.map(({ patroni }) => patroni), ...this.#others];
    for (const child of children) child?.kill("SIGKILL");
    for (const machine of this.machines) {
      try {
        this.kill(machine, false);
      } catch {
        // Not running.
      }
    }
    await setTimeout(1_000);
  }

  async #members(): Promise<Member[]> {
    for (const { restPort } of this.machines) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // This machine is dead; another one knows.
      }
    }
    return [];
  }

  async #startEtcd(): Promise<void> {
    const [client, peer] = [`http://127.0.0.1:${this.#etcdPort}`, `http://127.0.0.1:${await freePort()}`];
    const args = ["--name", "etcd", "--data-dir", join(this.#folder, "etcd"), "--unsafe-no-fsync"];
    const ways = ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer];
    const peers = ["--initial-advertise-peer-urls", peer, "--initial-cluster", `etcd=${peer}`];
    this.#others.push(this.#spawn("etcd", this.#programs.etcd, [...args, ...ways, ...peers]));
  }

  /** The example file with this run's ports. */
  async #startProxy(): Promise<void> {
    let text = readFileSync(join(EXAMPLES, "haproxy.cfg"), "utf8")
      .replace("127.0.0.1:5000", `127.0.0.1:${this.proxyPort}`)
      .replace("127.0.0.1:5001", `127.0.0.1:${await freePort()}`);
    for (const { name, port, restPort } of this.machines)
      text = text.replaceAll(`${name}.example:5432 check port 8008`, `127.0.0.1:${port} check port ${restPort}`);
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, text);
    this.#others.push(this.#spawn("haproxy", this.#programs.haproxy, ["-f", file, "-db"]));
  }

  #spawn(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), "a");
    const options = { ...this.#user, cwd: this.#folder, env: { ...this.#env, ...env } };
    return spawn(program, args, { ...options, stdio: ["ignore", log, log] });
  }
}
