import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepHouse } from "#app/jobs.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Foreign keys without an index: to delete a row, PostgreSQL reads the whole table that may name it. Why that is fine. */
const WITHOUT_INDEX: Readonly<Record<string, string>> = {
  early_access_grant_code_id_fkey: "Grants are as few as codes.",
  passkey_challenge_account_id_fkey: "A challenge is gone after minutes.",
  profile_school_id_fkey: "Schools are never deleted.",
  school_same_as_fkey: "Schools are never deleted.",
};

it("a deletion finds the rows that name what is deleted by an index", async () => {
  // An index that leaves out null is enough, because null names nothing.
  const { rows } = await sql<{ key: string }>`
    select constrained.conname as key from pg_constraint constrained
    where constrained.contype = 'f' and constrained.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index index
        join pg_attribute first on first.attrelid = index.indrelid and first.attnum = index.indkey[0]
        where index.indrelid = constrained.conrelid and first.attnum = any(constrained.conkey)
          and coalesce(pg_get_expr(index.indpred, index.indrelid), '') in ('', format('(%I IS NOT NULL)', first.attname)))
    order by key`.execute(app.db);
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(WITHOUT_INDEX).toSorted());
});

it("typed companies that nobody names any more are forgotten, however many", async () => {
  const user = await new ApiUser(app).signUp();
  await user.save({ pipeline: [stop("Fern Foundry", "Clerk", "2015-01-01", "2016-01-01")] });
  const typed = async (): Promise<string[]> =>
    (await app.db.selectFrom("company").select("name").where("status", "=", "new").execute()).map(({ name }) => name);
  const before = await typed();
  await sql`
    insert into company (public_id, name, display_name, status)
    select lpad(to_hex(n), 24, '0'), 'unnamed ' || n, 'Unnamed ' || n, 'new' from generate_series(1, 1200) n`.execute(
    app.db,
  );
  expect((await typed()).length).toBe(before.length + 1200);
  await keepHouse(app.services);
  expect(before.length).toBeGreaterThan(0);
  expect(await typed()).toEqual(before);
});
