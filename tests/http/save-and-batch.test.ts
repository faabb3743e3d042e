import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { changeProfile, lockProfile } from "#features/profile/change-write.server.ts";
import type { Reactions } from "#server/context.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// Saves and batches take the rows of the numbers in one order: first those that are missing.

let app: TestApp;
const waiting = (words = "company_stats"): Promise<number> => waitingForLocks(app.db, { words });
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

test("a batch takes all rows of companies before it takes those of moves", async () => {
  const [names, rated] = [["Order One", "Order Two", "Order Three"], "Order Rated"];
  const line = names.map((name, at) => stop(name, "Clerk", `201${at}-01-01`, `201${at}-12-31`));
  expect((await (await new ApiUser(app).signUp()).save({ pipeline: line })).status).toBe(200);
  for (let n = 0; n < 6; n += 1) await hiddenPerson(line);
  for (let n = 0; n < 6; n += 1) {
    const rater = await new ApiUser(app).signUp();
    expect((await rater.save({ pipeline: [stop(rated, "Clerk", "2019-01-01", "2019-06-01", 80)] })).status).toBe(200);
  }
  const { rows: moves } = await sql<{ from_company: number; to_company: number; earlier: string; later: string }>`
    select from_company, to_company, one.display_name as earlier, two.display_name as later
    from company_move join company one on one.id = from_company join company two on two.id = to_company
    where one.display_name = any(${names}) order by from_company, to_company`.execute(app.db);
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || first === last) throw new Error("Two moves are needed.");
  const mover = await new ApiUser(app).signUp();
  const before = stop(first.earlier, "Clerk", "2010-01-01", "2010-12-31");
  const after = stop(first.later, "Clerk", "2014-01-01", "2014-12-31");
  expect((await mover.save({ pipeline: [before, after] })).status).toBe(200);
  const between = stop(rated, "Clerk", "2012-01-01", "2012-12-31");
  const { batching, saving } = await app.db.transaction().execute(async (trx) => {
    await sql`select from company_move where from_company = ${last.from_company} and to_company = ${last.to_company}
      for update`.execute(trx);
    const running = publishBatch(app.services, { stop: 0, rating: 0 });
    // It holds the first move by now and waits for the last.
    await expect.poll(() => waiting("company_move"), { timeout: 20_000 }).toBe(1);
    // This changes the first move, and of the companies only the one that is rated.
    const save = mover.save({ pipeline: [before, between, after] });
    await expect.poll(() => waiting("company"), { timeout: 20_000 }).toBe(2);
    return { batching: running, saving: save };
  });
  expect(await batching).toBe(true);
  expect((await saving).status).toBe(200);
});

test("a save tells of the change before it changes the numbers that others wait for", async () => {
  const user = await new ApiUser(app).signUp();
  const { id } = await app.db
    .selectFrom("profile")
    .select("id")
    .where("public_id", "=", user.profileId)
    .executeTakeFirstOrThrow();
  const order: string[] = [];
  const note = (what: string) => Promise.resolve(void order.push(what));
  const reactions: Reactions = {
    ...app.services.reactions,
    stopsChanging: [() => Promise.resolve(() => Promise.resolve({ isCounted: true, finish: () => note("numbers") }))],
    profileChanged: [() => note("told").then(() => [])],
  };
  await app.db.transaction().execute(async (trx) => {
    const before = await lockProfile(trx, id);
    if (!before) throw new Error("The profile is gone.");
    const ctx = { reactions, today: "2026-11-15", secret: app.services.secret };
    await changeProfile(trx, ctx, before, () => note("changed"));
  });
  expect(order).toEqual(["changed", "told", "numbers"]);
});

async function hiddenPerson(pipeline: object[]): Promise<void> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(Date.parse("2026-11-13T12:00:00Z")) })
    .where("email_key", "=", user.email)
    .execute();
  expect((await user.save({ visibility: "private", pipeline })).status).toBe(200);
}
