import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#db/connect.ts";

type Gathered = { into: RawBuilder<unknown>; rows: RawBuilder<unknown>; order: RawBuilder<unknown> };

/** Inserts rows in order. PostgreSQL uses several processors for the query of a new table, but not for an insert's. */
export async function insertGathered(trx: Trx, { into, rows, order }: Gathered): Promise<void> {
  await sql`create temporary table gathered_now as ${rows}`.execute(trx);
  await sql`insert into ${into} select * from gathered_now order by ${order}`.execute(trx);
  await sql`drop table gathered_now`.execute(trx);
}
