import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { MANY, meterOf, type Meter } from "./rules.ts";
import type { MeterForm } from "./schema.ts";

type PairRow = { a: number; b: number; people: number };

/**
 * The meter of a draft, counted over other people who are anonymous and to be
 * seen, by what is seen of them: never over anybody hidden, so that no draft
 * finds out who is. Dates are compared as an anonymous page shows them.
 */
export async function readMeter(db: Reader, input: { profileKey: number; form: MeterForm }): Promise<Meter> {
  const { stops, school, showMonths } = input.form;
  const unit = showMonths ? "month" : "year";
  const hasSchool = school !== "";
  const { rows } = await sql<PairRow>`
    with thing as (
      select k.place, c.id as company_id, date_trunc(${unit}, k.start::date) as start
      from unnest(${stops.map((stop) => stop.companyId)}::text[], ${stops.map((stop) => stop.startDate)}::text[])
        with ordinality as k (public_id, start, place)
      join company c on c.public_id = k.public_id
    ), holder as materialized (
      select t.place, e.profile_id
      from thing t
      join entry e on e.company_id = t.company_id and e.listed
      join profile p on p.id = e.profile_id and p.visibility = 'anonymous' and p.id <> ${input.profileKey}
      join lateral (select min(r.start_date) as start from role r where r.entry_id = e.id) r on true
      where date_trunc(${unit}, r.start) = t.start
      union
      select ${stops.length + 1}, p.id from profile p join school s on s.id = p.school_id
      where ${hasSchool} and s.public_id = ${school} and p.listed and not p.hide_school
        and p.visibility = 'anonymous' and p.id <> ${input.profileKey}
    )
    select a.place::integer as a, b.place::integer as b, least(count(*), ${MANY})::integer as people
    from holder a join holder b on b.profile_id = a.profile_id and b.place >= a.place
    group by a.place, b.place`.execute(db);
  const people = new Map(rows.map((row) => [`${row.a - 1} ${row.b - 1}`, row.people]));
  return meterOf(stops.length + (hasSchool ? 1 : 0), (a, b) => people.get(`${Math.min(a, b)} ${Math.max(a, b)}`) ?? 0);
}
