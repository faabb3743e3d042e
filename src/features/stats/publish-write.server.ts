import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import type { AggregateKey } from "#db/stats-schema.ts";
import { announce } from "#server/purge-channel.ts";
import { isAnswer, stepOf } from "./pure/answers.ts";
import { ANSWERS_AS_AGGREGATES, countDemoAnswers, findToldAnew, IS_ANSWER } from "./answers-write.server.ts";
import { publishRatings, showRatings } from "./ratings-write.server.ts";
import {
  changedOf,
  dayOf,
  lastDayWaited,
  nextPublished,
  ratingLevel,
  type Batch,
  type Members,
  type Published,
  type RatingLevel,
} from "./rules.ts";

/** Any fixed number: one batch at a time, whatever process does it. */
const LOCK = 7_311_904_203;

/**
 * Publishes the numbers of hidden people, of ratings and of what they answer, in one transaction. A number that may not change yet stays as
 * it was. Rows are locked in the order in which saves lock them.
 * @returns tags of the answers that changed, to purge after the commit
 */
export async function publishHidden(db: Database, input: Batch): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    // The views group all stops; with the default memory they would sort on disk.
    await sql`set local work_mem = '64MB'`.execute(trx);
    await gatherMembers(trx, input);
    const renewed = await publishAggregates(trx, input.k);
    const aggregates = renewed.filter((one) => !isAnswer(one.kind) && one.next.people !== one.shown);
    const answers = renewed.filter((one) => isAnswer(one.kind));
    const answered = [...(await findToldAnew(trx, answers)), ...(await countDemoAnswers(trx))];
    await forgetLeavers(trx, input);
    const companies = await publishRatings(trx, input);
    const before = await readLevels(trx, companies, input.minRaters);
    if (aggregates.length > 0) await showAggregates(trx);
    if (companies.length > 0) await showRatings(trx, companies);
    const after = await readLevels(trx, companies, input.minRaters);
    const rated = companies.filter((company) => (before.get(company) ?? 0) !== (after.get(company) ?? 0));
    const tags = await readTags(trx, aggregates, [...rated, ...answered]);
    await announce(trx, tags);
    return tags;
  });
}

/**
 * Temporary tables of this batch. member_seen: who is behind each number of hidden people and each answer. member_now:
 * those of them who have waited long enough to be counted. renewed: the numbers that this batch publishes anew.
 */
async function gatherMembers(trx: Trx, input: Batch): Promise<void> {
  await sql`
    create temporary table member_seen on commit drop as
    select distinct kind, company_id, next_company_id, seen.school_id, profile_id,
      not seen.is_hidden or profile.owner_key = any(${input.settled}::bytea[]) as is_settled
    from (
      select kind, company_id, next_company_id, school_id, profile_id, true as is_hidden
      from hidden_aggregate_by_person
      union all ${ANSWERS_AS_AGGREGATES}
    ) seen
    join profile on profile.id = seen.profile_id and profile.owner_key is not null`.execute(trx);
  await sql`
    delete from waiting_member waiting where not exists (
      select from member_seen seen
      where seen.kind = waiting.kind and seen.company_id = waiting.company_id
        and seen.next_company_id = waiting.next_company_id and seen.school_id = waiting.school_id
        and seen.profile_id = waiting.profile_id)`.execute(trx);
  await sql`
    insert into waiting_member (kind, company_id, next_company_id, school_id, profile_id, since)
    select kind, company_id, next_company_id, school_id, profile_id, ${dayOf(input.now)}::date
    from member_seen
    left join published_member using (kind, company_id, next_company_id, school_id, profile_id)
    where published_member.kind is null
    order by kind, company_id, next_company_id, school_id, profile_id
    on conflict do nothing`.execute(trx);
  await sql`
    create temporary table member_now on commit drop as
    select kind, company_id, next_company_id, school_id, profile_id
    from member_seen
    left join waiting_member using (kind, company_id, next_company_id, school_id, profile_id)
    where is_settled and (since is null or since <= case when ${IS_ANSWER}
      then ${lastDayWaited(input, "rating")}::date else ${lastDayWaited(input, "stop")}::date end)`.execute(trx);
  await sql`
    create temporary table renewed (kind text, company_id bigint, next_company_id bigint, school_id bigint)
    on commit drop`.execute(trx);
}

