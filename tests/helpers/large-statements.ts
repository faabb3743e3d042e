import { sql } from "kysely";
import type { Database } from "#db/connect.ts";

/**
 * Refuses statements that update or delete more rows of a table than a batch has. On a large site such a statement
 * reaches its time limit; here it fails with a few thousand rows.
 */
export async function refuseLargeStatements(db: Database, table: string): Promise<void> {
  await sql`
    create or replace function refuse_large_statement() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 5000 then raise exception 'too many rows in one statement'; end if;
      return null;
    end $$`.execute(db);
  for (const act of ["update", "delete"]) {
    await sql`
      create trigger ${sql.ref(`refuse_large_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
      referencing old table as changed for each statement execute function refuse_large_statement()`.execute(db);
  }
}
