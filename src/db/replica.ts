import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { fromConnections, openPool, type Database, type OpenOptions } from "./connect.ts";
import { placeOf } from "./hosts.ts";
import type { Journal } from "./journal.ts";
import { PreparedPool } from "./prepared-pool.ts";
import { Pulse } from "./pulse.ts";
import { ReadPool, type ReadSource } from "./read-pool.ts";
import { readRole, readServer, type Role } from "./role.ts";

/** Milliseconds between two questions, and how long an answer may take. */
const CHECK_EVERY_MS = 500;
const ANSWER_MS = 1_000;
/** Older answers are not used, in milliseconds. */
const STALE_MS = 2_000;

/** The primary's pool, which answers what a replica cannot, and the limits of both. */
type Fallback = { primary: PostgresPool; options: OpenOptions };
export type Fallbacks = { db: Fallback; lookups: Fallback };

/** Why a replica is left out: it does not answer, lacks too much, or does not follow our primary. */
export type Trouble = "away" | "late" | "unrelated";

/** Called when a replica is left out, for what reason, and when it is read again. */
type OnTrouble = (replica: { name: string; lag: number | undefined; trouble: Trouble | undefined }) => void;

class NoStandby extends Error {
  override name = "NoStandby";
}

/** A standby that answers reads while it has every change that this process knows of. */
export class Replica {
  /** The address without user and password. */
  readonly name: string;
  readonly db: Database;
  readonly lookups: Database;
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Undefined if it is alive and close to the primary. At times it may still lack a change. */
  trouble: Trouble | undefined = "away";
  readonly #url: string;
  readonly #journal: Journal;
  readonly #onTrouble: OnTrouble;
  readonly #pulse = new Pulse();
  #client: pg.Client | undefined;
  #known: { role: Role; at: number } | undefined;
  #isStandby = true;
  readonly #servers = new WeakMap<PostgresPoolClient, string>();
  #timeline = 0;
  #asking: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, journal: Journal, fallbacks: Fallbacks, onTrouble: OnTrouble) {
    this.#url = url;
    this.#journal = journal;
    this.#onTrouble = onTrouble;
    this.name = placeOf(url);
    const main = openPool(url, fallbacks.db.options);
    const lookups = openPool(url, fallbacks.lookups.options);
    this.pools = { main, lookups };
    const choice = { source: () => this.source, isSame: (client: PostgresPoolClient) => this.#isSame(client) };
    this.db = fromConnections(new ReadPool(new PreparedPool(main, this.#pulse), fallbacks.db.primary, choice));
    const lookupPool = new ReadPool(new PreparedPool(lookups, this.#pulse), fallbacks.lookups.primary, choice);
    this.lookups = fromConnections(lookupPool);
    void this.#watch();
  }

  /** Who answers a read now. If the replica only lacks a change, asks it whether that has come meanwhile. */
  get source(): ReadSource {
    const role = this.#fresh();
    // The primary may live, and only our connection to it be lost. It knows what was hidden since.
    if (role && this.#journal.mayRead(role)) return this.#journal.isInformed ? "replica" : "primary-first";
    if (role) void this.refresh();
    return "primary";
  }

  /** Seconds behind the primary. Undefined if the replica does not answer. */
  get lag(): number | undefined {
    const role = this.#fresh();
    return role && this.#journal.lagOf(role);
  }

  /** Has it replayed the primary's journal up to here? Asks it if that is not known. */
  async has(position: number): Promise<boolean> {
    const isThere = (): boolean => (this.#fresh()?.position ?? -1) >= position;
    if (!isThere() && this.#known !== undefined) await this.refresh();
    return isThere() && this.source !== "primary";
  }

  /** Asks the replica how far it is. Callers at the same time share one question. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#next);
    await this.#asking;
    this.#drop();
    await Promise.all([this.db.destroy(), this.lookups.destroy()]);
  }

  #fresh(): Role | undefined {
    return this.#known && performance.now() - this.#known.at < STALE_MS ? this.#known.role : undefined;
  }

  async #watch(): Promise<void> {
    await this.refresh();
    if (this.#isClosed) return;
    const { trouble } = this;
    // Until a primary has answered, nobody knows whose standby it is.
    if (this.#journal.hasPrimaryAnswered) this.trouble = this.#findTrouble();
    if (trouble !== this.trouble) this.#onTrouble(this);
    this.#next = setTimeout(() => void this.#watch(), CHECK_EVERY_MS).unref();
  }

  #findTrouble(): Trouble | undefined {
    if (!this.#isStandby) return "unrelated";
    const role = this.#fresh();
    if (!role) return "away";
    if (!this.#journal.isOurs(role)) return "unrelated";
    return this.#journal.isClose(role) ? undefined : "late";
  }

  /** A name or a proxy may lead to several servers. Only the one is read whose position we know. */
  async #isSame(client: PostgresPoolClient): Promise<boolean> {
    const server = this.#servers.get(client) ?? (await readServer(client));
    this.#servers.set(client, server);
    return server === this.#known?.role.server;
  }

  async #ask(): Promise<void> {
    const at = performance.now();
    try {
      this.#client ??= await this.#connect();
      const role = await readRole(this.#client);
      this.#isStandby = role.isStandby;
      // It was promoted, or never was a standby. What it shows is not what the primary shows.
      if (!role.isStandby) throw new NoStandby("This server is not a standby.");
      // Once the primary is dead, the replica may not be able to tell any more which timeline it follows.
      this.#timeline = Math.max(this.#timeline, role.timeline);
      this.#known = { role: { ...role, timeline: this.#timeline }, at };
      this.#journal.standbyAnswered(this.#known.role);
      this.#pulse.answer();
    } catch (error) {
      if (!(error instanceof NoStandby)) this.#isStandby = true;
      this.#drop();
      this.#known = undefined;
      this.#pulse.hang();
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "pipelines-replica",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    // It may be gone, or started again as something else.
    const forget = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#known = undefined;
    };
    client.on("error", forget).on("end", forget);
    await client.connect();
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    // A server that hangs does not answer a regular close.
    client?.connection.stream.destroy();
  }
}