/** Deletes the names of those who left some days ago; the number of members alone still counts them. */
async function forgetLeavers(trx: Trx, input: Batch): Promise<void> {
  await sql`
    delete from waiting_member waiting using published_member member
    where member.kind = waiting.kind and member.company_id = waiting.company_id
      and member.next_company_id = waiting.next_company_id and member.school_id = waiting.school_id
      and member.profile_id = waiting.profile_id`.execute(trx);
  await sql`
    update published_member member
    set left_on = case when present.is_there then null else ${dayOf(input.now)}::date end
    from (
      select kind, company_id, next_company_id, school_id, profile_id, member_now.kind is not null as is_there
      from published_member
      left join member_now using (kind, company_id, next_company_id, school_id, profile_id)
    ) present
    where member.kind = present.kind and member.company_id = present.company_id
      and member.next_company_id = present.next_company_id and member.school_id = present.school_id
      and member.profile_id = present.profile_id and (member.left_on is null) <> present.is_there`.execute(trx);
  await sql`delete from published_member where left_on <= ${lastDayWaited(input, "left")}::date`.execute(trx);
}

type AggregateRow = AggregateKey & Members & { members: number; shown: number };

/** @returns the aggregates that were published anew, with what was published before and now */
async function publishAggregates(trx: Trx, k: number): Promise<(AggregateRow & { next: Published })[]> {
  const { rows } = await sql<AggregateRow>`
    with now as (
      select kind, company_id, next_company_id, school_id, count(*)::integer as people,
        count(published_member.profile_id)::integer as stayed
      from member_now
      left join published_member using (kind, company_id, next_company_id, school_id, profile_id)
      group by kind, company_id, next_company_id, school_id
    ), known as (
      select kind, company_id, next_company_id, school_id, count(*)::integer as members
      from published_member group by kind, company_id, next_company_id, school_id
    )
    select kind, company_id, next_company_id, school_id,
      coalesce(published.members, 0) as members, coalesce(published.people, 0) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed,
      coalesce(known.members, 0) - coalesce(now.stayed, 0) as "left",
      coalesce(now.people, 0) - coalesce(now.stayed, 0) as joined
    from now
    full join (select * from published_aggregate where kind not like 'demo-%') published
      using (kind, company_id, next_company_id, school_id)
    left join known using (kind, company_id, next_company_id, school_id)
    where coalesce(now.people, 0) <> coalesce(now.stayed, 0)
      or coalesce(now.stayed, 0) <> coalesce(published.members, 0)`.execute(trx);
  const renewed = rows
    .filter((row) => changedOf(row.members, row) >= 2)
    .map((row) => {
      const before = { members: row.members, people: row.shown };
      return { ...row, next: nextPublished(before, row, stepOf(row.kind, k)) };
    });
  const keys = sql`${renewed.map((one) => one.kind)}::text[], ${renewed.map((one) => one.company_id)}::bigint[],
    ${renewed.map((one) => one.next_company_id)}::bigint[], ${renewed.map((one) => one.school_id)}::bigint[]`;
  await sql`insert into renewed select * from unnest(${keys})`.execute(trx);
  await sql`
    insert into published_aggregate (kind, company_id, next_company_id, school_id, members, people)
    select * from unnest(${keys}, ${renewed.map((one) => one.next.members)}::integer[],
      ${renewed.map((one) => one.next.people)}::integer[])
    on conflict (kind, company_id, next_company_id, school_id)
      do update set members = excluded.members, people = excluded.people`.execute(trx);
  await sql`
    delete from published_member member using renewed
    where member.kind = renewed.kind and member.company_id = renewed.company_id
      and member.next_company_id = renewed.next_company_id and member.school_id = renewed.school_id`.execute(trx);
  await sql`
    insert into published_member (kind, company_id, next_company_id, school_id, profile_id)
    select kind, company_id, next_company_id, school_id, profile_id
    from member_now join renewed using (kind, company_id, next_company_id, school_id)
    order by kind, company_id, next_company_id, school_id, profile_id`.execute(trx);
  await sql`delete from published_aggregate where members = 0 and people = 0`.execute(trx);
  return renewed;
}

/** Copies the published numbers of hidden people to the tables that pages read. */
export async function showAggregates(trx: Trx): Promise<void> {
  await showCompanyStats(trx);
  await showMoves(trx);
  await showSchoolStats(trx);
}

