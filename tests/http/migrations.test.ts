import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#db/connect.ts";
import { migrate, migrationNames } from "#db/migrate.ts";
import { findDifferences } from "#features/tally/read.server.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The first version whose numbers this program's recount can read. */
const COUNTABLE = "0013-disclosure.sql";

test("every migration leaves a database whose derived counts equal their recount", async () => {
  const checked: string[] = [];
  const applied = await migrate(database.url, undefined, async (name) => {
    if (name === "0011-people-search.sql") await fillAsThen();
    if (name < COUNTABLE) return;
    const db = openDatabase(database.url, { max: 1 });
    try {
      expect(await findDifferences(db), name).toEqual([]);
    } finally {
      await db.destroy();
    }
    checked.push(name);
  });
  expect(applied).toEqual(await migrationNames());
  expect(checked).toEqual(applied.filter((name) => name >= COUNTABLE));
  expect(await migrate(database.url)).toEqual([]);
  const { rows } = await query("select employees, raters, rating_sum, people from company_stats order by company_id");
  expect(rows).toEqual([
    { employees: 2, raters: 1, rating_sum: "80", people: 2 },
    { employees: 2, raters: 0, rating_sum: "0", people: 2 },
  ]);
});

/** Two people at two companies and a school, counted as version 0011 counted. */
async function fillAsThen(): Promise<void> {
  await query(`insert into company (public_id, name, display_name)
      select repeat(d, 24), 'firm ' || d, 'Firm ' || d from unnest(array['a', 'b']) d;
    insert into school (public_id, name, name_key, country, country_code) values (repeat('c', 24), 'S', 's', '', '');
    insert into profile (public_id, sort_key, created, stops, school_id)
      select repeat(d, 24), 1, true, 2, (select id from school) from unnest(array['d', 'e']) d;
    insert into entry (public_id, profile_id, company_id, company_name, sort_key, listed)
      select substr(md5(p.id || ' ' || c.id), 1, 24), p.id, c.id, c.display_name, 1, true from profile p, company c;
    insert into role (entry_id, profile_id, title, kind, date_precision, start_date, end_date, is_current, rating)
      select e.id, e.profile_id, 'Clerk', 'full-time', 'month', date '2020-01-01' + (e.company_id * 400)::integer,
        date '2020-01-01' + (e.company_id * 400 + 100)::integer, false,
        (case when e.id = (select min(id) from entry) then 80 end) from entry e;
    insert into company_stats (company_id, employees, interns, raters, rating_sum, tenure_days, stays)
      select company_id, sum(employees), sum(interns), sum(raters), sum(rating_sum), sum(tenure_days), sum(stays)
      from contribution_company group by company_id;
    insert into company_move select from_company, to_company, count(*) from contribution_move group by 1, 2;
    insert into school_tally select school_id, company_id, count(*) from contribution_school group by 1, 2`);
}

test("of several at once each migration is applied by one", async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  expect(runs.flat().toSorted()).toEqual(await migrationNames());
});

test("a database of a newer version is refused by name, and left alone", async () => {
  await migrate(database.url);
  await query("insert into migration (name) values ('9999-from-the-future.sql')");
  await expect(migrate(database.url)).rejects.toThrow(/newer than this version.*9999-from-the-future\.sql/);
});

test("the derived counts' check finds what is planted", async () => {
  await migrate(database.url);
  await query(`insert into company (public_id, name, display_name) values (repeat('a', 24), 'planted', 'Planted');
    insert into company_stats (company_id, visible_employees) select id, 3 from company`);
  const db = openDatabase(database.url, { max: 1 });
  try {
    expect(await findDifferences(db)).toEqual([
      expect.objectContaining({ table: "company_stats", stored: "3,0,0,0", counted: "-" }),
    ]);
  } finally {
    await db.destroy();
  }
});

test("the rules that must hold in a race stand in the database", async () => {
  await migrate(database.url);
  await query(`insert into company (public_id, name, display_name) values (repeat('a', 24), 'one', 'One');
    insert into profile (public_id, sort_key, username) values (repeat('b', 24), 1, 'Somebody');
    insert into entry (public_id, profile_id, company_id, company_name, sort_key, listed)
      select repeat('c', 24), p.id, c.id, 'One', 1, false from profile p, company c`);
  const role = (columns: string, values: string) =>
    `insert into role (entry_id, profile_id, title, kind, date_precision, ${columns})
      select id, profile_id, 'Analyst', 'full-time', 'month', ${values} from entry`;
  const refused: [string, string][] = [
    [
      "entry_profile_id_company_id_key",
      `insert into entry (public_id, profile_id, company_id, company_name, sort_key, listed)
      select repeat('d', 24), profile_id, company_id, 'One', 1, false from entry`,
    ],
    ["profile_username", "insert into profile (public_id, sort_key, username) values (repeat('e', 24), 2, 'SOMEBODY')"],
    ["role_check", role("start_date, end_date, is_current", "'2020-02-01', '2020-01-01', false")],
    ["role_start_date_check", role("start_date, is_current", "'1949-12-31', true")],
    ["role_end_date_check", role("start_date, end_date, is_current", "'2020-01-01', '2030-01-02', false")],
    ["role_rating_check", role("start_date, is_current, rating", "'2020-01-01', true, 50")],
    ["role_check", role("start_date, is_current", "'2020-01-01', false")],
  ];
  for (const [constraint, statement] of refused) {
    await expect(query(statement), statement).rejects.toMatchObject({
      constraint: expect.stringContaining(constraint),
    });
  }
  await query(role("start_date, is_current, rating", "'2020-01-01', true, 60"));
});
