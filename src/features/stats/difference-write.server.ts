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
 * Adds these numbers to the stored ones. The comment in the statement names its tables, for operators who look at
 * statements that wait. `add_to_stats` is a function in the database; the order of its statements is that of its locks.
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
 * companies, then all moves, schools and days, of each first the rows that are missing, and then all by key. So a save
 * may wait for it, or it for a save, but never each for the other.
 * @param deleted the key of a company that is deleted afterwards. Hidden people's moves may be left there, and the
 * deletion changes the numbers at their other ends: these are locked here, because later would be out of order
 */
export async function applyTotal(trx: Trx, total: Difference, deleted?: number): Promise<void> {
  const added = { ...total, companies: withMoves(total) };
  if (deleted !== undefined) added.companies = withZeros(added.companies, await readMovedWith(trx, deleted));
  for (const part of PARTS) {
    await makeMissing[part]?.(trx, added[part]);
    for (let from = 0; from < added[part].length; from += ROWS_AT_ONCE)
      await addToStats({ ...NO_DIFFERENCE, [part]: added[part].slice(from, from + ROWS_AT_ONCE) }).execute(trx);
  }
}

/** The companies of the moves from and to this one. */
async function readMovedWith(trx: Trx, company: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select to_company as id from company_move where from_company = ${company} and people > 0
    union select from_company from company_move where to_company = ${company} and people > 0`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Adds rows for companies whose numbers stay: they are only locked. */
function withZeros(companies: readonly Sum[], keys: readonly number[]): Sum[] {
  const known = new Set(companies.map(({ key }) => key[0]));
  const others = keys.filter((key) => !known.has(key)).map((key) => ({ key: [key], numbers: NOTHING }));
  return [...companies, ...others].toSorted((a, b) => (a.key[0] ?? 0) - (b.key[0] ?? 0));
}

/**
 * Makes the missing rows of all pieces at once, where add_to_stats would make those of its own piece alone. Moves need no
 * such step, because whoever changes one has locked both of its companies before. Nor do days: each of their rows is made
 * or changed in turn, in one order. How many people a school has does not change with a company, because nobody loses
 * the last stop.
 */
const makeMissing: Partial<Record<keyof Difference, (trx: Trx, rows: readonly Sum[]) => Promise<unknown>>> = {
  companies: (trx, rows) =>
    sql`
      insert into company_stats (company_id)
      select wanted.id from unnest(${columnsOf(rows, [KEY])}) as wanted (id)
      where not exists (select from company_stats where company_id = wanted.id)
      order by wanted.id on conflict do nothing`.execute(trx),
  schools: (trx, rows) =>
    sql`
      insert into school_company_stats (school_id, company_id)
      select wanted.school, wanted.company from unnest(${columnsOf(rows, [KEY, KEY])}) as wanted (school, company)
      where not exists (
        select from school_company_stats where school_id = wanted.school and company_id = wanted.company)
      order by wanted.school, wanted.company on conflict do nothing`.execute(trx),
};
