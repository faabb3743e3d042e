import { sql, type RawBuilder } from "kysely";
import type { Database } from "./connect.ts";

/** Rows that one statement changes. It must end within its five seconds. */
const ROWS_AT_ONCE = 5_000;

type Rows = { table: string; where: RawBuilder<unknown> };

/**
 * Repeats a statement on the next rows until less than a full batch is found. Other queries can run in between. Rows
 * that somebody else changes meanwhile are skipped, so the rows that were found decide, not those that were changed.
 */
async function changeInBatches(db: Database, { table, where }: Rows, change: RawBuilder<unknown>): Promise<void> {
  for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE;) {
    const { rows } = await sql<{ found: number }>`
      with found as materialized (select ctid from ${sql.table(table)} where ${where} limit ${ROWS_AT_ONCE}),
      changed as (${change} where ctid = any(array(select ctid from found)))
      select count(*)::integer as found from found`.execute(db);
    found = rows[0]?.found ?? 0;
  }
}

/** Deletes rows in batches, so that no statement reaches its time limit. */
export async function deleteInBatches(db: Database, rows: Rows): Promise<void> {
  await changeInBatches(db, rows, sql`delete from ${sql.table(rows.table)}`);
}

/** Updates rows in batches. `set` must make `where` false for a row; otherwise this never ends. */
export async function updateInBatches(db: Database, rows: Rows & { set: RawBuilder<unknown> }): Promise<void> {
  await changeInBatches(db, rows, sql`update ${sql.table(rows.table)} set ${rows.set}`);
}
