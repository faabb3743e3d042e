import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { mixRows } from "#db/mix-rows.ts";
import { moveRows } from "#db/move-rows.ts";
import { openWork } from "#app/jobs.server.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

// The job that puts the rows of tables in the order of their keys, where this takes long: on a site of a million people.

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

test("a table of more than 8 MB is mixed once a night, a smaller one in each run", async () => {
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

describe("a large table", () => {
  /** Some hundred pages: more than one transaction moves. */
  const ROWS = 40_000;
  type Row = { id: number; page: number; place: number };

  /** The keys are random, and the numbers of the "people" tell in which order the rows were written. */
  const write = (from: number, to: number, on = db): Promise<unknown> =>
    sql`insert into publish_person (profile_id) select * from generate_series(${from}::bigint, ${to}::bigint)`.execute(
      on,
    );
  /** Where the rows from this number on are stored, by that number. */
  async function placesOf(from: number, to = 10 * ROWS): Promise<Map<number, Row>> {
    const { rows } = await sql<Row & { profile_id: number }>`
      select profile_id, id, (ctid::text::point)[0]::integer as page, (ctid::text::point)[1]::integer as place
      from publish_person where profile_id between ${from} and ${to}`.execute(db);
    return new Map(rows.map(({ profile_id, ...row }) => [profile_id, row]));
  }
  /** How well the place of a row shows when it was written: 1 or -1 exactly, 0 not at all. */
  async function orderShown(from: number): Promise<number> {
    const { rows } = await sql<{ shown: number }>`
      select abs(corr(profile_id, place)) as shown from (
        select profile_id, row_number() over (order by ctid) as place from publish_person where profile_id >= ${from}
      ) written`.execute(db);
    return rows[0]?.shown ?? 1;
  }
  const hasMoved = (before: Row | undefined, after: Row | undefined): boolean =>
    before?.page !== after?.page || before?.place !== after?.place;

  beforeAll(async () => {
    await sql`delete from publish_person`.execute(db);
    // A table is mixed while it is small.
    await write(0, 0);
    await mixRows(app.db, NIGHT);
    await write(1, ROWS);
  });
  afterAll(() => sql`truncate publish_person`.execute(db));

  test("is mixed while others read it and change its rows, and loses none", async () => {
    const before = await placesOf(1);
    expect(await orderShown(1)).toBeGreaterThan(0.99);
    await db.transaction().execute(async (reader) => {
      // What a save holds until it is committed. The rewrite of a table would wait for it.
      await sql`select from publish_person where profile_id = 77 for update`.execute(reader);
      expect(await mixRows(app.db, NIGHT, { smallBytes: 1_000_000 })).toContain("publish_person");
    });
    const after = await placesOf(1);
    // Chance alone mixes some hundred pages no better.
    expect(await orderShown(1)).toBeLessThan(0.4);
    expect([...after].map(([person, { id }]) => [person, id]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual(
      [...before].map(([person, { id }]) => [person, id]).toSorted(([a = 0], [b = 0]) => a - b),
    );
    const stayed = [...before].filter(([person, row]) => !hasMoved(row, after.get(person)));
    expect(stayed.map(([person]) => person)).toEqual([77]);
    // The next night moves it.
    await moveRows(db, "publish_person");
    expect(hasMoved(after.get(77), (await placesOf(77, 77)).get(77))).toBe(true);
  });

  test("is mixed in the next night only as far as rows were written, among some of the others", async () => {
    expect(await moveRows(db, "publish_person")).toBe(true);
    const old = await placesOf(1);
    await write(ROWS + 1, ROWS + 500);
    expect(await orderShown(ROWS + 1)).toBeGreaterThan(0.9);
    expect(await moveRows(db, "publish_person")).toBe(true);
    expect(await orderShown(ROWS + 1)).toBeLessThan(0.3);
    const after = await placesOf(1);
    const moved = [...old].filter(([person, row]) => hasMoved(row, after.get(person))).length;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(ROWS * 0.25);
    // Three pages hold as many.
    const pages = new Set([...(await placesOf(ROWS + 1)).values()].map(({ page }) => page));
    expect(pages.size).toBeGreaterThan(6);
  });

  test("stays as it is in a night in which nothing was written", async () => {
    await moveRows(db, "publish_person");
    const before = await placesOf(1);
    expect(await moveRows(db, "publish_person")).toBe(true);
    expect(await placesOf(1)).toEqual(before);
  });

  test("is mixed later as far as a transaction was not committed", async () => {
    await db.transaction().execute(async (save) => {
      await write(2 * ROWS, 2 * ROWS, save);
      await moveRows(app.db, "publish_person");
    });
    const before = await placesOf(2 * ROWS);
    await moveRows(db, "publish_person");
    const after = await placesOf(2 * ROWS);
    expect(hasMoved(before.get(2 * ROWS), after.get(2 * ROWS))).toBe(true);
  });

  test("is mixed by the next run if a stop ends this one", async () => {
    await moveRows(db, "publish_person");
    await write(3 * ROWS, 3 * ROWS + 500);
    expect(await moveRows(db, "publish_person", AbortSignal.abort())).toBe(false);
    expect(await orderShown(3 * ROWS)).toBeGreaterThan(0.9);
    expect(await moveRows(db, "publish_person")).toBe(true);
    expect(await orderShown(3 * ROWS)).toBeLessThan(0.3);
  });

  test("is not moved again as far as a stop let it come", async () => {
    await moveRows(db, "publish_person");
    await write(4 * ROWS, 4 * ROWS + 500);
    const movedBy = async (): Promise<number> => {
      const { rows } = await sql<{ parts: number }>`
        select cardinality(moved_by) as parts from mixed_table where name = 'publish_person'`.execute(db);
      return rows[0]?.parts ?? 0;
    };
    const before = await movedBy();
    const stop = new AbortController();
    const moving = moveRows(db, "publish_person", stop.signal);
    await expect.poll(movedBy, { interval: 1 }).toBeGreaterThan(before);
    stop.abort();
    await moving;
    const places = await placesOf(1);
    expect(await moveRows(db, "publish_person")).toBe(true);
    const after = await placesOf(1);
    expect([...places].filter(([person, row]) => hasMoved(row, after.get(person))).length).toBeLessThan(ROWS * 0.4);
  });

  test("is mixed after four billion transactions", async () => {
    await moveRows(db, "publish_person");
    await sql`update mixed_table set moved_by = moved_by || '4294967301'::xid8`.execute(db);
    await write(5 * ROWS, 5 * ROWS + 500);
    expect(await moveRows(db, "publish_person")).toBe(true);
    expect(await orderShown(5 * ROWS)).toBeLessThan(0.3);
  });

  test("whose pages have room keeps nobody waiting who holds what its rows belong to", async () => {
    await sql`insert into company (id, public_id, name, display_name) values (9, ${"cd".repeat(12)}, 'held', 'Held')`.execute(
      db,
    );
    await sql`insert into company_stats (company_id) values (9)`.execute(db);
    await mixRows(app.db, NIGHT);
    await sql`update company_stats set raters = raters`.execute(db);
    const start = performance.now();
    await db.transaction().execute(async (deletion) => {
      await sql`select from company where id = 9 for update`.execute(deletion);
      expect(await moveRows(app.db, "company_stats")).toBe(true);
    });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("is rewritten once if nothing is known of it, as after a restore, or if another server moved it", async () => {
    const before = await fileOf("publish_person");
    await sql`update mixed_table set up_to = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8`.execute(db);
    await mixRows(app.db, NIGHT, { smallBytes: 1_000_000 });
    const rewritten = await fileOf("publish_person");
    expect(rewritten).not.toBe(before);
    await mixRows(app.db, NIGHT, { smallBytes: 1_000_000 });
    expect(await fileOf("publish_person")).toBe(rewritten);
  });
});
