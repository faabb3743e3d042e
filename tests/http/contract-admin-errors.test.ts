import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";
import { drawPng, multipart } from "#tests/helpers/pictures.ts";

// Errors of administrators' calls that no story of theirs comes by.

let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
});
afterAll(() => app.stop());

const NOBODY = "0123456789abcdef01234567";

test.each([
  ["DELETE", `/api/admin/codes/${NOBODY}`, 404, "not-found"],
  ["GET", `/api/admin/outbox/${NOBODY}`, 404, "not-found"],
  ["PATCH", `/api/admin/suggestions/${NOBODY}`, 404, "not-found"],
  ["DELETE", `/api/admin/suggestions/${NOBODY}`, 404, "not-found"],
] as const)("%s %s: %i", async (method, path, status, code) => {
  const answer = await admin.call(method, path, method === "PATCH" ? { done: true } : undefined);
  expect([answer.status, answer.body["code"]]).toEqual([status, code]);
});

test("a logo for nobody, in another form, and past its size", async () => {
  const png = multipart([{ name: "logo", bytes: await drawPng() }]);
  const big = multipart([{ name: "logo", bytes: Buffer.alloc(6 * 1024 * 1024) }]);
  for (const [name, type, body, status, code] of [
    ["no such company", png.type, png.body, 404, "company-not-found"],
    ["alpha", "application/json", "{}", 415, "not-multipart"],
    ["alpha", big.type, big.body, 413, "body-too-large"],
  ] as const) {
    if (name === "alpha") {
      await admin.call("POST", "/api/company/create", { name, displayName: "Alpha", logo: "", description: "" });
    }
    const answer = await sendRaw(app, {
      method: "POST",
      path: `/api/company/logo/${encodeURIComponent(name)}`,
      headers: { "content-type": type, authorization: `Bearer ${admin.token}` },
      body,
    });
    expect([answer.status, jsonOf(answer)["code"]], name).toEqual([status, code]);
  }
});
