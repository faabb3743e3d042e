import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";

/** The lock of whoever writes into ClickHouse, in any process. Any fixed number will do. */
const LOCK = 7_311_904_248;

export type StoreState = {
  /** Has ClickHouse everybody? */
  isFilled: boolean;
  /** Are there changes that it has not learnt? */
  isBehind: boolean;
};

/** One small query, asked before every question: an answer never shows what a commit has hidden. */
export async function readStoreState(db: Database): Promise<StoreState> {
  const { rows } = await sql<{ filled: boolean; behind: boolean }>`
    select exists (select from path_store where is_filled) as filled,
      exists (select from path_change) as behind`.execute(db);
  return { isFilled: rows[0]?.filled ?? false, isBehind: rows[0]?.behind ?? true };
}

/**
 * Runs work while no other process writes into ClickHouse. What it reads of people must be read inside: then a greater
 * version is never older than a smaller one.
 */
export function withStoreLock<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    return work(trx);
  });
}

export type Store = { mark: string; fillingTo: number | null; fillingFrom: number; day: string };

export async function readStore(trx: Trx): Promise<Store | undefined> {
  const row = await trx.selectFrom("path_store").selectAll().executeTakeFirst();
  return row && { mark: row.mark, fillingTo: row.filling_to, fillingFrom: row.filling_from, day: row.day };
}

/** Empty tables have this mark: from now on changes are noted, and nothing is answered until everybody is there. */
export async function beginStore(trx: Trx, { mark, day }: { mark: string; day: string }): Promise<void> {
  const begun = { mark, day, is_filled: false };
  await trx
    .insertInto("path_store")
    .values(begun)
    .onConflict((conflict) => conflict.column("singleton").doUpdateSet(begun))
    .execute();
  await beginFilling(trx);
}

/** Everybody is written, from the first on. Rows that are there answer meanwhile. */
export async function beginFilling(trx: Trx): Promise<void> {
  const version = await nextVersion(trx);
  await trx.updateTable("path_store").set({ filling_to: 0, filling_from: version }).execute();
}

/** Notes how far the filling is; null: everybody is there. */
export async function noteFilled(trx: Trx, to: number | null): Promise<void> {
  await trx
    .updateTable("path_store")
    .set({ filling_to: to, ...(to === null ? { is_filled: true } : {}) })
    .execute();
}

export async function noteDay(trx: Trx, day: string): Promise<void> {
  await trx.updateTable("path_store").set({ day }).execute();
}

/** A number greater than all before: microseconds, so that it is so after a restore of an old backup too. */
export async function nextVersion(trx: Trx): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    update path_store set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    returning version`.execute(trx);
  return Number(rows[0]?.version ?? 0);
}

/** The oldest changes; a null instead of an id means everybody. */
export async function readChanges(trx: Trx, most: number): Promise<{ id: number; publicId: string | null }[]> {
  const rows = await trx.selectFrom("path_change").selectAll().orderBy("id").limit(most).execute();
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

/** For a site without ClickHouse: no change is noted any more. */
export async function forgetStore(db: Database): Promise<void> {
  const gone = await db.deleteFrom("path_store").executeTakeFirst();
  if (gone.numDeletedRows > 0n) await db.deleteFrom("path_change").execute();
}
