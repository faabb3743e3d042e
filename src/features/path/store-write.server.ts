import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/** The advisory lock for writing to ClickHouse, in any process. Any fixed number will do. */
const LOCK = 7_311_904_248;
/**
 * How long the lock's transaction may be idle while ClickHouse works: longer than all requests of one write together.
 * If it ended sooner, the lock would be free and another process could write at the same time.
 */
const LOCK_IDLE_LIMIT = "120s";

/** The state that ClickHouse must have if this database has filled it. */
export type ExpectedState = {
  mark: string;
  /** The last version that was taken, and the last one that was confirmed. */
  version: number;
  written: number;
};

export type StoreState = ExpectedState & {
  /** Were the pipelines of all visible people written to ClickHouse? */
  isFilled: boolean;
  /** Are there changes that were not written to it yet? */
  isBehind: boolean;
};

/** Read before every question, so that no answer shows somebody whom a commit has hidden. */
export async function readStoreState(db: Database): Promise<StoreState> {
  const { rows } = await sql<StoreState>`
    select coalesce(mark, '') as mark, coalesce(version, 0) as version, coalesce(written, 0) as written,
      coalesce(is_filled, false) as "isFilled", exists (select from path_change) as "isBehind"
    from (select) as one left join path_store on true`.execute(db);
  return rows[0] ?? { mark: "", version: 0, written: 0, isFilled: false, isBehind: true };
}

/**
 * Runs work while no other process writes to ClickHouse. Take the version first and read the people after it, so that a
 * row with a greater version never holds older data.
 */
export function withStoreLock<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', ${LOCK_IDLE_LIMIT}, true)`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    return work(trx);
  });
}

/** @throws if the transaction has ended, and with it the lock */
export async function checkLock(trx: Trx): Promise<void> {
  await sql`select 1`.execute(trx);
}

type Store = ExpectedState & {
  fillingTo: number | null;
  fillingFrom: number;
  day: string;
  /** Is everybody to be written once more after this filling? */
  isAgain: boolean;
};

export async function readStore(trx: Trx): Promise<Store | undefined> {
  const row = await trx.selectFrom("path_store").selectAll().executeTakeFirst();
  return (
    row && {
      mark: row.mark,
      version: row.version,
      written: row.written,
      fillingTo: row.filling_to,
      fillingFrom: row.filling_from,
      day: row.day,
      isAgain: row.is_again,
    }
  );
}

/** Call it for new, empty tables. From now on changes are noted. Questions are answered after the filling. */
export async function beginStore(
  trx: Trx,
  { mark, day, version }: { mark: string; day: string; version: number },
): Promise<void> {
  const begun = { mark, day, version, written: version, is_filled: false, is_again: false, clear_to: 0 };
  const filling = { filling_to: 0, filling_from: version };
  await trx
    .insertInto("path_store")
    .values({ ...begun, ...filling })
    .onConflict((conflict) => conflict.column("singleton").doUpdateSet({ ...begun, ...filling }))
    .execute();
}

/**
 * Requests that everybody is written again. Existing rows still answer questions. If a filling is already running, it
 * ends first and another one follows: restarting it at every request might never end.
 */
export async function requestFilling(trx: Trx): Promise<void> {
  await sql`update path_store set is_again = filling_to is not null, filling_to = coalesce(filling_to, 0),
    filling_from = case when filling_to is null then version else filling_from end`.execute(trx);
}

/** Notes how far the filling is. */
export async function noteFilled(trx: Trx, to: number): Promise<void> {
  await trx.updateTable("path_store").set({ filling_to: to }).execute();
}

/** Call it once everybody is written. */
export async function endFilling(trx: Trx, { isAgain }: { isAgain: boolean }): Promise<void> {
  await trx.updateTable("path_store").set({ filling_to: null, is_filled: true, is_again: false }).execute();
  if (isAgain) await requestFilling(trx);
}

export async function noteDay(trx: Trx, day: string): Promise<void> {
  await trx.updateTable("path_store").set({ day }).execute();
}

/**
 * Takes version numbers greater than all before. Call it with the lock, but outside its transaction: the numbers must
 * be stored even if that transaction fails. ClickHouse must never have a version that this database does not know.
 * @returns the first one
 */
export async function takeVersions(db: Database, count: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update path_store set version = version + ${count} returning version`.execute(db);
  return (rows[0]?.version ?? count) - count + 1;
}

/** Call it once ClickHouse has confirmed everything up to this version. */
export async function noteWritten(db: Database, version: number): Promise<void> {
  await sql`update path_store set written = greatest(written, ${version}::bigint)`.execute(db);
}

/** The id of the latest noted change; undefined if there is none. */
export async function readLastChange(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom("path_change")
    .select((eb) => eb.fn.max("id").as("last"))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** The oldest changes, up to `last`. A null id means everybody. */
export async function readChanges(
  trx: Trx,
  { last, most }: { last: number; most: number },
): Promise<{ id: number; publicId: string | null }[]> {
  const rows = await trx
    .selectFrom("path_change")
    .selectAll()
    .where("id", "<=", last)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => ({ id: row.id, publicId: row.public_id }));
}

/** Call it after ClickHouse has the changes. After a crash before this, they are written once more. */
export async function deleteChanges(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom("path_change")
      .where("id", "in", [...ids])
      .execute();
}

/** Keeps the latest change of each person, so that changes do not pile up while ClickHouse is unreachable. */
export async function deleteSupersededChanges(trx: Trx): Promise<void> {
  await sql`delete from path_change as old using path_change as newer
    where coalesce(old.public_id, '') = coalesce(newer.public_id, '') and old.id < newer.id`.execute(trx);
}

/** @returns the version up to which rows can be deleted from the disk; undefined if a day has not passed yet */
export async function readDueClearing(trx: Trx): Promise<number | undefined> {
  const row = await trx
    .selectFrom("path_store")
    .select(["clear_to as to"])
    .where("noted_at", "<", sql<Date>`now() - interval '1 day'`)
    .where("is_filled", "=", true)
    .executeTakeFirst();
  return row?.to;
}

/** A day from now, everything that is confirmed by now can be deleted from the disk. */
export async function scheduleNextClearing(trx: Trx): Promise<void> {
  await sql`update path_store set clear_to = written, noted_at = now()`.execute(trx);
}

export async function retryClearingInAnHour(trx: Trx): Promise<void> {
  await sql`update path_store set noted_at = now() - interval '23 hours'`.execute(trx);
}

/** For a site without ClickHouse: from now on no change is noted. */
export async function deleteStoreState(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("path_store").execute();
    await trx.deleteFrom("path_change").execute();
  });
}
