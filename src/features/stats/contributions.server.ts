import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { Contributions } from "./pure/contributions.ts";

/**
 * Reads what many people add to the numbers. Nobody may change their stops until the difference is applied. For one
 * person, contributionsOf computes the same without a query.
 */
export async function readContributions(trx: Trx, keys: readonly number[]): Promise<Contributions> {
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
