import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Trx } from "./connect.ts";

/** PostgreSQL's code for a transaction that it ended because of a deadlock. */
export const DEADLOCK = "40P01";

const MAX_TRIES = 3;
/** Milliseconds before the next try. Without it this transaction might take the locks before the one that waits for them. */
const PAUSE_MS = 25;

/**
 * Runs a transaction, and again if PostgreSQL ended it because of a deadlock: then nothing of it is stored, and the
 * transactions that it blocked go on.
 * @param work may be called again, with a new transaction; it reads everything in it anew
 */
export async function transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRIES || !isDeadlock(error)) throw error;
    }
    await sleep(PAUSE_MS * tries);
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DEADLOCK;
}
