import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { keepAnonymous, refreshAnonymous } from "./anonymous-write.server.ts";
import { countDemoAnswers } from "./answers-write.server.ts";
import { applyDifference, differencesOf, type Contributions } from "./difference-write.server.ts";
import { queuePeople } from "./queue-write.server.ts";
import { countDemoRatings, showRatings } from "./ratings-write.server.ts";
import { showAggregates } from "./show-write.server.ts";

/** Reads what one or many people add to the numbers. Nobody may change their stops until the difference is applied. */
export async function readContributions(trx: Trx, profileKeys: number | readonly number[]): Promise<Contributions> {
  const keys = typeof profileKeys === "number" ? [profileKeys] : profileKeys;
  // With "offset 0" the planner reads each view by person, through indexes, and does not join whole views. It is one
  // statement, because each save needs it twice.
  const { rows } = await sql<{ [Part in keyof Contributions]: Contributions[Part] | null }>`
    select (
      select json_agg(added) from (
        select company_id, sum(employees) as employees, sum(interns) as interns, sum(tenure_days) as tenure_days,
          sum(stays) as stays, sum(first_stops) as first_stops, sum(open_stops) as open_stops,
          (select status = 'new' from company where id = company_id) as "isTyped"
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from company_stats_by_person where profile_id = person.id offset 0) as stats
        group by company_id) added
    ) as companies, (
      select json_agg(added) from (
        select from_company, to_company, count(*) as people
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from company_move_by_person where profile_id = person.id offset 0) as move
        where is_visible
        group by from_company, to_company) added
    ) as moves, (
      select json_agg(added) from (
        select school_id, company_id, count(*) as people, sum(first_stops) as first_stops
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from school_company_stats_by_person where profile_id = person.id offset 0) as stats
        group by school_id, company_id) added
    ) as schools, (
      select json_agg(added) from (
        select company_id, day - date '1970-01-01' as day, sum(change) as change
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from company_day_by_person where profile_id = person.id offset 0) as edge
        group by company_id, day) added
    ) as days, (
      select json_agg(added) from (
        select school_id, count(*) as people from school_people_by_person
        where profile_id = any(${keys}::bigint[]) group by school_id) added
    ) as "schoolPeople"`.execute(trx);
  const [added] = rows;
  return {
    companies: added?.companies ?? [],
    moves: added?.moves ?? [],
    schools: added?.schools ?? [],
    days: added?.days ?? [],
    schoolPeople: added?.schoolPeople ?? [],
  };
}

/** A change of people's stops that is being counted. */
export type Counting = {
  /** Keys of the companies that people typed and that these show. */
  typed: number[];
  /** Call this after the change. */
  settle: () => Promise<Settled>;
};

export type Settled = {
  /** The same after the change. */
  typed: number[];
  /** Whether any number changes. */
  isCounted: boolean;
  /** Changes the numbers. Others who change the same ones wait from here until the transaction ends. */
  apply: () => Promise<void>;
};

const typedOf = ({ companies }: Contributions): number[] =>
  companies.filter(({ isTyped }) => isTyped).map(({ company_id }) => company_id);

/**
 * Call this before people's stops change, while their profiles are locked. The next batch will read these people. After
 * the change, settle it and apply the difference.
 */
export async function countChange(trx: Trx, profileKeys: readonly number[]): Promise<Counting> {
  const before = await readContributions(trx, profileKeys);
  await queuePeople(trx, profileKeys);
  return {
    typed: typedOf(before),
    settle: async () => {
      await keepAnonymous(trx, profileKeys);
      const after = await readContributions(trx, profileKeys);
      const difference = differencesOf(before, after);
      const isCounted = Object.values(difference).some((rows) => rows.length > 0);
      return {
        typed: typedOf(after),
        isCounted,
        apply: async () => {
          if (isCounted) await applyDifference(trx, difference);
        },
      };
    },
  };
}

/**
 * Recounts everything from the stops, after bulk loads and removals. Published numbers of hidden people and of ratings
 * stay, because only batches publish those. Demo people's ratings are counted at once, because they belong to no real
 * person.
 */
export async function refreshStats(trx: Trx): Promise<void> {
  await sql`lock table company_stats, company_move, school_company_stats, company_day, school_stats,
    published_aggregate, published_rating, published_rating_member in exclusive mode`.execute(trx);
  await sql`delete from company_stats`.execute(trx);
  await sql`delete from company_move`.execute(trx);
  await sql`delete from school_company_stats`.execute(trx);
  await sql`delete from company_day`.execute(trx);
  await sql`delete from school_stats`.execute(trx);
  // The views look for the first stop of one person at a time, which takes most of the time for everybody.
  await sql`
    create temporary table first_stop on commit drop as
    select distinct on (role.profile_id) role.profile_id, stop.company_id
    from role join stop on stop.id = role.stop_id
    order by role.profile_id, role.start_date, role.end_date nulls last, role.position`.execute(trx);
  // The same for the rows behind three of the views: everybody's stops are read once.
  await sql`
    create temporary table counted on commit drop as
    select profile_id, company_id, school_id, is_visible_with_school, counts_under, first_start, last_start, is_open,
      completed_days::bigint as completed_days
    from counted_stop where is_visible`.execute(trx);
  await sql`analyze first_stop, counted`.execute(trx);
  await sql`
    insert into company_stats (company_id, visible_employees, visible_interns, tenure_days, stays, first_stops, open_stops)
    select counted.company_id, count(*) filter (where counts_under = 'employees'),
      count(*) filter (where counts_under = 'interns'), coalesce(sum(completed_days), 0), count(completed_days),
      count(first_stop.profile_id), count(*) filter (where is_open)
    from counted
    left join first_stop on first_stop.profile_id = counted.profile_id and first_stop.company_id = counted.company_id
    group by counted.company_id order by counted.company_id`.execute(trx);
  await sql`
    insert into company_move (from_company, to_company, visible_people)
    select earlier.company_id, later.company_id, count(*)
    from counted earlier join counted later on later.profile_id = earlier.profile_id
    where later.company_id <> earlier.company_id and earlier.first_start < later.last_start
    group by earlier.company_id, later.company_id order by earlier.company_id, later.company_id`.execute(trx);
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
  await sql`
    insert into school_company_stats (school_id, company_id, visible_people, first_stops)
    select counted.school_id, counted.company_id, count(*), count(first_stop.profile_id)
    from counted
    left join first_stop on first_stop.profile_id = counted.profile_id and first_stop.company_id = counted.company_id
    where is_visible_with_school and counted.school_id is not null
    group by counted.school_id, counted.company_id order by counted.school_id, counted.company_id`.execute(trx);
  await sql`
    insert into company_day (company_id, day, change)
    select company_id, day, sum(change) from company_day_by_person
    group by company_id, day having sum(change) <> 0 order by company_id, day`.execute(trx);
  await sql`
    insert into school_stats (school_id, visible_people)
    select school_id, count(*) from school_people_by_person group by school_id order by school_id`.execute(trx);
  await refreshAnonymous(trx);
  await countDemoRatings(trx);
  await countDemoAnswers(trx);
  await showRatings(trx, undefined);
  await showAggregates(trx, "all");
}
