import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { AggregateKey } from "#db/stats-schema.ts";
import { ANSWER_STEP, showAnswers, type PublishedAnswer } from "./pure/answers.ts";
import { ANSWER_ROWS } from "./read.server.ts";

/** Everybody's answers as rows of hidden_aggregate_by_person, and whether they are a hidden person's. */
export const ANSWERS_AS_AGGREGATES = sql`
  select case when is_hidden then 'hidden-' else '' end || answer as kind, company_id, 0::bigint as next_company_id,
    0::bigint as school_id, profile_id, is_hidden
  from answer_by_person`;

/** Reads answers of visible demo people, ratings included, into the temporary table demo_answer_by_person. */
export async function gatherDemoAnswers(trx: Trx): Promise<void> {
  await sql`
    create temporary table demo_answer_by_person on commit drop as
    select answered.company_id, answered.profile_id, answered.answer
    from answer_by_person answered
    join profile on profile.id = answered.profile_id and profile.demo
    where not is_hidden`.execute(trx);
}

/**
 * Recounts demo people's answers from demo_answer_by_person, without waiting and without members, because they belong
 * to no real person.
 * @returns keys of the companies with a changed number
 */
export async function countDemoAnswers(trx: Trx): Promise<number[]> {
  await sql`
    create temporary table demo_answer on commit drop as
    select 'demo-' || answer as kind, company_id, count(*)::integer as members
    from demo_answer_by_person group by answer, company_id`.execute(trx);
  const gone = await sql<{ company_id: number }>`
    delete from published_aggregate published
    where kind like 'demo-%' and not exists (
      select from demo_answer now where now.kind = published.kind and now.company_id = published.company_id)
    returning company_id`.execute(trx);
  const changed = await sql<{ company_id: number }>`
    insert into published_aggregate (kind, company_id, next_company_id, school_id, members, people)
    select kind, company_id, 0, 0, members, members / ${ANSWER_STEP}::integer * ${ANSWER_STEP}::integer
    from demo_answer order by kind, company_id
    on conflict (kind, company_id, next_company_id, school_id)
      do update set members = excluded.members, people = excluded.people
      where published_aggregate.members <> excluded.members
    returning company_id`.execute(trx);
  return [...new Set([...gone.rows, ...changed.rows].map((row) => row.company_id))];
}

type Renewed = AggregateKey & { members: number; shown: number };

/**
 * The companies whose shown answers changed with this publication.
 * @param renewed each answer with its value before
 */
export async function findPublishedAnew(trx: Trx, renewed: readonly Renewed[]): Promise<number[]> {
  if (renewed.length === 0) return [];
  const companies = [...new Set(renewed.map((one) => one.company_id))];
  const { rows } = await sql<PublishedAnswer & { company_id: number }>`
    select kind, company_id, members, people from published_aggregate
    where company_id = any(${companies}::bigint[]) and ${ANSWER_ROWS}`.execute(trx);
  const now = Map.groupBy(rows, (row) => row.company_id);
  const earlier = Map.groupBy(renewed, (row) => row.company_id);
  return companies.filter((company) => {
    const after = now.get(company) ?? [];
    const replaced = earlier.get(company) ?? [];
    const before = [
      ...after.filter(({ kind }) => !replaced.some((one) => one.kind === kind)),
      ...replaced.map(({ kind, members, shown }) => ({ kind, members, people: shown })),
    ];
    return JSON.stringify(showAnswers(before)) !== JSON.stringify(showAnswers(after));
  });
}
