import { sql } from "kysely";
import type { Database } from "#db/connect.ts";

/**
 * How many statements in the database wait for a lock.
 * @param db not the transaction that holds the lock: within one, PostgreSQL shows the same activity at every look
 * @param words in the statement
 * @param connection the application's name of the connection
 */
export async function waitingForLocks(db: Database, { words = "", connection = "%" } = {}): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${words}%`} and application_name like ${connection}`.execute(db);
  return rows[0]?.count ?? 0;
}
