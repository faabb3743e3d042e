import { randomUUID } from "node:crypto";
import type { Database, Trx } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import {
  beginStore,
  dropChanges,
  endFilling,
  foldChanges,
  holdsLock,
  noteClearing,
  noteDay,
  noteFilled,
  noteWritten,
  readChanges,
  readClearing,
  readLastChange,
  readStore,
  takeVersions,
  wantFilling,
  withStoreLock,
} from "./store-write.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { isOfLayout, LAYOUT } from "./clickhouse/tables.ts";
import { SharedTurns } from "./shared-turns.ts";
import type { At } from "./store-rows.server.ts";
import { holds, StoreDiffers } from "./store-state.server.ts";
import type { StoreSweeper } from "./store-sweeper.server.ts";
import type { StoreWriter } from "./store-writer.server.ts";

/** The source of pipelines: only what everybody may see of each person. */
export type Visible = {
  some: (ids: readonly string[], today: string) => Promise<PublicProfile[]>;
  /** Everybody's ids after a key, in the order of keys. */
  idsAfter: (key: number, most: number) => Promise<{ key: number; id: string }[]>;
};

/** People of one turn: enough for ClickHouse, and few enough that a save does not wait long for the lock. */
const MOST_AT_ONCE = 1_000;
/** A batch of changes of people is small, because a question may wait for it. */
const MOST_CHANGES = 500;

type Options = {
  db: Database;
  writer: StoreWriter;
  sweeper: StoreSweeper;
  visible: Visible;
  today: () => string;
};

/** Keeps ClickHouse at the state of the database, from any process, one at a time. */
export class Follower {
  readonly #options: Options;
  readonly #catchingUp = new SharedTurns(() => this.#catchUp());
  /** How far this process has come with which day. */
  #aged = { day: "", after: "" };

  constructor(options: Options) {
    this.#options = options;
  }

  /** Makes tables and begins to fill them, where those that were filled are not there. */
  async open(): Promise<void> {
    const { db, writer, today } = this.#options;
    await withStoreLock(db, async (trx) => {
      const found = await writer.find();
      const store = await readStore(trx);
      if (store && isOfLayout(store.mark) && holds(found, store)) return;
      const mark = `${LAYOUT} ${randomUUID()}`;
      // Above everything that either of them knows, should a table not have been dropped everywhere.
      const version = Math.max(store?.version ?? 0, found?.version ?? 0) + 1;
      await writer.begin({ mark, version });
      await beginStore(trx, { mark, version, day: today() });
    });
  }

  /** Writes every change that was committed before this call. @throws where ClickHouse is away */
  catchUp(): Promise<void> {
    return this.#catchingUp.run();
  }

  async #catchUp(): Promise<void> {
    const { db } = this.#options;
    // Later changes are for those who ask later. Otherwise a busy site would never come to an end here.
    const last = await readLastChange(db);
    for (let isMore = last !== undefined; isMore;) isMore = await this.#catchUpSome(last ?? 0);
  }

  #catchUpSome(last: number): Promise<boolean> {
    return withStoreLock(this.#options.db, async (trx) => {
      const changes = await readChanges(trx, { last, most: MOST_CHANGES });
      const ids = changes.flatMap((change) => change.publicId ?? []);
      await this.#write(trx, [...new Set(ids)]);
      if (changes.some((change) => change.publicId === null)) await wantFilling(trx);
      await dropChanges(
        trx,
        changes.map((change) => change.id),
      );
      return changes.length === MOST_CHANGES;
    });
  }

  /** Of several changes of a person one stays. */
  fold(): Promise<void> {
    return withStoreLock(this.#options.db, foldChanges);
  }

  /** Goes on with the filling and with a new day, in turns. @returns is there more to do? */
  async goOn(until: () => boolean): Promise<boolean> {
    for (let isMore = true; isMore;) {
      if (until()) return true;
      const isFilling = await this.#fillOn();
      const isAging = await this.#age();
      isMore = isFilling || isAging;
    }
    return false;
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
    // Whoever was not written since the filling began is shown no more. This reads every row, so without the lock.
    const old = await sweeper.readOld(store.fillingFrom, MOST_AT_ONCE);
    return withStoreLock(db, async (trx) => {
      const now = await readStore(trx);
      if (now?.mark !== store.mark || now.fillingTo === null || now.fillingFrom !== store.fillingFrom) return true;
      await this.#write(trx, [...new Set(old.map((row) => row.id))], old);
      if (old.length === 0) await endFilling(trx, now);
      return old.length > 0 || now.isAgain;
    });
  }

  /** On a new day some roles have begun or ended although nobody saved anything. */
  async #age(): Promise<boolean> {
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

  /** Once a day: deletes from ClickHouse's disk what was hidden or replaced a day ago. */
  async clear(): Promise<void> {
    const { db, sweeper } = this.#options;
    const version = await db.transaction().execute(readClearing);
    if (version === undefined) return;
    if (version > 0) await sweeper.clear(version);
    await db.transaction().execute(noteClearing);
  }

  /**
   * Writes people as everybody may see them now.
   * @param also further places with rows of these people
   */
  async #write(trx: Trx, ids: readonly string[], also: readonly At[] = []): Promise<void> {
    const { db, visible, writer, today } = this.#options;
    const store = ids.length === 0 ? undefined : await readStore(trx);
    if (!store) return;
    const { mark } = store;
    // Somebody gave up waiting for an insert. It must not come after this one.
    if (store.version > store.written) await writer.endWrites(mark);
    if (!holds(await writer.readState(), store)) throw new StoreDiffers("ClickHouse holds something else.");
    const day = today();
    // Before people are read: should the lock be lost, whoever has it next has greater versions.
    const version = await takeVersions(db, ids.length + 1);
    const profiles = await visible.some(ids, day);
    const still = (): Promise<void> => holdsLock(trx);
    await writer.write(ids, profiles, { mark, version, month: monthNumber(day, false), also, still });
    const last = version + ids.length;
    await writer.writeState({ mark, version: last });
    await noteWritten(db, last);
  }
}
