import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { CompanyStatsByPersonView } from "#db/stats-schema.ts";
import { countDemoAnswers } from "./answers-write.server.ts";
import { queuePeople } from "./queue-write.server.ts";
import { countDemoRatings, showRatings } from "./ratings-write.server.ts";
import { showAggregates } from "./show-write.server.ts";

/**
 * What visible people add to company_stats, company_move and school_company_stats. The views *_by_person say what one
 * person adds; a save applies the difference between the person's rows before and after it, in the same transaction.
 * Hidden people and ratings are published in batches instead: publish-write.server.ts.
 */
export type Contributions = {
  companies: Omit<CompanyStatsByPersonView, "profile_id">[];
  moves: { from_company: number; to_company: number; people: number }[];
  schools: { school_id: number; company_id: number; people: number; first_stops: number }[];
};

/** What one person adds, or what many add together. Nobody may change their stops until the difference is applied. */
export async function readContributions(trx: Trx, profileKeys: number | readonly number[]): Promise<Contributions> {
  const keys = typeof profileKeys === "number" ? [profileKeys] : profileKeys;
  // "offset 0" keeps the planner from joining whole views: each is then read person by person, through indexes. All in
  // one statement: a save asks twice.
  const { rows } = await sql<{ [Part in keyof Contributions]: Contributions[Part] | null }>`
    select (
      select json_agg(added) from (
        select company_id, sum(employees) as employees, sum(interns) as interns, sum(tenure_days) as tenure_days,
          sum(stays) as stays, sum(first_stops) as first_stops, sum(open_stops) as open_stops
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from company_stats_by_person where profile_id = person.id offset 0) as stats
        group by company_id) added
    ) as companies, (
      select json_agg(added) from (
        select from_company, to_company, count(*) as people
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from company_move_by_person where profile_id = person.id offset 0) as move
        where is_visible
        group by from_company, to_company) added
    ) as moves, (
      select json_agg(added) from (
        select school_id, company_id, count(*) as people, sum(first_stops) as first_stops
        from unnest(${keys}::bigint[]) as person (id)
        cross join lateral (select * from school_company_stats_by_person where profile_id = person.id offset 0) as stats
        group by school_id, company_id) added
    ) as schools`.execute(trx);
  const [added] = rows;
  return { companies: added?.companies ?? [], moves: added?.moves ?? [], schools: added?.schools ?? [] };
}

/** Sums rows by key with a sign per side; keys whose numbers cancel out are dropped, the rest comes sorted. */
export function differenceOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => readonly number[],
  numbersOf: (row: Row) => readonly number[],
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const [rows, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const row of rows) {
      const key = [...keyOf(row)];
      const sum = sums.get(key.join(":")) ?? { key, numbers: numbersOf(row).map(() => 0) };
      sums.set(key.join(":"), sum);
      for (const [index, value] of numbersOf(row).entries()) {
        sum.numbers[index] = (sum.numbers[index] ?? 0) + sign * value;
      }
    }
  }
  return [...sums.values()]
    .filter((sum) => sum.numbers.some((value) => value !== 0))
    .toSorted((a, b) => (a.key[0] ?? 0) - (b.key[0] ?? 0) || (a.key[1] ?? 0) - (b.key[1] ?? 0));
}

/**
 * Applies the difference of one person or of many. Rows are taken in one order everywhere
 * (stats, moves, schools; ascending keys), so that saves cannot deadlock: `held` takes them before anything is changed.
 * A row is made first with zeros and updated after, since an insert that
 * subtracts would trip over the checks that counts are never negative.
 * @returns whether there was any
 */
export async function applyDifference(trx: Trx, before: Contributions, after: Contributions): Promise<boolean> {
  const companies = differenceOf(
    before.companies,
    after.companies,
    (row) => [row.company_id],
    (row) => [row.employees, row.interns, row.tenure_days, row.stays, row.first_stops, row.open_stops],
  );
  const moves = differenceOf(
    before.moves,
    after.moves,
    (row) => [row.from_company, row.to_company],
    (row) => [row.people],
  );
  const schools = differenceOf(
    before.schools,
    after.schools,
    (row) => [row.school_id, row.company_id],
    (row) => [row.people, row.first_stops],
  );
  await addToCompanyStats(trx, companies);
  await addToCompanyMoves(trx, moves);
  await addToSchoolStats(trx, schools);
  return companies.length + moves.length + schools.length > 0;
}

type Sum = { key: number[]; numbers: number[] };
const keyColumn = (rows: readonly Sum[], index: number): number[] => rows.map((row) => row.key[index] ?? 0);
const numberColumn = (rows: readonly Sum[], index: number): number[] => rows.map((row) => row.numbers[index] ?? 0);

async function addToCompanyStats(trx: Trx, rows: readonly Sum[]): Promise<void> {
  if (rows.length === 0) return;
  const companies = keyColumn(rows, 0);
  await sql`
    insert into company_stats (company_id)
    select company_id from unnest(${companies}::bigint[]) as company_id order by company_id
    on conflict do nothing`.execute(trx);
  await sql`
    with held as materialized (
      select company_id from company_stats where company_id = any(${companies}::bigint[]) order by company_id for update
    )
    update company_stats set
      visible_employees = visible_employees + added.employees,
      visible_interns = visible_interns + added.interns,
      tenure_days = company_stats.tenure_days + added.tenure_days,
      stays = company_stats.stays + added.stays,
      first_stops = company_stats.first_stops + added.first_stops,
      open_stops = company_stats.open_stops + added.open_stops
    from held join unnest(${companies}::bigint[], ${numberColumn(rows, 0)}::integer[], ${numberColumn(rows, 1)}::integer[],
      ${numberColumn(rows, 2)}::bigint[], ${numberColumn(rows, 3)}::integer[], ${numberColumn(rows, 4)}::integer[],
      ${numberColumn(rows, 5)}::integer[])
      as added (company_id, employees, interns, tenure_days, stays, first_stops, open_stops) using (company_id)
    where company_stats.company_id = added.company_id`.execute(trx);
}

