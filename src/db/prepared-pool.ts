import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { DatabaseHangs } from "./database-away.ts";
import type { Pulse } from "./pulse.ts";
import { StatementGroup, type Statement } from "./statement-group.ts";
import { Later, SEND, UNLOCK } from "./transact.ts";

/** The most distinct statements to prepare on each connection. We have a few dozen, besides lists of varying length. */
const MAX_STATEMENTS = 300;
/** The names of statements, by their text. Each pool has its own, and prepares each of them once on each connection. */
type Names = Map<string, string>;

/** Of writes only those in plain SQL. Kysely quotes names, and builds an update from whatever fields were sent. */
const PLANNED = /^\s*(?:select|with|(?:update|delete from|insert into) [a-z])/i;
/** Each length of a list would be another statement. */
const LISTS = /\bvalues \(|\bin \(\$\d+, /i;
/** The best plan depends on the pattern. A prepared plan does not know it and reads the whole table. */
const BY_PATTERN = /\blike \$\d/i;

/** The name for preparing a statement. Undefined for listed rows, for searches by a pattern, and above MAX_STATEMENTS. */
export function statementName(text: string, names: Names = new Map()): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENTS || !PLANNED.test(text) || LISTS.test(text) || BY_PATTERN.test(text))
    return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
}

/** The result of a statement that was not sent, or not yet. */
const emptyOf = (command: string): PostgresQueryResult<never> =>
  ({ command, rowCount: 0, rows: [] }) as unknown as PostgresQueryResult<never>;

/** Of a transaction, as Kysely sends them. */
const [BEGIN, COMMIT, ROLLBACK] = ["begin", "commit", "rollback"];
/** Lets the commit of the running transaction end before it is on the disk. */
const COMMIT_SOON = "select set_config('synchronous_commit', 'off', true)";
/** Writes an empty message to the journal, and waits until the journal is on the disk up to there. */
const FLUSH = "select pg_logical_emit_message(false, '', '', true)";

/** PostgreSQL's codes for a prepared statement that is gone, or whose columns have changed: it would fail every time. */
const STALE = new Set(["26000", "0A000"]);

/**
 * May the connection be used after this error? Not if it is our own or the driver's: a query may still run after we
 * gave up on it, and a statement with a value that could not be sent is no longer prepared.
 */
const isUsableAfter = (error: unknown): boolean => error instanceof pg.DatabaseError && !STALE.has(error.code ?? "");

type Connecting = {
  pulse: Pulse | undefined;
  /** Undefined for a pool that prepares none. */
  names: Names | undefined;
  /** Milliseconds after which the client gives up waiting for one statement. */
  patience: number | undefined;
  /** See `unlockBeforeFlush`. */
  mayUnlock: boolean;
};

