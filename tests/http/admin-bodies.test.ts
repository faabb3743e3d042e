import { afterAll, beforeAll, expect, test } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// Calls of administrators refuse everybody else before they look at the body.

let app: TestApp;
let user: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await new ApiUser(app).signUp();
});
afterAll(() => app.stop());

const BODIES: readonly (readonly [what: string, type: string, body: string])[] = [
  ["no JSON", "application/json", "{"],
  ["another type", "text/plain", "hello"],
  ["wrong fields", "application/json", '{"unknown":1}'],
  ["a body that is too large", "application/json", `{"label":"${"x".repeat(70_000)}"}`],
];

function send(token: string | undefined, [, type, body]: (typeof BODIES)[number], path = "/api/admin/codes") {
  const headers = { "content-type": type, authorization: `Bearer ${token}` };
  return sendRaw(app, { method: "POST", path, body, headers });
}

test.each(BODIES)("%s of somebody who is not an administrator says nothing of the body", async (...given) => {
  for (const path of ["/api/admin/codes", "/api/email/send", "/api/admin/companies/merge"]) {
    const answer = await send(user.token, given, path);
    expect([answer.status, jsonOf(answer)["code"]], path).toEqual([403, "not-admin"]);
  }
});

test("an administrator is told what is wrong with it", async () => {
  const admin = await adminClient(app);
  const answers = [];
  for (const given of BODIES) answers.push(jsonOf(await send(admin.token, given))["code"]);
  expect(answers).toEqual(["bad-request", "not-json", "bad-request", "body-too-large"]);
});
