import { CompiledQuery, type PostgresQueryResult, type RawBuilder } from "kysely";
import type { Trx } from "./connect.ts";
import type { Statement } from "./statement-group.ts";

/** A statement that waits for the next one of its connection. */
export class Later implements Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  name: string | undefined;
  isSent = false;
  readonly result: Promise<PostgresQueryResult<unknown>>;
  readonly resolve: (result: PostgresQueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;

  constructor({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">) {
    this.text = sql;
    this.values = parameters;
    const { promise, resolve, reject } = Promise.withResolvers<PostgresQueryResult<unknown>>();
    // The next statement fails with the same error, so nobody needs to wait for this one.
    promise.catch(() => {});
    this.result = promise;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** Stands for no statement: what waits is sent now. */
export const SEND = Symbol("send");

/**
 * Sends a statement together with the next one of the transaction, which may be its commit. Two small statements cost
 * less that way than one after the other. They run in this order, and if this one fails, the next one fails with its
 * error.
 * @returns a function that waits for its rows; if it has not been sent yet, it is sent now
 */
export async function sendLater<Row>(trx: Trx, query: RawBuilder<Row>): Promise<() => Promise<readonly Row[]>> {
  const later = new Later(query.compile(trx));
  await trx.executeQuery(CompiledQuery.raw("-- later", [later]));
  return async () => {
    if (!later.isSent) await trx.executeQuery(CompiledQuery.raw("-- send", [SEND]));
    return (await later.result).rows as readonly Row[];
  };
}
