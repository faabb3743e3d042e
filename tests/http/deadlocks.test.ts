import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
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

type Act = (user: ApiUser) => Promise<{ status: number; text: string }>;
const ACTS: Readonly<Record<string, Act>> = {
  "a save": (user) => user.save({ pipeline: [stop("Another Firm", "Clerk", "2020-01-01", "2021-01-01")] }),
  "a deletion of the own account": (user) =>
    user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" }),
  "a suspension": async (user) =>
    (await adminClient(app)).call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "spam" }),
  "a deletion by an administrator": async (user) =>
    (await adminClient(app)).call("DELETE", `/api/admin/people/${user.profileId}`),
};

test.each(Object.entries(ACTS))("%s that PostgreSQL ends because of a deadlock is tried again", async (what, act) => {
  const firm = `Wanted by ${what}`;
  const user = await personAt(firm);
  await other.query("begin");
  await other.query(
    "select 1 from company_stats where company_id = (select id from company where name = $1) for update",
    [firm.toLowerCase()],
  );
  const acting = act(user);
  // The app waits first, so PostgreSQL ends what it does. It looks once, a second after the app began to wait, so
  // PostgreSQL itself sees to it that the other one waits by then.
  await other.query("select set_config('test.wanted', $1, false)", [user.profileId]);
  await other.query(`do $$ begin
    while not exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) loop
      perform pg_sleep(0.005), pg_stat_clear_snapshot();
    end loop;
    perform 1 from profile where public_id = current_setting('test.wanted') for update;
  end $$`);
  await other.query("commit");
  const done = await acting;
  expect(done.status, done.text).toBeLessThan(300);
  expect(await findDifferences(app.db)).toEqual([]);
});
