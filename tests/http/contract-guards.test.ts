import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { documentedAnswers } from "#tests/helpers/openapi.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// Tries the guards in front of every call at each call whose documentation names them.

let app: TestApp;
let closed: TestApp;
let user: ApiUser;
let admin: ApiUser;
let outside: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  closed = await startTestApp({ env: { EARLY_ACCESS: "on" } });
  user = await new ApiUser(app).signUp();
  admin = await adminClient(app);
  outside = new ApiUser(closed);
  await outside.fetchToken();
});
afterAll(async () => {
  await closed.stop();
  await app.stop();
});

const JSON_TYPE = { "content-type": "application/json" };
const UPLOADS = ["PATCH /api/pfp/{id}", "POST /api/company/logo/{name}"];
const ID = "0123456789abcdef01234567";
const filled = (path: string): string => path.replaceAll(/\{[^}]+\}/g, ID);
/**
 * The guards of the body come after the check of the role: calls for administrators read only an administrator's body.
 */
const forAdminsAlone = (method: string, path: string): boolean => {
  const codes = documentedAnswers().flatMap((one) => (one.method === method && one.path === path ? [one.code] : []));
  return codes.includes("not-admin") && !codes.includes("not-yours");
};
const tokenFor = (method: string, path: string): string | undefined =>
  (forAdminsAlone(method, path) ? admin : user).token;

/** A request that triggers each guard. */
const GUARDS: Record<string, (method: string, path: string) => Promise<RawAnswer>> = {
  "no-session": (method, path) => sendRaw(app, { method, path: filled(path), headers: JSON_TYPE, body: "{}" }),
  "cross-site": (method, path) =>
    sendRaw(app, {
      method,
      path: filled(path),
      headers: { ...JSON_TYPE, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: "{}",
    }),
  "not-json": (method, path) =>
    sendRaw(app, {
      method,
      path: filled(path),
      headers: { "content-type": "text/plain", authorization: `Bearer ${tokenFor(method, path)}` },
      body: "{}",
    }),
  "body-too-large": (method, path) =>
    sendRaw(app, {
      method,
      path: filled(path),
      headers: { ...JSON_TYPE, authorization: `Bearer ${tokenFor(method, path)}` },
      body: JSON.stringify({ text: "x".repeat(70_000) }),
    }),
  "early-access": (method, path) =>
    sendRaw(closed, {
      method,
      path: filled(path),
      headers: { ...JSON_TYPE, authorization: `Bearer ${outside.token}` },
      ...(method === "GET" ? {} : { body: "{}" }),
    }),
};

describe.each(Object.keys(GUARDS))("%s", (code) => {
  const calls = documentedAnswers().filter(
    (answer) =>
      answer.code === code && !(code === "body-too-large" && UPLOADS.includes(`${answer.method} ${answer.path}`)),
  );

  test("stands before calls", () => {
    expect(calls.length).toBeGreaterThan(20);
  });

  test.each(calls)("$method $path: $status", async ({ method, path, status }) => {
    const answer = await GUARDS[code]?.(method, path);
    expect([answer?.status, answer && jsonOf(answer)["code"]], answer?.text).toEqual([status, code]);
  });
});
