import { sql } from "kysely";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database, type Trx } from "#db/connect.ts";
import { openEmbedded, type EmbeddedDatabase } from "#db/embedded/embedded.ts";
import { seedPeople } from "#db/seed/bulk.ts";
import { removeDemoPeople } from "#db/seed/remove.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { loadCompanies } from "#features/catalogue/write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop } from "#tests/helpers/app.ts";
import { postmasterOf } from "#tests/helpers/embedded.ts";

// PostgreSQL is killed while demo people come or go. The database is the embedded one, which writes to the disk as that
// of a site does.

const PEOPLE = 300;
/** Kills at any time, besides the one at the worst. */
const KILLS = tries({ all: 8, some: 1 });

let folder: string;
let server: EmbeddedDatabase;
let db: Database;
const industries = new Map<string, string>();
const said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-seed-kill-"));
  await open();
  const app = await startTestApp({ databaseUrl: server.url });
  for (let n = 0; n < 3; n += 1) await new ApiUser(app).signUp();
  await app.stop();
  db = openDatabase(server.url, { statementTimeout: 0, max: 2 });
  const catalogue = await readCatalogue();
  for (const { name, industry } of catalogue) industries.set(name, industry);
  await loadCompanies(
    db,
    catalogue.map((company) => ({ ...company, logo: "" })),
  );
});
afterAll(async () => {
  await db?.destroy();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  server = await openEmbedded({ dataDir: folder, role: "app", say: (line) => said.push(line) });
}

const postmaster = () => postmasterOf(folder);

function kill(): void {
  process.kill(postmaster()?.pid ?? NaN, "SIGKILL");
}

/** Waits until the server runs again, and starts it anew: it gives up after several deaths within a minute. */
async function comeBack(killed: number | undefined): Promise<void> {
  const isBack = () => postmaster()?.pid !== killed && postmaster()?.status === "ready";
  await expect.poll(isBack, { timeout: 30_000, message: said.at(-1) ?? "" }).toBe(true);
  await server.stop();
  await open();
  // Each connection of the pool finds out by its next statement.
  const works = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  await expect.poll(works, { timeout: 30_000 }).toBe(true);
}

const seed = (refresh: (trx: Trx) => Promise<void>, people = PEOPLE) =>
  seedPeople(db, server.url, { people, today: "2026-03-14", industries, refresh, bulkFrom: 1, threads: 0 });

const countDemo = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) from profile where demo`.execute(db)).rows[0]?.count ?? NaN;

/** Tables that demo people have rows in too: of what is derived, `findDifferences` says whether it is right. */
const SHARED = /^(?:anonymous_|company|published_|publish_|school_|waiting_|catalogue_version$)/;
const OF_PERSON = ["stop", "role", "picture", "share_link"];

/** Everything that is about real people: each table's rows, as one checksum. */
async function readReal(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relpersistence = 'p'`.execute(db);
  const real: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !SHARED.test(table.name))) {
    const isReal = name === "profile" ? sql`not one.demo` : sql`true`;
    const ofReal = sql`exists (select from profile p where p.id = one.profile_id and not p.demo)`;
    const { rows } = await sql`
      select count(*), md5(string_agg(one::text, chr(10) order by one::text)) as sum
      from ${sql.table(name)} one where ${OF_PERSON.includes(name) ? ofReal : isReal}`.execute(db);
    real[name] = rows[0];
  }
  return real;
}

/** Tables and whether they survive a crash, indexes and constraints. */
async function readShape(): Promise<unknown[]> {
  const { rows } = await sql`
    select relname || ' ' || relkind::text || ' ' || relpersistence::text as text from pg_class
      where relnamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows;
}

/**
 * Does this work while somebody kills the server, and looks at what is left.
 * @param demo numbers of demo people of whom one must be there
 */
async function survives(work: () => Promise<unknown>, demo: readonly number[]): Promise<void> {
  const before = { real: await readReal(), shape: await readShape() };
  const killed = postmaster()?.pid;
  await work().catch(() => {});
  await comeBack(killed);
  expect(demo).toContain(await countDemo());
  expect(await readReal()).toEqual(before.real);
  expect(await readShape()).toEqual(before.shape);
  expect(await findDifferences(db)).toEqual([]);
}

/**
 * Counts, and then kills PostgreSQL while it undoes the transaction. At this moment the files are being removed, but the
 * journal on the disk does not say so yet.
 */
async function countAndDie(trx: Trx): Promise<void> {
  await refreshStats(trx);
  // The journal so far is on the disk, as after anybody's commit.
  await sql`select pg_logical_emit_message(false, 'test', '', true)`.execute(db);
  kill();
  throw new Error("killed");
}

/** Kills the server at some time within the work, or right after it. */
async function killWithin(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const timer = setTimeout(kill, Math.random() * milliseconds);
  try {
    await work();
  } finally {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    clearTimeout(timer);
  }
}

it("seeding writes no journal about what it fills, and all of it is on the disk", async () => {
  // Small tables would be written to the journal after all.
  await sql`alter role current_user set wal_skip_threshold = 0`.execute(db);
  const { rows: before } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db);
  await seed(refreshStats, 3_000);
  const { rows } = await sql<{ journal: number; tables: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${before[0]?.at}::pg_lsn)::bigint as journal, (
      select sum(pg_total_relation_size(name::regclass))::bigint
      from unnest(array['profile', 'stop', 'role', 'company_move', 'company_day']) as name) as tables`.execute(db);
  // With wal_level=replica the journal is half as large again as the tables.
  expect(rows[0]?.journal).toBeLessThan(rows[0]?.tables ?? 0);
  const killed = postmaster()?.pid;
  kill();
  await comeBack(killed);
  expect(await countDemo()).toBe(3_000);
  expect(await findDifferences(db)).toEqual([]);
});

it("the server starts again after a kill right before the commit, and nobody who signed up is lost", async () => {
  await removeDemoPeople(db, { refresh: refreshStats });
  await survives(() => seed(countAndDie), [0]);
  await seed(refreshStats);
  expect(await countDemo()).toBe(PEOPLE);
});

it("after kills at any time demo people are there as before, none of them, or the new ones", async () => {
  const began = performance.now();
  await seed(refreshStats);
  const took = performance.now() - began;
  for (let n = 0; n < KILLS; n += 1) {
    const [present, next] = [await countDemo(), PEOPLE + 1 + n];
    await survives(() => killWithin(took, () => seed(refreshStats, next)), [present, 0, next]);
  }
  await seed(refreshStats);
  expect(await countDemo()).toBe(PEOPLE);
});

it("people who have saved something lose nothing while demo people are removed beside them", async () => {
  await seed(refreshStats);
  const app = await startTestApp({ databaseUrl: server.url });
  for (const visibility of ["public", "anonymous", "private"]) {
    const user = await new ApiUser(app).signUp();
    const pipeline = [stop("Alpha Works", "Clerk", "2018-01-01", "2019-01-01", 80)];
    expect((await user.save({ firstName: "Real", lastName: "T", visibility, pipeline })).status).toBe(200);
  }
  await app.stop();
  await expect(seed(refreshStats)).rejects.toThrow("real people");
  await survives(() => removeDemoPeople(db, { refresh: countAndDie }), [PEOPLE]);
  await removeDemoPeople(db, { refresh: refreshStats });
  expect(await countDemo()).toBe(0);
});
