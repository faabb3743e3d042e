import { setTimeout as sleep } from "node:timers/promises";
import { sql, type CompiledQuery, type PostgresQueryResult, type RawBuilder } from "kysely";
import { codeOf } from "#core/errors.ts";
import type { Database, Trx } from "./connect.ts";
import type { Statement } from "./statement-group.ts";

/** PostgreSQL's code for a transaction that it ended because of a deadlock. */
export const DEADLOCK = "40P01";
/** PostgreSQL's code for a row that refers to one which somebody has deleted meanwhile. */
export const FOREIGN_KEY_VIOLATION = "23503";

/** Did a row break this unique constraint, or any? */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== "23505") return false;
  return (
    constraint === undefined || (error instanceof Error && "constraint" in error && error.constraint === constraint)
  );
}

const MAX_TRIES = 3;
/** Milliseconds before the next try. Without it this transaction might take the locks before the one that waits for them. */
const PAUSE_MS = 25;

/**
 * Runs a transaction, and again if PostgreSQL ended it because of a deadlock: then nothing of it is stored, and the
 * transactions that it blocked go on.
 * @param work may be called again, with a new transaction; it reads everything in it anew
 * @param codes of other errors after which it runs again
 */
export async function transact<T>(
  db: Database,
  work: (trx: Trx) => Promise<T>,
  codes: readonly string[] = [],
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRIES || ![DEADLOCK, ...codes].includes(codeOf(error) ?? "")) throw error;
    }
    await sleep(PAUSE_MS * tries);
  }
}

/** A statement that waits for the next one of its connection. */
export class Later implements Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  name: string | undefined;
  isSent = false;
  readonly result: Promise<PostgresQueryResult<unknown>>;
  readonly resolve: (result: PostgresQueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;

  constructor(query: Pick<CompiledQuery, "sql" | "parameters">) {
    this.text = query.sql;
    this.values = query.parameters;
    const { promise, resolve, reject } = Promise.withResolvers<PostgresQueryResult<unknown>>();
    // The next statement fails with the same error, so nobody needs to wait for this one.
    promise.catch(() => {});
    this.result = promise;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** Sent like a `Later`: sends the waiting statements now. */
export const SEND = Symbol("send");
/** Sent like a `Later`: see `unlockBeforeFlush`. */
export const UNLOCK = Symbol("unlock");

/**
 * Sends a statement in one packet with the next one of the transaction, which may be its commit. That costs less than
 * two packets. The statements run in their order. If this one fails, the next one is not run, and its caller gets the
 * error of this one.
 * @returns a function that waits for its rows; if it has not been sent yet, it is sent now
 */
export async function sendLater<Row>(trx: Trx, query: RawBuilder<Row>): Promise<() => Promise<readonly Row[]>> {
  const later = new Later(query.compile(trx));
  await sql`${later}`.execute(trx);
  return async () => {
    if (!later.isSent) await sql`${SEND}`.execute(trx);
    return (await later.result).rows as readonly Row[];
  };
}

/**
 * Lets others have the locks of this transaction as soon as it is committed, before it is on the disk. Otherwise commits
 * that notify go to the disk one after the other, because a notification holds a lock until then. The caller of the
 * transaction waits for the disk as always. Does nothing where the pool does not allow it.
 */
export async function unlockBeforeFlush(trx: Trx): Promise<void> {
  await sql`${UNLOCK}`.execute(trx);
}
