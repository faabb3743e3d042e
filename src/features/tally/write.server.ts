import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { ContributionCompanyView } from "#db/tally-schema.ts";
import { showCells } from "./publish-write.server.ts";
import { countDemoRatings, showRatings } from "./ratings-write.server.ts";

/**
 * What everybody can see and count for themselves, derived from stops: company_stats, company_move,
 * school_tally. The contribution_* views say what one person adds; a save applies the difference between
 * the person's rows before and after it, in the same transaction. What nobody may see coming and going
 * (hidden people, ratings) is published in batches: publish-write.server.ts.
 */
export type Contributions = {
  companies: Omit<ContributionCompanyView, "profile_id">[];
  moves: { from_company: number; to_company: number; people: number }[];
  schools: { school_id: number; company_id: number; people: number; first_stops: number }[];
};

/** What one person adds, or what many add together. Nobody may change their stops until the difference is applied. */
export async function readContributions(trx: Trx, profileKeys: number | readonly number[]): Promise<Contributions> {
  const keys = typeof profileKeys === "number" ? [profileKeys] : profileKeys;
  const companies = await sql<Contributions["companies"][number]>`
    select company_id, sum(employees) as employees, sum(interns) as interns,
      sum(tenure_days)::bigint as tenure_days, sum(stays) as stays,
      sum(first_stops) as first_stops, sum(open_stops) as open_stops
    from contribution_company where profile_id = any(${keys}::bigint[]) group by company_id`.execute(trx);
  const moves = await sql<Contributions["moves"][number]>`
    select from_company, to_company, count(*) as people
    from contribution_move where profile_id = any(${keys}::bigint[]) group by from_company, to_company`.execute(trx);
  const schools = await sql<Contributions["schools"][number]>`
    select school_id, company_id, count(*) as people, sum(first_stops) as first_stops
    from contribution_school where profile_id = any(${keys}::bigint[]) group by school_id, company_id`.execute(trx);
  return { companies: companies.rows, moves: moves.rows, schools: schools.rows };
}

/** Sums rows by key with a sign per side; keys whose numbers cancel out are dropped, the rest comes sorted. */
export function differenceOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => readonly number[],
  numbersOf: (row: Row) => readonly number[],
): { key: number[]; numbers: number[] }[] {
  const sums = new Map<string, { key: number[]; numbers: number[] }>();
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
 * (stats, moves, schools; ascending keys), so that saves cannot deadlock.
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
  const column = (rows: readonly { numbers: number[] }[], index: number) => rows.map((row) => row.numbers[index] ?? 0);
  const key = (rows: readonly { key: number[] }[], index: number) => rows.map((row) => row.key[index] ?? 0);

  if (companies.length > 0) {
    const ids = key(companies, 0);
    await sql`insert into company_stats (company_id) select id from unnest(${ids}::bigint[]) as id order by id
      on conflict do nothing`.execute(trx);
    await sql`select 1 from company_stats where company_id = any(${ids}::bigint[]) order by company_id for update`.execute(
      trx,
    );
    await sql`update company_stats s set visible_employees = s.visible_employees + d.employees,
        visible_interns = s.visible_interns + d.interns,
        tenure_days = s.tenure_days + d.tenure_days, stays = s.stays + d.stays,
        first_stops = s.first_stops + d.first_stops, open_stops = s.open_stops + d.open_stops
      from unnest(${ids}::bigint[], ${column(companies, 0)}::integer[], ${column(companies, 1)}::integer[],
        ${column(companies, 2)}::bigint[], ${column(companies, 3)}::integer[], ${column(companies, 4)}::integer[],
        ${column(companies, 5)}::integer[])
        as d (company_id, employees, interns, tenure_days, stays, first_stops, open_stops)
      where s.company_id = d.company_id`.execute(trx);
  }
  if (moves.length > 0) {
    const [from, to] = [key(moves, 0), key(moves, 1)];
    await sql`insert into company_move (from_company, to_company)
      select a, b from unnest(${from}::bigint[], ${to}::bigint[]) as k (a, b) order by a, b on conflict do nothing`.execute(
      trx,
    );
    await sql`select 1 from company_move m join unnest(${from}::bigint[], ${to}::bigint[]) as k (a, b)
      on m.from_company = k.a and m.to_company = k.b order by m.from_company, m.to_company for update of m`.execute(
      trx,
    );
    await sql`update company_move m set visible = m.visible + d.n
      from unnest(${from}::bigint[], ${to}::bigint[], ${column(moves, 0)}::integer[]) as d (a, b, n)
      where m.from_company = d.a and m.to_company = d.b`.execute(trx);
  }
  if (schools.length > 0) {
    const [school, company] = [key(schools, 0), key(schools, 1)];
    await sql`insert into school_tally (school_id, company_id)
      select a, b from unnest(${school}::bigint[], ${company}::bigint[]) as k (a, b) order by a, b on conflict do nothing`.execute(
      trx,
    );
    await sql`select 1 from school_tally t join unnest(${school}::bigint[], ${company}::bigint[]) as k (a, b)
      on t.school_id = k.a and t.company_id = k.b order by t.school_id, t.company_id for update of t`.execute(trx);
    await sql`update school_tally t set visible = t.visible + d.n, first_stops = t.first_stops + d.f
      from unnest(${school}::bigint[], ${company}::bigint[], ${column(schools, 0)}::integer[],
        ${column(schools, 1)}::integer[]) as d (a, b, n, f)
      where t.school_id = d.a and t.company_id = d.b`.execute(trx);
  }
  return companies.length + moves.length + schools.length > 0;
}

/**
 * Counts everything anew from the stops; after bulk loads and removals. What is published of hidden people and of
 * ratings stays as it is: batches alone publish those. Demo people's ratings are counted at once; they are nobody's.
 */
export async function refreshTallies(trx: Trx): Promise<void> {
  await sql`lock table company_stats, company_move, school_tally, hidden_cell, rating_cell, rating_member in exclusive mode`.execute(
    trx,
  );
  await sql`delete from company_stats`.execute(trx);
  await sql`delete from company_move`.execute(trx);
  await sql`delete from school_tally`.execute(trx);
  await sql`insert into company_stats (company_id, visible_employees, visible_interns, tenure_days, stays,
      first_stops, open_stops)
    select company_id, sum(employees), sum(interns), sum(tenure_days), sum(stays), sum(first_stops), sum(open_stops)
    from contribution_company group by company_id`.execute(trx);
  // The same as counting contribution_move, in half the time: "some role of A began before some role of B" is
  // "A's first began before B's last", so one row an entry is joined instead of one a role.
  await sql`insert into company_move (from_company, to_company, visible)
    with span as (
      select e.profile_id, e.company_id, min(r.start_date) as first, max(r.start_date) as last
      from role r join entry e on e.id = r.entry_id join profile p on p.id = e.profile_id
      where e.company_id is not null and p.listed and not e.undisclosed
      group by e.id
    )
    select a.company_id, b.company_id, count(*)
    from span a join span b on b.profile_id = a.profile_id and a.company_id <> b.company_id and a.first < b.last
    group by a.company_id, b.company_id`.execute(trx);
  await sql`insert into school_tally (school_id, company_id, visible, first_stops)
    select school_id, company_id, count(*), sum(first_stops) from contribution_school group by school_id, company_id`.execute(
    trx,
  );
  await countDemoRatings(trx);
  await showRatings(trx, undefined);
  await showCells(trx);
}
