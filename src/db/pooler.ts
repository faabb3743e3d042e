import type { PostgresPool } from "kysely";
import type pg from "pg";
import { newClient, newPool } from "./client.ts";
import { placeOf } from "./hosts.ts";
import { readRole, readServer, type Role } from "./role.ts";
import { waitFor, WrongPlace, type Waiting } from "./wait.ts";

/** Milliseconds between two checks of the pooler. */
const CHECK_EVERY_MS = 1_000;
/** Milliseconds that the pooler has for an answer while the site runs. */
const ANSWER_MS = 2_000;
/** The same at the start, when it may have to connect first. */
const START_ANSWER_MS = 5_000;
/** The longest time-outs that a pooler may set, in milliseconds. Pages and calls give up waiting soon after them. */
const LIMITS = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };

type Limit = { name: keyof typeof LIMITS; setting: number };

const READ_LIMITS = `select name, setting::integer from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`;

/** Asks the server behind an address for its role and its time limits. */
async function readServerAt(url: string): Promise<{ role: Role; limits: Limit[] }> {
  const client = newClient(url, { connectionTimeoutMillis: START_ANSWER_MS, query_timeout: START_ANSWER_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Limit>(READ_LIMITS);
    return { role: await readRole(client), limits: rows };
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Waits until the pooler answers, and looks whether pages and calls may go through it.
 * @throws Error that names the setting and what is wrong
 */
export async function waitForPooler(poolUrl: string, databaseUrl: string, waiting: Waiting): Promise<void> {
  const name = `pooler at ${placeOf(poolUrl)} (setting DATABASE_POOL_URL)`;
  const refuse = (reason: string): never => {
    throw new WrongPlace(`The ${name} ${reason}.`);
  };
  await waitFor(name, waiting, async () => {
    const [pooled, direct] = await Promise.all([readServerAt(poolUrl), readServerAt(databaseUrl)]);
    if (pooled.role.identity !== direct.role.identity) refuse("leads to another database than DATABASE_URL");
    if (pooled.role.server !== direct.role.server) refuse("leads to another server than DATABASE_URL");
    for (const limit of pooled.limits) {
      const most = LIMITS[limit.name];
      const advice = "Set it in its connect_query, as deploy/cluster/pgbouncer.ini does";
      if (limit.setting === 0) refuse(`sets no ${limit.name}. ${advice}`);
      if (limit.setting > most)
        refuse(`sets ${limit.name} to ${limit.setting} ms, and ${most} are the most. ${advice}`);
    }
  });
}

/** `elsewhere`: it leads to another server than the direct address, for example to an old primary. */
export type PoolerState = "alive" | "away" | "elsewhere";

/** What the log says of it. */
export const POOLER_WORDS: Readonly<Record<PoolerState, string>> = {
  alive: "the pooler answers again",
  away: "the pooler does not answer: requests fail",
  elsewhere: "the pooler leads to another server than DATABASE_URL: requests fail",
};

/** Refuses a connection, because it would lead to the wrong server. The code is PostgreSQL's for a lost connection. */
class WrongServer extends Error {
  override name = "WrongServer";
  readonly code = "08006";

  constructor() {
    super("The pooler leads to another server than DATABASE_URL.");
  }
}

/** Asks every second where the pooler leads, by connections of its own. */
export class PoolerWatch {
  readonly #pools: readonly [pooled: pg.Pool, direct: pg.Pool];
  readonly #onChange: (state: PoolerState) => void;
  readonly #timer: NodeJS.Timeout;
  #state: PoolerState = "alive";
  #isChecking = false;

  /** @param onChange called with each new state; the first one is `alive` */
  constructor(poolUrl: string, databaseUrl: string, onChange: (state: PoolerState) => void) {
    this.#pools = [openWatch(poolUrl, "pipelines-pooler"), openWatch(databaseUrl, "pipelines-direct")];
    this.#onChange = onChange;
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  isAlive(): boolean {
    return this.#state === "alive";
  }

  /** A pool through the pooler that gives no connection while it leads elsewhere. */
  guard(pool: PostgresPool): PostgresPool {
    return {
      options: pool.options,
      connect: async () => {
        if (this.#state === "elsewhere") throw new WrongServer();
        return pool.connect();
      },
      end: () => pool.end(),
    };
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const [pooled, direct] = await Promise.all(this.#pools.map(askServer));
    this.#isChecking = false;
    const state = stateOf(pooled, direct);
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

function stateOf(pooled: string | undefined, direct: string | undefined): PoolerState {
  if (pooled === undefined) return "away";
  // A database that is away itself is reported by the purge channel.
  return direct !== undefined && pooled !== direct ? "elsewhere" : "alive";
}

function openWatch(url: string, name: string): pg.Pool {
  const pool = newPool(url, {
    max: 1,
    application_name: name,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  return pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
}

/** The server that a connection leads to; undefined if there is no answer. */
async function askServer(pool: pg.Pool): Promise<string | undefined> {
  return readServer(pool).catch(() => undefined);
}
