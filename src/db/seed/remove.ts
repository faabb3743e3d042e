import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/**
 * Removes the demo people and nobody else, and counts everything derived anew,
 * in one transaction.
 * @returns how many people were removed
 */
export async function removeDemoPeople(
  db: Database,
  options: { refresh: (trx: Trx) => Promise<void> },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const first = await trx.selectFrom("profile").select("id").where("demo", "=", true).limit(1).executeTakeFirst();
    if (!first) return 0;
    const removed = await deleteDemo(trx);
    await options.refresh(trx);
    return removed;
  });
}

/** Tables of other slices that refer to a profile; emptied along where they are empty already, as PostgreSQL asks. */
const REFERRING = ["picture", "username_reserved"];
/** What is counted of profiles; counted anew afterwards. */
const DERIVED = ["hidden_member", "hidden_waiting", "rating_member", "rating_waiting"];

async function deleteDemo(trx: Trx): Promise<number> {
  const tables = sql.join(["profile", "entry", "role", ...REFERRING, ...DERIVED].map((table) => sql.table(table)));
  if (await isAllDemo(trx)) await sql`lock table ${tables} in access exclusive mode`.execute(trx);
  // Asked again behind the lock: truncating would take somebody along who has signed up in between.
  if (await isAllDemo(trx)) {
    const { rows } = await sql<{ people: number }>`select count(*) as people from profile`.execute(trx);
    await sql`truncate ${tables}`.execute(trx);
    return rows[0]?.people ?? 0;
  }
  await sql`delete from role r using profile p where p.id = r.profile_id and p.demo`.execute(trx);
  await sql`delete from entry e using profile p where p.id = e.profile_id and p.demo`.execute(trx);
  const { numAffectedRows } = await sql`delete from profile where demo`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Nobody real is there, and nothing in another table hangs on these: emptying them is quick and hits nothing else. */
async function isAllDemo(trx: Trx): Promise<boolean> {
  const nothingIn = sql.join(
    REFERRING.map((table) => sql`not exists (select from ${sql.table(table)})`),
    sql` and `,
  );
  const known = ["profile", "entry", "role", ...REFERRING, ...DERIVED];
  const { rows } = await sql<{ is_all: boolean }>`
    select not exists (select from profile where not demo) and ${nothingIn} and not exists (
      select from pg_constraint where contype = 'f'
        and confrelid = any(array['profile', 'entry', 'role']::regclass[])
        and conrelid <> all(${known}::regclass[])) as is_all`.execute(trx);
  return rows[0]?.is_all ?? false;
}
