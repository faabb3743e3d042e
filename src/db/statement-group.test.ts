import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { PreparedPool } from "./prepared-pool.ts";

let database: TestDatabase;
let pool: pg.Pool;
let prepared: PreparedPool;
/** How often the server said which columns an answer has. */
let described = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on("connect", (client) => {
    const { connection } = client as pg.PoolClient & { connection: pg.Connection };
    connection.on("rowDescription", () => (described += 1));
  });
  pool.on("error", () => {});
  prepared = new PreparedPool(pool);
});
beforeEach(async () => {
  await pool.query("drop table if exists thing; create table thing (id int primary key, words text[], at timestamptz)");
  await pool.query("insert into thing values (1, array['a', 'b'], '2026-03-14 12:00Z'), (2, null, null)");
  described = 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function ask(text: string, ...values: unknown[]): Promise<unknown[]> {
  const client = await prepared.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    return rows;
  } finally {
    client.release();
  }
}

it("a prepared statement's columns are asked for once, and its rows are read alike each time", async () => {
  const text = "select id, words, at from thing where id >= $1 order by id";
  const first = await ask(text, 1);
  expect(first).toEqual([
    { id: 1, words: ["a", "b"], at: new Date("2026-03-14T12:00:00Z") },
    { id: 2, words: null, at: null },
  ]);
  expect(await ask(text, 1)).toEqual(first);
  expect(await ask(text, 2)).toEqual(first.slice(1));
  expect(await ask(text, 3)).toEqual([]);
  expect(described).toBe(1);
});

it("a statement without a name is asked for its columns each time", async () => {
  for (const id of [1, 2]) expect(await ask("select id from thing where id in ($1, $2)", id, id)).toEqual([{ id }]);
  expect(described).toBe(2);
});

it("a statement that gives rows and one that gives none run together, again and again", async () => {
  const client = await prepared.connect();
  for (const id of [11, 12, 13]) {
    await client.query("begin", []);
    expect((await client.query("insert into thing (id) values ((select $1::int))", [id])).rows).toEqual([]);
    const { rows } = await client.query("delete from thing where id = $1 returning id", [id]);
    expect(rows).toEqual([{ id }]);
    await client.query("commit", []);
  }
  client.release();
});

it("once the columns have changed, the statement fails and the next connection reads the new ones", async () => {
  const text = "select * from thing where id = $1";
  for (let n = 0; n < 2; n += 1) expect(Object.keys(Object(await ask(text, 1))[0])).toEqual(["id", "words", "at"]);
  await pool.query("alter table thing drop column words, add column place text default 'Oslo'");
  await expect(ask(text, 1)).rejects.toMatchObject({ code: "0A000" });
  const changed = [{ id: 1, at: new Date("2026-03-14T12:00:00Z"), place: "Oslo" }];
  for (let n = 0; n < 2; n += 1) expect(await ask(text, 1)).toEqual(changed);
});

it("a statement whose commit fails is not answered as stored", async () => {
  await pool.query("create table part (id int references thing deferrable initially deferred)");
  try {
    // PostgreSQL says that the insert is complete, and only then that its commit failed.
    await expect(ask("insert into part values ((select $1::int))", 99)).rejects.toMatchObject({ code: "23503" });
    expect(await ask("select id from part where id = $1", 99)).toEqual([]);
    await ask("insert into part values ((select $1::int))", 1);
    expect(await ask("select id from part where id = $1", 1)).toEqual([{ id: 1 }]);
  } finally {
    await pool.query("drop table part");
  }
});
