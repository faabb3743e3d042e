import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#db/connect.ts";
import type { CompanyStatsByPersonView } from "#db/stats-schema.ts";

/**
 * What visible people add to company_stats, company_move, school_company_stats, company_day and school_stats. The views
 * *_by_person define what one person adds. A save applies the difference between the person's rows before and after it,
 * in the same transaction. Hidden people and ratings are published in batches instead (publish-write.server.ts).
 */
export type Contributions = {
  companies: (Omit<CompanyStatsByPersonView, "profile_id"> & { isTyped: boolean })[];
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

type Sum = { key: number[]; numbers: number[] };
type Difference = Record<keyof Contributions, Sum[]>;

export function differencesOf(before: Contributions, after: Contributions): Difference {
  return {
    companies: differenceOf(
      before.companies,
      after.companies,
      (row) => [row.company_id],
      (row) => [row.employees, row.interns, row.tenure_days, row.stays, row.first_stops, row.open_stops],
    ),
    moves: differenceOf(
      before.moves,
      after.moves,
      (row) => [row.from_company, row.to_company],
      (row) => [row.people],
    ),
    schools: differenceOf(
      before.schools,
      after.schools,
      (row) => [row.school_id, row.company_id],
      (row) => [row.people, row.first_stops],
    ),
    days: differenceOf(
      before.days,
      after.days,
      (row) => [row.company_id, row.day],
      (row) => [row.change],
    ),
    schoolPeople: differenceOf(
      before.schoolPeople,
      after.schoolPeople,
      (row) => [row.school_id],
      (row) => [row.people],
    ),
  };
}

/** The columns of these rows as lists: first those of the key, then the numbers. */
function columnsOf(rows: readonly Sum[], types: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const lists = types.map((type, at) => {
    const list = rows.map(({ key, numbers }) => [...key, ...numbers][at] ?? 0);
    return sql`${list}::${type}[]`;
  });
  return sql.join(lists);
}

const KEY = sql`bigint`;
const NUMBER = sql`integer`;
const SUM = sql`bigint`;

/**
 * Applies the difference of one person or of many. See the function in the database for the order of its locks. The
 * comment in the statement names its tables, for whoever looks for what waits in the database.
 */
export async function applyDifference(trx: Trx, difference: Difference): Promise<void> {
  const { companies, moves, schools, days, schoolPeople } = difference;
  await sql`select /* company_stats, company_move, school_company_stats, company_day, school_stats */ add_to_stats(
    ${columnsOf(companies, [KEY, NUMBER, NUMBER, SUM, NUMBER, NUMBER, NUMBER])},
    ${columnsOf(moves, [KEY, KEY, NUMBER])},
    ${columnsOf(schools, [KEY, KEY, NUMBER, NUMBER])},
    ${columnsOf(days, [KEY, NUMBER, NUMBER])},
    ${columnsOf(schoolPeople, [KEY, NUMBER])})`.execute(trx);
}
