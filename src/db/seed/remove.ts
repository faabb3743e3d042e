import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { INVENTED_DOMAIN } from "./rows.ts";

/**
 * Removes the demo people and the companies invented for them, and nobody else, and counts everything derived anew.
 * The people go in one transaction; the companies after it, since each looks for its rows in tables full of dead ones.
 * @returns how many people were removed
 */
export async function removeDemoPeople(
  db: Database,
  options: { refresh: (trx: Trx) => Promise<void> },
): Promise<number> {
  const people = await db.transaction().execute(async (trx) => {
    const first = await trx.selectFrom("profile").select("id").where("demo", "=", true).limit(1).executeTakeFirst();
    if (!first) return 0;
    const removed = await deleteDemo(trx);
    await options.refresh(trx);
    return removed;
  });
  await removeInventedCompanies(db);
  return people;
}

/** Those that somebody real has been to, or that an administrator edited or merged another into, stay. */
async function removeInventedCompanies(db: Database): Promise<void> {
  const isInvented = sql`right(c.domain, length(${INVENTED_DOMAIN})) = ${INVENTED_DOMAIN} and not c.edited
    and not exists (select from stop e where e.company_id = c.id)
    and not exists (select from company_merge m where m.into_company = c.id)`;
  const { rows } = await sql`select from company c where ${isInvented} limit 1`.execute(db);
  if (rows.length === 0) return;
  await sql`vacuum stop, company_move, school_company_stats, company_stats`.execute(db);
  await sql`delete from company c where ${isInvented}`.execute(db);
}

/**
 * Tables of other slices that refer to a profile; emptied along, as PostgreSQL asks. A reserved name may be nobody's, and
 * a report about a company: then nothing is emptied.
 */
const REFERRING = ["picture", "share_link", "username_reserved", "report", "report_act"];
/** What is counted of profiles; counted anew afterwards. */
const DERIVED = [
  "anonymous_stop",
  "anonymous_title",
  "published_member",
  "waiting_member",
  "published_rating_member",
  "waiting_rating",
];

async function deleteDemo(trx: Trx): Promise<number> {
  const tables = sql.join(["profile", "stop", "role", ...REFERRING, ...DERIVED].map((table) => sql.table(table)));
  if (await isAllDemo(trx)) await sql`lock table ${tables} in access exclusive mode`.execute(trx);
  // Asked again behind the lock: truncating would take somebody along who has signed up in between.
  if (await isAllDemo(trx)) {
    const { rows } = await sql<{ people: number }>`select count(*) as people from profile`.execute(trx);
    await sql`truncate ${tables}`.execute(trx);
    return rows[0]?.people ?? 0;
  }
  await sql`delete from role r using profile p where p.id = r.profile_id and p.demo`.execute(trx);
  await sql`delete from stop e using profile p where p.id = e.profile_id and p.demo`.execute(trx);
  const { numAffectedRows } = await sql`delete from profile where demo`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Nobody real is there, and nothing in another table hangs on these: emptying them is quick and hits nothing else. */
async function isAllDemo(trx: Trx): Promise<boolean> {
  const known = ["profile", "stop", "role", ...REFERRING, ...DERIVED];
  const { rows } = await sql<{ is_all: boolean }>`
    select not exists (select from profile where not demo)
      and not exists (select from username_reserved) and not exists (select from report) and not exists (
      select from pg_constraint where contype = 'f'
        and confrelid = any(array['profile', 'stop', 'role']::regclass[])
        and conrelid <> all(${known}::regclass[])) as is_all`.execute(trx);
  return rows[0]?.is_all ?? false;
}