async function showCompanyStats(trx: Trx): Promise<void> {
  await sql`
    insert into company_stats (company_id)
    select distinct company.id
    from published_aggregate published
    join company on company.id = published.company_id
    where published.kind in ('employees', 'interns') and published.people > 0
    order by company.id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table company_shown on commit drop as
    select stats.company_id, coalesce(employees.people, 0) as employees, coalesce(interns.people, 0) as interns
    from company_stats stats
    left join published_aggregate employees on employees.kind = 'employees' and employees.company_id = stats.company_id
    left join published_aggregate interns on interns.kind = 'interns' and interns.company_id = stats.company_id
    where stats.hidden_employees <> coalesce(employees.people, 0)
      or stats.hidden_interns <> coalesce(interns.people, 0)`.execute(trx);
  await sql`
    select 1 from company_stats join company_shown using (company_id)
    order by company_id for update of company_stats`.execute(trx);
  await sql`
    update company_stats set hidden_employees = shown.employees, hidden_interns = shown.interns
    from company_shown shown where shown.company_id = company_stats.company_id`.execute(trx);
}

async function showMoves(trx: Trx): Promise<void> {
  await sql`
    insert into company_move (from_company, to_company)
    select published.company_id, published.next_company_id
    from published_aggregate published
    join company earlier on earlier.id = published.company_id
    join company later on later.id = published.next_company_id
    where published.kind = 'move' and published.people > 0
    order by published.company_id, published.next_company_id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table move_shown on commit drop as
    select move.from_company, move.to_company, coalesce(published.people, 0) as people
    from company_move move
    left join published_aggregate published on published.kind = 'move'
      and published.company_id = move.from_company and published.next_company_id = move.to_company
    where move.hidden_people <> coalesce(published.people, 0)`.execute(trx);
  await sql`
    select 1 from company_move join move_shown using (from_company, to_company)
    order by from_company, to_company for update of company_move`.execute(trx);
  await sql`
    update company_move set hidden_people = shown.people
    from move_shown shown
    where shown.from_company = company_move.from_company and shown.to_company = company_move.to_company`.execute(trx);
}

async function showSchoolStats(trx: Trx): Promise<void> {
  await sql`
    insert into school_company_stats (school_id, company_id)
    select published.school_id, published.company_id
    from published_aggregate published
    join school on school.id = published.school_id
    join company on company.id = published.company_id
    where published.kind = 'school' and published.people > 0
    order by published.school_id, published.company_id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table school_shown on commit drop as
    select stats.school_id, stats.company_id, coalesce(published.people, 0) as people
    from school_company_stats stats
    left join published_aggregate published on published.kind = 'school'
      and published.school_id = stats.school_id and published.company_id = stats.company_id
    where stats.hidden_people <> coalesce(published.people, 0)`.execute(trx);
  await sql`
    select 1 from school_company_stats join school_shown using (school_id, company_id)
    order by school_id, company_id for update of school_company_stats`.execute(trx);
  await sql`
    update school_company_stats set hidden_people = shown.people
    from school_shown shown
    where shown.school_id = school_company_stats.school_id
      and shown.company_id = school_company_stats.company_id`.execute(trx);
}

/** The levels that pages show for these companies; those without numbers are left out. */
async function readLevels(
  trx: Trx,
  companies: readonly number[],
  minRaters: number,
): Promise<ReadonlyMap<number, RatingLevel>> {
  if (companies.length === 0) return new Map();
  const { rows } = await sql<{ company_id: number; raters: number; rating_sum: number }>`
    select company_id, raters, rating_sum from company_stats
    where company_id = any(${companies}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.company_id, ratingLevel(row.rating_sum, row.raters, minRaters)]));
}

/**
 * Tags of the answers whose numbers changed, and no others: an answer that is made anew for a number that is not shown
 * yet would reveal that hidden people are behind it.
 */
async function readTags(trx: Trx, aggregates: readonly AggregateKey[], others: readonly number[]): Promise<string[]> {
  const isOfSchool = ({ kind }: AggregateKey): boolean => kind === "school" || kind === "alumni";
  // 0 is no company: the keys that a kind has no use for find nothing.
  const companies = aggregates.flatMap((one) => (isOfSchool(one) ? [] : [one.company_id, one.next_company_id]));
  const schools = aggregates.filter(isOfSchool).map((one) => one.school_id);
  const { rows } = await sql<{ tag: string }>`
    select 'company:' || public_id as tag from company where id = any(${[...companies, ...others]}::bigint[])
    union all
    select 'school:' || public_id from school where id = any(${schools}::bigint[])`.execute(trx);
  return rows.length > 0 ? ["people", ...rows.map((row) => row.tag)] : [];
}
