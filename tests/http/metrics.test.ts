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
