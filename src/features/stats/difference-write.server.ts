import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { CompanyStatsByPersonView } from "#db/stats-schema.ts";

/**
 * What visible people add to company_stats, company_move, school_company_stats, company_day and school_stats. The views
 * *_by_person define what one person adds. A save applies the difference between the person's rows before and after it,
 * in the same transaction. Hidden people and ratings are published in batches instead (publish-write.server.ts).
 */
export type Contributions = {
  companies: Omit<CompanyStatsByPersonView, "profile_id">[];
  moves: { from_company: number; to_company: number; people: number }[];
  schools: { school_id: number; company_id: number; people: number; first_stops: number }[];
  /** `day` counts from 1 January 1970. */
  days: { company_id: number; day: number; change: number }[];
  schoolPeople: { school_id: number; people: number }[];
};

/** Sums rows by key: `after` minus `before`. Keys whose sum is zero are dropped; the rest is sorted. */
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
 * Applies the difference of one person or of many. To prevent deadlocks, saves and batches take rows in one order:
 * stats, moves, schools, days, people of schools; in each table first new rows, then all, by ascending keys.
 * @returns whether there was any difference
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
  const days = differenceOf(
    before.days,
    after.days,
    (row) => [row.company_id, row.day],
    (row) => [row.change],
  );
  const schoolPeople = differenceOf(
    before.schoolPeople,
    after.schoolPeople,
    (row) => [row.school_id],
    (row) => [row.people],
  );
  await addTo(COMPANY_STATS, trx, companies);
  await addTo(COMPANY_MOVES, trx, moves);
  await addTo(SCHOOL_COMPANIES, trx, schools);
  await addToCompanyDays(trx, days);
  await addTo(SCHOOL_PEOPLE, trx, schoolPeople);
  return [companies, moves, schools, days, schoolPeople].some((rows) => rows.length > 0);
}

type Sum = { key: number[]; numbers: number[] };
const keyColumn = (rows: readonly Sum[], index: number): number[] => rows.map((row) => row.key[index] ?? 0);
const numberColumn = (rows: readonly Sum[], index: number): number[] => rows.map((row) => row.numbers[index] ?? 0);

type Table = {
  /** Inserts rows of zeros for those that are missing. */
  make: (trx: Trx, rows: readonly Sum[]) => Promise<unknown>;
  /** Adds to the rows. */
  add: (trx: Trx, rows: readonly Sum[]) => Promise<unknown>;
};

/**
 * A missing row is first inserted with zeros and then added to, because an insert with a negative number would fail the
 * checks. Both statements run always: their number must not tell whether hidden people kept a row.
 */
async function addTo({ make, add }: Table, trx: Trx, rows: readonly Sum[]): Promise<void> {
  if (rows.length === 0) return;
  await make(trx, rows);
  await add(trx, rows);
}

const COMPANY_STATS: Table = {
  make: (trx, rows) =>
    sql`
      insert into company_stats (company_id)
      select wanted.id from unnest(${keyColumn(rows, 0)}::bigint[]) as wanted (id)
      where not exists (select from company_stats where company_id = wanted.id)
      order by wanted.id on conflict do nothing`.execute(trx),
  async add(trx, rows) {
    const companies = keyColumn(rows, 0);
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
  },
};

const COMPANY_MOVES: Table = {
  make: (trx, rows) =>
    sql`
      insert into company_move (from_company, to_company)
      select wanted.one, wanted.next
      from unnest(${keyColumn(rows, 0)}::bigint[], ${keyColumn(rows, 1)}::bigint[]) as wanted (one, next)
      where not exists (select from company_move where from_company = wanted.one and to_company = wanted.next)
      order by wanted.one, wanted.next on conflict do nothing`.execute(trx),
  async add(trx, rows) {
    const [from, to] = [keyColumn(rows, 0), keyColumn(rows, 1)];
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
  },
};

const SCHOOL_COMPANIES: Table = {
  make: (trx, rows) =>
    sql`
      insert into school_company_stats (school_id, company_id)
      select wanted.school, wanted.company
      from unnest(${keyColumn(rows, 0)}::bigint[], ${keyColumn(rows, 1)}::bigint[]) as wanted (school, company)
      where not exists (
        select from school_company_stats where school_id = wanted.school and company_id = wanted.company)
      order by wanted.school, wanted.company on conflict do nothing`.execute(trx),
  async add(trx, rows) {
    const [schools, companies] = [keyColumn(rows, 0), keyColumn(rows, 1)];
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
  },
};

/** Numbers here may be negative, so one statement inserts these rows or adds to them. */
async function addToCompanyDays(trx: Trx, rows: readonly Sum[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into company_day (company_id, day, change)
    select company_id, date '1970-01-01' + day, change
    from unnest(${keyColumn(rows, 0)}::bigint[], ${keyColumn(rows, 1)}::integer[], ${numberColumn(rows, 0)}::integer[])
      as added (company_id, day, change)
    order by company_id, day
    on conflict (company_id, day) do update set change = company_day.change + excluded.change`.execute(trx);
}

const SCHOOL_PEOPLE: Table = {
  make: (trx, rows) =>
    sql`
      insert into school_stats (school_id)
      select wanted.id from unnest(${keyColumn(rows, 0)}::bigint[]) as wanted (id)
      where not exists (select from school_stats where school_id = wanted.id)
      order by wanted.id on conflict do nothing`.execute(trx),
  async add(trx, rows) {
    const schools = keyColumn(rows, 0);
    await sql`
      with held as materialized (
        select school_id from school_stats where school_id = any(${schools}::bigint[]) order by school_id for update
      )
      update school_stats set visible_people = visible_people + added.people
      from held join unnest(${schools}::bigint[], ${numberColumn(rows, 0)}::integer[]) as added (school_id, people)
        using (school_id)
      where school_stats.school_id = added.school_id`.execute(trx);
  },
};
