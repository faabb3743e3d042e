import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromPool, openPool } from "#db/connect.ts";
import { findPublicCompanyIds, readCompany, readCompanyPage } from "#features/company/read.server.ts";
import { readProfilePage } from "#features/profile/read.server.ts";
import { readSchoolPage } from "#features/school/read.server.ts";
import { createDemoDatabase } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// PostgreSQL plans a prepared statement anew each time while it expects more of the plan for all values than of those
// for these values. For a page's statements that takes as long as to run them.

const NOW = new Date("2026-11-15T12:00:00Z");
const TODAY = "2026-11-15";

let database: TestDatabase;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await createDemoDatabase(400, NOW);
  pool = openPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it("statements of pages are planned for all values, not for each page", async () => {
  const given: unknown[] = [];
  const db = fromPool(pool, ({ query }) => void given.push(...query.parameters));
  // As on a site of a million: on a small one most plans cost the same.
  await sql`
    select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'reltuples', (reltuples * 2500)::real)
    from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`.execute(db);
  const { rows: companies } = await sql<{ id: string }>`
    select public_id as id from company join company_stats s on s.company_id = company.id
    order by s.people desc limit 12`.execute(db);
  const { rows: people } = await sql<{ id: string; school: string }>`
    select p.public_id as id, s.public_id as school from profile p join school s on s.id = p.school_id
    where p.listed order by p.id limit 12`.execute(db);
  for (const [at, { id }] of companies.entries()) {
    await readCompany(db, { idOrName: id });
    await readCompanyPage(db, { idOrName: id, today: TODAY, minRaters: 3 });
    await findPublicCompanyIds(
      db,
      companies.slice(0, 1 + (at % 3)).map((one) => one.id),
    );
  }
  for (const { id, school } of people) {
    await readSchoolPage(db, { id: school, today: TODAY });
    await readProfilePage(db, { idOrUsername: id, viewer: undefined, today: TODAY });
  }
  const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where generic_plans + custom_plans > 10`.execute(db);
  expect(rows.length).toBeGreaterThan(6);
  // PostgreSQL looks at the plans of five values first.
  expect(rows.filter(({ custom }) => custom > 5).map(({ statement }) => statement)).toEqual([]);
  // With `or false` in a statement, PostgreSQL leaves out a part of it, but only if it plans anew.
  expect(given.filter((value) => typeof value === "boolean")).toEqual([]);
});
