import { randomUUID } from "node:crypto";
import type { Database, Trx } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import {
  beginStore,
  deleteChanges,
  endFilling,
  deleteSupersededChanges,
  checkLock,
  scheduleNextClearing,
  noteDay,
  noteFilled,
  noteWritten,
  retryClearingInAnHour,
  readChanges,
  readDueClearing,
  readLastChange,
  readStore,
  takeVersions,
  requestFilling,
  withStoreLock,
} from "./store-write.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { isOfLayout, LAYOUT } from "./clickhouse/tables.ts";
import { CoalescedRuns } from "./coalesced-runs.ts";
import type { RowPlace } from "./store-rows.server.ts";
import { isExpectedState, StoreDiffers } from "./store-state.server.ts";
import type { StoreSweeper } from "./store-sweeper.server.ts";
import type { StoreWriter } from "./store-writer.server.ts";

/** The source of pipelines: only what everybody may see of each person. */
export type Visible = {
  some: (ids: readonly string[], today: string) => Promise<PublicProfile[]>;
  /** Everybody's ids after a key, in the order of keys. */
  idsAfter: (key: number, most: number) => Promise<{ key: number; id: string }[]>;
};

/** People written under one lock: enough for ClickHouse, and few enough that a save does not wait long for it. */
const MOST_AT_ONCE = 1_000;
/** Changes written under one lock. Fewer than above, because a question may wait for them. */
const MOST_CHANGES = 500;

type Options = {
  db: Database;
  writer: StoreWriter;
  sweeper: StoreSweeper;
  visible: Visible;
  today: () => string;
};

/** Keeps ClickHouse at the state of the database, from any process, one at a time. */
export class StoreFollower {
  readonly #options: Options;
  readonly #catchingUp = new CoalescedRuns(() => this.#catchUp());
  /** The last id that this process has rewritten for which day. */
  #aged = { day: "", after: "" };

  constructor(options: Options) {
    this.#options = options;
  }

  /** Creates the tables and requests their filling, unless the filled ones are still there. */
  async open(): Promise<void> {
    const { db, writer, today } = this.#options;
    await withStoreLock(db, async (trx) => {
      const found = await writer.find();
      const store = await readStore(trx);
      if (store && isOfLayout(store.mark) && isExpectedState(found, store)) return;
      const mark = `${LAYOUT} ${randomUUID()}`;
      // Greater than every known version, in case a table was not dropped on every node.
      const version = Math.max(store?.version ?? 0, found?.version ?? 0) + 1;
      await writer.begin({ mark, version });
      await beginStore(trx, { mark, version, day: today() });
    });
  }

  /** Writes every change that was committed before this call. @throws if ClickHouse is unreachable */
  catchUp(): Promise<void> {
    return this.#catchingUp.run();
  }

  async #catchUp(): Promise<void> {
    const { db } = this.#options;
    // Leave later changes to later calls. Otherwise this might never end on a busy site.
    const last = await readLastChange(db);
    if (last === undefined) return;
    let isMore = true;
    while (isMore) isMore = await this.#catchUpSome(last);
  }

  #catchUpSome(last: number): Promise<boolean> {
    return withStoreLock(this.#options.db, async (trx) => {
      const changes = await readChanges(trx, { last, most: MOST_CHANGES });
      const ids = changes.flatMap((change) => change.publicId ?? []);
      await this.#write(trx, [...new Set(ids)]);
      if (changes.some((change) => change.publicId === null)) await requestFilling(trx);
      await deleteChanges(
        trx,
        changes.map((change) => change.id),
      );
      return changes.length === MOST_CHANGES;
    });
  }

  /** Keeps only the latest noted change of each person. */
  deleteSuperseded(): Promise<void> {
    return withStoreLock(this.#options.db, deleteSupersededChanges);
  }

  /** Continues the filling, and rewrites rows for a new day, until `until` says stop. @returns is there more to do? */
  async fillAndAge(until: () => boolean): Promise<boolean> {
    while (!until()) {
      const isFilling = await this.#fillOn();
      const isAging = await this.#rewriteForNewDay();
      if (!isFilling && !isAging) return false;
    }
    return true;
  }

  async #fillOn(): Promise<boolean> {
    const { db, visible, sweeper } = this.#options;
    const store = await withStoreLock(db, async (trx) => {
      const begun = await readStore(trx);
      if (!begun || begun.fillingTo === null) return undefined;
      const some = await visible.idsAfter(begun.fillingTo, MOST_AT_ONCE);
      const last = some.at(-1);
      await this.#write(
        trx,
        some.map((one) => one.id),
      );
      if (last) await noteFilled(trx, last.key);
      return { ...begun, isMore: last !== undefined };
    });
    if (!store) return false;
    if (store.isMore) return true;
    // Remove everybody who was not written since the filling began. This reads every row, so it runs without the lock.
    const old = await sweeper.readOld(store.fillingFrom, MOST_AT_ONCE);
    return withStoreLock(db, async (trx) => {
      const now = await readStore(trx);
      if (now?.mark !== store.mark || now.fillingTo === null || now.fillingFrom !== store.fillingFrom) return true;
      await this.#write(trx, [...new Set(old.map((row) => row.id))], old);
      if (old.length === 0) await endFilling(trx, now);
      return old.length > 0 || now.isAgain;
    });
  }

  /** Writes people again whose roles begin or end with a new day although nobody saved. */
  async #rewriteForNewDay(): Promise<boolean> {
    const { db, writer, today } = this.#options;
    return withStoreLock(db, async (trx) => {
      const store = await readStore(trx);
      const day = today();
      if (!store || store.day === day) return false;
      if (this.#aged.day !== day) this.#aged = { day, after: "" };
      const some = await writer.readIds("aging", this.#aged.after, MOST_AT_ONCE);
      await this.#write(trx, some);
      const last = some.at(-1);
      if (last === undefined) await noteDay(trx, day);
      else this.#aged = { day, after: last };
      return last !== undefined;
    });
  }

  /** Once a day: deletes rows from ClickHouse's disk that were hidden or replaced a day ago. @returns was it done? */
  async clear(): Promise<boolean> {
    const { db, sweeper } = this.#options;
    const version = await db.transaction().execute(readDueClearing);
    if (version === undefined) return true;
    let isClear = false;
    try {
      isClear = version === 0 || (await sweeper.clear(version));
    } finally {
      await db.transaction().execute(isClear ? scheduleNextClearing : retryClearingInAnHour);
    }
    return isClear;
  }

  /**
   * Writes people as everybody may see them now.
   * @param also more places that have rows of these people
   */
  async #write(trx: Trx, ids: readonly string[], also: readonly RowPlace[] = []): Promise<void> {
    const { db, visible, writer, today } = this.#options;
    const store = ids.length === 0 ? undefined : await readStore(trx);
    if (!store) return;
    const { mark } = store;
    // An insert may still run although its caller gave up. It must not end after this one.
    if (store.version > store.written) await writer.killWrites(mark);
    if (!isExpectedState(await writer.readState(), store))
      throw new StoreDiffers("The tables in ClickHouse are not in the state that this database expects.");
    const day = today();
    // Take versions before reading people: if the lock is lost, the next holder has greater versions.
    const version = await takeVersions(db, ids.length + 1);
    const profiles = await visible.some(ids, day);
    const checkStillLocked = (): Promise<void> => checkLock(trx);
    await writer.write(ids, profiles, { mark, version, month: monthNumber(day, false), also, checkStillLocked });
    const last = version + ids.length;
    await writer.writeState({ mark, version: last });
    await noteWritten(db, last);
  }
}
