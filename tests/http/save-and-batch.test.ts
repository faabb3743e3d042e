import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Saves and batches take the rows of the numbers in one order: first those that are missing.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("a save that waits for a batch's new row holds none that the batch takes next", async () => {
  const user = await new ApiUser(app).signUp();
  const there = stop("Batch There", "Clerk", "2018-01-01", "2019-01-01");
  const missing = stop("Batch Missing", "Clerk", "2020-01-01", "2021-01-01");
  expect((await user.save({ pipeline: [there, missing] })).status).toBe(200);
  expect((await user.save({ pipeline: [{ ...there, title: "Lead" }] })).status).toBe(200);
  const keyOf = async (name: string): Promise<number> =>
    (await app.db.selectFrom("company").select("id").where("display_name", "=", name).executeTakeFirstOrThrow()).id;
  const [existing, absent] = [await keyOf("Batch There"), await keyOf("Batch Missing")];
  await app.db.deleteFrom("company_stats").where("company_id", "=", absent).execute();
  const saved = await app.db.transaction().execute(async (trx) => {
    await sql`insert into company_stats (company_id) values (${absent})`.execute(trx);
    const saving = user.save({ pipeline: [{ ...there, endDate: "2019-06-01" }, missing] });
    await expect.poll(() => waiting(), { timeout: 20_000 }).toBe(1);
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await sql`select from company_stats where company_id = ${existing} for update`.execute(trx);
    return { saving };
  });
  expect((await saved.saving).status).toBe(200);
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%company_stats%'`.execute(app.db);
  return rows[0]?.count ?? 0;
}
