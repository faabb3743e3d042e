import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { fromFive } from "./rules.ts";
import type { Community } from "./schema.ts";

type Row = {
  people: number;
  public: number;
  anonymous: number;
  private: number;
  weeks: { week: string; people: number }[];
  companies: number;
  suggestions: number;
  reports: number;
  mails: number;
};

/**
 * The numbers of the community, for administrators. Numbers of hidden people are shown from five on. There is no sum of
 * all pipelines, because the other numbers could be subtracted from it.
 * @param today `YYYY-MM-DD`
 */
export async function readCommunity(db: Reader, today: string): Promise<Community> {
  const { rows } = await sql<Row>`
    select
      (select count(*)::int from account) as people,
      shown.*,
      (select json_agg(json_build_object('week', to_char(w.monday, 'IYYY-"W"IW'), 'people',
          (select count(*)::int from account where created_on >= w.monday and created_on < w.monday + 7))
          order by w.monday desc)
        from (select date_trunc('week', ${today}::date)::date - 7 * n as monday from generate_series(0, 11) n) w) as weeks,
      (select count(*)::int from company where status = 'new') as companies,
      (select count(*)::int from suggestion where done_at is null) as suggestions,
      (select count(*)::int from report where state = 'open'
        and (profile_id is not null or company_id is not null or subject = 'site')) as reports,
      (select count(*)::int from mail where state = 'outbox') as mails
    from (
      select (count(*) filter (where visibility = 'public'))::int as public,
        (count(*) filter (where visibility = 'anonymous'))::int as anonymous,
        (count(*) filter (where visibility = 'private'))::int as private
      from profile where created and not suspended
    ) shown`.execute(db);
  const row = rows[0];
  if (!row) throw new Error("A query that only counts gives one row.");
  const { companies, suggestions, reports, mails } = row;
  return {
    people: row.people,
    pipelines: { public: row.public, anonymous: fromFive(row.anonymous), private: fromFive(row.private) },
    signUps: row.weeks.map(({ week, people }) => ({ week, people: fromFive(people) })),
    waiting: { companies, suggestions, reports, mails },
  };
}
