import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { announce } from "#server/purge-channel.ts";
import { refreshAnonymous } from "./anonymous-write.server.ts";
import { countDemoAnswers, gatherDemoAnswers } from "./answers-write.server.ts";
import { insertGathered } from "./insert-gathered-write.server.ts";
import { countDemoRatings, showRatings } from "./ratings-write.server.ts";
import { showAggregates } from "./show-write.server.ts";

/**
 * Recounts everything from the stops, after bulk loads and removals. Published numbers of hidden people and of ratings
 * stay, because only batches publish those. Demo people's ratings are counted at once, because they belong to no real
 * person.
 */
export async function refreshStats(trx: Trx): Promise<void> {
  // A save changes the tables of anonymous people first. In another order, it and this could wait for each other.
  await sql`lock table anonymous_stop, anonymous_title, company_stats, company_move, school_company_stats, company_day,
    school_stats, published_aggregate, published_rating, published_rating_member in exclusive mode`.execute(trx);
  await sql`delete from company_stats`.execute(trx);
  await sql`delete from company_move`.execute(trx);
  await sql`delete from school_company_stats`.execute(trx);
  await sql`delete from company_day`.execute(trx);
  await sql`delete from school_stats`.execute(trx);
  await refreshVisible(trx);
  await refreshAnonymous(trx);
  await gatherDemoAnswers(trx);
  await countDemoRatings(trx);
  await countDemoAnswers(trx);
  await showRatings(trx, undefined);
  await showAggregates(trx, "all");
  // With the commit, because a command may be killed right after it. Then processes would show the old people for good.
  await announce(trx, ["*"]);
}

/**
 * Counts visible people. The tables that several statements read are not temporary, because PostgreSQL reads temporary
 * ones with one processor only. Nobody else sees them: they are dropped before the commit. They are not unlogged
 * either: if PostgreSQL is killed, it may refuse its next start because of one ("could not create file … File exists").
 */
async function refreshVisible(trx: Trx): Promise<void> {
  // The views look for the first stop of one person at a time, which takes most of the time for everybody.
  await sql`
    create table first_stop_now as
    select distinct on (role.profile_id) role.profile_id, stop.company_id
    from role join stop on stop.id = role.stop_id
    order by role.profile_id, role.start_date, role.end_date nulls last, role.position`.execute(trx);
  // The same for the rows behind three of the views: everybody's stops are read once.
  await sql`
    create table counted_now as
    select profile_id, company_id, school_id, is_visible_with_school, counts_under, first_start, last_start, is_open,
      completed_days::bigint as completed_days
    from counted_stop where is_visible`.execute(trx);
  await sql`analyze first_stop_now, counted_now`.execute(trx);
  await insertGathered(trx, {
    into: sql`company_stats (company_id, visible_employees, visible_interns, tenure_days, stays, first_stops, open_stops)`,
    rows: sql`
      select counted.company_id, count(*) filter (where counts_under = 'employees') as employees,
        count(*) filter (where counts_under = 'interns') as interns, coalesce(sum(completed_days), 0) as tenure_days,
        count(completed_days) as stays, count(first_stop.profile_id) as first_stops,
        count(*) filter (where is_open) as open_stops
      from counted_now counted
      left join first_stop_now first_stop using (profile_id, company_id)
      group by counted.company_id`,
    order: sql`company_id`,
  });
  await insertGathered(trx, {
    into: sql`company_move (from_company, to_company, visible_people)`,
    rows: sql`
      select earlier.company_id as from_company, later.company_id as to_company, count(*) as people
      from counted_now earlier join counted_now later on later.profile_id = earlier.profile_id
      where later.company_id <> earlier.company_id and earlier.first_start < later.last_start
      group by earlier.company_id, later.company_id`,
    order: sql`from_company, to_company`,
  });
  // Numbers of hidden people are added by a trigger when they are shown.
  await sql`
    update company_stats set came = sums.came, went = sums.went
    from (
      select company_id, sum(came) as came, sum(went) as went
      from (
        select to_company as company_id, visible_people as came, 0 as went from company_move
        union all select from_company, 0, visible_people from company_move
      ) sides
      group by company_id
    ) sums
    where sums.company_id = company_stats.company_id`.execute(trx);
  await insertGathered(trx, {
    into: sql`school_company_stats (school_id, company_id, visible_people, first_stops)`,
    rows: sql`
      select counted.school_id, counted.company_id, count(*) as people, count(first_stop.profile_id) as first_stops
      from counted_now counted
      left join first_stop_now first_stop
        on first_stop.profile_id = counted.profile_id and first_stop.company_id = counted.company_id
      where is_visible_with_school and counted.school_id is not null
      group by counted.school_id, counted.company_id`,
    order: sql`school_id, company_id`,
  });
  await sql`drop table first_stop_now, counted_now`.execute(trx);
  await insertGathered(trx, {
    into: sql`company_day (company_id, day, change)`,
    rows: sql`
      select company_id, day, sum(change) as change from company_day_by_person
      group by company_id, day having sum(change) <> 0`,
    order: sql`company_id, day`,
  });
  await sql`
    insert into school_stats (school_id, visible_people)
    select school_id, count(*) from school_people_by_person group by school_id order by school_id`.execute(trx);
}
