import type { PostgresQueryResult } from "kysely";
import pg from "pg";

/** The columns of an answer as the driver keeps them, which its types leave out. */
type Columns = { fields: { name: string; format: string }[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

/** What the driver calls on a query as answers arrive. Its types leave these out. */
type Answered = pg.Query & {
  name: string | undefined;
  text: string;
  queryMode: "extended";
  _result: Columns & { _types: unknown };
  _accumulateRows: boolean;
  handleRowDescription: (message: unknown) => void;
  handleDataRow: (message: unknown) => void;
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void;
  handleReadyForQuery: (connection: pg.Connection) => void;
};

/** How a client reads the values of an answer: see `types` of the pool. */
type Reading = pg.ClientBase & { readonly _types?: unknown };

/** Where the driver notes the statements that it has told the server to prepare, before the server has answered. */
type Submitting = pg.Connection & {
  submittedNamedStatements: Record<string, string | undefined>;
  describe: (portal: unknown) => void;
};

/**
 * The names and types of each prepared statement's columns, by connection and name of the statement. They stay the same:
 * PostgreSQL refuses to run a prepared statement whose columns have changed. So each connection asks for them once, not
 * at every run. That saves a twentieth of a small statement's work.
 */
const columns = new WeakMap<pg.Connection, Map<string, Columns>>();

function noteColumns(connection: pg.Connection, name: string, result: Columns): void {
  const known = columns.get(connection) ?? new Map<string, Columns>();
  columns.set(connection, known);
  if (known.has(name)) return;
  const { _parsers, _prebuiltEmptyResultObject } = result;
  // Of a column the driver reads these two, and each connection keeps those of hundreds of statements.
  const fields = result.fields.map(({ name: column, format }) => ({ name: column, format }));
  known.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
}

type Result = PostgresQueryResult<unknown>;

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** The name under which it is prepared. */
  name: string | undefined;
  /** Also true if it will never be sent. */
  isSent: boolean;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Statements that are sent together and run one after the other, each with a snapshot of its own. PostgreSQL reads them
 * from one packet, and answers once: for a small statement that is half of the work. If one fails, PostgreSQL skips those
 * after it, also a commit.
 */
export class StatementGroup implements pg.Submittable {
  #statements: readonly Statement[];
  #queries: readonly Answered[];
  /** How many have been answered. */
  #answered = 0;
  #failure: unknown;
  /** The driver replaces it, and calls it once: at the end, on an error, or when the answer takes too long. */
  callback: (error: unknown) => void = (error) => this.#end(error);
  /** The driver reads it. Undefined: the limit of its pool. */
  readonly query_timeout: number | undefined;

  /** @param timeout milliseconds after which the driver gives up waiting for the answer; undefined: those of the pool */
  constructor(statements: readonly Statement[], client: pg.ClientBase, timeout: number | undefined) {
    this.#statements = statements;
    this.query_timeout = timeout;
    this.#queries = statements.map(({ text, values, name, resolve }) => {
      // Called with an error only if a value cannot be sent.
      const query = new pg.Query(text, [...values], (error, result) => {
        if (error) this.#failure = error;
        else resolve(result as unknown as Result);
      }) as Answered;
      query.name = name;
      query.queryMode = "extended";
      query._result._types = (client as Reading)._types;
      return query;
    });
  }

  /** The driver asks for these when the server has prepared the statement that is answered now. */
  get name(): string | undefined {
    return this.#queries[this.#answered]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#answered]?.text;
  }

  submit(connection: pg.Connection): void {
    // Each query ends with a sync, after which PostgreSQL answers. Here only the whole group does.
    let known: Columns | undefined;
    const within = Object.create(connection, {
      sync: { value: () => {} },
      describe: { value: (portal: unknown) => known ?? (connection as Submitting).describe(portal) },
    }) as pg.Connection;
    connection.stream.cork();
    for (const query of this.#queries) {
      if (this.#failure !== undefined) break;
      known = query.name === undefined ? undefined : columns.get(connection)?.get(query.name);
      if (known !== undefined) {
        Object.assign(query._result, known);
        query._accumulateRows = true;
      }
      query.submit(within);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#answered]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#answered]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const query = this.#queries[this.#answered];
    query?.handleCommandComplete(message, connection);
    this.#answered += 1;
    if (query?.name !== undefined) noteColumns(connection, query.name, query._result);
  }

  handleEmptyQuery(): void {
    this.#answered += 1;
  }

  handleError(error: unknown, connection: pg.Connection): void {
    // The server has skipped the rest, and has not prepared them either.
    const { submittedNamedStatements } = connection as Submitting;
    for (const { name } of this.#queries.slice(this.#answered))
      if (name !== undefined) delete submittedNamedStatements[name];
    // After the last answer the commit may fail, or the time-out of that statement may come: the answer is not true.
    this.#answered = Math.min(this.#answered, this.#queries.length - 1);
    this.#giveAnswers(connection);
    this.callback(error);
    this.#forget();
  }

  handleReadyForQuery(connection: pg.Connection): void {
    this.#giveAnswers(connection);
    this.callback(this.#failure);
    this.#forget();
  }

  /**
   * Drops statements and answers. The driver assigns a new function to `callback`, and V8 puts functions that are
   * assigned to a property among its old objects. What these still reach lives until the whole heap is collected.
   */
  #forget(): void {
    this.#statements = [];
    this.#queries = [];
  }

  #giveAnswers(connection: pg.Connection): void {
    for (const query of this.#queries.slice(0, this.#answered)) query.handleReadyForQuery(connection);
  }

  #end(error: unknown): void {
    if (error === undefined || error === null) return;
    for (const { reject } of this.#statements) reject(error);
  }
}
