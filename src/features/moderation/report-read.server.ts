import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { readForModeration } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { actsOf } from "#features/report/rules.ts";
import type { Person, Reports, StoredReport } from "./schema.ts";
import { SHOWN, toPerson } from "./read.server.ts";

const REPORTS_A_PAGE = 20;

type Row = Omit<StoredReport, "person" | "pipeline" | "company" | "history" | "acts"> & {
  id: number;
  profile_id: number | null;
  company: StoredReport["company"];
  history: StoredReport["history"] | null;
};

/**
 * A pipeline as others see it, one line for each role: "Engineer, Northwind Works, 2020-01 to 2022-05". Where others
 * see only years it ends with "2020 to 2022".
 */
function linesOf(profile: PublicProfile | undefined): string[] {
  return (profile?.pipeline ?? []).flatMap(({ displayName, roles }) =>
    roles.map(({ title, startDate, endDate, isIndefinite, datePrecision }) => {
      const shown = (date: string): string => date.slice(0, datePrecision === "year" ? 4 : 7);
      return [title, displayName, `${shown(startDate)} to ${isIndefinite ? "today" : shown(endDate)}`].join(", ");
    }),
  );
}

/**
 * A page of the reports, latest day first, in no particular order within a day. Leaves out reports whose subject was
 * deleted or never existed.
 */
export async function readReports(
  db: Reader,
  input: { state: StoredReport["state"] | undefined; cursor: string | undefined },
  today: string,
): Promise<Reports> {
  const { state, cursor } = input;
  const { rows } = await sql<Row>`
    select r.id, r.profile_id, r.public_id as _id, r.subject, r.reason, r.words, r.quote, coalesce(r.rule, '') as rule,
      r.on_day::text as day, r.state,
      case when c.id is null then null
        else json_build_object('_id', c.public_id, 'name', c.name, 'displayName', c.display_name) end as company,
      (select json_agg(json_build_object('act', a.act, 'words', a.words, 'day', a.on_day::text) order by a.n)
        from report_act a where a.report_id = r.id) as history,
      (select count(*)::int from report o where o.id <> r.id
        and (o.profile_id = r.profile_id or o.company_id = r.company_id)) as others
    from report r left join company c on c.id = r.company_id
    where (r.profile_id is not null or r.company_id is not null or r.subject = 'site')
      and (${state ?? null}::text is null or r.state = ${state ?? null})
      and (${cursor ?? null}::text is null or (r.on_day, r.id) < (
        (select on_day from report where public_id = ${cursor ?? null}),
        (select id from report where public_id = ${cursor ?? null})))
    order by r.on_day desc, r.id desc limit ${REPORTS_A_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, REPORTS_A_PAGE);
  const keys = shown.flatMap(({ profile_id }) => profile_id ?? []);
  const [people, pipelines] = await Promise.all([readPeopleByKey(db, keys), readForModeration(db, keys, today)]);
  return {
    reports: shown.map(({ id: _id, profile_id: key, history, ...row }) => ({
      ...row,
      person: key === null ? null : (people.get(key) ?? null),
      pipeline: linesOf(key === null ? undefined : pipelines.get(key)),
      history: history ?? [],
      acts: [...actsOf({ person: key !== null, company: row.company !== null })],
    })),
    next: rows.length > shown.length ? (shown.at(-1)?._id ?? "") : "",
  };
}

async function readPeopleByKey(db: Reader, keys: readonly number[]): Promise<Map<number, Person>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Person & { id: number; sort_key: number }>`
    select p.id, ${SHOWN} from profile p where p.id = any(${keys}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toPerson(row)]));
}
