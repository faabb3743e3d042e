import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { codeOf } from "#core/errors.ts";
import { isDatabaseAway, QUERY_TIMEOUT } from "./database-away.ts";

/** A transaction may write, and its statements belong to one server. */
const TRANSACTION = /^\s*(?:begin|start transaction)/i;
/** The standby had to choose between a query and the primary's changes. */
const CONFLICT = "40001";
/** The query itself took too long. It would take as long elsewhere. */
const TOO_LONG = "57014";

/** Would another server answer this query? This one is away, takes no changes, or had to cancel the query. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof Error) || error.message === QUERY_TIMEOUT) return false;
  const code = codeOf(error);
  return code === CONFLICT || (code !== TOO_LONG && isDatabaseAway(error));
}

/** Who answers a read. `primary-first`: the replica, but only if the primary does not answer. */
export type ReadSource = "replica" | "primary" | "primary-first";

type Choice = {
  source: () => ReadSource;
  /** Does this connection of the replica's pool lead to the server that the source was decided for? */
  isSame: (client: PostgresPoolClient) => Promise<boolean>;
};

/**
 * Reads from a replica while it may be used, and from the primary otherwise. It decides at each query, because a change
 * may come in the middle of a request. If the replica fails, the query is repeated on the primary; nobody notices.
 */
export class ReadPool implements PostgresPool {
  readonly options: object;
  readonly #replica: PostgresPool;
  readonly #primary: PostgresPool;
  readonly #choice: Choice;

  constructor(replica: PostgresPool, primary: PostgresPool, choice: Choice) {
    this.options = replica.options;
    this.#replica = replica;
    this.#primary = primary;
    this.#choice = choice;
  }

  /** Opens nothing yet: the first query decides. */
  async connect(): Promise<PostgresPoolClient> {
    const { source, isSame } = this.#choice;
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
    /** Undefined if the replica cannot answer. */
    const onReplica = async <R>(
      text: string,
      values: readonly unknown[],
    ): Promise<PostgresQueryResult<R> | undefined> => {
      try {
        client ??= await this.#replica.connect();
        const isRight = await isSame(client);
        if (!isRight) leave(true);
        // A change may have come while the connection was opened.
        if (!isRight || source() === "primary") return undefined;
        return await client.query<R>(text, values);
      } catch (error) {
        if (!isOfServer(error)) throw error;
        leave(true);
        return undefined;
      }
    };
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const first = isOnPrimary || TRANSACTION.test(text) ? "primary" : source();
      if (first === "primary") return onPrimary(text, values);
      if (first === "replica") return (await onReplica<R>(text, values)) ?? onPrimary(text, values);
      try {
        return await onPrimary<R>(text, values);
      } catch (error) {
        if (!isOfServer(error)) throw error;
        leave(true);
        isOnPrimary = false;
        const answer = await onReplica<R>(text, values);
        if (answer) return answer;
        throw error;
      }
    };
    return { query: query as PostgresPoolClient["query"], release: (destroy) => leave(destroy === true) };
  }

  /** Ends the replica's connections. The primary's belong to others. */
  end(): Promise<void> {
    return this.#replica.end();
  }
}
