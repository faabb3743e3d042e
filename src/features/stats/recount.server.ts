import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { ANSWER_STEP } from "./pure/answers.ts";

export type Difference = { table: string; key: string; stored: string; counted: string };

/** The most rows shown; the first ones are enough. */
const MAX_SHOWN = 50;
const [MIN_RATING, MAX_RATING] = [20, 100];

/** Numbers of visible people, against the stops they are counted from. */
const STATS = [
  sql<Difference>`
    select 'company_stats' as "table", company_id::text as key,
      coalesce(stored.numbers, '-') as stored, coalesce(counted.numbers, '-') as counted
    from (
      select company_id, concat_ws(',', visible_employees, visible_interns, tenure_days, stays, first_stops,
        open_stops) as numbers
      from company_stats
      where (visible_employees, visible_interns, tenure_days, stays, first_stops, open_stops) <> (0, 0, 0, 0, 0, 0)
    ) stored
    full join (
      select company_id, concat_ws(',', sum(employees), sum(interns), sum(tenure_days), sum(stays), sum(first_stops),
        sum(open_stops)) as numbers
      from company_stats_by_person group by company_id
    ) counted using (company_id)
    where stored.numbers is distinct from counted.numbers limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'company_move' as "table", concat_ws('>', from_company, to_company) as key,
      coalesce(stored.people, 0)::text as stored, coalesce(counted.people, 0)::text as counted
    from (
      select from_company, to_company, visible_people as people from company_move where visible_people <> 0
    ) stored
    full join (
      select from_company, to_company, count(*) as people
      from company_move_by_person where is_visible group by from_company, to_company
    ) counted using (from_company, to_company)
    where stored.people is distinct from counted.people limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'company_stats' as "table", company_id::text as key,
      concat_ws(',', coalesce(stored.came, 0), coalesce(stored.went, 0)) as stored,
      concat_ws(',', coalesce(counted.came, 0), coalesce(counted.went, 0)) as counted
    from company_stats stored
    full join (
      select company_id, sum(came) as came, sum(went) as went
      from (
        select to_company as company_id, people as came, 0 as went from company_move
        union all select from_company, 0, people from company_move
      ) sides
      group by company_id
    ) counted using (company_id)
    where (coalesce(stored.came, 0), coalesce(stored.went, 0)) <> (coalesce(counted.came, 0), coalesce(counted.went, 0))
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'school_company_stats' as "table", concat_ws('>', school_id, company_id) as key,
      concat_ws(',', coalesce(stored.people, 0), coalesce(stored.first_stops, 0)) as stored,
      concat_ws(',', coalesce(counted.people, 0), coalesce(counted.first_stops, 0)) as counted
    from (
      select school_id, company_id, visible_people as people, first_stops
      from school_company_stats where (visible_people, first_stops) <> (0, 0)
    ) stored
    full join (
      select school_id, company_id, count(*) as people, sum(first_stops) as first_stops
      from school_company_stats_by_person group by school_id, company_id
    ) counted using (school_id, company_id)
    where (stored.people, stored.first_stops) is distinct from (counted.people, counted.first_stops)
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'company_day' as "table", concat_ws(' ', company_id, day) as key,
      coalesce(stored.change, 0)::text as stored, coalesce(counted.change, 0)::text as counted
    from (select * from company_day where change <> 0) stored
    full join (
      select company_id, day, sum(change) as change from company_day_by_person group by company_id, day
      having sum(change) <> 0
    ) counted using (company_id, day)
    where stored.change is distinct from counted.change limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'school_stats' as "table", school_id::text as key,
      coalesce(stored.people, 0)::text as stored, coalesce(counted.people, 0)::text as counted
    from (select school_id, visible_people as people from school_stats where visible_people <> 0) stored
    full join (select school_id, count(*) as people from school_people_by_person group by school_id) counted
      using (school_id)
    where stored.people is distinct from counted.people limit ${MAX_SHOWN}`,
];

/** Compares the tables of the anonymity check with the stops and titles that others see. */
const ANONYMOUS = [
  sql<Difference>`
    select 'anonymous_stop' as "table", stop_id::text as key,
      coalesce(stored::text, '-') as stored, coalesce(counted::text, '-') as counted
    from anonymous_stop stored full join anonymous_stop_by_person counted using (stop_id)
    where stored::text is distinct from counted::text limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'anonymous_title' as "table", profile_id::text as key,
      case when stored.title is null then '-' else title end as stored,
      case when counted.title is null then '-' else title end as counted
    from anonymous_title stored full join anonymous_title_by_person counted using (profile_id, title)
    where stored.title is null or counted.title is null limit ${MAX_SHOWN}`,
];

/**
 * Compares the published numbers of hidden people and ratings with their members. A page shows the published number,
 * which is at most the number of members (one of them may have left). Ratings must add up. Members who left or were
 * deleted are counted without a name until the number is published again; each of them stands for any possible rating.
 */
