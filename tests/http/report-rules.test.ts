import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { keepHouse, openWork } from "#app/jobs.server.ts";
import { ROLE_TEXT_NAMES, ROLE_TEXTS, type RoleText } from "#core/role-texts.ts";
import type { Database } from "#db/connect.ts";
import { NONSENSE } from "#features/report/rules.ts";
import { queueByRules } from "#features/report/rules-write.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { noteStatements, planOf, readsOf } from "#tests/helpers/plans.ts";

// The report rules on a site of several pieces. What each rule finds is in reports.test.ts.

const NOW = new Date("2026-11-15T12:00:00Z");
const PEOPLE = 4_500;
const LONG = "The very best deals are waiting for you right here";

let app: TestApp;
let db: Database;
let statements: ReturnType<typeof noteStatements>["statements"];

beforeAll(async () => {
  app = await startTestApp({ now: () => NOW });
  ({ db, statements } = noteStatements(app.databaseUrl));
  await people(1, PEOPLE, { title: "'Clerk ' || n" });
});
afterAll(async () => {
  await db.destroy();
  await app.stop();
});
beforeEach(async () => {
  await sql`delete from report`.execute(db);
  await sql`delete from profile where last_name <> ''`.execute(db);
  statements.length = 0;
});

/** Writes people with keys from `from` on, a stop and two roles each. `texts`: SQL of optional texts of the roles. */
async function people(
  from: number,
  count: number,
  given: { title: string; texts?: Partial<Record<RoleText, string>>; visibility?: string; name?: string },
): Promise<void> {
  const numbers = sql`generate_series(${from}::bigint, ${from + count - 1}::bigint) n`;
  const { visibility = "public", name = "" } = given;
  await sql`insert into profile (id, public_id, last_name, visibility, created, stops, sort_key)
    select n, left(md5('profile ' || n), 24), ${name}, ${visibility}, true, 1, n from ${numbers}`.execute(db);
  await sql`insert into stop (id, public_id, profile_id, company_name, listed, sort_key)
    select n, left(md5('stop ' || n), 24), n, 'Alpha Works', ${visibility} <> 'private', n from ${numbers}`.execute(db);
  await sql`insert into role (stop_id, profile_id, title, kind, start_date, is_current, date_precision)
    select n, n, ${sql.raw(given.title)}, 'full-time', '2018-01-01', true, 'day' from ${numbers}, generate_series(1, 2)`.execute(
    db,
  );
  for (const [text, written] of Object.entries(given.texts ?? {})) {
    await sql`update role set ${sql.ref(text)} = ${sql.raw(written)}
      where profile_id between ${from} and ${from + count - 1}`.execute(db);
  }
}

const look = (options: { pieces?: number } = {}) => queueByRules({ db, now: NOW }, options);
const pieces = () => statements.filter((one) => one.sql.startsWith(`select "id" from "profile"`)).length;

async function found(rule: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from report where rule = ${rule}`.execute(
    app.db,
  );
  return rows[0]?.count ?? 0;
}

it("no statement reads more roles than those of a piece", async () => {
  await look();
  const asked = statements.filter((one) => one.sql.includes("role r"));
  expect(asked.length).toBeGreaterThan(0);
  for (const statement of asked) {
    expect((await readsOf(app.db, statement)).get("role") ?? 0, statement.sql).toBeLessThanOrEqual(2_000);
  }
});

it("a run that fails goes on at the piece where it was, and the next one begins anew", async () => {
  await people(PEOPLE + 1, 1, { title: "'www.cheap.test'", name: "last" });
  await sql`alter table report add constraint refuse check (rule is null)`.execute(app.db);
  await expect(look()).rejects.toThrow("refuse");
  expect([pieces(), await found("address-in-text")]).toEqual([5, 0]);
  await sql`alter table report drop constraint refuse`.execute(app.db);
  statements.length = 0;
  await look();
  expect([pieces(), await found("address-in-text")]).toEqual([1, 1]);
  statements.length = 0;
  await look();
  expect([pieces(), await found("address-in-text")]).toEqual([5, 1]);
});

it("a run looks at so many pieces at most, and the next one goes on there", async () => {
  await people(PEOPLE + 1, 1, { title: "'www.cheap.test'", name: "last" });
  const seen: [number, number][] = [];
  for (let run = 0; run < 4; run += 1) {
    statements.length = 0;
    await look({ pieces: 2 });
    seen.push([pieces(), await found("address-in-text")]);
  }
  // 2,000 people, 2,000, the last 501, and from the beginning again.
  expect(seen).toEqual([
    [2, 0],
    [2, 0],
    [1, 1],
    [2, 1],
  ]);
  await look();
});

it("no statement takes another process, also where PostgreSQL would start one for every table", async () => {
  await look();
  // Once more in their order, where other processes cost nothing. What is set for a piece counts here too.
  const plans = await app.db.transaction().execute(async (trx) => {
    await sql`select set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
      set_config('min_parallel_table_scan_size', '0', true)`.execute(trx);
    const shown: string[] = [];
    for (const statement of statements) {
      if (statement.sql.startsWith("select set_config")) await trx.executeQuery(statement);
      if (statement.sql.includes("role r")) shown.push(JSON.stringify(await planOf(trx, statement)));
    }
    return shown;
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('"Gather'))).toEqual([]);
});

it("a run queues 50 of each rule, and the next ones the rest", async () => {
  await people(10_001, 120, { title: "'www.cheap.test'", name: "loud" });
  const counts: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    await look();
    counts.push(await found("address-in-text"));
  }
  expect(counts).toEqual([50, 100, 120, 120]);
});

const LONG_TEXTS = ROLE_TEXT_NAMES.filter((text) => ROLE_TEXTS[text].most >= NONSENSE.sameTextLength);

it.each(["title", ...LONG_TEXTS] as const)(
  "the same %s counts people of all pieces, and nobody hidden",
  async (text) => {
    const writing = (written: string) =>
      text === "title" ? { title: written } : { title: "'Clerk ' || n", texts: { [text]: written } };
    // 49 visible people have the text, one fewer than are reported. They are looked at before the fiftieth comes, and
    // do not change any more: they must count all the same.
    await people(5_001, 25, { ...writing(`'${LONG}'`), name: "first" });
    await people(10_001, 24, { ...writing(`upper('${LONG}')`), name: "second" });
    await people(20_001, 100, { ...writing(`'${LONG}'`), name: "hidden", visibility: "private" });
    await look();
    expect(await found("same-text")).toBe(0);
    await people(30_001, 1, { ...writing(`'${LONG}'`), name: "fiftieth" });
    await look();
    const { rows } = await sql<{ last_name: string; count: number }>`
    select last_name, count(*) as count from report r join profile p on p.id = r.profile_id
    group by last_name order by last_name`.execute(app.db);
    expect(rows).toEqual([
      { last_name: "fiftieth", count: 1 },
      { last_name: "first", count: 25 },
      { last_name: "second", count: 24 },
    ]);
  },
);

it("is a job of its own: its failure does not repeat the housekeeping", async () => {
  const { workers, close } = await openWork(app.services);
  const job = workers.find(({ name }) => name === "report-rules");
  await sql`alter table role rename to role_away`.execute(app.db);
  const run = job?.run(app.services, {}, { retries: 0, signal: new AbortController().signal });
  await expect(run).rejects.toThrow("role");
  await keepHouse(app.services);
  await sql`alter table role_away rename to role`.execute(app.db);
  close();
});
