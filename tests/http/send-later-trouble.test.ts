import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fromPool, fromPoolUnprepared, openDatabase, openPool, type Database } from "#db/connect.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { sendLater, transact } from "#db/transact.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy } from "#tests/helpers/tcp-proxy.ts";

// When statements that are sent together go wrong, the caller learns what was really stored, and the connection can be
// used for the next transaction.

let own: TestDatabase;
/** One connection, so that what one transaction leaves behind meets the next one. */
let db: Database;
/** For looking at what is stored. */
let other: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  db = openDatabase(own.url, { max: 1 });
  other = openDatabase(own.url, { max: 2 });
  await sql`create table note (id integer primary key, text text not null default '')`.execute(other);
});
afterAll(async () => {
  await db.destroy();
  await other.destroy();
  await own.drop();
});
beforeEach(() => sql`truncate note`.execute(other));

const add = (id: number) => sql`insert into note (id) values (${id}::integer)`;
const pause = (seconds: number) => sql`select pg_sleep(${seconds}::float)`;
const notes = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from note order by id`.execute(other)).rows.map(({ id }) => id);

/** Ends the connections with such a statement. @returns how many there were */
async function terminate(condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${condition}`.execute(other);
  return rows.length;
}

describe("limits of time", () => {
  test("are those of each statement, and the client waits until the last one's has passed", async () => {
    const pool = openPool(own.url, { max: 1, statementTimeout: 200 });
    // The client's limit for one statement. Together they take longer.
    pool.options.query_timeout = 300;
    const limited = fromPool(pool);
    try {
      await limited.transaction().execute(async (trx) => {
        await add(1).execute(trx);
        for (let n = 0; n < 4; n += 1) await sendLater(trx, pause(0.1));
      });
      // The transaction above did not fail, so its row must be stored.
      expect(await notes()).toEqual([1]);
      const tooLong = limited.transaction().execute(async (trx) => {
        await sendLater(trx, add(2));
        await sendLater(trx, pause(2));
      });
      await expect(tooLong).rejects.toMatchObject({ code: "57014" });
      await limited.transaction().execute((trx) => add(3).execute(trx));
      expect(await notes()).toEqual([1, 3]);
    } finally {
      await limited.destroy();
    }
  });
});

test("a deadlock among those that go with the commit has the transaction run again", async () => {
  await add(1).execute(other);
  await add(2).execute(other);
  const change = (id: number) => sql`update note set text = text || 'x' where id = ${id}::integer`;
  const two = openDatabase(own.url, { max: 2 });
  let runs = 0;
  const isThere = [0, 1].map(() => Promise.withResolvers<void>());
  const changeBoth = (at: number) =>
    transact(two, async (trx) => {
      runs += 1;
      await change(1 + at).execute(trx);
      isThere[at]?.resolve();
      await isThere[1 - at]?.promise;
      await sendLater(trx, change(2 - at));
    });
  try {
    await Promise.all([changeBoth(0), changeBoth(1)]);
  } finally {
    await two.destroy();
  }
  expect(runs).toBe(3);
  const { rows } = await sql<{ text: string }>`select text from note`.execute(other);
  expect(rows.map(({ text }) => text)).toEqual(["xx", "xx"]);
});

describe("a connection that is lost", () => {
  const expectLoss = async (failing: Promise<unknown>): Promise<void> => {
    expect(isDatabaseAway(await failing.catch((error: unknown) => error))).toBe(true);
    expect(await notes()).toEqual([]);
    await db.transaction().execute((trx) => add(3).execute(trx));
    expect(await notes()).toEqual([3]);
  };

  test("before they are sent: that is reported, and nothing is stored", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await add(1).execute(trx);
      await sendLater(trx, add(2));
      await expect.poll(() => terminate(sql`state = 'idle in transaction'`)).toBe(1);
    });
    await expectLoss(failing);
  });

  test("in the middle of them: that is reported, and nothing is stored", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await sendLater(trx, add(1));
      await sendLater(trx, pause(20));
    });
    const loss = expectLoss(failing);
    await expect.poll(() => terminate(sql`wait_event = 'PgSleep'`)).toBe(1);
    await loss;
  });

  test("before the answer: it is stored, and nobody is told that it was refused", async () => {
    const url = new URL(own.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const far = openDatabase(url.href, { max: 1 });
    try {
      const caught = far
        .transaction()
        .execute(async (trx) => {
          await sendLater(trx, pause(0.3));
          await sendLater(trx, add(1));
        })
        .catch((error: unknown) => error);
      const running = sql`select from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`;
      await expect.poll(async () => (await running.execute(other)).rows.length).toBe(1);
      proxy.cut();
      // An answer of 503, as for every statement whose answer is lost.
      expect(isDatabaseAway(await caught)).toBe(true);
      await expect.poll(notes).toEqual([1]);
    } finally {
      await far.destroy();
      await proxy.stop();
    }
  });
});

