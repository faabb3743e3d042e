import type { PostgresPool } from "kysely";
import pg from "pg";
import { fromConnections, openPool, type Database, type OpenOptions } from "./connect.ts";
import { placeOf } from "./hosts.ts";
import type { Journal } from "./journal.ts";
import { PreparedPool } from "./prepared-pool.ts";
import { Pulse } from "./pulse.ts";
import { ReadPool } from "./read-pool.ts";
import { readRole, type Role } from "./role.ts";

/** Milliseconds between two questions, and how long an answer may take. */
const LOOK = 500;
const PATIENCE = 1_000;
/** An older answer says nothing, in milliseconds. */
const STALE = 2_000;

/** A pool of the primary, which takes over what a replica cannot answer, and the bounds of both. */
type Way = { primary: PostgresPool; options: OpenOptions };
export type Ways = { db: Way; lookups: Way };

/** Called when a replica is left out because of its lag or its death, and when it is read again. */
export type OnTurn = (isUsed: boolean, replica: { name: string; lag: number | undefined }) => void;

/** A standby that answers reads while it has every change that this process knows of. */
export class Replica {
  /** The address without user and password. */
  readonly name: string;
  readonly db: Database;
  readonly lookups: Database;
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Is it alive and close to the primary? At times it may still lack a change. */
  isUsed = false;
  readonly #url: string;
  readonly #journal: Journal;
  readonly #onTurn: OnTurn;
  readonly #pulse = new Pulse();
  #client: pg.Client | undefined;
  #known: { role: Role; at: number } | undefined;
  #timeline = 0;
  #asking: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, journal: Journal, ways: Ways, onTurn: OnTurn) {
    this.#url = url;
    this.#journal = journal;
    this.#onTurn = onTurn;
    this.name = placeOf(url);
    const main = openPool(url, ways.db.options);
    const lookups = openPool(url, ways.lookups.options);
    this.pools = { main, lookups };
    const isUsable = () => this.isUsable;
    this.db = fromConnections(new ReadPool(new PreparedPool(main, this.#pulse), ways.db.primary, isUsable));
    const lookupPool = new ReadPool(new PreparedPool(lookups, this.#pulse), ways.lookups.primary, isUsable);
    this.lookups = fromConnections(lookupPool);
    void this.#watch();
  }

  /** May a query be sent here now? If only a change is missing, asks whether it has come meanwhile. */
  get isUsable(): boolean {
    const role = this.#fresh();
    if (role && this.#journal.isEnough(role)) return true;
    if (role) void this.refresh();
    return false;
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
    return isThere() && this.isUsable;
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
    return this.#known && performance.now() - this.#known.at < STALE ? this.#known.role : undefined;
  }

  async #watch(): Promise<void> {
    await this.refresh();
    if (this.#isClosed) return;
    const role = this.#fresh();
    const isUsed = role !== undefined && this.#journal.isClose(role);
    if (isUsed !== this.isUsed) this.#onTurn(isUsed, this);
    this.isUsed = isUsed;
    this.#next = setTimeout(() => void this.#watch(), LOOK).unref();
  }

  async #ask(): Promise<void> {
    const at = performance.now();
    try {
      this.#client ??= await this.#connect();
      const role = await readRole(this.#client);
      // It was promoted, or never was a standby. What it shows is not what the primary shows.
      if (!role.isStandby) throw new Error("This server is no standby.");
      // Once the primary is dead, the replica may not be able to tell any more which timeline it follows.
      this.#timeline = Math.max(this.#timeline, role.timeline);
      this.#known = { role: { ...role, timeline: this.#timeline }, at };
      this.#pulse.answer();
    } catch {
      this.#drop();
      this.#known = undefined;
      this.#pulse.hang();
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "pipelines-replica",
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
      keepAlive: true,
    });
    client.on("error", () => {});
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
