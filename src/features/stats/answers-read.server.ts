import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { tellAnswers, type PublishedAnswer, type ToldAnswers } from "./pure/answers.ts";

/** What batches published of a company's ratings. toldAnswers decides what is shown. */
export type AnswerColumn = { answers: PublishedAnswer[] | null };

const ANSWER_ROWS = sql`kind ~ '(came|left|face)-'`;

/** The published answers of the company `c`, as a JSON value in its row. */
export const ANSWERS_BESIDE = sql`(
  select json_agg(json_build_object('kind', kind, 'members', members, 'people', people))
  from published_aggregate where company_id = c.id and ${ANSWER_ROWS}) as answers`;

export const NO_ANSWERS = sql`null as answers`;

export function toldAnswers({ answers }: AnswerColumn): ToldAnswers {
  return tellAnswers(answers ?? []);
}

/** Answers from ratings of a company, as far as they may be shown. */
export async function readAnswers(db: Reader, companyKey: number): Promise<ToldAnswers> {
  const { rows } = await sql<PublishedAnswer>`
    select kind, members, people from published_aggregate
    where company_id = ${companyKey} and ${ANSWER_ROWS}`.execute(db);
  return tellAnswers(rows);
}
