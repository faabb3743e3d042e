import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAMS } from "#scripts/lib/programs.mjs";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

// A process answers pages and the API. What both need must be in memory once.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

const textOf = (name: string): string => readFileSync(`build/server/${name}`, "utf8");

/** The files of the server; those of earlier builds, which lie beside them, are left out. */
const files = new Set(Object.keys(PROGRAMS).map((name) => `${name}.js`));
for (const file of files)
  for (const [, other = ""] of textOf(file).matchAll(/(?:from|import)\(?["`]\.\/([\w.-]+\.js)["`]/g)) files.add(other);

test("what pages, the API and the threads need is built once", () => {
  // A sign of each: our own code, Kysely, zod, React's renderer, the names of countries.
  for (const sign of [
    "AppError=class",
    "Limiter=class",
    "class Kysely ",
    "function $constructor(",
    "renderToPipeableStream=",
    "countries.registerLocale",
  ])
    expect([...files].filter((name) => textOf(name).includes(sign))).toHaveLength(1);
});

test("no built file looks for other files beside itself", () => {
  // Sources say where a file is; see withBuiltPlaces. Libraries that read their own files are loaded from their package.
  const places = [...files].flatMap((name) => {
    const text = textOf(name);
    const found = text.matchAll(/import\.meta\.(?:url|dirname|filename)/g);
    return Array.from(found, (match) => text.slice(Math.max(0, match.index - 90), match.index + match[0].length));
  });
  expect(places.length).toBeGreaterThan(5);
  const allowed = /(?:new URL\(["`](?:\.\.\/\.\.\/src\/|\.\/)[\w./-]+["`],|createRequire\()import\.meta\.url$/;
  expect(places.filter((place) => !allowed.test(place))).toEqual([]);
});

test("no check was dropped because nobody uses what it returns", () => {
  // The build takes built-in functions for calls without an effect, though `decodeURIComponent` refuses some texts.
  // tests/architecture/unused-results.test.ts finds our own calls; this also looks at packages.
  expect([...files].filter((name) => /try\{(?:return (?:true|false);?)?\}catch/.test(textOf(name)))).toEqual([]);
});

test("every part that is loaded late can be loaded", async () => {
  const late = [...files].flatMap((name) =>
    Array.from(textOf(name).matchAll(/import\(["`](\.\/[^"`]+)["`]\)/g), ([, file]) => file),
  );
  expect(late.length).toBeGreaterThan(5);
  const code = `for (const part of ${JSON.stringify(late)}) await import("${process.cwd()}/build/server/" + part); process.exit();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
});

test("built files have one byte a character, and no comments", () => {
  expect(files.size).toBeGreaterThan(20);
  expect([...files].filter((name) => /[^\0-\x7f]/.test(textOf(name)))).toEqual([]);
  // The comments that end up in a bundle: licences, and the names of its modules.
  expect([...files].filter((name) => /@license|^\/\/|\/\*\*/m.test(textOf(name)))).toEqual([]);
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
