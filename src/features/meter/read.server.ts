import { sql } from "kysely";
import { keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { MANY, meterOf, type Thing } from "./rules.ts";
import type { MeterAnswer, MeterForm } from "./schema.ts";

type PairRow = { a: string; b: string; people: number };

const keyOfThing = (thing: Thing): string => `${thing.place}${thing.isKept ? "k" : "t"}`;

/**
 * The meter of a draft, counted over other people who are anonymous and to be
 * seen, by what is seen of them: never over anybody hidden, nor by what a page
 * leaves out, so that no draft finds out either. Invented people are no cover; only while fewer than `MANY` real
 * ones are anonymous, so that nobody could be green anyway, do they stand in, and the answer says that it is a trial.
 * Somebody covers a stop where their page does not rule it out: the draft's own
 * date is cut to what that page shows and compared with it; a month that is not
 * known is covered by nobody's month, and one that is shown by nobody's year. A
 * stop that is told is shared by who tells the same; one that is kept back, by
 * everybody whose page leaves it open too, or tells that very one. No stop of theirs stands for two.
 */
export async function readMeter(db: Reader, input: { profileKey: number; form: MeterForm }): Promise<MeterAnswer> {
  const { stops, school, showMonths } = input.form;
  const ids = stops.map((stop) => stop.companyId);
  // By the names that a save goes by; who holds a company is looked up among people to be seen in either case.
  const names = stops.map((stop) => (stop.companyId === "" ? keyOf(stop.companyName ?? "") : ""));
  const isTrial = await isTrialSite(db, input.profileKey);
  const { rows } = await sql<PairRow>`
    with stop as (
      select k.place - 1 as place, k.start::date as start, k.precision <> 'year' as has_month, coalesce(
        (select c.id from company c where c.public_id = k.public_id),
        (select c.id from company c where c.name = k.name),
        (select c.id from company_alias a join company c on c.id = a.company_id and c.status = 'listed'
          where a.alias_key = k.name)) as company_id
      from unnest(${ids}::text[], ${names}::text[], ${stops.map((stop) => stop.startDate)}::text[],
        ${stops.map((stop) => stop.datePrecision ?? "month")}::text[])
        with ordinality as k (public_id, name, start, precision, place)
    ), near as materialized (
      select distinct on (e.id) e.id, e.profile_id, e.company_id, e.undisclosed, r.start_date as start,
        p.show_months and not e.undisclosed and r.date_precision <> 'year' as tells_month
      from entry e
      join profile p on p.id = e.profile_id and p.listed and p.visibility = 'anonymous'
        and (not p.demo or ${isTrial}) and p.id <> ${input.profileKey}
      join role r on r.entry_id = e.id
      where (e.listed and e.company_id in (select company_id from stop)) or e.undisclosed
      order by e.id, r.start_date, r.end_date nulls last, r.id
    ), open as materialized (
      select s.place, n.id as entry, n.profile_id, n.undisclosed,
        n.tells_month or not (${showMonths} and s.has_month) as tells_as_much
      from stop s join near n on n.undisclosed or n.company_id = s.company_id
      where case when n.tells_month then s.has_month and date_trunc('month', n.start) = date_trunc('month', s.start)
        else date_trunc('year', n.start) = date_trunc('year', s.start) end
    ), holder as materialized (
      select place || 't' as thing, profile_id, entry from open where not undisclosed and tells_as_much
      union
      select place || 'k', profile_id, entry from open
      union
      select ${`${stops.length}t`}, p.id, 0 from profile p join school s on s.id = p.school_id
      where s.public_id = ${school} and p.listed and not p.hide_school and (not p.demo or ${isTrial})
        and p.visibility = 'anonymous' and p.id <> ${input.profileKey}
    )
    select a.thing as a, b.thing as b, least(count(distinct a.profile_id), ${MANY})::integer as people
    from holder a join holder b on b.profile_id = a.profile_id and (b.entry <> a.entry or b.thing = a.thing)
    group by a.thing, b.thing`.execute(db);
  const people = new Map(rows.map((row) => [`${row.a} ${row.b}`, row.people]));
  const meter = meterOf(
    stops.map((stop) => stop.undisclosed),
    school !== "",
    (a, b) => people.get(`${keyOfThing(a)} ${keyOfThing(b)}`) ?? 0,
  );
  return { ...meter, isTrial };
}

/** Whether demo people stand in: some are anonymous, and fewer than `MANY` real others are, of those to be seen. */
async function isTrialSite(db: Reader, profileKey: number): Promise<boolean> {
  const { rows } = await sql<{ is_trial: boolean }>`
    with other as (
      select demo from profile where listed and visibility = 'anonymous' and id <> ${profileKey}
    )
    select exists (select from other where demo)
      and (select count(*) from (select from other where not demo limit ${MANY}) as real) < ${MANY} as is_trial
  `.execute(db);
  return rows[0]?.is_trial === true;
}
