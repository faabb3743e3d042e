import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/**
 * Deletes the companies that people typed, that no administrator kept, and that no stop names any more, with their
 * words; before them the records of merges by which such a name could be read: those that led nobody on and cannot
 * give any stop back, and those taken back whose company is gone. Whatever a save holds meanwhile is named by it and stays.
 * @param companyKeys the companies that may have lost their last stop; undefined = all
 */
export async function forgetUnnamed(trx: Trx, companyKeys?: readonly number[]): Promise<void> {
  await sql`delete from company_merge m where not m.name_was_public and m.undone_at is null and not exists (
    select from stop e where e.company_id = m.into_company and e.id in (
      select jsonb_array_elements(o -> 'stops')::bigint from jsonb_array_elements(m.undo -> 'stops' -> 'moved') o
      union all select (j ->> 'into')::bigint from jsonb_array_elements(m.undo -> 'stops' -> 'joined') j))`.execute(
    trx,
  );
  const isMeant = companyKeys === undefined ? sql`true` : sql`c.id = any(${companyKeys}::bigint[])`;
  // Two statements: the second sees what was saved while the first looked. Both run even where there is nothing to
  // delete, so that the time of a deleted account does not tell whether somebody else names its companies.
  const { rows } = await sql<{ id: number }>`
    select c.id from company c where c.status = 'new' and ${isMeant}
      and not exists (select from stop e where e.company_id = c.id)
    order by c.id for update skip locked`.execute(trx);
  await sql`delete from company c where c.id = any(${rows.map((row) => row.id)}::bigint[])
    and not exists (select from stop e where e.company_id = c.id)
    and not exists (select from company_merge m where m.into_company = c.id and m.undone_at is null)`.execute(trx);
  await sql`delete from company_merge m where m.undone_at is not null
    and not exists (select from company c where c.name = m.from_name)
    and not exists (select from company_alias a where a.alias_key = m.from_name)`.execute(trx);
}

/** For the scheduled job: all companies. */
export async function forgetAllUnnamed(db: Database): Promise<void> {
  await db.transaction().execute((trx) => forgetUnnamed(trx));
}
