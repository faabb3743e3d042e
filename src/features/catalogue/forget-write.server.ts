import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/**
 * Deletes typed companies that no administrator kept and no stop names any more, with their search terms. First deletes
 * the records of merges that could still show such a name: merges that redirect nobody and cannot return a stop, and
 * undone merges whose company is gone. Companies of a running save are named by its stops and stay.
 * @param companyKeys the companies that may have lost their last stop
 */
export async function forgetUnnamed(trx: Trx, companyKeys: readonly number[]): Promise<void> {
  await sql`delete from company_merge m where not m.name_was_public and m.undone_at is null and not exists (
    select from stop e where e.company_id = m.into_company and e.id in (
      select jsonb_array_elements(o -> 'stops')::bigint from jsonb_array_elements(m.undo -> 'stops' -> 'moved') o
      union all select (j ->> 'into')::bigint from jsonb_array_elements(m.undo -> 'stops' -> 'joined') j))`.execute(
    trx,
  );
  // Two statements, so that the second one sees what was saved while the first one looked. Both always run: otherwise
  // the time of an account's deletion would reveal whether somebody else names its companies.
  const { rows } = await sql<{ id: number }>`
    select c.id from company c where c.status = 'new' and c.id = any(${companyKeys}::bigint[])
      and not exists (select from stop e where e.company_id = c.id)
    order by c.id for update skip locked`.execute(trx);
  await sql`delete from company c where c.id = any(${rows.map((row) => row.id)}::bigint[])
    and not exists (select from stop e where e.company_id = c.id)
    and not exists (select from company_merge m where m.into_company = c.id and m.undone_at is null)`.execute(trx);
  await sql`delete from company_merge m where m.undone_at is not null
    and not exists (select from company c where c.name = m.from_name)
    and not exists (select from company_alias a where a.alias_key = m.from_name)`.execute(trx);
}

/** Typed companies in one transaction. Saves that name one of them wait for its end. */
const PIECE = 500;

/** Does `forgetUnnamed` for all typed companies, some hundred in each transaction. The housekeeping calls it. */
export async function forgetAllUnnamed({ db }: { db: Database }): Promise<void> {
  for (let last = 0; ;) {
    const keys = await readTyped(db, last);
    await db.transaction().execute((trx) => forgetUnnamed(trx, keys));
    const end = keys.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

/** The keys of the next companies that people typed. */
async function readTyped(db: Database, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("company")
    .select("id")
    .where("status", "=", "new")
    .where("id", ">", after)
    .orderBy("id")
    .limit(PIECE)
    .execute();
  return rows.map(({ id }) => id);
}
