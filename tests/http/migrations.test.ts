import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#db/connect.ts";
import { migrate, migrationNames } from "#db/migrate.ts";
import { findDifferences } from "#features/tally/recount.server.ts";
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

/** The last migration that changed what is counted: the recount speaks of its columns and can be asked from there on. */
const COUNTED_SINCE = "0014-disclosure.sql";

test("every migration leaves a database whose derived counts equal their recount", async () => {
  const applied: string[] = [];
  const checked: string[] = [];
  const done = await migrate(database.url, undefined, async (name) => {
    applied.push(name);
    if (name < COUNTED_SINCE) return;
    const db = openDatabase(database.url, { max: 1 });
    try {
      expect(await findDifferences(db), name).toEqual([]);
    } finally {
      await db.destroy();
    }
    checked.push(name);
  });
  expect(done).toEqual(await migrationNames());
  expect(applied).toEqual(done);
  expect(checked).toContain(COUNTED_SINCE);
  expect(await migrate(database.url)).toEqual([]);
});

test("a database with people in it gets its new counts by the migration that brings them", async () => {
  // Two people: the first began at One and is at Two without an end; the second was at Two alone.
  await migrate(database.url, undefined, async (name) => {
    if (name !== "0011-people-search.sql") return;
    await query(`
      insert into company (public_id, name, display_name)
        values (repeat('a', 24), 'one', 'One'), (repeat('b', 24), 'two', 'Two');
      insert into school (public_id, name, name_key, country, country_code) values (repeat('5', 24), 'S', 's', '', '');
      insert into profile (public_id, sort_key, created, stops, school_id)
        select repeat(n::text, 24), n, true, 3 - n, s.id from generate_series(1, 2) n, school s;
      insert into entry (public_id, profile_id, company_id, company_name, sort_key, listed)
        select left(p.sort_key || c.public_id, 24), p.id, c.id, c.display_name, p.sort_key, true
        from profile p, company c where p.sort_key = 1 or c.name = 'two';
      insert into role (entry_id, profile_id, title, kind, date_precision, start_date, end_date, is_current, rating)
        select e.id, e.profile_id, 'Analyst', 'full-time', 'day', case c.name when 'one' then date '2010-01-01' else '2012-01-01' end,
          case when e.sort_key = 1 and c.name = 'two' then null else date '2013-01-01' end, e.sort_key = 1 and c.name = 'two',
          case when e.sort_key = 1 then 80 end
        from entry e join company c on c.id = e.company_id;
      insert into company_stats (company_id, employees, raters, rating_sum, tenure_days, stays)
        select company_id, sum(employees), sum(raters), sum(rating_sum), sum(tenure_days), sum(stays) from contribution_company group by 1;
      insert into company_move select from_company, to_company, count(*) from contribution_move group by 1, 2;
      insert into school_tally select school_id, company_id, count(*) from contribution_school group by 1, 2`);
  });
  const { rows } =
    await query(`select c.name, s.people, s.raters, s.first_stops, s.open_stops, t.first_stops as of_school
    from company c join company_stats s on s.company_id = c.id join school_tally t on t.company_id = c.id order by 1`);
  expect(rows).toEqual([
    { name: "one", people: 1, raters: 1, first_stops: 1, open_stops: 0, of_school: 1 },
    { name: "two", people: 2, raters: 1, first_stops: 1, open_stops: 1, of_school: 1 },
  ]);
  const db = openDatabase(database.url, { max: 1 });
  try {
    expect(await findDifferences(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
});

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
      expect.objectContaining({ table: "company_stats", stored: "3,0,0,0,0,0", counted: "-" }),
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
