import { sql } from "kysely";
import type { Database } from "#db/connect.ts";

/** Those of the tables that a statement analyzed. What PostgreSQL did by itself does not count. */
export async function analyzedTables(db: Database, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where relname = any(${tables}::text[]) and last_analyze is not null`.execute(db);
  return rows.map(({ name }) => name);
}
