import { sql } from "kysely";
import { keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { OFFERED, WITH_NUMBERS } from "#features/stats/read.server.ts";
import { isCatalogueTitle } from "#features/title/classify.ts";
import { MANY, checkAnonymity, schoolPlace, titlesPlace, type Draft, type Fact } from "./rules.ts";
import type { AnonymityAnswer, AnonymityForm } from "./schema.ts";

/** A fact as the query names it. */
const factName = (fact: Fact): string => `${fact.place} ${fact.isUndisclosed ? "undisclosed" : "disclosed"}`;

/**
 * Checks a draft against other anonymous, visible people, by what others see of them: hidden people and hidden details
 * must not change the answer, or drafts could be used to find them. Demo people are no cover; they stand in, and the
 * answer says so, only while fewer than MANY real people are anonymous.
 *
 * Somebody shares a stop if their page does not rule it out. The draft's date is cut to what that page shows and
 * compared: nobody's month covers an unknown one, and nobody's year covers a draft that shows months. A disclosed stop
 * is shared by those who disclose the same company; an undisclosed one also by those who have an undisclosed stop of
 * that time. One stop of theirs never counts for two of the draft's. A title in words of one's own is shared by those who
 * show the same words; the catalogue's are not counted, as record 0040 says.
 */
export async function readAnonymity(
  db: Reader,
  input: { profileKey: number; form: AnonymityForm },
): Promise<AnonymityAnswer> {
  const { stops, school, showMonths } = input.form;
  const ids = stops.map((stop) => stop.companyId);
  // Typed companies are found by the names that a save goes by, where others may know of them.
  const names = stops.map((stop) => (stop.companyId === "" ? keyOf(stop.companyName ?? "") : ""));
  const titles = [...new Set((input.form.titles ?? []).filter((title) => !isCatalogueTitle(title)).map(keyOf))];
  const draft: Draft = {
    undisclosed: stops.map((stop) => stop.undisclosed),
    hasSchool: school !== "",
    ownTitles: titles.length,
  };
  const isTrial = await isTrialSite(db, input.profileKey);
  const schoolFact = factName({ place: schoolPlace(draft), isUndisclosed: false });
  const { rows } = await sql<{ a: string; b: string; people: number }>`
    with draft_stop as (
      select typed.place - 1 as place, typed.start::date as start, typed.precision <> 'year' as has_month, coalesce(
        (select stop.company_id from stop
          where stop.profile_id = ${input.profileKey} and stop.own_company_id = typed.public_id),
        (select c.id from company c where c.public_id = typed.public_id),
        (select c.id from company c ${WITH_NUMBERS} where c.name = typed.name and ${OFFERED}),
        (select c.id from company_alias a join company c on c.id = a.company_id ${WITH_NUMBERS}
          where a.alias_key = typed.name and ${OFFERED})) as company_id
      from unnest(${ids}::text[], ${names}::text[], ${stops.map((stop) => stop.startDate)}::text[],
        ${stops.map((stop) => stop.datePrecision ?? "month")}::text[])
        with ordinality as typed (public_id, name, start, precision, place)
    ), other as (
      select id, school_id, hide_school, show_months, own_titles from profile
      where listed and visibility = 'anonymous' and (not demo or ${isTrial}) and id <> ${input.profileKey}
    ), other_stop as materialized (
      select distinct on (stop.id) stop.id, stop.profile_id, stop.company_id, stop.undisclosed, role.start_date as start,
        other.show_months and not stop.undisclosed and role.date_precision <> 'year' as shows_month
      from stop
      join other on other.id = stop.profile_id
      join role on role.stop_id = stop.id
      where (stop.listed and stop.company_id in (select company_id from draft_stop)) or stop.undisclosed
      order by stop.id, role.start_date, role.end_date nulls last, role.position
    ), possible as materialized (
      select draft_stop.place, other_stop.id as stop, other_stop.profile_id, other_stop.undisclosed,
        other_stop.shows_month or not (${showMonths} and draft_stop.has_month) as shows_as_much
      from draft_stop
      join other_stop on other_stop.undisclosed or other_stop.company_id = draft_stop.company_id
      where case when other_stop.shows_month
        then draft_stop.has_month and date_trunc('month', other_stop.start) = date_trunc('month', draft_stop.start)
        else date_trunc('year', other_stop.start) = date_trunc('year', draft_stop.start) end
    ), sharing as materialized (
      select place || ' disclosed' as fact, profile_id, stop from possible where not undisclosed and shows_as_much
      union
      select place || ' undisclosed', profile_id, stop from possible
      union
      select ${schoolFact}, other.id, 0
      from other join school on school.id = other.school_id
      where school.public_id = ${school} and not other.hide_school
      union
      select (${titlesPlace(draft)} + typed.place - 1) || ' disclosed', other.id, -typed.place
      from other
      join role on role.profile_id = other.id
      join unnest(${titles}::text[]) with ordinality as typed (title, place) on lower(role.title) = typed.title
      where other.own_titles
    )
    select a.fact as a, b.fact as b, least(count(distinct a.profile_id), ${MANY})::integer as people
    from sharing a
    join sharing b on b.profile_id = a.profile_id and (b.stop <> a.stop or b.fact = a.fact)
    group by a.fact, b.fact`.execute(db);
  const people = new Map(rows.map((row) => [`${row.a}, ${row.b}`, row.people]));
  const { now, mostIdentifying, afterHiding, atBest } = checkAnonymity(
    draft,
    (a, b) => people.get(`${factName(a)}, ${factName(b)}`) ?? 0,
  );
  return { crowd: now, worst: mostIdentifying, cured: afterHiding, best: atBest, isTrial };
}

/** Whether demo people stand in: there are anonymous ones, and fewer than MANY real ones among the others. */
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
