import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { DatabaseHangs, QUERY_TIMEOUT } from "./database-away.ts";
import type { Pulse } from "./pulse.ts";

/** Distinct statements prepared on each connection at most; ours are a few dozen, lists of varying length aside. */
const MAX_STATEMENTS = 300;
const names = new Map<string, string>();

/** Lists of rows are left out: each length would be a statement of its own. */
const PLANNED = /^\s*(?:select|with|update|delete|insert into \S+ (?:\([^)]*\) )?(?:select|with))\b/i;
/** A pattern decides which index helps: a plan made without it reads the whole table. */
const BY_PATTERN = /\blike \$\d/i;

/** The name under which a statement is prepared; undefined for lists of rows, for searches by a pattern, and beyond the bound. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENTS || !PLANNED.test(text) || BY_PATTERN.test(text)) return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
}

const EMPTY = { command: "ROLLBACK", rowCount: 0, rows: [] } as const;

function preparing(client: pg.PoolClient, pulse: Pulse | undefined): PostgresPoolClient {
  // A query that the client gave up on may still run there: nobody else may get this connection.
  let isStuck = false;
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = statementName(text);
    const config = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    const ask = () => client.query(config);
    try {
      // pg types a row as an object of anything; Kysely names it by the query it compiled.
      return (await (pulse ? pulse.waitFor(ask) : ask())) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      // Nothing rolls back as surely as the end of the connection; an error here would hide the one that led to it.
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
 * A pool that prepares each statement once per connection: PostgreSQL spends more
 * on planning our joins than on running them. It needs connections that stay
 * with one server session, or a pooler that carries prepared statements
 * (pgbouncer from 1.21 on).
 */
export class PreparedPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #pulse: Pulse | undefined;
  // Kysely knows a connection again by its object.
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  constructor(pool: pg.Pool, pulse?: Pulse) {
    this.#pool = pool;
    this.#pulse = pulse;
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect();
    const known = this.#clients.get(client) ?? preparing(client, this.#pulse);
    this.#clients.set(client, known);
    return known;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#pulse) return this.#pool.connect();
    let connecting: Promise<pg.PoolClient> | undefined;
    try {
      return await this.#pulse.waitFor(() => (connecting = this.#pool.connect()));
    } catch (error) {
      // It may still come, when nobody waits for it any more.
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