test("what is swallowed inside a transaction does not make it count as stored", async () => {
  const swallowing = db.transaction().execute(async (trx) => {
    await add(1).execute(trx);
    await sendLater(trx, add(1));
    await add(2)
      .execute(trx)
      .catch(() => {});
  });
  await expect(swallowing).rejects.toMatchObject({ name: "AbortedTransactionError" });
  expect(await notes()).toEqual([]);
});

test("megabytes go in one packet and come back", async () => {
  const text = "x".repeat(3_000_000);
  await db.transaction().execute(async (trx) => {
    const answers = [];
    for (let n = 0; n < 5; n += 1) {
      const insert = sql<{ text: string }>`insert into note (id, text) values (${n}::integer, ${text}) returning text`;
      answers.push(await sendLater(trx, insert));
    }
    for (const answer of answers) expect((await answer())[0]?.text.length).toBe(text.length);
  });
  expect(await notes()).toEqual([0, 1, 2, 3, 4]);
});

test("dates and large numbers are read as those of other statements", async () => {
  const values = sql`select 5::bigint as large, date '2026-01-02' as day, ${1}::integer as one`;
  await db.transaction().execute(async (trx) => {
    const first = await sendLater(trx, values);
    expect((await values.execute(trx)).rows).toEqual([{ large: 5, day: "2026-01-02", one: 1 }]);
    expect(await first()).toEqual([{ large: 5, day: "2026-01-02", one: 1 }]);
  });
});

test("without prepared statements they go together too", async () => {
  const unprepared = fromPoolUnprepared(openPool(own.url, { max: 1 }));
  try {
    await unprepared.transaction().execute(async (trx) => {
      await sendLater(trx, sql`insert into note (id) values (1)`);
      await sendLater(trx, add(2));
    });
  } finally {
    await unprepared.destroy();
  }
  expect(await notes()).toEqual([1, 2]);
});

describe("a connection whose prepared statements are wrong is replaced", () => {
  test("after a value that could not be sent, which leaves its statement unprepared", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const measure = (value: unknown) => sql`insert into note (id) select length(${value}::text)`;
    const failing = db.transaction().execute((trx) => measure(circle).execute(trx));
    await expect(failing).rejects.toThrow(/circular/);
    await db.transaction().execute((trx) => measure("abc").execute(trx));
    expect(await notes()).toEqual([3]);
  });

  test("after a change of its columns", async () => {
    const read = sql`select * from note where id = ${1}::integer`;
    await add(1).execute(other);
    const readLater = () =>
      db.transaction().execute(async (trx) => {
        const rows = await sendLater(trx, read);
        await add(2).execute(trx);
        return rows();
      });
    await read.execute(db);
    await sql`alter table note add column more integer`.execute(other);
    try {
      await expect(readLater()).rejects.toMatchObject({ code: "0A000" });
      expect(await readLater()).toEqual([{ id: 1, text: "", more: null }]);
    } finally {
      await sql`alter table note drop column more`.execute(other);
    }
  });

  test("after somebody dropped them all", async () => {
    await db.transaction().execute((trx) => add(1).execute(trx));
    await sql`deallocate all`.execute(db);
    const again = () => db.transaction().execute((trx) => add(2).execute(trx));
    await expect(again()).rejects.toMatchObject({ code: "26000" });
    await again();
    expect(await notes()).toEqual([1, 2]);
  });
});
