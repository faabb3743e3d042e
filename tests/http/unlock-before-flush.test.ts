import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromConnections, openOneConnection, openPool, type Database } from "#db/connect.ts";
import { PreparedPool } from "#db/prepared-pool.ts";
import { sendLater, transact, unlockBeforeFlush } from "#db/transact.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

// A transaction whose locks end with its commit, while its caller waits until the commit is on the disk.

let own: TestDatabase;
/** One connection, so that what one transaction leaves behind meets the next one. */
let db: Database;

/** The server of the tests never waits for the disk by itself. */
const waitForDisk = sql`set synchronous_commit = 'on'`;

beforeAll(async () => {
  own = await createTestDatabase();
  db = fromConnections(new PreparedPool(openPool(own.url, { max: 1 }), undefined, true, true));
  await sql`create table note (id integer primary key, at integer unique deferrable initially deferred)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await own.drop();
});
beforeEach(() => sql`truncate note`.execute(db));

const add = (id: number, at = id) => sql`insert into note (id, at) values (${id}::integer, ${at}::integer)`;

async function notes(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from note order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function readWaiting(reader: Database): Promise<string | undefined> {
  const { rows } = await sql<{ is: string }>`select current_setting('synchronous_commit') as is`.execute(reader);
  return rows[0]?.is;
}

test("the commit is on the disk when its caller goes on", async () => {
  for (let id = 1; id <= 5; id += 1) {
    const before = await transact(db, async (trx) => {
      await unlockBeforeFlush(trx);
      await add(id).execute(trx);
      const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn() as position`.execute(trx);
      return rows[0]?.position;
    });
    const { rows } = await sql<{ isFlushed: boolean }>`
      select pg_current_wal_flush_lsn() > ${before}::pg_lsn as "isFlushed"`.execute(db);
    expect(rows).toEqual([{ isFlushed: true }]);
  }
  expect(await notes()).toEqual([1, 2, 3, 4, 5]);
});

test("only this commit does not wait for the disk by itself", async () => {
  await waitForDisk.execute(db);
  const inside = await transact(db, async (trx) => {
    await sendLater(trx, add(1));
    await unlockBeforeFlush(trx);
    return readWaiting(trx);
  });
  expect(inside).toBe("off");
  expect(await readWaiting(db)).toBe("on");
  expect(await transact(db, readWaiting)).toBe("on");
  const undone = db.transaction().execute(async (trx) => {
    await unlockBeforeFlush(trx);
    await add(2).execute(trx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await transact(db, readWaiting)).toBe("on");
  expect(await notes()).toEqual([1]);
});

test("a commit that fails is reported, and stores nothing", async () => {
  const twice = transact(db, async (trx) => {
    await unlockBeforeFlush(trx);
    await add(1, 7).execute(trx);
    await sendLater(trx, add(2, 7));
  });
  await expect(twice).rejects.toMatchObject({ code: "23505", constraint: "note_at_key" });
  await transact(db, (trx) => add(3).execute(trx));
  expect(await notes()).toEqual([3]);
});

test("a transaction that asks nothing else leaves its connection usable", async () => {
  await transact(db, unlockBeforeFlush);
  await transact(db, (trx) => add(1).execute(trx));
  expect(await notes()).toEqual([1]);
});

test("pools that do not allow it wait for the disk as always, and so does bulk work", async () => {
  const other = fromConnections(new PreparedPool(openPool(own.url, { max: 1 })));
  const bulk = await openOneConnection(own.url);
  try {
    for (const [id, reader] of [other, bulk.db].entries()) {
      await waitForDisk.execute(reader);
      const inside = await transact(reader, async (trx) => {
        await unlockBeforeFlush(trx);
        await add(id).execute(trx);
        return readWaiting(trx);
      });
      expect(inside).toBe("on");
    }
    expect(await notes()).toEqual([0, 1]);
  } finally {
    await other.destroy();
    await bulk.close();
  }
});
