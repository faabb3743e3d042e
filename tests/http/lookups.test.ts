import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldText } from "#core/text.ts";
import { termHits } from "#db/term-search.ts";
import { termStatistics } from "#db/term-statistics.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { addNames, LOOKUPS, TEXTS, timesOf } from "#tests/helpers/lookups.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// A look-up's work is bounded whatever the text; bench/lookups.ts measures its time.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "on" } });
  await addNames(app.db, { companies: 3_000, schools: 4_000 });
});
afterAll(() => app.stop());

type Plan = { "Actual Rows": number; "Actual Loops": number; "Rows Removed by Filter"?: number; Plans?: Plan[] };

/** Rows that all steps of a plan gave or threw away. */
const rowsIn = (plan: Plan): number =>
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);

test("no text makes it look at more than some thousand rows", async () => {
  for (const of of ["company", "school"] as const) {
    termStatistics(app.db, of);
    await expect.poll(() => termStatistics(app.db, of).pieces.size).toBeGreaterThan(10);
    for (const text of TEXTS) {
      const key = foldText(text);
      const { rows } = await sql<{ "QUERY PLAN": { Plan: Plan }[] }>`
        explain (analyze, timing off, format json) select * from ${termHits(app.db, of, key)} b`.execute(app.db);
      const [{ Plan: plan } = { Plan: undefined }] = rows[0]?.["QUERY PLAN"] ?? [];
      expect(plan && rowsIn(plan), `${of}: ${text}`).toBeLessThan(7_000);
    }
  }
});

test("typos are forgiven, also among many names with the same words", async () => {
  const { rows } = await sql<{
    name: string;
  }>`select name from school where name like 'University of %' limit 3`.execute(app.db);
  for (const { name } of rows) {
    const wrong = name.replace("University", "Univresity");
    const answer = await sendRaw(app, {
      path: `/api/school/get/schools/${encodeURIComponent(wrong)}`,
      from: "127.0.0.5",
    });
    expect((JSON.parse(answer.text) as { name: string }[]).map((one) => one.name)).toContain(name);
  }
});

test("look-ups have an allowance of their own", async () => {
  const from = "127.0.0.6";
  const spent = await timesOf(app.url, LOOKUPS.companies, 14, { from, atOnce: 8 });
  expect([spent.count, spent.refused]).toEqual([300, 8]);
  const refused = await sendRaw(app, { path: `${LOOKUPS.schools}x`, from });
  expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
  expect((await sendRaw(app, { path: "/api/mongodbId/x", from })).status).toBe(200);
});
