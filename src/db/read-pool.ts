import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { isDatabaseAway, QUERY_TIMEOUT } from "./database-away.ts";

/** A transaction may write, and its statements belong to one server. */
const TRANSACTION = /^\s*(?:begin|start transaction)/i;
/** The standby had to choose between a query and the primary's changes. */
const CONFLICT = "40001";
/** The query itself took too long. It would take as long elsewhere. */
const TOO_LONG = "57014";

/** Would the primary answer this query? The replica is away, takes no changes, or had to cancel the query. */
function isOfReplica(error: unknown): boolean {
  if (!(error instanceof Error) || error.message === QUERY_TIMEOUT) return false;
  const code = "code" in error ? error.code : undefined;
  return code === CONFLICT || (code !== TOO_LONG && isDatabaseAway(error));
}

/**
 * Reads from a replica while it may be used, and from the primary otherwise. It decides at each query, because a change
 * may come in the middle of a request. If the replica fails, the query is repeated on the primary; nobody notices.
 */
export class ReadPool implements PostgresPool {
  readonly options: object;
  readonly #replica: PostgresPool;
  readonly #primary: PostgresPool;
  readonly #isUsable: () => boolean;

  constructor(replica: PostgresPool, primary: PostgresPool, isUsable: () => boolean) {
    this.options = replica.options;
    this.#replica = replica;
    this.#primary = primary;
    this.#isUsable = isUsable;
  }

  /** Opens nothing yet: the first query decides. */
  async connect(): Promise<PostgresPoolClient> {
    let client: PostgresPoolClient | undefined;
    let isOnPrimary = false;
    const leave = (isBroken: boolean): void => {
      client?.release(isBroken);
      client = undefined;
    };
    const onPrimary = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (!isOnPrimary) leave(false);
      isOnPrimary = true;
      client ??= await this.#primary.connect();
      return client.query<R>(text, values);
    };
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (isOnPrimary || TRANSACTION.test(text) || !this.#isUsable()) return onPrimary(text, values);
      try {
        client ??= await this.#replica.connect();
        return await client.query<R>(text, values);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        leave(true);
        return onPrimary(text, values);
      }
    };
    return { query: query as PostgresPoolClient["query"], release: (destroy) => leave(destroy === true) };
  }

  /** Ends the replica's connections. The primary's belong to others. */
  end(): Promise<void> {
    return this.#replica.end();
  }
}
