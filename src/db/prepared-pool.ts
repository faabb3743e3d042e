import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { DatabaseHangs, QUERY_TIMEOUT } from "./database-away.ts";
import type { Pulse } from "./pulse.ts";

/** The most distinct statements to prepare on each connection. We have a few dozen, besides lists of varying length. */
const MAX_STATEMENTS = 300;
const names = new Map<string, string>();

/** Of writes only those in plain SQL. Kysely quotes names, and builds an update from whatever fields were sent. */
const PLANNED = /^\s*(?:select|with|(?:update|delete from|insert into) [a-z])/i;
/** Each length of a list would be another statement. */
const LISTS = /\bvalues \(|\bin \(\$\d+, /i;
/** The best plan depends on the pattern. A prepared plan does not know it and reads the whole table. */
const BY_PATTERN = /\blike \$\d/i;

/** The name for preparing a statement. Undefined for listed rows, for searches by a pattern, and above MAX_STATEMENTS. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENTS || !PLANNED.test(text) || LISTS.test(text) || BY_PATTERN.test(text))
    return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
}

const EMPTY = { command: "ROLLBACK", rowCount: 0, rows: [] } as const;

function preparing(client: pg.PoolClient, pulse: Pulse | undefined, isPrepared: boolean): PostgresPoolClient {
  // The query may still run after the client gave up on it, so no one else may get this connection.
  let isStuck = false;
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = isPrepared ? statementName(text) : undefined;
    const config = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    const ask = () => client.query(config);
    try {
      // pg types rows as `any`; Kysely knows the row type from the query it compiled.
      return (await (pulse ? pulse.waitFor(ask) : ask())) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      // Closing the connection always rolls back. An error here would hide the error that caused the rollback.
      if (text === "rollback") {
        isStuck = true;
        return EMPTY as unknown as PostgresQueryResult<R>;
      }
      isStuck ||= error instanceof DatabaseHangs || (error instanceof Error && error.message === QUERY_TIMEOUT);
      throw error;
    }
  }
  return {
    query: query as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || isStuck),
  };
}

/**
 * A pool that prepares each statement once per connection, because PostgreSQL needs longer to plan our joins than to
 * run them. Each connection must stay with one server session, which a pooler in transaction mode does not promise.
 */
export class PreparedPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #pulse: Pulse | undefined;
  readonly #isPrepared: boolean;
  // Kysely identifies a connection by its object, so return the same one each time.
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  /** @param isPrepared false for a pool that only shares the rest: how it waits, and when it gives a connection up */
  constructor(pool: pg.Pool, pulse?: Pulse, isPrepared = true) {
    this.#pool = pool;
    this.#pulse = pulse;
    this.#isPrepared = isPrepared;
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect();
    const known = this.#clients.get(client) ?? preparing(client, this.#pulse, this.#isPrepared);
    this.#clients.set(client, known);
    return known;
  }

  async #connect(): Promise<pg.PoolClient> {
    const pulse = this.#pulse;
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
