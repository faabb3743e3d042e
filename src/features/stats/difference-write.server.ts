import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import type { Contributions } from "./pure/contributions.ts";

/** Sums rows by key: `after` minus `before`. Keys whose sum is zero are dropped; the rest is sorted. */
export function differenceOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => number[],
  numbersOf: (row: Row) => number[],
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const [rows, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const row of rows) {
      const key = keyOf(row);
      const numbers = numbersOf(row);
      const name = key.join(":");
      const sum = sums.get(name);
      if (sum)
        for (let at = 0; at < numbers.length; at += 1)
          sum.numbers[at] = (sum.numbers[at] ?? 0) + sign * (numbers[at] ?? 0);
      else sums.set(name, { key, numbers: sign === 1 ? numbers : numbers.map((value) => -value) });
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

/**
 * The columns of these rows as lists: first those of the key, then the numbers. They are written as PostgreSQL's text for
 * arrays, because the driver takes longer to write three hundred numbers than PostgreSQL to add them.
 */
function columnsOf(rows: readonly Sum[], types: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const lists = types.map((type, at) => {
    const list = rows.map(({ key, numbers }) => (at < key.length ? key[at] : numbers[at - key.length]) ?? 0);
    return sql`${`{${list.join(",")}}`}::${type}[]`;
  });
  return sql.join(lists);
}

/**
 * Positions in a company's list of numbers: people who came to it from other companies, and people who left it for them.
 * Both are sums of the moves. The six numbers before them come from the Difference.
 */
const [CAME, WENT] = [6, 7];
const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0];

const KEY = sql`bigint`;
const NUMBER = sql`integer`;
const SUM = sql`bigint`;

/** The differences of companies, with those of the people who came from other companies and went to them. */
function withMoves({ companies, moves }: Difference): Sum[] {
  const all = new Map(companies.map(({ key, numbers }) => [key[0] ?? 0, { key, numbers: [...numbers, 0, 0] }]));
  const add = (company: number, column: number, people: number): void => {
    const known = all.get(company) ?? { key: [company], numbers: NOTHING.map(() => 0) };
    known.numbers[column] = (known.numbers[column] ?? 0) + people;
    all.set(company, known);
  };
  for (const { key, numbers } of moves) {
    const [from = 0, to = 0] = key;
    const [people = 0] = numbers;
    add(to, CAME, people);
    add(from, WENT, people);
  }
  return [...all.values()].toSorted((a, b) => (a.key[0] ?? 0) - (b.key[0] ?? 0));
}

/**
 * Applies the difference of one person or of many. See the function in the database for the order of its locks. The
 * comment in the statement names its tables, for operators who look at statements that wait.
 */
export async function applyDifference(trx: Trx, difference: Difference): Promise<void> {
  const { moves, schools, days, schoolPeople } = difference;
  const call = sql`select /* company_stats, company_move, school_company_stats, company_day, school_stats */ add_to_stats(
    ${columnsOf(withMoves(difference), [KEY, NUMBER, NUMBER, SUM, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER])},
    ${columnsOf(moves, [KEY, KEY, NUMBER])},
    ${columnsOf(schools, [KEY, KEY, NUMBER, NUMBER])},
    ${columnsOf(days, [KEY, NUMBER, NUMBER])},
    ${columnsOf(schoolPeople, [KEY, NUMBER])})`;
  // Sent with the next statement, which is most often the commit. So others wait for these rows one round trip less.
  await sendLater(trx, call);
}
