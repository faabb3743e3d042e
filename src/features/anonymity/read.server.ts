import { sql } from "kysely";
import { keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { isCatalogueTitle } from "#features/title/classify.ts";
import { MANY, checkAnonymity, schoolPlace, titlesPlace, type Draft, type Fact } from "./rules.ts";
import type { AnonymityAnswer, AnonymityForm } from "./schema.ts";

/** Far above MANY, so that the people who share one fact include enough of those who share two. */
const MOST = 500;

/** A fact as the query names it. */
const factName = (fact: Fact): string => `${fact.place} ${fact.isUndisclosed ? "undisclosed" : "disclosed"}`;

/**
 * Compares a draft with other anonymous, visible people, by what their pages show. Hidden people and hidden details
 * must not change the answer, because drafts could otherwise reveal them. Demo people count only while fewer than MANY
 * real people are anonymous, and the answer says so.
 *
 * A person shares a stop if their page does not rule it out. Dates are compared in the precision of that page: no month
 * protects an unknown month, and no year protects a draft that shows months. A disclosed stop is shared by people who
 * disclose the same company. An undisclosed stop is also shared by people with an undisclosed stop at that time. One
 * stop never counts for two stops of the draft. An own title is shared by people who show the same words. The
 * catalogue's titles are not counted (record 0040).
 *
 * At most MOST people are read for each stop, the school and each title. So if more than MOST people share each of two
 * facts, the answer may be too low, but never too high.
 */
export async function readAnonymity(
  db: Reader,
  input: { profileKey: number; form: AnonymityForm },
): Promise<AnonymityAnswer> {
  const { stops, school, showMonths } = input.form;
  const ids = stops.map((stop) => stop.companyId);
  // Typed companies are found by the same names as in a save, if others may know them.
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
        (select c.id from company c ${joinNumbers("c", "t")} where c.name = typed.name and ${isOffered("c", "t")}),
        (select c.id from company_alias a join company c on c.id = a.company_id ${joinNumbers("c", "t")}
          where a.alias_key = typed.name and ${isOffered("c", "t")})) as company_id
      from unnest(${ids}::text[], ${names}::text[], ${stops.map((stop) => stop.startDate)}::text[],
        ${stops.map((stop) => stop.datePrecision ?? "month")}::text[])
        with ordinality as typed (public_id, name, start, precision, place)
    ), draft_time as materialized (
      select place, company_id, seen.began, seen.shows_month,
        seen.shows_month or not (${showMonths} and has_month) as shows_as_much
      from draft_stop
      cross join lateral (values
        (date_trunc('year', start)::date, false), (date_trunc('month', start)::date, true)) as seen (began, shows_month)
      where has_month or not seen.shows_month
    ), draft_title as materialized (
      select * from unnest(${titles}::text[]) with ordinality as typed (title, place)
    ), candidate as (
      select near.profile_id from draft_time cross join lateral (
        select profile_id from anonymous_stop other
        where other.company_id = draft_time.company_id and other.began = draft_time.began
          and other.shows_month = draft_time.shows_month and (not other.demo or ${isTrial})
        order by profile_id limit ${MOST}) near
      union
      select near.profile_id from draft_time cross join lateral (
        select profile_id from anonymous_stop other
        where other.company_id is null and other.began = draft_time.began and (not other.demo or ${isTrial})
        order by profile_id limit ${MOST}) near
      where not draft_time.shows_month
      union
      select near.id from (
        select id from profile
        where school_id = (select id from school where public_id = ${school}) and listed and not hide_school
          and visibility = 'anonymous' and (not demo or ${isTrial})
        order by sort_key limit ${MOST}) near
      union
      select near.profile_id from draft_title cross join lateral (
        select profile_id from anonymous_title other where other.title = draft_title.title
        order by profile_id limit ${MOST}) near
    ), other as materialized (
      select id, school_id, hide_school from profile join candidate on candidate.profile_id = profile.id
      where listed and visibility = 'anonymous' and (not demo or ${isTrial}) and id <> ${input.profileKey}
    ), possible as materialized (
      select draft_time.place, anonymous_stop.stop_id as stop, anonymous_stop.profile_id,
        anonymous_stop.company_id is null as undisclosed, draft_time.shows_as_much
      from other
      join anonymous_stop on anonymous_stop.profile_id = other.id
      join draft_time on draft_time.began = anonymous_stop.began
        and draft_time.shows_month = anonymous_stop.shows_month
        and (anonymous_stop.company_id is null or anonymous_stop.company_id = draft_time.company_id)
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
      join anonymous_title on anonymous_title.profile_id = other.id
      join draft_title typed on typed.title = anonymous_title.title
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

/** Are demo people counted? True if there are anonymous ones, and fewer than MANY other real people are anonymous. */
async function isTrialSite(db: Reader, profileKey: number): Promise<boolean> {
  const { rows } = await sql<{ is_trial: boolean }>`
    select exists (select from profile where listed and visibility = 'anonymous' and demo and id <> ${profileKey})
      and (select count(*) from (
        select from profile where listed and visibility = 'anonymous' and not demo and id <> ${profileKey} limit ${MANY}
      ) as real) < ${MANY} as is_trial
  `.execute(db);
  return rows[0]?.is_trial === true;
}
