import { Socket } from "node:net";
import {
  Kysely,
  PostgresDialect,
  type LogConfig,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from "kysely";
import pg from "pg";
import { newPool } from "./client.ts";
import { PreparedPool } from "./prepared-pool.ts";
import type { Pulse } from "./pulse.ts";
import type { DB } from "./schema.ts";
import { Later, UNLOCK } from "./transact.ts";

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** The database for reads: the pool, or a transaction. */
export type Reader = Database | Trx;

export type OpenOptions = {
  /** The largest number of connections of this process. */
  max?: number;
  /** Milliseconds after which PostgreSQL ends a statement; 0 = no limit, for bulk work. */
  statementTimeout?: number;
  /** Milliseconds to wait for a connection: until one is free, or until a new one is open. The default is 2,000. */
  connectionTimeout?: number;
  /** The pool adds the socket of each connection, also while it is being opened, and removes it when it is closed. */
  sockets?: Set<Socket>;
  /** The longest limit in milliseconds that a transaction of this pool sets for itself. The client waits for it, too. */
  longestStatement?: number;
  applicationName?: string;
  /**
   * Called with errors on idle connections, for example after a restart of the server. The pool replaces them itself.
   */
  onIdleError?: (error: Error) => void;
  /** Knows whether the database hangs. Queries then fail at once and do not wait. */
  pulse?: Pulse;
  /** Does a pooler in transaction mode stand between? It sets the limits of time, and refuses others. */
  isPooled?: boolean;
  /** Is each prepared statement planned only once for each connection, whatever its values? */
  isPlannedOnce?: boolean;
  /** May connections go to a standby while there is no primary? Only if DATABASE_URL names several hosts. */
  mayBeReadOnly?: boolean;
};

/** Calendar dates stay text. A bigint (keys and sums, all below 2^53) becomes a number. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === pg.types.builtins.DATE) return (text: string) => text;
    if (type === pg.types.builtins.INT8) return toSafeNumber;
    return pg.types.getTypeParser(type, format);
  },
};

/**
 * All our bigints (keys, 48-bit sort keys, sums) fit into a number. A larger value is a bug, so throw and do not round.
 */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("A database value does not fit a number.");
  return value;
}

/** Makes the socket of each new connection, as pg would, and keeps it in `sockets` until it is closed. */
function keptIn(sockets: Set<Socket>): () => Socket {
  return () => {
    const socket = new Socket();
    // Not before it is used: where no host is a primary, pg drops a connection whose socket was never opened, and no
    // "close" would remove it from the set.
    const keep = (): void => void sockets.add(socket);
    return socket
      .once("connectionAttempt", keep)
      .once("connect", keep)
      .once("close", () => sockets.delete(socket));
  };
}

export function openPool(url: string, options: OpenOptions = {}): pg.Pool {
  const { statementTimeout = 5_000 } = options;
  const limits: pg.PoolConfig = {
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : 15_000,
  };
  const config: pg.PoolConfig = {
    max: options.max ?? 16,
    application_name: options.applicationName ?? "pipelines",
    ...(options.isPooled === true ? {} : limits),
    ...(options.isPlannedOnce === true ? { options: "-c plan_cache_mode=force_generic_plan" } : {}),
    // The server enforces statement_timeout, but not if it hangs. So the client has its own, later time limit.
    ...(statementTimeout === 0
      ? {}
      : { query_timeout: Math.max(statementTimeout, options.longestStatement ?? 0) + 2_000 }),
    connectionTimeoutMillis: options.connectionTimeout ?? 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
    ...(options.sockets === undefined ? {} : { stream: keptIn(options.sockets) }),
  };
  const pool = newPool(url, config, { mayBeReadOnly: options.mayBeReadOnly === true });
  pool.on("error", (error) => options.onIdleError?.(error));
  // The pool listens for errors on idle connections only. If the server ends a busy connection between two statements,
  // an error without a listener would end the process. The next statement fails anyway.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

export function fromPool(pool: pg.Pool, log?: LogConfig, pulse?: Pulse): Database {
  return fromConnections(new PreparedPool(pool, pulse), log);
}

/** For work on thousands of rows at once: each statement is planned anew, because a prepared plan is made for a few. */
export function fromPoolUnprepared(pool: pg.Pool): Database {
  return fromConnections(new PreparedPool(pool, undefined, false));
}

export function fromConnections(pool: PostgresPool, log?: LogConfig): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(log === undefined ? {} : { log }),
  });
}

/** One connection, for work that needs the query builder and, for COPY, the client. */
type OneConnection = { db: Database; client: pg.ClientBase; close: () => Promise<void> };

export async function openOneConnection(url: string, options: OpenOptions = {}): Promise<OneConnection> {
  const pool = openPool(url, { ...options, max: 1 });
  const client = await pool.connect();
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const [later] = values;
    // Bulk work gains nothing from waiting: it is sent at once.
    if (later instanceof Later) {
      later.isSent = true;
      return query<R>(later.text, later.values).then(
        (result) => {
          later.resolve(result);
          return result;
        },
        (error: unknown) => {
          later.reject(error);
          throw error;
        },
      );
    }
    if (later === UNLOCK) return { command: "", rowCount: 0, rows: [] } as unknown as PostgresQueryResult<R>;
    // pg types rows as `any`; Kysely knows the row type from the query it compiled.
    return (await client.query({ text, values: [...values] })) as unknown as PostgresQueryResult<R>;
  }
  const connection: PostgresPoolClient = {
    query: query as PostgresPoolClient["query"],
    release: () => {},
  };
  const { options: settings } = pool;
  const db = fromConnections({
    options: settings,
    connect: () => Promise.resolve(connection),
    end: () => Promise.resolve(),
  });
  return {
    db,
    client,
    close: async () => {
      await db.destroy();
      client.release(true);
      await pool.end();
    },
  };
}

export function openDatabase(url: string, options: OpenOptions = {}): Database {
  return fromPool(openPool(url, options), undefined, options.pulse);
}
