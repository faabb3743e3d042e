import type { ClickHouseClient } from "@clickhouse/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "#db/migrate.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { asker, openClickHouse, openLongRunning } from "#features/path/store-client.server.ts";
import { StoreFollower } from "#features/path/store-follower.server.ts";
import { TABLE } from "#features/path/clickhouse/tables.ts";
import { StoreSweeper, type LongRunning } from "#features/path/store-sweeper.server.ts";
import { StoreWriter } from "#features/path/store-writer.server.ts";
import { readStoreState } from "#features/path/store-write.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { announce } from "#server/purge-channel.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { profileOf } from "./profiles.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";

// A write that ends in the middle: half a batch, and a batch whose process died before it noted that it was written.

const DAY = "2026-11-15";

let clickhouse: TestClickHouse;
let database: TestDatabase;
let db: Database;
let client: ClickHouseClient;
let longRunning: LongRunning;
/** Everybody whom a visitor sees. */
let people: Map<string, PublicProfile>;

beforeAll(async () => {
  clickhouse = await startClickHouse();
  database = await createTestDatabase();
  await migrate(database.url);
  db = openDatabase(database.url);
  client = openClickHouse(clickhouse.url);
  longRunning = openLongRunning(clickhouse.url, { cluster: undefined });
});
afterAll(async () => {
  await Promise.all([client.close(), longRunning.client.close()]);
  await db.destroy();
  await clickhouse.stop();
  await database.drop();
});
beforeEach(() => {
  people = new Map(
    Array.from({ length: 6 }, (_, at) => publicId("a", at + 1)).map((id) => [id, profileOf(id, ["One", "Two"])]),
  );
});

/**
 * A client whose next insert of pipelines reaches only a part of the shards, and ends with an error. A shard takes its
 * part of an insert as a whole, and all rows of a person are on one shard.
 */
function failing(reached: (id: string) => boolean): ClickHouseClient {
  let isDue = true;
  return new Proxy(client, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (name !== "insert") return typeof own === "function" ? own.bind(target) : own;
      return async (given: Parameters<ClickHouseClient["insert"]>[0]) => {
        if (given.table !== TABLE || !isDue) return target.insert(given);
        isDue = false;
        if (!Array.isArray(given.values)) throw new Error("rows come as a list");
        const values = given.values.filter((row: { id: string }) => reached(row.id));
        if (values.length > 0) await target.insert({ ...given, values });
        throw new Error("the connection was cut");
      };
    },
  });
}

function followerWith(through: ClickHouseClient): StoreFollower {
  const writer = new StoreWriter({ client: through, ask: asker(client), cluster: undefined });
  const ids = [...people.keys()];
  return new StoreFollower({
    db,
    writer,
    sweeper: new StoreSweeper({ ...longRunning, cluster: undefined }),
    today: () => DAY,
    visible: {
      some: async (asked) => asked.flatMap((id) => people.get(id) ?? []),
      idsAfter: async (key, most) => ids.map((id, at) => ({ key: at + 1, id })).slice(key, key + most),
    },
  });
}

async function change(ids: readonly string[]): Promise<void> {
  await db.transaction().execute((trx) =>
    announce(
      trx,
      ids.map((id) => `profile:${id}`),
    ),
  );
}

/** The places of each person, as questions see them. */
async function places(): Promise<Record<string, string[]>> {
  const answer = await client.query({
    query: `SELECT id, groupArray(place) AS places FROM (SELECT id, place FROM ${TABLE} FINAL ORDER BY place) GROUP BY id ORDER BY id`,
    format: "JSONEachRow",
  });
  const rows = await answer.json<{ id: string; places: string[] }>();
  return Object.fromEntries(rows.map((row) => [row.id, row.places]));
}

const expected = () =>
  Object.fromEntries(
    [...people].map(([id, profile]) => [id, ["", ...profile.pipeline.map((entry) => entry.companyId)].toSorted()]),
  );

async function fill(): Promise<void> {
  const follower = followerWith(client);
  await follower.open();
  await follower.catchUp();
  await db.transaction().execute((trx) => announce(trx, ["*"]));
  await follower.catchUp();
  expect(await follower.fillAndAge(() => false)).toBe(false);
  expect(await places()).toEqual(expected());
  expect(await readStoreState(db)).toMatchObject({ isFilled: true, isBehind: false });
}

describe("a batch that ends in the middle", () => {
  it.each([0, 1, 2])(
    "is sent again where %d of three people were written, and shows nobody who is gone",
    async (some) => {
      await fill();
      const [first, second, third] = [...people.keys()];
      if (!first || !second || !third) throw new Error("nobody");
      people.delete(first);
      people.set(second, profileOf(second, ["Three"]));
      people.set(third, profileOf(third, ["One", "Three"]));
      await change([first, second, third]);
      const follower = followerWith(failing((id) => [first, second, third].indexOf(id) < some));
      await expect(follower.catchUp()).rejects.toThrow("cut");
      // No question is answered in this state.
      expect(await readStoreState(db)).toMatchObject({ isFilled: true, isBehind: true });
      await follower.catchUp();
      expect(await readStoreState(db)).toMatchObject({ isFilled: true, isBehind: false });
      expect(await places()).toEqual(expected());
    },
  );

  it("may come twice: a process died between ClickHouse and the database", async () => {
    await fill();
    const [first, second] = [...people.keys()];
    if (!first || !second) throw new Error("nobody");
    people.delete(first);
    await change([first]);
    const follower = followerWith(failing(() => true));
    await expect(follower.catchUp()).rejects.toThrow("cut");
    // It is back, and somebody else changes meanwhile.
    people.set(first, profileOf(first, ["Four"]));
    people.set(second, profileOf(second, ["Two"]));
    await change([first, second]);
    await follower.catchUp();
    expect(await places()).toEqual(expected());
  });

  it("is not a batch of a site without ClickHouse: nothing is noted", async () => {
    await db.deleteFrom("path_store").execute();
    await db.deleteFrom("path_change").execute();
    await change([publicId("a", 1)]);
    expect(await db.selectFrom("path_change").selectAll().execute()).toEqual([]);
  });
});
