import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

// Statements that are sent together: their order, what fails with them, and what a later transaction sees of it.

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  // One connection, so that what one transaction leaves behind would meet the next one.
  db = openDatabase(own.url, { max: 1 });
  await sql`create table note (id integer primary key, at timestamptz not null default clock_timestamp())`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await own.drop();
});
beforeEach(() => sql`truncate note`.execute(db));

const add = (id: number) => sql<{ id: number }>`insert into note (id) values (${id}::integer) returning id`;
const count = sql<{ notes: number }>`select count(*)::integer as notes from note`;
const notes = async (): Promise<number | undefined> => (await count.execute(db)).rows[0]?.notes;

test("go with the next statement, in their order, each with its own rows", async () => {
  await db.transaction().execute(async (trx) => {
    const first = await sendLater(trx, add(1));
    const second = await sendLater(trx, count);
    const third = await sendLater(trx, add(2));
    const { rows } = await count.execute(trx);
    expect(rows).toEqual([{ notes: 2 }]);
    expect(await first()).toEqual([{ id: 1 }]);
    expect(await second()).toEqual([{ notes: 1 }]);
    expect(await third()).toEqual([{ id: 2 }]);
  });
  expect(await notes()).toBe(2);
});

test("go with the commit, or at once if somebody waits for them", async () => {
  await db.transaction().execute(async (trx) => {
    await sendLater(trx, add(1));
    const wait = await sendLater(trx, add(2));
    expect(await wait()).toEqual([{ id: 2 }]);
    await sendLater(trx, add(3));
  });
  expect(await notes()).toBe(3);
});

test("go before a text of several statements, which has no values", async () => {
  await db.transaction().execute(async (trx) => {
    const before = await sendLater(trx, add(1));
    await sql`insert into note (id) select max(id) + 1 from note; insert into note (id) values (7)`.execute(trx);
    expect(await before()).toEqual([{ id: 1 }]);
  });
  const { rows } = await sql<{ id: number }>`select id from note order by id`.execute(db);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 7]);
});

test("one that fails ends the transaction, also if it goes with the commit", async () => {
  const twice = db.transaction().execute(async (trx) => {
    await add(1).execute(trx);
    await sendLater(trx, add(2));
    await sendLater(trx, add(1));
    await sendLater(trx, add(3));
  });
  await expect(twice).rejects.toMatchObject({ code: "23505", constraint: "note_pkey" });
  expect(await notes()).toBe(0);
});

test("those after one that failed fail with its error, and work later on the same connection", async () => {
  const after = sql<{ two: number }>`select 1 + id as two from note where id = ${1}`;
  await db
    .transaction()
    .execute(async (trx) => {
      const good = await sendLater(trx, add(1));
      const bad = await sendLater(trx, add(1));
      const skipped = await sendLater(trx, after);
      await expect(count.execute(trx)).rejects.toMatchObject({ code: "23505" });
      expect(await good()).toEqual([{ id: 1 }]);
      await expect(bad()).rejects.toMatchObject({ code: "23505" });
      await expect(skipped()).rejects.toMatchObject({ code: "23505" });
      throw new Error("enough");
    })
    .catch((error: unknown) => expect(error).toMatchObject({ message: "enough" }));
  // Its text was sent before, but the server has never prepared it.
  await add(1).execute(db);
  expect((await after.execute(db)).rows).toEqual([{ two: 2 }]);
});

test("a value that cannot be sent keeps the commit behind it from being sent", async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const failed = db.transaction().execute(async (trx) => {
    await sendLater(trx, add(1));
    await sendLater(trx, sql`insert into note (id) select length(${circle}::text)`);
    await sendLater(trx, add(2));
  });
  await expect(failed).rejects.toThrow(/circular/);
  expect(await notes()).toBe(0);
});

test("a transaction that is undone sends none of them, and leaves none for the next one", async () => {
  let left: (() => Promise<unknown>) | undefined;
  const undone = db.transaction().execute(async (trx) => {
    left = await sendLater(trx, add(1));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await db.transaction().execute((trx) => add(5).execute(trx));
  await expect(left?.()).rejects.toThrow("ended before this statement was sent");
  expect(await notes()).toBe(1);
  const halfway = db.transaction().execute(async (trx) => {
    await add(6).execute(trx);
    await sendLater(trx, add(7));
    throw new Error("undone");
  });
  await expect(halfway).rejects.toThrow("undone");
  await db.transaction().execute(() => Promise.resolve());
  expect(await notes()).toBe(1);
});
