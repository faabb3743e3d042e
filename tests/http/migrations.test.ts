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

test("every migration leaves a database whose derived counts equal their recount", async () => {
  const checked: string[] = [];
  const applied = await migrate(database.url, undefined, async (name) => {
    const db = openDatabase(database.url, { max: 1 });
    try {
      expect(await findDifferences(db), name).toEqual([]);
    } finally {
      await db.destroy();
    }
    checked.push(name);
  });
  expect(applied).toEqual(await migrationNames());
  expect(checked).toEqual(applied);
  expect(await migrate(database.url)).toEqual([]);
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
    insert into company_stats (company_id, employees) select id, 3 from company`);
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
