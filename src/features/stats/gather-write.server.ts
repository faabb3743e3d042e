import { sql, type RawBuilder } from "kysely";
import { calendarDay } from "#core/calendar.ts";
import type { Database, Trx } from "#db/connect.ts";
import { ANSWERS_AS_AGGREGATES } from "./answers-write.server.ts";
import { lastDayWaited, type Batch } from "./rules.ts";

/**
 * The first half of a batch: compares which numbers some people belong to with what was stored. New people of a number
 * wait (waiting_member, waiting_rating); people who no longer belong to it have left (`left_on`). The affected numbers
 * are noted in publish_cell. Nothing is published here.
 */

/**
 * Creates the connection's temporary tables: owners whose account does not count yet, and the people of one piece.
 * `seen` has the numbers that these people belong to now, `known` those that were stored of them.
 */
export async function openTables(db: Database): Promise<void> {
  for (const table of [
    sql`unsettled (owner_key bytea primary key) on commit preserve rows`,
    sql`unsettled_person (id bigint primary key) on commit preserve rows`,
    sql`person (id bigint primary key, is_real boolean, is_settled boolean) on commit delete rows`,
    sql`seen (kind text, company_id bigint, next_company_id bigint, school_id bigint, profile_id bigint, counts boolean)
      on commit delete rows`,
    sql`known (kind text, company_id bigint, next_company_id bigint, school_id bigint, profile_id bigint, since date,
      left_on date) on commit delete rows`,
    sql`seen_rating (company_id bigint, profile_id bigint, raters text, rating smallint, counts boolean)
      on commit delete rows`,
    sql`cell (kind text, company_id bigint, next_company_id bigint, school_id bigint) on commit delete rows`,
  ]) {
    await sql`create temporary table if not exists ${table}`.execute(db);
  }
  await sql`truncate unsettled, unsettled_person`.execute(db);
}

/** @param owners owners of accounts whose hidden stops and ratings do not count yet */
export async function noteUnsettled(db: Database, owners: readonly Buffer[]): Promise<void> {
  await sql`insert into unsettled select unnest(${owners}::bytea[]) on conflict do nothing`.execute(db);
  await sql`
    insert into unsettled_person select id from profile where owner_key = any(${owners}::bytea[])
    on conflict do nothing`.execute(db);
}

/**
 * Reads some people. Skips those who are locked because they are being deleted or their companies change.
 * @returns the people who were read, including those who no longer exist
 */
export async function gatherPeople(trx: Trx, input: Batch, people: readonly number[]): Promise<ReadonlySet<number>> {
  const there = await sql<{ id: number; demo: boolean }>`
    select id, demo from profile where id = any(${people}::bigint[]) order by id for key share skip locked`.execute(
    trx,
  );
  const held = await sql<{ id: number }>`
    select id from profile where id = any(${people}::bigint[])
      and id <> all(${there.rows.map((row) => row.id)}::bigint[])`.execute(trx);
  const real = there.rows.flatMap((row) => (row.demo ? [] : [row.id]));
  await sql`
    insert into person select id, owner_key is not null,
      owner_key is not null and not exists (select from unsettled where unsettled.owner_key = profile.owner_key)
    from profile where id = any(${real}::bigint[])`.execute(trx);
  // noteUnsettled looked for the profiles of these owners when the batch began. Some were only made since then.
  await sql`
    insert into unsettled_person select id from person where is_real and not is_settled
    on conflict do nothing`.execute(trx);
  if (there.rows.some((row) => row.demo)) {
    await sql`insert into publish_cell (kind, company_id, next_company_id, school_id) values ('demo', 0, 0, 0)`.execute(
      trx,
    );
  }
  await gatherMembers(trx, input, real);
  await gatherRatings(trx, input, real);
  const waiting = new Set(held.rows.map((row) => row.id));
  return new Set(people.filter((id) => !waiting.has(id)));
}

