import { sql } from "kysely";
import type { Database } from "#db/connect.ts";

/**
 * Makes real people of all demo people, and hides some of them, as if an earlier version had counted nobody: the next
 * batch of publishing walks through everybody. What is counted of visible people stays as it was, so that the site shows
 * numbers that are no longer right. For measurements on a database that is thrown away.
 * @param hiddenPercent of everybody
 * @returns how many people there are, and how many of them are hidden
 */
export async function makePeopleReal(db: Database, hiddenPercent: number): Promise<{ people: number; hidden: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`
      update profile set demo = false, owner_key = sha256(convert_to(public_id, 'UTF8')),
        visibility = case when visibility = 'private' or rank <= (
          select count(*) * ${hiddenPercent} / 100 from profile where demo) then 'private' else visibility end
      from (
        select id as ranked, row_number() over (order by visibility <> 'private', shuffle_position) as rank
        from profile where demo
      ) place
      where profile.id = ranked`.execute(trx);
    await sql`
      update stop set listed = false from profile
      where profile.id = stop.profile_id and profile.visibility = 'private' and stop.listed`.execute(trx);
    await sql`delete from published_rating_member where raters = 'demo'`.execute(trx);
    await sql`delete from published_rating where raters = 'demo'`.execute(trx);
    await sql`delete from published_aggregate where kind like 'demo-%'`.execute(trx);
    await sql`update publish_state set walked_to = 0`.execute(trx);
    const { rows } = await sql<{ people: number; hidden: number }>`
      select count(*)::integer as people, (count(*) filter (where visibility = 'private'))::integer as hidden
      from profile where created`.execute(trx);
    return rows[0] ?? { people: 0, hidden: 0 };
  });
}

/**
 * Empties the tables of what was published and of what waits, so that the next batch looks at everybody again. For tests
 * and benchmarks only.
 */
export async function forgetPublished(db: Database): Promise<void> {
  await sql`
    truncate published_member, published_rating_member, published_rating, published_aggregate, waiting_member,
      waiting_rating, publish_cell, publish_person`.execute(db);
  await sql`update publish_state set walked_to = 0`.execute(db);
}
