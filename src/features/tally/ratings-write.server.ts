import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { RatingPart } from "#db/tally-schema.ts";
import { waitedSince, changedOf, isRatingDue, nextPublished, type Batch, type Members } from "./rules.ts";

/**
 * Ratings as they are published. Those that visible people gave a company and those of hidden people are two blocks,
 * each with what it was last published with (rating_cell) and from whom (rating_member); a block is published anew
 * only when at least two of its people changed, so that nobody's act alone moves the level that is told of both.
 */

/** @returns keys of the companies whose ratings were published anew */
export async function publishRatings(trx: Trx, input: Batch): Promise<number[]> {
  await gatherRatings(trx, input);
  const due = (await readChanges(trx)).flatMap((row) => {
    const changed = changedOf(row.members, row);
    if (row.part === "demo") return changed > 0 ? [{ ...row, shown: true }] : [];
    if (row.part === "visible") return isRatingDue(changed, input.minRaters) ? [{ ...row, shown: true }] : [];
    const cell = { members: row.members, people: row.shown ? input.k : 0 };
    return changed >= 2 ? [{ ...row, shown: nextPublished(cell, row, input.k).people > 0 }] : [];
  });
  await sql`create temporary table rating_due on commit drop as
    select * from unnest(${due.map((row) => row.company_id)}::bigint[], ${due.map((row) => row.part)}::text[],
      ${due.map((row) => row.shown)}::boolean[]) as d (company_id, part, shown)`.execute(trx);
  await sql`delete from rating_member m using rating_due d where (m.company_id, m.part) = (d.company_id, d.part)`.execute(
    trx,
  );
  await sql`delete from rating_cell c using rating_due d where (c.company_id, c.part) = (d.company_id, d.part)`.execute(
    trx,
  );
  await sql`insert into rating_member (company_id, profile_id, part, rating)
    select n.company_id, n.profile_id, n.part, n.rating from rating_now n join rating_due d using (company_id, part)`.execute(
    trx,
  );
  await sql`insert into rating_cell (company_id, part, members, rating_sum, shown)
    select n.company_id, n.part, count(*), sum(n.rating), d.shown
    from rating_now n join rating_due d using (company_id, part) group by n.company_id, n.part, d.shown`.execute(trx);
  await forgetLeavers(trx, input);
  return [...new Set(due.map((row) => row.company_id))];
}

/**
 * The ratings that count now, for the length of the transaction. One that is new or other than it was waits for a day
 * from the first batch that saw it; so long the one before counts, if it was published.
 */
async function gatherRatings(trx: Trx, input: Batch): Promise<void> {
  await sql`create temporary table rating_now on commit drop as
    select r.company_id, r.profile_id, r.rating,
      (case when p.demo then 'demo' when r.hidden then 'hidden' else 'visible' end) as part,
      coalesce(not r.hidden or p.owner_key = any(${input.settled}::bytea[]), false) as counts
    from contribution_rating r join profile p on p.id = r.profile_id
    where not (p.demo and r.hidden)`.execute(trx);
  const isSame = sql`(n.company_id, n.profile_id, n.part, n.rating) = (w.company_id, w.profile_id, w.part, w.rating)`;
  await sql`delete from rating_waiting w where not exists (select from rating_now n where ${isSame})`.execute(trx);
  await sql`insert into rating_waiting (company_id, profile_id, part, rating, since)
    select n.company_id, n.profile_id, n.part, n.rating, ${input.now}::timestamptz from rating_now n
    left join rating_member m using (company_id, profile_id, part, rating)
    where n.part <> 'demo' and m.rating is null on conflict do nothing`.execute(trx);
  await sql`delete from rating_now where not counts`.execute(trx);
  await sql`with early as (
      delete from rating_now n using rating_waiting w where ${isSame} and w.since > ${waitedSince(input, "rating")}
      returning n.company_id, n.profile_id, n.part)
    insert into rating_now (company_id, profile_id, part, rating)
    select m.company_id, m.profile_id, m.part, m.rating
    from rating_member m join early using (company_id, profile_id, part)`.execute(trx);
}

