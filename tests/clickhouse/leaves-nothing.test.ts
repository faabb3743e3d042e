import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClickHouseClient } from "@clickhouse/client";
import { LAYOUT, TABLE } from "#features/path/clickhouse/tables.ts";
import { StoreDiffers } from "#features/path/store-state.server.ts";
import { StoreSweeper } from "#features/path/store-sweeper.server.ts";
import { deleteStoreState, readStoreState, withStoreLock } from "#features/path/store-write.server.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { profileOf } from "./profiles.ts";
import { Stage } from "./stage.ts";

// What ClickHouse must not keep: who was hidden, an old id beside the new one, rows of a write that came late, tables
// that are not the ones the database filled.

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.fill(), 60_000);

const [first, second, third] = [1, 2, 3].map((at) => publicId("a", at)) as [string, string, string];
const verify = () => stage.verify();
const stored = (id: string) =>
  stage.rows<{ version: number; gone: number }>(`SELECT version, gone FROM ${TABLE} WHERE id = '${id}'`);
const count = async (from: string): Promise<number> =>
  (await stage.rows<{ rows: number }>(`SELECT count() AS rows FROM ${from}`))[0]?.rows ?? -1;
const aDayLater = () => sql`update path_store set noted_at = now() - interval '25 hours'`.execute(stage.db);

describe("what is hidden", () => {
  /** A switch: the person has a new id from now on. */
  async function switchId(from: string, to: string): Promise<void> {
    const profile = stage.people.get(from);
    if (!profile) throw new Error("nobody");
    stage.people.delete(from);
    stage.people.set(to, { ...profile, _id: to });
    await stage.change([from, to]);
    await stage.follower().catchUp();
  }

  it("has another version than the new id of the same person", async () => {
    const fresh = publicId("b", 1);
    await switchId(first, fresh);
    const gone = (await stored(first)).filter((row) => row.gone === 1).map((row) => row.version);
    const shown = (await stored(fresh)).map((row) => row.version);
    expect(gone.length).toBeGreaterThan(0);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((version) => gone.includes(version))).toEqual([]);
    // A version is a number in a row, and tells no time.
    expect(Math.max(...shown)).toBeLessThan(1_000_000);
  });

  it("is deleted from the disk a day later, with every row that was replaced", async () => {
    const fresh = publicId("b", 1);
    await switchId(first, fresh);
    stage.people.set(second, profileOf(second, ["Three"]));
    await stage.change([second]);
    const follower = stage.follower();
    await follower.catchUp();
    await aDayLater();
    await follower.clear();
    // It was noted what is to go. Only a day later nothing older can be on its way.
    expect(await stored(first)).not.toEqual([]);
    stage.people.delete(third);
    await stage.change([third]);
    await follower.catchUp();
    await follower.clear();
    expect(await stored(first)).not.toEqual([]);
    await aDayLater();
    await follower.clear();
    expect(await stored(first)).toEqual([]);
    expect(await stage.places()).toEqual(stage.expected());
    // Whoever went since then is still covered by the row that says so, and goes the day after.
    expect((await stored(third)).every((row) => row.gone === 1)).toBe(true);
    expect(await stored(third)).not.toEqual([]);
    await aDayLater();
    await follower.clear();
    expect(await stored(third)).toEqual([]);
    expect(await count(TABLE)).toBe(await count(`${TABLE} FINAL`));
  });

  it("does not come back where ClickHouse did not merge everything", async () => {
    const version = (await readStoreState(stage.db)).version;
    stage.people.delete(first);
    await stage.change([first]);
    await stage.follower().catchUp();
    const client = new Proxy(stage.longRunning.client, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name);
        if (name !== "command") return typeof own === "function" ? own.bind(target) : own;
        return async (given: { query: string }) =>
          given.query.startsWith("OPTIMIZE") ? undefined : target.command(given);
      },
    });
    await stage.client.command({ query: `SYSTEM STOP MERGES ${TABLE}` });
    const sweeper = new StoreSweeper({ ...stage.longRunning, client, cluster: undefined });
    const now = (await readStoreState(stage.db)).version;
    expect(now).toBeGreaterThan(version);
    await sql`update path_store set clear_to = ${now}, noted_at = now() - interval '25 hours'`.execute(stage.db);
    const follower = stage.follower({ sweeper });
    expect(await follower.clear()).toBe(false);
    expect(await stage.places()).toEqual(stage.expected());
    // In an hour, and up to the same version.
    const put = await sql<{ to: number; wait: number }>`select clear_to as "to",
      extract(epoch from noted_at + interval '1 day' - now())::int as wait from path_store`.execute(stage.db);
    expect(put.rows).toEqual([{ to: now, wait: expect.closeTo(3_600, -2) }]);
    await stage.client.command({ query: `SYSTEM START MERGES ${TABLE}` });
    expect(await stage.sweeper.clear(now)).toBe(true);
    expect(await stored(first)).toEqual([]);
    expect(await stage.places()).toEqual(stage.expected());
  });
});

it("holds the lock for longer than the requests of a write may take", async () => {
  const found = await withStoreLock(stage.db, (trx) =>
    sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(trx),
  );
  expect(found.rows).toEqual([{ limit: "2min" }]);
});

