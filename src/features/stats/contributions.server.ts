import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import { contributionsOfStops, type Contributions, type CountedStop } from "./pure/contributions.ts";

/** What people add to the numbers, and whether the tables of anonymous people may have rows of theirs. */
type Added = Contributions & { mayBeAnonymous: boolean };

/**
 * Reads what one or many people add to the numbers. Nobody may change their stops until the difference is applied.
 * @returns a function that waits for it: see sendLater
 */
export async function readContributions(trx: Trx, profileKeys: readonly number[]): Promise<() => Promise<Added>> {
  const [only] = profileKeys;
  if (only !== undefined && profileKeys.length === 1) return readOneContribution(trx, only);
  const added = await readManyContributions(trx, profileKeys);
  return () => Promise.resolve({ ...added, mayBeAnonymous: true });
}

type OneContribution = {
  stops: CountedStop[] | null;
  days: [company: number, day: number, change: number][] | null;
  school: number | null;
  isAnonymous: boolean;
};

/**
 * The same as readManyContributions, for a save, which needs it twice. Each view would read the person's few stops
 * again, and starting its plan takes longer than that. The view would look for the first stop once for each stop.
 */
async function readOneContribution(trx: Trx, profileKey: number): Promise<() => Promise<Added>> {
  const read = sql<OneContribution>`
    select /* as company_stats_by_person, company_move_by_person, school_company_stats_by_person */ (
      select json_agg(json_build_array(company_id, counts_under, first_start, last_start, is_open, completed_days,
        stop_id = (
          select stop_id from role where profile_id = ${profileKey}
          order by start_date, end_date nulls last, position limit 1),
        is_visible_with_school, school_id,
        (select status = 'new' from company where id = company_id)))
      from counted_stop where profile_id = ${profileKey} and is_visible
    ) as stops, (
      select json_agg(json_build_array(company_id, day - date '1970-01-01', change))
      from company_day_by_person where profile_id = ${profileKey}
    ) as days, (
      select school_id from school_people_by_person where profile_id = ${profileKey}
    ) as school, visibility = 'anonymous' as "isAnonymous"
    from profile where id = ${profileKey}`;
  const rowsOf = await sendLater(trx, read);
  return async () => {
    const [found] = await rowsOf();
    return {
      ...contributionsOfStops(found?.stops ?? []),
      days: (found?.days ?? []).map(([company_id, day, change]) => ({ company_id, day, change })),
      schoolPeople: typeof found?.school === "number" ? [{ school_id: found.school, people: 1 }] : [],
      mayBeAnonymous: found?.isAnonymous ?? true,
    };
  };
}

async function readManyContributions(trx: Trx, keys: readonly number[]): Promise<Contributions> {
  // With "offset 0" the planner reads each view by person, through indexes, and does not join whole views.
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
