import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { AggregateKey } from "#db/stats-schema.ts";
import { stepOf } from "./pure/answers.ts";
import { hasWaited } from "./gather-write.server.ts";
import { changedOf, nextPublished, type Batch, type Members, type Published } from "./rules.ts";

type Renewed = AggregateKey & Members & { members: number; shown: number; next: Published };

/**
 * Publishes those numbers of the temporary table `cell` that may change. Their keys go into the temporary table
 * `renewed`. A number counts its published members who have not left, and people who have waited long enough and whose
 * account counts.
 * @returns each number with its value before and now
 */
export async function publishAggregates(trx: Trx, input: Batch): Promise<Renewed[]> {
  const counts = sql`${hasWaited(input)} and (waiting.profile_id not in (select id from unsettled_person)
    or waiting.kind ~ '^(came|left|face)-')`;
  const { rows } = await sql<Omit<Renewed, "next">>`
    select cell.kind, cell.company_id, cell.next_company_id, cell.school_id,
      coalesce(published.members, 0) as members, coalesce(published.people, 0) as shown,
      known.stayed + come.joined as people, known.stayed, known."left", come.joined
    from cell
    left join published_aggregate published using (kind, company_id, next_company_id, school_id)
    cross join lateral (
      select (count(*) filter (where left_on is null))::integer as stayed,
        (count(*) filter (where left_on is not null))::integer as "left"
      from published_member member
      where member.kind = cell.kind and member.company_id = cell.company_id
        and member.next_company_id = cell.next_company_id and member.school_id = cell.school_id
    ) known
    cross join lateral (
      select count(*)::integer as joined
      from waiting_member waiting
      where waiting.kind = cell.kind and waiting.company_id = cell.company_id
        and waiting.next_company_id = cell.next_company_id and waiting.school_id = cell.school_id and ${counts}
    ) come
    where cell.kind !~ '^(rating|demo)'`.execute(trx);
  const renewed = rows
    .filter((row) => changedOf(row.members, row) >= 2)
    .map((row) => {
      const before = { members: row.members, people: row.shown };
      return { ...row, next: nextPublished(before, row, stepOf(row.kind, input.k)) };
    });
  await sql`
    create temporary table renewed (kind text, company_id bigint, next_company_id bigint, school_id bigint)
    on commit drop`.execute(trx);
  if (renewed.length === 0) return [];
  const keys = sql`${renewed.map((one) => one.kind)}::text[], ${renewed.map((one) => one.company_id)}::bigint[],
    ${renewed.map((one) => one.next_company_id)}::bigint[], ${renewed.map((one) => one.school_id)}::bigint[]`;
  await sql`insert into renewed select * from unnest(${keys})`.execute(trx);
  await sql`analyze renewed`.execute(trx);
  await sql`
    insert into published_aggregate (kind, company_id, next_company_id, school_id, members, people)
    select * from unnest(${keys}, ${renewed.map((one) => one.next.members)}::integer[],
      ${renewed.map((one) => one.next.people)}::integer[])
    on conflict (kind, company_id, next_company_id, school_id)
      do update set members = excluded.members, people = excluded.people`.execute(trx);
  await sql`
    delete from published_member member using renewed
    where member.kind = renewed.kind and member.company_id = renewed.company_id
      and member.next_company_id = renewed.next_company_id and member.school_id = renewed.school_id
      and member.left_on is not null`.execute(trx);
  // Somebody who was deleted meanwhile has no waiting row any more, and so becomes no member.
  await sql`
    with come as (
      delete from waiting_member waiting using renewed
      where waiting.kind = renewed.kind and waiting.company_id = renewed.company_id
        and waiting.next_company_id = renewed.next_company_id and waiting.school_id = renewed.school_id
        and ${counts}
      returning waiting.kind, waiting.company_id, waiting.next_company_id, waiting.school_id, waiting.profile_id
    )
    insert into published_member (kind, company_id, next_company_id, school_id, profile_id)
    select * from come order by kind, company_id, next_company_id, school_id, profile_id`.execute(trx);
  await sql`
    delete from published_aggregate published using renewed
    where published.kind = renewed.kind and published.company_id = renewed.company_id
      and published.next_company_id = renewed.next_company_id and published.school_id = renewed.school_id
      and published.members = 0 and published.people = 0`.execute(trx);
  return renewed;
}
