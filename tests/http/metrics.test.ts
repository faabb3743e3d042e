import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("requests are counted by the pattern of their route, never by what somebody asked for", async () => {
  const visitor = new ApiUser(app);
  await visitor.call("GET", "/healthz");
  await visitor.call("GET", "/api/profile/get/somebody");
  await visitor.call("GET", "/api/mongodbId/x");
  await visitor.call("PATCH", "/api/profile/somebody", {});
  await visitor.call("GET", "/user/somebody");
  const { text } = await visitor.call("GET", "/metrics");
  for (const line of [
    '{route="/healthz",status="200"} 1',
    '{route="/api/profile/get/:id",status="404"} 1',
    '{route="/api/mongodbId/:id",status="200"} 1',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain("somebody");
});

test("the connections to the database are counted by pool, as the server counts them", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => fetch(`${app.url}/api/company/get/nobody${n}`).then((one) => one.text())),
  );
  const { text } = await new ApiUser(app).call("GET", "/metrics");
  const said = (state: string): number =>
    Number(new RegExp(`^database_connections\\{pool="pages",state="${state}"\\} (\\d+)$`, "m").exec(text)?.[1]);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where application_name = 'pipelines' and datname = current_database()`.execute(app.db);
  expect(said("idle") + said("busy")).toBe(rows[0]?.count);
  expect(said("idle")).toBeGreaterThan(1);
  expect(said("waiting")).toBe(0);
});
