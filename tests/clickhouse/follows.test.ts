import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClickHouse } from "#features/path/store-client.server.ts";
import { TABLE } from "#features/path/clickhouse/tables.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { expectEachChange, five, job, person, seen, shown } from "#tests/helpers/path-people.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";

// Two processes of a site whose paths are in ClickHouse. Whatever hides somebody is in no answer of either process from
// its own answer on, also where ClickHouse was away, and where a process died in between.

let clickhouse: TestClickHouse;
let database: TestDatabase;
let here: TestApp;
let there: TestApp;
let admin: ApiUser;
let time = Date.parse("2026-11-15T12:00:00Z");

const startSite = (): Promise<TestApp> =>
  startTestApp({
    databaseUrl: database.url,
    env: { PATHS_URL: clickhouse.url },
    now: () => new Date(time),
    jobs: true,
  });

beforeAll(async () => {
  clickhouse = await startClickHouse();
  database = await createTestDatabase();
  here = await startSite();
  there = await startSite();
  admin = await adminClient(here);
  await Promise.all([waitForPaths(here), waitForPaths(there)]);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await clickhouse.stop();
  await database.drop();
});

/** At once in both processes, without waiting. */
async function expectEverywhere(name: string, users: readonly ApiUser[], people: number | null): Promise<void> {
  expect(await seen(here, name)).toEqual(shown(users, people));
  expect(await seen(there, name)).toEqual(shown(users, people));
}

async function differences(app: TestApp): Promise<unknown> {
  const client = openClickHouse(clickhouse.url);
  try {
    const answer = await client.query({
      query: `SELECT count() AS rows, uniqExact(id) AS people FROM ${TABLE} FINAL`,
      format: "JSONEachRow",
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    const { rows } = await sql<{ behind: number }>`select count(*)::int as behind from path_change`.execute(app.db);
    return { ...(await answer.json<object>())[0], behind: rows[0]?.behind };
  } finally {
    await client.close();
  }
}

describe("paths in ClickHouse", () => {
  it("know of a save, switches, an undisclosed stop, a suspension and its end, a deletion, at once in each process", async () => {
    await expectEachChange(here, { admin, pass: () => (time += 1_000), expectEverywhere });
  });

  it("follow a company that is merged and parted again", async () => {
    const members = await five(here, "Old Works");
    const more = await five(here, "New Works");
    const merged = await admin.call<{ _id: string }>("POST", "/api/admin/companies/merge", {
      from: "old works",
      into: "new works",
    });
    expect(merged.status, merged.text).toBe(200);
    for (const app of [here, there])
      await expect.poll(() => seen(app, "Old Works"), { timeout: 60_000 }).toEqual(shown([...members, ...more], 10));
    await admin.call("POST", `/api/admin/companies/merge/${merged.body._id}/undo`, {});
    for (const app of [here, there])
      await expect.poll(() => seen(app, "Old Works"), { timeout: 60_000 }).toEqual(shown(members, 5));
  });

  it("answer 503 while ClickHouse is away, and nobody who hid meanwhile is in the first answer after", async () => {
    const members = await five(here, "Away Works");
    const sixth = await person(here, { pipeline: [job("Away Works")] });
    await expectEverywhere("Away Works", [...members, sixth], 6);
    await clickhouse.kill();
    expect(await seen(here, "Away Works")).toEqual({ status: 503 });
    expect((await sixth.save({ visibility: "private" })).status).toBe(200);
    expect(await seen(there, "Away Works")).toEqual({ status: 503 });
    await clickhouse.start();
    await expectEverywhere("Away Works", members, 5);
  });

  it("miss nothing where a process dies between the database and ClickHouse", async () => {
    const members = await five(here, "Death Works");
    const sixth = await person(here, { pipeline: [job("Death Works")] });
    await expectEverywhere("Death Works", [...members, sixth], 6);
    await clickhouse.kill();
    await sixth.save({ visibility: "private" });
    // It has committed, and ends before it could tell ClickHouse.
    await there.stop();
    await clickhouse.start();
    there = await startSite();
    await waitForPaths(there);
    await expectEverywhere("Death Works", members, 5);
    expect(await differences(there)).toMatchObject({ behind: 0 });
  });

  it("are filled anew where ClickHouse has lost its tables", async () => {
    const members = await five(here, "Lost Works");
    await expectEverywhere("Lost Works", members, 5);
    const client = openClickHouse(clickhouse.url);
    await client.command({ query: `DROP TABLE ${TABLE}` });
    await client.command({ query: "DROP TABLE paths_state" });
    await client.close();
    expect(await seen(here, "Lost Works")).toEqual({ status: 503 });
    await expect.poll(() => seen(here, "Lost Works"), { timeout: 60_000 }).toEqual(shown(members, 5));
    await expectEverywhere("Lost Works", members, 5);
  });

  it("follow the day: a role that begins counts as current from its day on", async () => {
    const members = await Promise.all(
      Array.from({ length: 5 }, () =>
        person(here, { pipeline: [stop("Morning Works", "Software Engineer", "2026-11-20", "2027-05-01")] }),
      ),
    );
    const now = async (): Promise<number | null | undefined> => {
      const path = `/api/paths/search?stop=company:${encodeURIComponent("Morning Works")}&now=1`;
      return (await new ApiUser(here).call<{ people: number | null }>("GET", path)).body.people;
    };
    expect(await now()).toBe(0);
    time = Date.parse("2026-11-21T12:00:00Z");
    await expect.poll(now, { timeout: 60_000 }).toBe(5);
    expect(members).toHaveLength(5);
  });
});
