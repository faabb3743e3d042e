import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { changedOf, isRatingDue, lastDayWaited, nextPublished, type Batch, type Members } from "./rules.ts";

/**
 * Publishes ratings. A company's ratings by visible people and by hidden people are two blocks. For each block it
 * stores the last published sum (published_rating) and the people (published_rating_member). A block is published again
 * only when at least two of its people changed, so that no single person moves the level.
 */

/**
 * Publishes those ratings of the temporary table `cell` that may change. A block consists of its published ratings that
 * are unchanged, and of ratings that have waited long enough, by people whose account counts.
 * @returns keys of the companies whose ratings were published again
 */
export async function publishRatings(trx: Trx, input: Batch): Promise<number[]> {
  await gatherBlocks(trx, input);
  const due = (await readChanges(trx)).flatMap((row) => {
    const changed = changedOf(row.members, row);
    if (row.raters === "visible") return isRatingDue(changed, input.minRaters) ? [{ ...row, shown: true }] : [];
    const before = { members: row.members, people: row.shown ? input.k : 0 };
    return changed >= 2 ? [{ ...row, shown: nextPublished(before, row, input.k).people > 0 }] : [];
  });
  if (due.length === 0) return [];
  await sql`
    create temporary table rating_due on commit drop as
    select * from unnest(${due.map((row) => row.company_id)}::bigint[], ${due.map((row) => row.raters)}::text[],
      ${due.map((row) => row.shown)}::boolean[]) as due (company_id, raters, shown)`.execute(trx);
  await sql`
    delete from published_rating_member member using rating_due due
    where member.company_id = due.company_id and member.raters = due.raters`.execute(trx);
  await sql`
    delete from published_rating published using rating_due due
    where published.company_id = due.company_id and published.raters = due.raters`.execute(trx);
  await sql`
    insert into published_rating_member (company_id, profile_id, raters, rating)
    select company_id, profile_id, raters, rating
    from rating_now join rating_due using (company_id, raters)
    order by company_id, profile_id`.execute(trx);
  await sql`
    insert into published_rating (company_id, raters, members, rating_sum, shown)
    select company_id, raters, count(*), sum(rating), shown
    from rating_now join rating_due using (company_id, raters)
    group by company_id, raters, shown`.execute(trx);
  await sql`
    delete from waiting_rating waiting using rating_now now, rating_due due
    where due.company_id = now.company_id and due.raters = now.raters
      and waiting.company_id = now.company_id and waiting.profile_id = now.profile_id
      and waiting.raters = now.raters and waiting.rating = now.rating`.execute(trx);
  return [...new Set(due.map((row) => row.company_id))];
}

/** Creates two temporary tables: rating_block with the blocks to check, and rating_now with their present ratings. */
async function gatherBlocks(trx: Trx, input: Batch): Promise<void> {
  await sql`
    create temporary table rating_block on commit drop as
    select company_id, substr(kind, length('rating-') + 1) as raters from cell where kind like 'rating-%'`.execute(trx);
  await sql`
    create temporary table rating_now on commit drop as
    select company_id, profile_id, raters, member.rating, true as stayed, true as was_there
    from rating_block join published_rating_member member using (company_id, raters)
    where member.left_on is null
    union all
    select company_id, waiting.profile_id, raters, waiting.rating, false, exists (
      select from published_rating_member member
      where member.company_id = waiting.company_id and member.profile_id = waiting.profile_id
        and member.raters = waiting.raters)
    from rating_block
    join waiting_rating waiting using (company_id, raters)
    join profile on profile.id = waiting.profile_id
    where waiting.since <= ${lastDayWaited(input, "rating")}::date and (raters = 'visible' or (
      profile.owner_key is not null and waiting.profile_id not in (select id from unsettled_person)))`.execute(trx);
}

type Change = Members & { company_id: number; raters: "visible" | "hidden"; members: number; shown: boolean };

async function readChanges(trx: Trx): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with now as (
      select company_id, raters, count(*)::integer as people, (count(*) filter (where stayed))::integer as stayed,
        (count(*) filter (where not was_there))::integer as joined
      from rating_now group by company_id, raters
    ), known as (
      select company_id, raters, count(*)::integer as members
      from rating_block join published_rating_member using (company_id, raters) group by company_id, raters
    )
    select company_id, raters, coalesce(published.members, 0) as members, coalesce(published.shown, false) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed, coalesce(now.joined, 0) as joined,
      coalesce(known.members, 0) - coalesce(now.stayed, 0) as "left"
    from rating_block
    left join now using (company_id, raters)
    left join published_rating published using (company_id, raters)
    left join known using (company_id, raters)
    order by company_id, raters`.execute(trx);
  return rows;
}

/**
 * Recounts the ratings of demo people from the temporary table demo_answer_by_person, where a rating is a face of one
 * to five. They belong to no real person, and come and go by the hundred.
 */
export async function countDemoRatings(trx: Trx): Promise<void> {
  await sql`delete from published_rating_member where raters = 'demo'`.execute(trx);
  await sql`delete from published_rating where raters = 'demo'`.execute(trx);
  await sql`
    insert into published_rating_member (company_id, profile_id, raters, rating)
    select company_id, profile_id, 'demo', 20 * right(answer, 1)::integer
    from demo_answer_by_person
    where answer like 'face-%'
    order by company_id, profile_id`.execute(trx);
  await sql`
    insert into published_rating (company_id, raters, members, rating_sum, shown)
    select company_id, 'demo', count(*), sum(rating), true
    from published_rating_member where raters = 'demo' group by company_id`.execute(trx);
}

/** Copies the published ratings to company_stats, which pages read: of these companies, or of all. */
export async function showRatings(trx: Trx, companies: readonly number[] | undefined): Promise<void> {
  const isAll = companies === undefined;
  const keys = companies ?? [];
  await sql`
    insert into company_stats (company_id)
    select distinct company_id from published_rating
    where shown and (${isAll}::boolean or company_id = any(${keys}::bigint[]))
    order by company_id on conflict do nothing`.execute(trx);
  await sql`
    select 1 from company_stats where ${isAll}::boolean or company_id = any(${keys}::bigint[])
    order by company_id for update`.execute(trx);
  await sql`
    update company_stats stats
    set raters = coalesce(published.raters, 0), rating_sum = coalesce(published.rating_sum, 0)
    from company_stats meant
    left join (
      select company_id, sum(members)::integer as raters, sum(rating_sum)::bigint as rating_sum
      from published_rating where shown and (${isAll}::boolean or company_id = any(${keys}::bigint[]))
      group by company_id
    ) published using (company_id)
    where stats.company_id = meant.company_id
      and (${isAll}::boolean or meant.company_id = any(${keys}::bigint[]))
      and (stats.raters, stats.rating_sum) <> (coalesce(published.raters, 0), coalesce(published.rating_sum, 0))`.execute(
    trx,
  );
}
