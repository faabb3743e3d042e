import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

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

/**
 * Lets the act and another transaction wait for each other. PostgreSQL ends whoever has waited for a second and finds it
 * so. The act has by then waited longer, unless the machine is very busy.
 * @returns was it the act that was ended?
 */
async function endByDeadlock(firm: string, act: Act): Promise<boolean> {
  const user = await personAt(firm);
  await other.query("begin");
  await other.query(
    "select 1 from company_stats where company_id = (select id from company where name = $1) for update",
    [firm.toLowerCase()],
  );
  const acting = act(user);
  await other.query("select set_config('test.wanted', $1, true)", [user.profileId]);
  const isOtherEnded = await other
    .query(`do $$ begin
      while not exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) loop
        perform pg_sleep(0.01), pg_stat_clear_snapshot();
      end loop;
      perform pg_sleep(0.3);
      perform 1 from profile where public_id = current_setting('test.wanted') for update;
    end $$`)
    .then(
      () => false,
      (error: unknown) => {
        expect(error).toMatchObject({ code: "40P01" });
        return true;
      },
    );
  await other.query(isOtherEnded ? "rollback" : "commit");
  const done = await acting;
  expect(done.status, done.text).toBeLessThan(300);
  return !isOtherEnded;
}

test.each(Object.entries(ACTS))("%s that PostgreSQL ends because of a deadlock is tried again", async (what, act) => {
  let isEnded = false;
  for (let round = 0; round < 8 && !isEnded; round += 1)
    isEnded = await endByDeadlock(`Wanted by ${what} ${round}`, act);
  expect(isEnded).toBe(true);
  expect(await findDifferences(app.db)).toEqual([]);
});

test("a merge takes the numbers that its end changes in the order of the others", async () => {
  const names = ["Ordered One", "Ordered Two", "Ordered Three"];
  for (const name of names) await personAt(name);
  const companies = await app.db
    .selectFrom("company")
    .select(["id", "name"])
    .where(
      "name",
      "in",
      names.map((name) => name.toLowerCase()),
    )
    .orderBy("id")
    .execute();
  const [lowest, into, from] = companies;
  // Only hidden people have moved between these two: no stop that the merge changes says so.
  await other.query("insert into company_move (from_company, to_company, hidden_people) values ($1, $2, 0)", [
    from?.id,
    lowest?.id,
  ]);
  await other.query("update company_move set hidden_people = 7 where from_company = $1", [from?.id]);
  const hold = "select 1 from company_stats where company_id = $1 for update";
  const admin = await adminClient(app);
  await other.query("begin");
  await other.query(hold, [lowest?.id]);
  const merging = admin.call("POST", "/api/admin/companies/merge", { from: from?.name, into: into?.name });
  await expect.poll(() => waitingForLocks(app.db)).toBeGreaterThan(0);
  const got = await other.query(`${hold} nowait`, [into?.id]).then(
    () => "free",
    () => "held",
  );
  await other.query("rollback");
  expect((await merging).status).toBeLessThan(300);
  expect(got).toBe("free");
  expect(await findDifferences(app.db)).toEqual([]);
});
