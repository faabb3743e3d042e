import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Saves that want what another transaction holds, while that transaction may want what they hold.

let app: TestApp;
let other: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await app.stop();
});

async function personAt(...firms: string[]): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: firms.map((firm) => stop(firm, "Clerk", "2020-01-01", "2021-01-01")) });
  expect(saved.status).toBe(200);
  return user;
}

const idOf = async (name: string): Promise<string> =>
  (await app.db.selectFrom("company").select("public_id").where("name", "=", name).executeTakeFirstOrThrow()).public_id;

/** Waits until a statement of the app waits for a lock. */
async function untilOneWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: boolean }>`select exists (select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()) as waiting`.execute(app.db);
      return rows[0]?.waiting;
    })
    .toBe(true);
}

test("a typed company gets its new id although another save holds the company", async () => {
  const leaver = await personAt("Held Firm");
  const before = await idOf("held firm");
  // What a save that adds the company holds until its commit.
  await other.query("begin; select 1 from company where name = 'held firm' for key share");
  const left = await leaver.save({ pipeline: [] });
  await other.query("commit");
  expect(left.status).toBe(200);
  expect(await idOf("held firm")).not.toBe(before);
  expect(await findDifferences(app.db)).toEqual([]);
});

test("a save that PostgreSQL ends because of a deadlock is tried again", async () => {
  const user = await personAt("Wanted Firm");
  await other.query("begin; select 1 from company where name = 'wanted firm' for no key update");
  const saving = user.save({ pipeline: [stop("Another Firm", "Clerk", "2020-01-01", "2021-01-01")] });
  await untilOneWaits();
  // The save waited first, so PostgreSQL ends the save.
  await other.query(`select 1 from profile where public_id = '${user.profileId}' for update`);
  await other.query("commit");
  const saved = await saving;
  expect([saved.status, saved.body.pipeline.map((one) => one.displayName)]).toEqual([200, ["Another Firm"]]);
  expect(await findDifferences(app.db)).toEqual([]);
});