/** Numbers of hidden people, and answers. `counts` is false for a hidden person whose account does not count yet. */
async function gatherMembers(trx: Trx, input: Batch, people: readonly number[]): Promise<void> {
  const today = calendarDay(input.now);
  await sql`
    insert into seen
    select distinct kind, company_id, next_company_id, school_id, profile_id, not is_hidden or person.is_settled
    from (
      select kind, company_id, next_company_id, school_id, profile_id, true as is_hidden
      from hidden_aggregate_by_person where profile_id = any(${people}::bigint[])
      union all
      select * from (${ANSWERS_AS_AGGREGATES}) answered where profile_id = any(${people}::bigint[])
    ) behind
    join person on person.id = behind.profile_id and person.is_real`.execute(trx);
  await sql`
    insert into known
    select kind, company_id, next_company_id, school_id, profile_id, since, null
    from waiting_member where profile_id = any(${people}::bigint[])
    union all
    select kind, company_id, next_company_id, school_id, profile_id, null, left_on
    from published_member where profile_id = any(${people}::bigint[])`.execute(trx);
  await sql`analyze seen, known`.execute(trx);
  await sql`
    delete from waiting_member waiting using (
      select * from known where since is not null and not exists (
        select from seen
        where seen.kind = known.kind and seen.company_id = known.company_id
          and seen.next_company_id = known.next_company_id and seen.school_id = known.school_id
          and seen.profile_id = known.profile_id)
    ) gone
    where waiting.kind = gone.kind and waiting.company_id = gone.company_id
      and waiting.next_company_id = gone.next_company_id and waiting.school_id = gone.school_id
      and waiting.profile_id = gone.profile_id`.execute(trx);
  // Only batches insert into this table, one at a time. So no other row can have come since `known` was read.
  await sql`
    insert into waiting_member (kind, company_id, next_company_id, school_id, profile_id, since)
    select kind, company_id, next_company_id, school_id, profile_id, ${today}::date
    from seen
    where not exists (
      select from known
      where known.kind = seen.kind and known.company_id = seen.company_id
        and known.next_company_id = seen.next_company_id and known.school_id = seen.school_id
        and known.profile_id = seen.profile_id)
    order by kind, company_id, next_company_id, school_id, profile_id`.execute(trx);
  await sql`
    with moved as (
      update published_member member
      set left_on = case when present.is_there then null else ${today}::date end
      from (
        select known.*, coalesce(seen.counts, false) as is_there
        from known left join seen using (kind, company_id, next_company_id, school_id, profile_id)
        where known.since is null
      ) present
      where (present.left_on is null) <> present.is_there
        and member.kind = present.kind and member.company_id = present.company_id
        and member.next_company_id = present.next_company_id and member.school_id = present.school_id
        and member.profile_id = present.profile_id
      returning member.kind, member.company_id, member.next_company_id, member.school_id
    ), waiting as (
      select kind, company_id, next_company_id, school_id, coalesce(known.since, ${today}::date) as since
      from seen left join known using (kind, company_id, next_company_id, school_id, profile_id)
      where known.kind is null or known.since is not null
    )
    insert into publish_cell (kind, company_id, next_company_id, school_id)
    select * from moved
    union select kind, company_id, next_company_id, school_id from waiting where ${hasWaited(input)}`.execute(trx);
}

/** An SQL condition: has a row of waiting_member, named `waiting`, waited long enough? All other kinds are answers. */
export function hasWaited(input: Batch): RawBuilder<unknown> {
  return sql`waiting.since <= case when waiting.kind in ('employees', 'interns', 'move', 'school', 'alumni')
    then ${lastDayWaited(input, "stop")}::date else ${lastDayWaited(input, "rating")}::date end`;
}

/** Reads ratings. A new or changed rating waits. Meanwhile the person's published rating counts, if there is one. */
async function gatherRatings(trx: Trx, input: Batch, people: readonly number[]): Promise<void> {
  await sql`
    insert into seen_rating
    select rated.company_id, rated.profile_id, case when rated.is_hidden then 'hidden' else 'visible' end, rated.rating,
      not rated.is_hidden or person.is_settled
    from (select * from rating_by_person where profile_id = any(${people}::bigint[])) rated
    join person on person.id = rated.profile_id`.execute(trx);
  await sql`
    delete from waiting_rating waiting
    where profile_id = any(${people}::bigint[]) and not exists (
      select from seen_rating seen
      where seen.company_id = waiting.company_id and seen.profile_id = waiting.profile_id
        and seen.raters = waiting.raters and seen.rating = waiting.rating)`.execute(trx);
  await sql`
    insert into waiting_rating (company_id, profile_id, raters, rating, since)
    select company_id, profile_id, raters, rating, ${calendarDay(input.now)}::date
    from seen_rating seen
    where not exists (
      select from published_rating_member member
      where member.company_id = seen.company_id and member.profile_id = seen.profile_id
        and member.raters = seen.raters and member.rating = seen.rating
    ) and not exists (
      select from waiting_rating waiting
      where waiting.company_id = seen.company_id and waiting.profile_id = seen.profile_id)
    order by company_id, profile_id`.execute(trx);
  await sql`
    with moved as (
      update published_rating_member member
      set left_on = case when present.is_there then null else ${calendarDay(input.now)}::date end
      from (
        select member.company_id, member.profile_id, member.raters, exists (
          select from seen_rating seen
          left join waiting_rating waiting using (company_id, profile_id, raters, rating)
          where seen.company_id = member.company_id and seen.profile_id = member.profile_id
            and seen.raters = member.raters and seen.counts
            and (seen.rating = member.rating or waiting.since > ${lastDayWaited(input, "rating")}::date)
        ) as is_there
        from published_rating_member member where member.profile_id = any(${people}::bigint[])
      ) present
      where member.company_id = present.company_id and member.profile_id = present.profile_id
        and member.raters = present.raters and (member.left_on is null) <> present.is_there
      returning member.company_id, member.raters
    ), ready as (
      select company_id, raters from waiting_rating
      where profile_id = any(${people}::bigint[]) and since <= ${lastDayWaited(input, "rating")}::date
    )
    insert into publish_cell (kind, company_id, next_company_id, school_id)
    select 'rating-' || raters, company_id, 0, 0
    from (select * from moved union select * from ready) due`.execute(trx);
}
