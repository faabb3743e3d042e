import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { insertGathered } from "./insert-gathered-write.server.ts";

/** Keeps what others see of anonymous people, for the anonymity check, equal to the views *_by_person. */

/** Brings the rows of some people up to date, after their stops changed. */
export async function keepAnonymous(trx: Trx, profileKeys: readonly number[]): Promise<void> {
  await sql`
    with fresh as materialized (
      select seen.* from unnest(${profileKeys}::bigint[]) as person (id)
      cross join lateral (select * from anonymous_stop_by_person where profile_id = person.id offset 0) as seen
    ), gone as (
      delete from anonymous_stop
      where profile_id = any(${profileKeys}::bigint[]) and stop_id not in (select stop_id from fresh)
    )
    insert into anonymous_stop select * from fresh order by stop_id
    on conflict (stop_id) do update set profile_id = excluded.profile_id, company_id = excluded.company_id,
      began = excluded.began, shows_month = excluded.shows_month, demo = excluded.demo
    where anonymous_stop is distinct from excluded`.execute(trx);
  await sql`
    with fresh as materialized (
      select title, profile_id from anonymous_title_by_person where profile_id = any(${profileKeys}::bigint[])
    ), gone as (
      delete from anonymous_title
      where profile_id = any(${profileKeys}::bigint[]) and (title, profile_id) not in (select * from fresh)
    )
    insert into anonymous_title (title, profile_id) select * from fresh order by title, profile_id
    on conflict do nothing`.execute(trx);
}

/** Rebuilds all rows, after bulk loads and removals. */
export async function refreshAnonymous(trx: Trx): Promise<void> {
  await sql`lock table anonymous_stop, anonymous_title in exclusive mode`.execute(trx);
  await sql`delete from anonymous_stop`.execute(trx);
  await sql`delete from anonymous_title`.execute(trx);
  await insertGathered(trx, {
    into: sql`anonymous_stop`,
    rows: sql`select * from anonymous_stop_by_person`,
    order: sql`stop_id`,
  });
  await sql`
    insert into anonymous_title (title, profile_id)
    select title, profile_id from anonymous_title_by_person order by title, profile_id`.execute(trx);
}
