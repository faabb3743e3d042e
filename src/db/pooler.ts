import type pg from "pg";
import { newClient } from "./client.ts";
import { placeOf } from "./hosts.ts";
import { readRole, type Role } from "./role.ts";

/** Milliseconds between two looks at the pooler. */
const LOOK = 1_000;
const PATIENCE = 10_000;

type Limits = { statement: number; idle: number };

const LIMITS = `select (select setting::integer from pg_settings where name = 'statement_timeout') as statement,
  (select setting::integer from pg_settings where name = 'idle_in_transaction_session_timeout') as idle`;

async function look(url: string): Promise<{ role: Role; limits: Limits }> {
  const client = newClient(url, { connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Limits>(LIMITS);
    return { role: await readRole(client), limits: rows[0] ?? { statement: 0, idle: 0 } };
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Looks whether pages and calls may go through this pooler.
 * @throws Error that names the setting and what is wrong
 */
export async function checkPooler(poolUrl: string, databaseUrl: string): Promise<void> {
  const [pooled, direct] = await Promise.all([look(poolUrl), look(databaseUrl)]);
  const refuse = (reason: string): never => {
    throw new Error(`The pooler at ${placeOf(poolUrl)} (setting DATABASE_POOL_URL) ${reason}.`);
  };
  if (pooled.role.identity !== direct.role.identity) refuse("leads to another database than DATABASE_URL");
  if (pooled.role.server !== direct.role.server) refuse("leads to another server than DATABASE_URL");
  const missing = pooled.limits.statement === 0 ? "statement_timeout" : "idle_in_transaction_session_timeout";
  if (pooled.limits.statement === 0 || pooled.limits.idle === 0)
    refuse(`sets no ${missing}. Set it in its connect_query, as deploy/cluster/pgbouncer.ini does`);
}

/** Knows whether a pooler answers, by a connection of its own. */
export class PoolerWatch {
  readonly #pool: pg.Pool;
  readonly #timer: NodeJS.Timeout;
  #isAlive = true;
  #isLooking = false;

  /**
   * @param pool a pool with one connection through the pooler, which is ended with the watch
   * @param onChange called once when it does not answer any more, and once when it does again
   */
  constructor(pool: pg.Pool, onChange: (isAlive: boolean) => void) {
    this.#pool = pool;
    this.#timer = setInterval(() => void this.#look(onChange), LOOK);
    this.#timer.unref();
  }

  isAlive(): boolean {
    return this.#isAlive;
  }

  async #look(onChange: (isAlive: boolean) => void): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isAlive = await this.#pool.query("select 1").then(
      () => true,
      () => false,
    );
    this.#isLooking = false;
    if (isAlive !== this.#isAlive) onChange(isAlive);
    this.#isAlive = isAlive;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pool.end();
  }
}
