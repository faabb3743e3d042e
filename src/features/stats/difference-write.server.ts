import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import type { Contributions } from "./pure/contributions.ts";

type Sum = { key: number[]; numbers: number[] };
export type Difference = Record<keyof Contributions, Sum[]>;

const NO_DIFFERENCE: Difference = { companies: [], moves: [], schools: [], days: [], schoolPeople: [] };

const PARTS = ["companies", "moves", "schools", "days", "schoolPeople"] as const satisfies (keyof Contributions)[];

/** Adds up numbers by their key. */
class Sums {
  readonly #sums = new Map<string, Sum>();

  /** @param sign -1 subtracts */
  add(key: readonly number[], numbers: readonly number[], sign: 1 | -1): void {
    const name = key.join(":");
    const sum = this.#sums.get(name);
    if (sum)
      for (let at = 0; at < numbers.length; at += 1)
        sum.numbers[at] = (sum.numbers[at] ?? 0) + sign * (numbers[at] ?? 0);
    else this.#sums.set(name, { key: [...key], numbers: numbers.map((value) => sign * value) });
  }

  /** Without keys whose sum is zero, sorted by key. */
  rows(): Sum[] {
    return [...this.#sums.values()]
      .filter((sum) => sum.numbers.some((value) => value !== 0))
      .toSorted((a, b) => (a.key[0] ?? 0) - (b.key[0] ?? 0) || (a.key[1] ?? 0) - (b.key[1] ?? 0));
  }
}

/** Sums rows by key: `after` minus `before`. Keys whose sum is zero are dropped; the rest is sorted. */
export function differenceOf<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => number[],
  numbersOf: (row: Row) => number[],
): Sum[] {
  const sums = new Sums();
  for (const row of before) sums.add(keyOf(row), numbersOf(row), -1);
  for (const row of after) sums.add(keyOf(row), numbersOf(row), 1);
  return sums.rows();
}

/** The differences of people who change one after the other, added up. */
export class TotalDifference {
  readonly #parts: Record<keyof Contributions, Sums> = {
    companies: new Sums(),
    moves: new Sums(),
    schools: new Sums(),
    days: new Sums(),
    schoolPeople: new Sums(),
  };

  add(difference: Difference): void {
    for (const part of PARTS) for (const { key, numbers } of difference[part]) this.#parts[part].add(key, numbers, 1);
  }

  get(): Difference {
    const { companies, moves, schools, days, schoolPeople } = this.#parts;
    return {
      companies: companies.rows(),
      moves: moves.rows(),
      schools: schools.rows(),
      days: days.rows(),
      schoolPeople: schoolPeople.rows(),
    };
  }
}

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
 * The comment in the statement names its tables, for operators who look at statements that wait. See the function in the
 * database for the order of its locks.
 */
function addToStats({ companies, moves, schools, days, schoolPeople }: Difference): RawBuilder<unknown> {
  return sql`select /* company_stats, company_move, school_company_stats, company_day, school_stats */ add_to_stats(
    ${columnsOf(companies, [KEY, NUMBER, NUMBER, SUM, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER])},
    ${columnsOf(moves, [KEY, KEY, NUMBER])},
    ${columnsOf(schools, [KEY, KEY, NUMBER, NUMBER])},
    ${columnsOf(days, [KEY, NUMBER, NUMBER])},
    ${columnsOf(schoolPeople, [KEY, NUMBER])})`;
}

/** Applies the difference of one person. */
export async function applyDifference(trx: Trx, difference: Difference): Promise<void> {
  // Sent with the next statement, which is most often the commit. So others wait for these rows one round trip less.
  await sendLater(trx, addToStats({ ...difference, companies: withMoves(difference) }));
}

/** Rows of one statement. With more it might take longer than a statement may. */
const ROWS_AT_ONCE = 500;

/**
 * Applies the difference of many people, some hundred rows in a statement. It locks the rows in the order of a save: all
 * companies by key, then all moves, schools and days. So a save may wait for it, or it for a save, but never each for the
 * other.
 */
export async function applyTotal(trx: Trx, total: Difference): Promise<void> {
  const added = { ...total, companies: withMoves(total) };
  for (const part of PARTS)
    for (let from = 0; from < added[part].length; from += ROWS_AT_ONCE)
      await addToStats({ ...NO_DIFFERENCE, [part]: added[part].slice(from, from + ROWS_AT_ONCE) }).execute(trx);
}
