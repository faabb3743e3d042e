import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDatabase } from "#app/prepare.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO: "off" } });
});
afterAll(() => app.stop());

test("a first start loads the catalogue also where a statement takes longer than a request may", async () => {
  await sql`create function wait_long() returns trigger language plpgsql
    as $$ begin perform pg_sleep(7.5); return null; end $$`.execute(app.db);
  await sql`create trigger slow after insert on company for each statement execute function wait_long()`.execute(
    app.db,
  );
  await sql`delete from catalogue_version`.execute(app.db);
  const said: string[] = [];
  await prepareDatabase(app.services, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^Companies: /), expect.stringMatching(/^Schools: /)]);
});
