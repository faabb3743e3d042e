import { Kysely, PostgresDialect, type LogConfig, type Transaction } from "kysely";
import pg from "pg";
import { PreparedPool } from "./prepared-pool.ts";
import type { Pulse } from "./pulse.ts";
import type { DB } from "./schema.ts";

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What a read takes: the pool or a transaction. */
export type Reader = Database | Trx;

export type OpenOptions = {
  /** Connections of this process at most. */
  max?: number;
  /** Milliseconds a statement may take before PostgreSQL ends it; 0 = no bound (bulk work). */
  statementTimeout?: number;
  applicationName?: string;
  /** Told of errors on idle connections (a server that went away); the pool replaces them by itself. */
  onIdleError?: (error: Error) => void;
  /** Told by whoever watches the database: while it hangs nobody waits for it. */
  pulse?: Pulse;
};

const DATE = 1082;
const BIGINT = 20;

/** Calendar dates stay text, bigint (keys and sums, all below 2^53) become numbers. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === DATE) return (text: string) => text;
    if (oid === BIGINT) return toSafeNumber;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
};

/** Every bigint of ours (keys, 48-bit sort keys, sums) fits a number; a value that does not is a fault, not a rounding. */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("A database value does not fit a number.");
  return value;
}

export function openPool(url: string, options: OpenOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? "pipelines",
    statement_timeout: options.statementTimeout ?? 5_000,
    // statement_timeout is the server's; a server that hangs cannot keep it, so the client has a later one of its own.
    ...(options.statementTimeout === 0 ? {} : { query_timeout: (options.statementTimeout ?? 5_000) + 2_000 }),
    idle_in_transaction_session_timeout: options.statementTimeout === 0 ? 0 : 15_000,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  // The pool listens only to idle connections. One in use that the server ends between two statements would be an
  // error without a listener, and the end of the process; its next statement fails all the same.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

export function fromPool(pool: pg.Pool, log?: LogConfig, pulse?: Pulse): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new PreparedPool(pool, pulse) }),
    ...(log === undefined ? {} : { log }),
  });
}

export function openDatabase(url: string, options: OpenOptions = {}): Database {
  return fromPool(openPool(url, options), undefined, options.pulse);
}