describe("a write that nobody waits for any more", () => {
  it("is ended before the next one", async () => {
    const done: string[] = [];
    let isDue = true;
    const client = new Proxy(stage.client, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name);
        if (name === "command")
          return (given: { query: string }) => {
            done.push(given.query);
            return target.command(given);
          };
        if (name !== "insert") return typeof own === "function" ? own.bind(target) : own;
        return (given: Parameters<ClickHouseClient["insert"]>[0]) => {
          done.push(`${given.table} ${given.query_id ?? ""}`);
          if (!isDue) return target.insert(given);
          isDue = false;
          throw new Error("Timeout error.");
        };
      },
    });
    const follower = stage.follower({ client });
    await stage.change([first]);
    await expect(follower.catchUp()).rejects.toThrow("Timeout");
    await follower.catchUp();
    const [late, ending, next] = done;
    const prefix = /startsWith\(initial_query_id, '(?<prefix>[^']+)'\) SYNC$/.exec(ending ?? "")?.groups?.["prefix"];
    expect(ending).toMatch(/^KILL QUERY WHERE/);
    expect(late?.startsWith(`${TABLE} ${prefix}`)).toBe(true);
    expect(next?.startsWith(`${TABLE} ${prefix}`)).toBe(true);
    expect(next).not.toBe(late);
    expect(await readStoreState(stage.db)).toMatchObject({ isBehind: false });
    // Nothing is ended after a write that was confirmed.
    await stage.change([first]);
    await follower.catchUp();
    expect(done.filter((one) => one.startsWith("KILL"))).toHaveLength(1);
  });

  it("is found by a comparison if it came in spite of that, and gone after the next filling", async () => {
    const place = publicId("c", 4);
    await stage.client.command({
      query: `INSERT INTO ${TABLE} SELECT * REPLACE('${place}' AS place, 1 AS version) FROM (SELECT * FROM ${TABLE} FINAL WHERE id = '${first}' AND place = '')`,
    });
    expect(await stage.places()).not.toEqual(stage.expected());
    expect(await verify()).toEqual({ lines: 6, differences: [first] });
    const follower = stage.follower();
    await stage.change(["*"]);
    await follower.catchUp();
    await follower.fillAndAge(() => false);
    expect(await stage.places()).toEqual(stage.expected());
    expect(await verify()).toEqual({ lines: 6, differences: [] });
  });

  it("stops where the lock of whoever writes is lost", async () => {
    // The transaction ends between the reading and the insert, as after a failover.
    const some = async (ids: readonly string[]) => {
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(stage.db);
      return stage.visible.some(ids, stage.day);
    };
    const before = await stored(first);
    await stage.change([first]);
    await expect(stage.follower({ visible: { some } }).catchUp()).rejects.toThrow(/terminat|Connection/i);
    expect(await stored(first)).toEqual(before);
    await stage.follower().catchUp();
    expect(await readStoreState(stage.db)).toMatchObject({ isBehind: false });
  });
});

describe("tables that are not those the database filled", () => {
  const begunAnew = async (mark: string): Promise<void> => {
    const follower = stage.follower();
    await follower.open();
    const state = await readStoreState(stage.db);
    expect(state.mark).not.toBe(mark);
    expect(state.isFilled).toBe(false);
    await follower.catchUp();
    await follower.fillAndAge(() => false);
    expect(await readStoreState(stage.db)).toMatchObject({ isFilled: true, isBehind: false });
    expect(await stage.places()).toEqual(stage.expected());
  };

  it.each([
    ["older: restored from a copy", -1],
    ["newer: the database was restored", 1],
  ])("are noticed where they are %s, before anything is written, and filled anew", async (_, by) => {
    const { mark, version } = await readStoreState(stage.db);
    await stage.client.command({ query: "TRUNCATE TABLE paths_state" });
    await stage.writer().writeState({ mark, version: version + by });
    await stage.change([first]);
    await expect(stage.follower().catchUp()).rejects.toThrow(StoreDiffers);
    expect(await readStoreState(stage.db)).toMatchObject({ isBehind: true, version });
    await begunAnew(mark);
  });

  it("are noticed where only the pipelines are gone", async () => {
    const { mark } = await readStoreState(stage.db);
    await stage.client.command({ query: `DROP TABLE ${TABLE}` });
    await begunAnew(mark);
    expect(await verify()).toEqual({ lines: 6, differences: [] });
  });

  it("are dropped where they are of another layout", async () => {
    const { version } = await readStoreState(stage.db);
    const mark = `${LAYOUT - 1} former`;
    for (const query of [
      `DROP TABLE ${TABLE} SYNC`,
      `CREATE TABLE ${TABLE} (place String) ENGINE = MergeTree ORDER BY place`,
      "TRUNCATE TABLE paths_state",
      "CREATE TABLE paths_mark (at DateTime64(9), mark String) ENGINE = MergeTree ORDER BY at",
    ])
      await stage.client.command({ query });
    await stage.writer().writeState({ mark, version });
    await stage.db.updateTable("path_store").set({ mark }).execute();
    await begunAnew(mark);
    expect(await stage.rows("EXISTS TABLE paths_mark")).toEqual([{ result: 0 }]);
  });
});

describe("changes", () => {
  const noted = async () => (await stage.db.selectFrom("path_change").select("public_id").execute()).length;

  it("do not pile up while ClickHouse is away: the last one of each person stays", async () => {
    await stage.change([first, second]);
    await stage.change([first, "*"]);
    await stage.change([first, "*"]);
    expect(await noted()).toBe(6);
    await stage.follower().deleteSuperseded();
    expect(await noted()).toBe(3);
  });

  it("are forgotten with the store, also where that was interrupted before", async () => {
    await stage.change([first]);
    await stage.db.deleteFrom("path_store").execute();
    expect(await noted()).toBe(1);
    await deleteStoreState(stage.db);
    expect(await noted()).toBe(0);
  });
});