async function addToCompanyMoves(trx: Trx, rows: readonly Sum[]): Promise<void> {
  if (rows.length === 0) return;
  const [from, to] = [keyColumn(rows, 0), keyColumn(rows, 1)];
  await sql`
    insert into company_move (from_company, to_company)
    select from_company, to_company
    from unnest(${from}::bigint[], ${to}::bigint[]) as pair (from_company, to_company)
    order by from_company, to_company on conflict do nothing`.execute(trx);
  await sql`
    with held as materialized (
      select from_company, to_company from company_move
      join unnest(${from}::bigint[], ${to}::bigint[]) as pair (from_company, to_company) using (from_company, to_company)
      order by from_company, to_company for update of company_move
    )
    update company_move set visible_people = visible_people + added.people
    from held join unnest(${from}::bigint[], ${to}::bigint[], ${numberColumn(rows, 0)}::integer[])
      as added (from_company, to_company, people) using (from_company, to_company)
    where company_move.from_company = added.from_company and company_move.to_company = added.to_company`.execute(trx);
}

async function addToSchoolStats(trx: Trx, rows: readonly Sum[]): Promise<void> {
  if (rows.length === 0) return;
  const [schools, companies] = [keyColumn(rows, 0), keyColumn(rows, 1)];
  await sql`
    insert into school_company_stats (school_id, company_id)
    select school_id, company_id
    from unnest(${schools}::bigint[], ${companies}::bigint[]) as pair (school_id, company_id)
    order by school_id, company_id on conflict do nothing`.execute(trx);
  await sql`
    with held as materialized (
      select school_id, company_id from school_company_stats
      join unnest(${schools}::bigint[], ${companies}::bigint[]) as pair (school_id, company_id)
        using (school_id, company_id)
      order by school_id, company_id for update of school_company_stats
    )
    update school_company_stats set
      visible_people = visible_people + added.people,
      first_stops = school_company_stats.first_stops + added.first_stops
    from held join unnest(${schools}::bigint[], ${companies}::bigint[], ${numberColumn(rows, 0)}::integer[],
      ${numberColumn(rows, 1)}::integer[]) as added (school_id, company_id, people, first_stops)
      using (school_id, company_id)
    where school_company_stats.school_id = added.school_id
      and school_company_stats.company_id = added.company_id`.execute(trx);
}

/**
 * To be called before people's stops change, under their locks; the next batch looks at them. What it gives back is
 * called after, brings the numbers up to date by the difference, and says whether there was any.
 */
export async function countChange(trx: Trx, profileKeys: readonly number[]): Promise<() => Promise<boolean>> {
  const before = await readContributions(trx, profileKeys);
  await queuePeople(trx, profileKeys);
  return async () => applyDifference(trx, before, await readContributions(trx, profileKeys));
}

/**
 * Counts everything anew from the stops; after bulk loads and removals. What is published of hidden people and of
 * ratings stays: only batches publish those. Demo people's ratings are counted at once: they belong to nobody.
 */
export async function refreshStats(trx: Trx): Promise<void> {
  await sql`lock table company_stats, company_move, school_company_stats, published_aggregate, published_rating,
    published_rating_member in exclusive mode`.execute(trx);
  await sql`delete from company_stats`.execute(trx);
  await sql`delete from company_move`.execute(trx);
  await sql`delete from school_company_stats`.execute(trx);
  // The views look for the first stop of one person at a time, which takes most of the time for everybody.
  await sql`
    create temporary table first_stop on commit drop as
    select distinct on (role.profile_id) role.profile_id, stop.company_id
    from role join stop on stop.id = role.stop_id
    order by role.profile_id, role.start_date, role.end_date nulls last, role.position`.execute(trx);
  await sql`analyze first_stop`.execute(trx);
  await sql`
    insert into company_stats (company_id, visible_employees, visible_interns, tenure_days, stays, first_stops, open_stops)
    select by_person.company_id, sum(employees), sum(interns), sum(tenure_days), sum(stays),
      count(first_stop.profile_id), sum(open_stops)
    from company_stats_by_person by_person
    left join first_stop on first_stop.profile_id = by_person.profile_id
      and first_stop.company_id = by_person.company_id
    group by by_person.company_id order by by_person.company_id`.execute(trx);
  await sql`
    insert into company_move (from_company, to_company, visible_people)
    select from_company, to_company, count(*)
    from company_move_by_person where is_visible
    group by from_company, to_company order by from_company, to_company`.execute(trx);
  await sql`
    insert into school_company_stats (school_id, company_id, visible_people, first_stops)
    select by_person.school_id, by_person.company_id, count(*), count(first_stop.profile_id)
    from school_company_stats_by_person by_person
    left join first_stop on first_stop.profile_id = by_person.profile_id
      and first_stop.company_id = by_person.company_id
    group by by_person.school_id, by_person.company_id
    order by by_person.school_id, by_person.company_id`.execute(trx);
  await countDemoRatings(trx);
  await countDemoAnswers(trx);
  await showRatings(trx, undefined);
  await showAggregates(trx, "all");
}
