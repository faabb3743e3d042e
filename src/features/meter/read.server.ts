import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { MANY, meterOf, type Meter, type Thing } from "./rules.ts";
import type { MeterForm } from "./schema.ts";

type PairRow = { a: string; b: string; people: number };

const keyOf = (thing: Thing): string => `${thing.place}${thing.isKept ? "k" : "t"}`;

/**
 * The meter of a draft, counted over other people who are anonymous and to be
 * seen, by what is seen of them: never over anybody hidden, so that no draft
 * finds out who is. Dates are compared as an anonymous page shows them. A stop
 * that is told is shared by who tells the same; one that is kept back, by
 * everybody whose page leaves it open too, or tells that very one. No stop of theirs stands for two.
 */
export async function readMeter(db: Reader, input: { profileKey: number; form: MeterForm }): Promise<Meter> {
  const { stops, school, showMonths } = input.form;
  const unit = showMonths ? "month" : "year";
  const { rows } = await sql<PairRow>`
    with stop as (
      select k.place - 1 as place, c.id as company_id, k.start::date as start
      from unnest(${stops.map((stop) => stop.companyId)}::text[], ${stops.map((stop) => stop.startDate)}::text[])
        with ordinality as k (public_id, start, place)
      left join company c on c.public_id = k.public_id
    ), near as materialized (
      select e.id, e.profile_id, e.company_id, e.undisclosed, min(r.start_date) as start
      from entry e
      join profile p on p.id = e.profile_id and p.listed and p.visibility = 'anonymous' and p.id <> ${input.profileKey}
      join role r on r.entry_id = e.id
      where (e.listed and e.company_id in (select company_id from stop)) or e.undisclosed
      group by e.id
    ), holder as materialized (
      select s.place || 't' as thing, n.profile_id, n.id as entry from stop s join near n on n.company_id = s.company_id
      where not n.undisclosed and date_trunc(${unit}, n.start) = date_trunc(${unit}, s.start)
      union
      select s.place || 'k', n.profile_id, n.id from stop s
      join near n on (n.undisclosed or n.company_id = s.company_id) and date_trunc('year', n.start) = date_trunc('year', s.start)
      union
      select ${`${stops.length}t`}, p.id, 0 from profile p join school s on s.id = p.school_id
      where s.public_id = ${school} and p.listed and not p.hide_school
        and p.visibility = 'anonymous' and p.id <> ${input.profileKey}
    )
    select a.thing as a, b.thing as b, least(count(distinct a.profile_id), ${MANY})::integer as people
    from holder a join holder b on b.profile_id = a.profile_id and (b.entry <> a.entry or b.thing = a.thing)
    group by a.thing, b.thing`.execute(db);
  const people = new Map(rows.map((row) => [`${row.a} ${row.b}`, row.people]));
  return meterOf(
    stops.map((stop) => stop.undisclosed),
    school !== "",
    (a, b) => people.get(`${keyOf(a)} ${keyOf(b)}`) ?? 0,
  );
}
