import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

// A process has its own sources in memory beside the built pages. What both need must be there once.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

/** The files that the server loads; workers are for browsers. */
const files = ["index.js", ...readdirSync("build/server/assets").map((name) => `assets/${name}`)].filter(
  (name) => name.endsWith(".js") && !name.includes(".worker-"),
);
const textOf = (name: string): string => readFileSync(`build/server/${name}`, "utf8");

test("the built pages use the libraries that the server has loaded", () => {
  for (const library of ["kysely", "zod"]) expect(textOf("index.js")).toContain(`from"${library}"`);
});

test("the built pages have one byte a character, and no comments", () => {
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((name) => /[^\0-\x7f]/.test(textOf(name)))).toEqual([]);
  // The comments that end up in a bundle: licences, and the names of its modules.
  expect(files.filter((name) => /@license|^\/\/|\/\*\*/m.test(textOf(name)))).toEqual([]);
});

test("a sentence on a page and one to the API read the names once", async () => {
  const namesOf = (): unknown => Reflect.get(app.services.db, Symbol.for("pipelines.sentence-names"));
  expect(namesOf()).toBeUndefined();
  const page = await fetch(`${app.url}/ask/reading.data?q=from+google+to+meta`);
  expect(page.status).toBe(200);
  const names = namesOf();
  expect(names).toMatchObject({ names: expect.any(Promise) });
  await fetch(`${app.url}/api/paths/read?q=from+google+to+meta`);
  expect(namesOf()).toBe(names);
});
