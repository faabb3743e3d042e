import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";

/** Distinct statements prepared on each connection at most; ours are a few dozen, lists of varying length aside. */
const MAX_STATEMENTS = 200;
const names = new Map<string, string>();

/** The name under which a read is prepared; undefined for writes and beyond the bound. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENTS || !/^\s*(?:select|with)\b/i.test(text)) return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
}

/** What pg says when its own query_timeout has passed. */
export const QUERY_TIMEOUT = "Query read timeout";

function preparing(client: pg.PoolClient): PostgresPoolClient {
  // A query that the client gave up on may still run there: nobody else may get this connection.
  let isStuck = false;
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = statementName(text);
    const config = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    // pg types a row as an object of anything; Kysely names it by the query it compiled.
    try {
      return (await client.query(config)) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      isStuck ||= error instanceof Error && error.message === QUERY_TIMEOUT;
      throw error;
    }
  }
  return {
    query: query as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || isStuck),
  };
}

/**
 * A pool that prepares each read once per connection: PostgreSQL spends more
 * on planning our joins than on running them. It needs connections that stay
 * with one server session, or a pooler that carries prepared statements
 * (pgbouncer from 1.21 on).
 */
export class PreparedPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  // Kysely knows a connection again by its object.
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    const known = this.#clients.get(client) ?? preparing(client);
    this.#clients.set(client, known);
    return known;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
