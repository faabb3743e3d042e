import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { mixRows } from "#db/mix-rows.ts";
import { openWork } from "#app/jobs.server.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

// The job that rewrites tables in the order of their keys, where a rewrite takes long: on a site of a million people.

const NIGHT = new Date("2026-11-15T03:10:00Z");
let app: TestApp;
/** A connection as the job has it. */
let db: Database;

beforeAll(async () => {
  app = await startTestApp({ now: () => NIGHT });
  db = openDatabase(app.databaseUrl, { statementTimeout: 0, max: 2 });
  await new ApiUser(app).signUp();
  await sql`create function seconds_to_index() returns float language sql immutable as 'select 0.0::float'`.execute(db);
  await sql`create function slow(bigint) returns bigint language plpgsql immutable
    as $$ begin perform pg_sleep(public.seconds_to_index()); return $1; end $$`.execute(db);
  await sql`create index profile_slow on profile (slow(id))`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await app.stop();
});
beforeEach(() => takes(0));

/** From now on, a rewrite of the table `profile` takes so many seconds, because it fills an index. */
async function takes(seconds: number): Promise<void> {
  await sql`create or replace function seconds_to_index() returns float language sql immutable
    as ${sql.raw(`'select ${seconds}::float'`)}`.execute(db);
}

/** The file of a table's rows, another one after each rewrite. */
async function fileOf(table: string): Promise<number | undefined> {
  const { rows } = await sql<{ file: number }>`
    select relfilenode::bigint as file from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]?.file;
}

const isRewriting = async (): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and query like 'cluster "profile"%' and state = 'active'`.execute(app.db);
  return rows.length > 0;
};

test("a rewrite takes as long as it needs, longer than a request may wait", async () => {
  const before = await fileOf("profile");
  await takes(8);
  const work = await openWork(app.services);
  const mixing = work.workers.find(({ name }) => name === "mix-rows");
  await mixing?.run(app.services, {}, { retries: 0, signal: new AbortController().signal });
  work.close();
  expect(await fileOf("profile")).not.toBe(before);
});

test("a stop ends a rewrite, and the table stays as it was", async () => {
  const before = await fileOf("profile");
  await takes(50);
  const stop = new AbortController();
  const mixing = mixRows(db, NIGHT, { signal: stop.signal });
  await expect.poll(isRewriting, { timeout: 20_000 }).toBe(true);
  const since = performance.now();
  stop.abort();
  expect(await mixing).not.toContain("profile");
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(await fileOf("profile")).toBe(before);
});

test("a table of more than 8 MB is rewritten once a night, a smaller one in each run", async () => {
  await sql`insert into company (id, public_id, name, display_name) values (7, ${"ab".repeat(12)}, 'large', 'Large')`.execute(
    db,
  );
  await sql`insert into company_day (company_id, day, change) select 7, date '1900-01-01' + n, 1
    from generate_series(1, 250000) n`.execute(db);
  const nights = new Map<string, string>();
  const runAt = (time: string): Promise<string[]> => mixRows(db, new Date(time), { nights });
  expect(await runAt("2026-11-15T02:50:00Z")).not.toContain("company_day");
  expect(await runAt("2026-11-15T03:05:00Z")).toEqual(expect.arrayContaining(["company_day", "profile"]));
  const again = await runAt("2026-11-15T03:20:00Z");
  expect(again).toContain("profile");
  expect(again).not.toContain("company_day");
  expect(await runAt("2026-11-16T03:05:00Z")).toContain("company_day");
});
