import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { Raters } from "#db/stats-schema.ts";
import { changedOf, dayOf, isRatingDue, lastDayWaited, nextPublished, type Batch, type Members } from "./rules.ts";

/**
 * Ratings as they are published. Those of visible people and those of hidden people at one company are two blocks, each
 * with what it was last published with (published_rating) and from whom (published_rating_member). A block is published
 * anew only when at least two of its people changed, so that nobody's act alone moves the level.
 */

/** @returns keys of the companies whose ratings were published anew */
export async function publishRatings(trx: Trx, input: Batch): Promise<number[]> {
  await gatherRatings(trx, input);
  const due = (await readChanges(trx)).flatMap((row) => {
    const changed = changedOf(row.members, row);
    if (row.raters === "demo") return changed > 0 ? [{ ...row, shown: true }] : [];
    if (row.raters === "visible") return isRatingDue(changed, input.minRaters) ? [{ ...row, shown: true }] : [];
    const before = { members: row.members, people: row.shown ? input.k : 0 };
    return changed >= 2 ? [{ ...row, shown: nextPublished(before, row, input.k).people > 0 }] : [];
  });
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
  await forgetLeavers(trx, input);
  return [...new Set(due.map((row) => row.company_id))];
}

/**
 * Makes rating_now, a temporary table of the ratings that count in this batch. A rating that is new or changed waits;
 * meanwhile the person's published one counts, if there is one.
 */
async function gatherRatings(trx: Trx, input: Batch): Promise<void> {
  await sql`
    create temporary table rating_now on commit drop as
    select rating.company_id, rating.profile_id, rating.rating,
      case when profile.demo then 'demo' when rating.is_hidden then 'hidden' else 'visible' end as raters,
      coalesce(not rating.is_hidden or profile.owner_key = any(${input.settled}::bytea[]), false) as counts
    from rating_by_person rating
    join profile on profile.id = rating.profile_id
    where not (profile.demo and rating.is_hidden)`.execute(trx);
  await sql`
    delete from waiting_rating waiting where not exists (
      select from rating_now now
      where now.company_id = waiting.company_id and now.profile_id = waiting.profile_id
        and now.raters = waiting.raters and now.rating = waiting.rating)`.execute(trx);
  await sql`
    insert into waiting_rating (company_id, profile_id, raters, rating, since)
    select company_id, profile_id, raters, rating, ${dayOf(input.now)}::date
    from rating_now
    left join published_rating_member member using (company_id, profile_id, raters, rating)
    where raters <> 'demo' and member.company_id is null
    order by company_id, profile_id
    on conflict do nothing`.execute(trx);
  await sql`delete from rating_now where not counts`.execute(trx);
  await sql`
    with early as (
      delete from rating_now now using waiting_rating waiting
      where now.company_id = waiting.company_id and now.profile_id = waiting.profile_id
        and now.raters = waiting.raters and now.rating = waiting.rating
        and waiting.since > ${lastDayWaited(input, "rating")}::date
      returning now.company_id, now.profile_id, now.raters
    )
    insert into rating_now (company_id, profile_id, raters, rating)
    select company_id, profile_id, raters, member.rating
    from published_rating_member member join early using (company_id, profile_id, raters)`.execute(trx);
}

type Change = Members & { company_id: number; raters: Raters; members: number; shown: boolean };

async function readChanges(trx: Trx): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with now as (
      select company_id, raters, count(*)::integer as people,
        (count(*) filter (where member.rating = rating_now.rating))::integer as stayed,
        (count(*) filter (where member.rating is null))::integer as joined
      from rating_now
      left join published_rating_member member using (company_id, profile_id, raters)
      group by company_id, raters
    ), known as (
      select company_id, raters, count(*)::integer as members
      from published_rating_member group by company_id, raters
    )
    select company_id, raters, coalesce(published.members, 0) as members, coalesce(published.shown, false) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed, coalesce(now.joined, 0) as joined,
      coalesce(known.members, 0) - coalesce(now.stayed, 0) as "left"
    from now
    full join published_rating published using (company_id, raters)
    left join known using (company_id, raters)
    where coalesce(now.people, 0) <> coalesce(now.stayed, 0)
      or coalesce(now.stayed, 0) <> coalesce(published.members, 0)
    order by company_id, raters`.execute(trx);
  return rows;
}

/** A rating that was taken back or changed is kept beside its person for a day at most; the sum names nobody. */
async function forgetLeavers(trx: Trx, input: Batch): Promise<void> {
  await sql`
    delete from waiting_rating waiting using published_rating_member member
    where member.company_id = waiting.company_id and member.profile_id = waiting.profile_id
      and member.raters = waiting.raters and member.rating = waiting.rating`.execute(trx);
  await sql`
    update published_rating_member member
    set left_on = case when present.is_there then null else ${dayOf(input.now)}::date end
    from (
      select company_id, profile_id, raters, rating_now.company_id is not null as is_there
      from published_rating_member
      left join rating_now using (company_id, profile_id, raters, rating)
    ) present
    where member.company_id = present.company_id and member.profile_id = present.profile_id
      and member.raters = present.raters and (member.left_on is null) <> present.is_there`.execute(trx);
  await sql`delete from published_rating_member where left_on <= ${lastDayWaited(input, "left")}::date`.execute(trx);
}

/** Counts the ratings of demo people anew: they belong to nobody, and come and go by the hundred. */
export async function countDemoRatings(trx: Trx): Promise<void> {
  await sql`delete from published_rating_member where raters = 'demo'`.execute(trx);
  await sql`delete from published_rating where raters = 'demo'`.execute(trx);
  await sql`
    insert into published_rating_member (company_id, profile_id, raters, rating)
    select rating.company_id, rating.profile_id, 'demo', rating.rating
    from rating_by_person rating
    join profile on profile.id = rating.profile_id and profile.demo
    where not rating.is_hidden
    order by rating.company_id, rating.profile_id`.execute(trx);
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
      from published_rating where shown group by company_id
    ) published using (company_id)
    where stats.company_id = meant.company_id
      and (${isAll}::boolean or meant.company_id = any(${keys}::bigint[]))
      and (stats.raters, stats.rating_sum) <> (coalesce(published.raters, 0), coalesce(published.rating_sum, 0))`.execute(
    trx,
  );
}
