import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { INVENTED_DOMAIN } from "./rows.ts";

/**
 * Removes only the demo people and their invented companies, and recounts all derived numbers. People go in one
 * transaction. Companies go after it, when `vacuum` can clear the dead rows that would slow their deletion.
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

/** Keeps companies with a stop of a real person, and companies that an administrator edited or merged another into. */
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
 * Tables of other slices that refer to a profile. PostgreSQL truncates them only together. If a reserved name belongs
 * to nobody, or a report is about a company, nothing is truncated.
 */
const REFERRING = ["picture", "share_link", "username_reserved", "report", "report_act"];
/** Tables of numbers derived from profiles. They are recounted afterwards. */
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
  // Check again while holding the lock, because TRUNCATE would also delete a person who has just signed up.
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

/**
 * True if there are no real people, and no row of another table needs these rows. Then truncating is quick and safe.
 */
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
