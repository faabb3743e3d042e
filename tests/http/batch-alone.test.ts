import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepHouse, publishBatch } from "#app/jobs.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("a batch publishes also where companies that nobody names cannot be deleted", async () => {
  await sql`alter table company_merge rename to company_merge_away`.execute(app.db);
  expect(await publishBatch(app.services, { stop: 0, rating: 0 })).toBe(true);
  await expect(keepHouse(app.services)).rejects.toThrow(/^forgetAllUnnamed: /);
});
