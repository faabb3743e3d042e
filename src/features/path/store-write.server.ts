import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/** The lock of whoever writes into ClickHouse, in any process. Any fixed number will do. */
const LOCK = 7_311_904_248;
/**
 * How long the lock's transaction may wait for ClickHouse: longer than every request of one write together. Without
 * the lock another process would write at the same time.
 */
const LOCK_PATIENCE = "120s";

/** What ClickHouse must hold to be the store that this database has filled. */
export type Wanted = {
  mark: string;
  /** The last version that was taken, and the last one that ClickHouse has for certain. */
  version: number;
  written: number;
};

export type StoreState = Wanted & {
  /** Were the pipelines of all visible people written to ClickHouse? */
  isFilled: boolean;
  /** Are there changes that were not written to it yet? */
  isBehind: boolean;
};

/** One small query, asked before every question: an answer never shows what a commit has hidden. */
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
    await sql`select set_config('idle_in_transaction_session_timeout', ${LOCK_PATIENCE}, true)`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    return work(trx);
  });
}

/** @throws where the transaction has ended, and the lock with it */
export async function holdsLock(trx: Trx): Promise<void> {
  await sql`select 1`.execute(trx);
}

type Store = Wanted & {
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

/** Empty tables have this mark: from now on changes are noted, and nothing is answered until everybody is there. */
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
 * Everybody is written, from the first on. Rows that are there answer meanwhile. While that is going on already,
 * another turn follows it: a filling that began anew at every change might never end.
 */
export async function wantFilling(trx: Trx): Promise<void> {
  await sql`update path_store set is_again = filling_to is not null, filling_to = coalesce(filling_to, 0),
    filling_from = case when filling_to is null then version else filling_from end`.execute(trx);
}

/** Notes how far the filling is. */
export async function noteFilled(trx: Trx, to: number): Promise<void> {
  await trx.updateTable("path_store").set({ filling_to: to }).execute();
}

/** Everybody is there. */
export async function endFilling(trx: Trx, { isAgain }: { isAgain: boolean }): Promise<void> {
  await trx.updateTable("path_store").set({ filling_to: null, is_filled: true, is_again: false }).execute();
  if (isAgain) await wantFilling(trx);
}

export async function noteDay(trx: Trx, day: string): Promise<void> {
  await trx.updateTable("path_store").set({ day }).execute();
}

/**
 * Takes numbers greater than all before, for whoever has the lock. They are taken at once and not with the end of the
 * lock's transaction: ClickHouse must never hold a version that this database does not know.
 * @returns the first one
 */
export async function takeVersions(db: Database, count: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update path_store set version = version + ${count} returning version`.execute(db);
  return (rows[0]?.version ?? count) - count + 1;
}

/** ClickHouse has everything up to this version. */
export async function noteWritten(db: Database, version: number): Promise<void> {
  await sql`update path_store set written = greatest(written, ${version}::bigint)`.execute(db);
}

/** The last of the changes that are there now; undefined if there is none. */
export async function readLastChange(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom("path_change")
    .select((eb) => eb.fn.max("id").as("last"))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** The oldest changes up to one; a null instead of an id means everybody. */
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

/** Call it after ClickHouse has the changes. Whoever dies before writes them once more. */
export async function dropChanges(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom("path_change")
      .where("id", "in", [...ids])
      .execute();
}

/** Of several changes of a person the last one is enough: while ClickHouse is away they do not pile up. */
export async function foldChanges(trx: Trx): Promise<void> {
  await sql`delete from path_change as old using path_change as newer
    where coalesce(old.public_id, '') = coalesce(newer.public_id, '') and old.id < newer.id`.execute(trx);
}

/** @returns the version up to which everything is a day old, once a day */
export async function readClearing(trx: Trx): Promise<number | undefined> {
  const row = await trx
    .selectFrom("path_store")
    .select(["clear_to as to"])
    .where("noted_at", "<", sql<Date>`now() - interval '1 day'`)
    .where("is_filled", "=", true)
    .executeTakeFirst();
  return row?.to;
}

/** Notes what is to be cleared a day from now: everything that ClickHouse has for certain. */
export async function noteClearing(trx: Trx): Promise<void> {
  await sql`update path_store set clear_to = written, noted_at = now()`.execute(trx);
}

/** The clearing did not come to its end: it is tried again in an hour. */
export async function putOffClearing(trx: Trx): Promise<void> {
  await sql`update path_store set noted_at = now() - interval '23 hours'`.execute(trx);
}

/** For a site without ClickHouse: no change is noted any more. */
export async function forgetStore(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("path_store").execute();
    await trx.deleteFrom("path_change").execute();
  });
}
