import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf } from "#tests/helpers/answers-seen.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { documentedAnswers } from "#tests/helpers/openapi.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// The watch over all answers of a run, watched.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const notes = (): string[] => {
  const folder = process.env["PIPELINES_TEST_ANSWERS_SEEN"] ?? "";
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
};

describe("the answers that a run has seen", () => {
  test("hold those of a bare socket, packed or not, by call, status and code", async () => {
    await sendRaw(app, { path: "/api/mongodbId/x", headers: { "accept-encoding": "gzip" } });
    await sendRaw(app, { path: "/api/profile/get/nobody" });
    await sendRaw(app, { path: "/api/user/me" });
    await expect
      .poll(notes)
      .toEqual(
        expect.arrayContaining([
          "GET /api/mongodbId/{id} 200 ",
          "GET /api/profile/get/{id} 404 profile-not-found",
          "GET /api/user/me 401 no-session",
        ]),
      );
  });

  const all = documentedAnswers().map(({ method, path, status, code }) => `${method} ${path} ${status} ${code}`);

  test("lack nothing when all declared ones are there", () => {
    expect(faultsOf(new Set(all), true)).toEqual([]);
  });

  test("planted: one that is declared and was never seen is found, in a whole run alone", () => {
    const lines = new Set(all);
    expect(lines.delete("POST /api/user/login 400 invalid-credentials")).toBe(true);
    expect(lines.delete("GET /api/user/me 200 ")).toBe(true);
    expect(faultsOf(lines, true).toSorted()).toEqual([
      "GET /api/user/me declares 200, which no test saw",
      "POST /api/user/login declares 400 invalid-credentials, which no test saw",
    ]);
    expect(faultsOf(lines, false)).toEqual([]);
  });

  test("planted: one that differs from the document is found in every run", () => {
    expect(faultsOf(new Set(["! GET /api/user/me 200 with a body that is not the declared one"]), false)).toEqual([
      "GET /api/user/me 200 with a body that is not the declared one",
    ]);
  });
});