const PUBLISHED = [
  sql<Difference>`
    with shown as (
      select 'employees' as kind, company_id, 0::bigint as next_company_id, 0::bigint as school_id,
        hidden_employees as people
      from company_stats
      union all select 'interns', company_id, 0, 0, hidden_interns from company_stats
      union all select 'move', from_company, to_company, 0, hidden_people from company_move
      union all select 'school', company_id, 0, school_id, hidden_people from school_company_stats
    )
    select 'published_aggregate' as "table", concat_ws(' ', kind, company_id, next_company_id, school_id) as key,
      coalesce(shown.people, 0)::text as stored, coalesce(published.people, 0)::text as counted
    from (select * from shown where people > 0) shown
    full join (
      select * from published_aggregate where kind in ('employees', 'interns', 'move', 'school')
    ) published
      using (kind, company_id, next_company_id, school_id)
    where coalesce(shown.people, 0) <> coalesce(published.people, 0)
      and (published.kind is null or exists (select from company where company.id = company_id))
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'published_member' as "table", concat_ws(' ', kind, company_id, next_company_id, school_id) as key,
      concat_ws(',', published.members, published.people) as stored, count(member.profile_id)::text as counted
    from published_aggregate published
    left join published_member member using (kind, company_id, next_company_id, school_id)
    group by kind, company_id, next_company_id, school_id
    having published.members < count(member.profile_id) or published.people > published.members + 1
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'published_rating_member' as "table", concat_ws(' ', company_id, raters) as key,
      concat_ws(',', coalesce(published.members, 0), coalesce(published.rating_sum, 0)) as stored,
      concat_ws(',', coalesce(known.members, 0), coalesce(known.rating_sum, 0)) as counted
    from published_rating published
    full join (
      select company_id, raters, count(*) as members, sum(rating) as rating_sum
      from published_rating_member group by company_id, raters
    ) known using (company_id, raters)
    cross join lateral (
      select coalesce(published.members, 0) - coalesce(known.members, 0) as unnamed,
        coalesce(published.rating_sum, 0) - coalesce(known.rating_sum, 0) as rating_sum
    ) rest
    where rest.unnamed < 0
      or rest.rating_sum not between ${MIN_RATING} * rest.unnamed and ${MAX_RATING} * rest.unnamed
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'company_stats.raters' as "table", company_id::text as key,
      concat_ws(',', coalesce(stored.raters, 0), coalesce(stored.rating_sum, 0)) as stored,
      concat_ws(',', coalesce(published.raters, 0), coalesce(published.rating_sum, 0)) as counted
    from (select company_id, raters, rating_sum from company_stats where (raters, rating_sum) <> (0, 0)) stored
    full join (
      select company_id, sum(members) as raters, sum(rating_sum) as rating_sum
      from published_rating where shown group by company_id
    ) published using (company_id)
    where (stored.raters, stored.rating_sum) is distinct from (published.raters, published.rating_sum)
    limit ${MAX_SHOWN}`,
];

/** Rows of people who were deleted: a trigger deletes these rows, because foreign keys would slow batches down. */
const MEMBERS_WITHOUT_PROFILE = [
  sql<Difference>`
    select "table", 'without profile' as key, count(*)::text as stored, '0' as counted
    from (
      select 'published_member' as "table", profile_id from published_member
      union all select 'waiting_member', profile_id from waiting_member
      union all select 'waiting_rating', profile_id from waiting_rating
    ) member
    where not exists (select from profile where profile.id = member.profile_id)
    group by "table" order by "table"`,
];

/**
 * Checks answers from ratings. Demo people's must equal their recount. Others must be the members rounded down to
 * fives, or the five that stays at four members. For hidden people, K_HIDDEN may require more.
 */
const ANSWERS_OF_RATINGS = [
  sql<Difference>`
    select 'published_aggregate' as "table", concat_ws(' ', kind, company_id) as key,
      concat_ws(',', coalesce(published.members, 0), coalesce(published.people, 0)) as stored,
      concat_ws(',', coalesce(counted.members, 0), coalesce(counted.people, 0)) as counted
    from (select kind, company_id, members, people from published_aggregate where kind like 'demo-%') published
    full join (
      select 'demo-' || answer as kind, company_id, count(*) as members,
        count(*) - count(*) % ${ANSWER_STEP}::integer as people
      from answer_by_person answered join profile on profile.id = answered.profile_id and profile.demo
      where not is_hidden group by answer, company_id
    ) counted using (kind, company_id)
    where (published.members, published.people) is distinct from (counted.members, counted.people)
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'published_aggregate' as "table", concat_ws(' ', kind, company_id) as key,
      concat_ws(',', members, people) as stored, concat_ws(',', members, fives) as counted
    from published_aggregate
    cross join lateral (select members - members % ${ANSWER_STEP}::integer as fives) whole
    where kind ~ '^(hidden-)?(came|left|face)-'
      and case when people = ${ANSWER_STEP}::integer and members = ${ANSWER_STEP}::integer - 1 then false
        when kind like 'hidden-%' then people % ${ANSWER_STEP}::integer <> 0 or people > members + 1
        else people <> fives end
    limit ${MAX_SHOWN}`,
];

/** Copies of the profile in its stops, its number of stops, and stops without a role. */
const STOPS = [
  sql<Difference>`
    select 'stop' as "table", stop.id::text as key, concat_ws(',', stop.listed, stop.sort_key) as stored,
      concat_ws(',', profile.listed and not stop.undisclosed, profile.sort_key) as counted
    from stop join profile on profile.id = stop.profile_id
    where stop.listed <> (profile.listed and not stop.undisclosed) or stop.sort_key <> profile.sort_key
    limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'profile.stops' as "table", profile.id::text as key, profile.stops::text as stored,
      count(stop.id)::text as counted
    from profile left join stop on stop.profile_id = profile.id
    group by profile.id having profile.stops <> count(stop.id) limit ${MAX_SHOWN}`,
  sql<Difference>`
    select 'stop without role' as "table", stop.id::text as key, '0' as stored, '>= 1' as counted
    from stop where not exists (select from role where role.stop_id = stop.id) limit ${MAX_SHOWN}`,
];

const CHECKS = [...STATS, ...ANONYMOUS, ...PUBLISHED, ...MEMBERS_WITHOUT_PROFILE, ...ANSWERS_OF_RATINGS, ...STOPS];

/**
 * Recounts all derived numbers and compares them with what is stored.
 * @returns the differences; [] if there are none
 */
export async function findDifferences(db: Reader): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const check of CHECKS) found.push(...(await check.execute(db)).rows);
  return found;
}