function preparing(client: pg.PoolClient, { pulse, names, patience, mayUnlock }: Connecting): PostgresPoolClient {
  // Nobody else may get this connection.
  let isStuck = false;
  /** Does the running transaction commit before it is on the disk? */
  let isFlushedLast = false;
  /** Statements to send together with the next one: the beginning of a transaction, and those of `sendLater`. */
  const waiting: Statement[] = [];

  const nameOf = (text: string): string | undefined =>
    names && (text === BEGIN || text === COMMIT ? text : statementName(text, names));

  function hold(text: string, values: readonly unknown[]): void {
    waiting.push({ text, values, name: nameOf(text), isSent: false, resolve: () => {}, reject: () => {} });
  }

  /** Sends what waits. @returns the result of the last statement */
  function sendWaiting(): Promise<PostgresQueryResult<unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<PostgresQueryResult<unknown>>();
    const statements = waiting.splice(0);
    for (const one of statements) one.isSent = true;
    const last = statements.pop();
    if (!last) return Promise.resolve(emptyOf(""));
    const answered = (result: PostgresQueryResult<unknown>): void => {
      last.resolve(result);
      resolve(result);
    };
    const failed = (error: unknown): void => {
      last.reject(error);
      reject(error);
    };
    const all = [...statements, { ...last, resolve: answered, reject: failed }];
    // PostgreSQL gives each of them its whole limit. A client that gives up sooner would call failed what is committed
    // after that. Without a commit nothing is stored, so nobody needs to wait longer.
    const isCommitted = patience !== undefined && all.some((one) => one.text === COMMIT);
    client.query(new StatementGroup(all, client, isCommitted ? patience * all.length : undefined));
    return promise;
  }

  /** A text without values and without a name may be several statements, which PostgreSQL takes only by themselves. */
  async function send(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    if (nameOf(text) !== undefined || values.length > 0) {
      hold(text, values);
      return sendWaiting();
    }
    await sendWaiting();
    return (await client.query(text)) as unknown as PostgresQueryResult<unknown>;
  }

  function drop(): void {
    // Most often nothing waits. An error notes where it was made, which takes longer than the rest of a release.
    if (waiting.length === 0) return;
    const error = new Error("The transaction ended before this statement was sent.");
    for (const one of waiting.splice(0)) {
      one.isSent = true;
      one.reject(error);
    }
  }

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const [later] = values;
    if (later instanceof Later) {
      later.name = nameOf(later.text);
      waiting.push(later);
      return emptyOf("");
    }
    if (text === BEGIN) {
      isFlushedLast = false;
      hold(text, []);
      return emptyOf("");
    }
    if (later === UNLOCK) {
      if (mayUnlock) hold(COMMIT_SOON, []);
      isFlushedLast = mayUnlock;
      return emptyOf("");
    }
    if (text === COMMIT || text === ROLLBACK) {
      const isUnsent = waiting[0]?.text === BEGIN;
      if (text === ROLLBACK || (isUnsent && waiting.length === 1)) drop();
      if (isUnsent && waiting.length === 0) return emptyOf(text.toUpperCase());
    }
    const isFlushed = text === COMMIT && isFlushedLast;
    if (isFlushed) hold(COMMIT, []);
    const ask = () => (later === SEND ? sendWaiting() : send(isFlushed ? FLUSH : text, values));
    try {
      // pg types rows as `any`; Kysely knows the row type from the query it compiled.
      return (await (pulse ? pulse.waitFor(ask) : ask())) as PostgresQueryResult<R>;
    } catch (error) {
      drop();
      // Closing the connection always rolls back. An error here would hide the error that caused the rollback.
      if (text === ROLLBACK) {
        isStuck = true;
        return emptyOf("ROLLBACK");
      }
      isStuck ||= !isUsableAfter(error);
      throw error;
    }
  }
  return {
    query: query as PostgresPoolClient["query"],
    release: (destroy) => {
      drop();
      client.release(destroy === true || isStuck);
    },
  };
}

/**
 * A pool that prepares each statement once per connection, because PostgreSQL needs longer to plan our joins than to
 * run them. Each connection must stay with one server session, which a pooler in transaction mode does not promise.
 */
export class PreparedPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #connecting: Connecting;
  // Kysely identifies a connection by its object, so return the same one each time.
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  /**
   * @param isPrepared false for a pool that only shares the rest: how it waits, and when it gives a connection up
   * @param mayUnlock see `unlockBeforeFlush`; needs PostgreSQL 17, and no standby, which could be asked too soon
   */
  constructor(pool: pg.Pool, pulse?: Pulse, isPrepared = true, mayUnlock = false) {
    this.#pool = pool;
    const names = isPrepared ? new Map<string, string>() : undefined;
    this.#connecting = { pulse, names, patience: pool.options.query_timeout, mayUnlock };
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect();
    const known = this.#clients.get(client) ?? preparing(client, this.#connecting);
    this.#clients.set(client, known);
    return known;
  }

  async #connect(): Promise<pg.PoolClient> {
    const { pulse } = this.#connecting;
    if (!pulse) return this.#pool.connect();
    let connecting: Promise<pg.PoolClient> | undefined;
    try {
      return await pulse.waitFor(() => (connecting = this.#pool.connect()));
    } catch (error) {
      // The connection may still arrive after the caller has given up.
      if (error instanceof DatabaseHangs)
        connecting?.then(
          (client) => client.release(true),
          () => {},
        );
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