type Change = Members & { company_id: number; part: RatingPart; members: number; shown: boolean };

async function readChanges(trx: Trx): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with now as (
      select n.company_id, n.part, count(*)::integer as people,
        (count(*) filter (where m.rating = n.rating))::integer as stayed,
        (count(*) filter (where m.rating is null))::integer as joined
      from rating_now n left join rating_member m using (company_id, profile_id, part) group by n.company_id, n.part
    ), known as (
      select company_id, part, count(*)::integer as tied from rating_member group by company_id, part
    )
    select company_id, part, coalesce(c.members, 0) as members, coalesce(c.shown, false) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed, coalesce(now.joined, 0) as joined,
      coalesce(known.tied, 0) - coalesce(now.stayed, 0) as "left"
    from now full join rating_cell c using (company_id, part) left join known using (company_id, part)
    where coalesce(now.people, 0) <> coalesce(now.stayed, 0) or coalesce(now.stayed, 0) <> coalesce(c.members, 0)
    order by company_id, part`.execute(trx);
  return rows;
}

/** A rating that was taken back or changed is kept beside its person for a day at most; the sum it is in names nobody. */
async function forgetLeavers(trx: Trx, input: Batch): Promise<void> {
  await sql`delete from rating_waiting w using rating_member m
    where (m.company_id, m.profile_id, m.part, m.rating) = (w.company_id, w.profile_id, w.part, w.rating)`.execute(trx);
  await sql`update rating_member m set left_at = case when o.there then null else ${input.now}::timestamptz end
    from (select m.company_id, m.profile_id, m.part, (n.rating is not null) as there
      from rating_member m left join rating_now n using (company_id, profile_id, part, rating)) o
    where (m.company_id, m.profile_id, m.part) = (o.company_id, o.profile_id, o.part)
      and (m.left_at is null) <> o.there`.execute(trx);
  await sql`delete from rating_member where left_at <= ${waitedSince(input, "tie")}`.execute(trx);
}

/** Counts the ratings of demo people anew: they are nobody's, and come and go by the hundred. */
export async function countDemoRatings(trx: Trx): Promise<void> {
  await sql`delete from rating_member where part = 'demo'`.execute(trx);
  await sql`delete from rating_cell where part = 'demo'`.execute(trx);
  await sql`insert into rating_member (company_id, profile_id, part, rating)
    select r.company_id, r.profile_id, 'demo', r.rating from contribution_rating r
    join profile p on p.id = r.profile_id and p.demo where not r.hidden`.execute(trx);
  await sql`insert into rating_cell (company_id, part, members, rating_sum, shown)
    select company_id, 'demo', count(*), sum(rating), true from rating_member where part = 'demo' group by company_id`.execute(
    trx,
  );
}

/** Puts the published ratings where pages read them: of these companies, or of all. */
export async function showRatings(trx: Trx, companies: readonly number[] | undefined): Promise<void> {
  const isMeant = companies === undefined ? sql`true` : sql`company_id = any(${companies}::bigint[])`;
  await sql`insert into company_stats (company_id)
    select distinct company_id from rating_cell where shown and ${isMeant} order by company_id on conflict do nothing`.execute(
    trx,
  );
  await sql`select 1 from company_stats where ${isMeant} order by company_id for update`.execute(trx);
  await sql`update company_stats s set raters = coalesce(m.raters, 0), rating_sum = coalesce(m.rating_sum, 0)
    from (select company_id from company_stats where ${isMeant}) k
    left join (select company_id, sum(members)::integer as raters, sum(rating_sum)::bigint as rating_sum
      from rating_cell where shown group by company_id) m using (company_id)
    where s.company_id = k.company_id
      and (s.raters, s.rating_sum) <> (coalesce(m.raters, 0), coalesce(m.rating_sum, 0))`.execute(trx);
}
