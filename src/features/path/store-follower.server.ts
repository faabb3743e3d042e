import { randomUUID } from "node:crypto";
import type { Database, Trx } from "#db/connect.ts";
import { monthNumber } from "./pure/line.ts";
import {
  beginFilling,
  beginStore,
  dropChanges,
  nextVersion,
  noteDay,
  noteFilled,
  readChanges,
  readStore,
  readStoreState,
  withStoreLock,
} from "./store-write.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { LAYOUT } from "./clickhouse/tables.ts";
import type { StoreWriter } from "./store-writer.server.ts";

/** The source of pipelines: only what everybody may see of each person. */
export type Visible = {
  some: (ids: readonly string[], today: string) => Promise<PublicProfile[]>;
  /** Everybody's ids after a key, in the order of keys. */
  idsAfter: (key: number, most: number) => Promise<{ key: number; id: string }[]>;
};

/** People of one insert: enough for ClickHouse, and few enough that a save does not wait long for the lock. */
const MOST_AT_ONCE = 1_000;
/** A batch of changes of people is small, because a question may wait for it. */
const MOST_CHANGES = 500;

type Options = { db: Database; writer: StoreWriter; visible: Visible; today: () => string };

/** Keeps ClickHouse at the state of the database, from any process, one at a time. */
export class Follower {
  readonly #options: Options;
  #catchingUp: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Makes tables, and begins to fill new ones. */
  async open(): Promise<void> {
    const { db, writer, today } = this.#options;
    await withStoreLock(db, async (trx) => {
      const there = await writer.open();
      const store = await readStore(trx);
      if (store && store.mark === there && there.startsWith(`${LAYOUT} `)) return;
      const mark = `${LAYOUT} ${randomUUID()}`;
      await writer.writeMark(mark);
      await beginStore(trx, { mark, day: today() });
    });
  }

  /** Writes every change that was committed before this call. @throws where ClickHouse is away */
  catchUp(): Promise<void> {
    // One that has begun may have read the changes already, so later callers wait for the next one.
    const next = (this.#catchingUp ?? Promise.resolve()).catch(() => {}).then(() => this.#catchUp());
    this.#catchingUp = next;
    return next;
  }

  async #catchUp(): Promise<void> {
    const { db } = this.#options;
    while ((await readStoreState(db)).isBehind) {
      await withStoreLock(db, async (trx) => {
        const changes = await readChanges(trx, MOST_CHANGES);
        const store = await readStore(trx);
        if (store && changes.some((change) => change.publicId === null)) await beginFilling(trx);
        const ids = changes.flatMap((change) => change.publicId ?? []);
        await this.#write(trx, [...new Set(ids)]);
        await dropChanges(
          trx,
          changes.map((change) => change.id),
        );
      });
    }
  }

  /** Goes on with the filling and with a new day. @returns is there more to do? */
  async goOn(until: () => boolean): Promise<boolean> {
    for (let isMore = true; isMore;) {
      if (until()) return true;
      isMore = (await this.#fillOn()) || (await this.#age());
    }
    return false;
  }

  async #fillOn(): Promise<boolean> {
    const { db, visible, writer } = this.#options;
    return withStoreLock(db, async (trx) => {
      const store = await readStore(trx);
      if (!store || store.fillingTo === null) return false;
      const some = await visible.idsAfter(store.fillingTo, MOST_AT_ONCE);
      const last = some.at(-1);
      if (last) {
        await this.#write(
          trx,
          some.map((one) => one.id),
        );
        await noteFilled(trx, last.key);
        return true;
      }
      // Whoever was not written since the filling began is shown no more.
      const old = await writer.readIds({ before: store.fillingFrom }, "", MOST_AT_ONCE);
      await this.#write(trx, old);
      if (old.length === 0) await noteFilled(trx, null);
      return old.length > 0;
    });
  }

  #aged = "";

  /** On a new day some roles have begun or ended although nobody saved anything. */
  async #age(): Promise<boolean> {
    const { db, writer, today } = this.#options;
    return withStoreLock(db, async (trx) => {
      const store = await readStore(trx);
      const day = today();
      if (!store || store.day === day) return false;
      const some = await writer.readIds("aging", this.#aged, MOST_AT_ONCE);
      await this.#write(trx, some);
      this.#aged = some.at(-1) ?? "";
      if (some.length === 0) await noteDay(trx, day);
      return some.length > 0;
    });
  }

  async #write(trx: Trx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { visible, writer, today } = this.#options;
    const day = today();
    const version = await nextVersion(trx);
    await writer.write(ids, await visible.some(ids, day), { version, month: monthNumber(day, false) });
  }
}
