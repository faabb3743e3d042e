import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashInputs, isBuilt, isInput, keepPresentParts, removeOldParts } from "./build.mjs";

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "pipelines-build-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @type {(file: string, text: string) => void} */
const write = (file, text) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

test("the hash follows contents and names of what goes into the pages, and nothing else", () => {
  write("src/a.ts", "1");
  write("src/deep/b.css", "2");
  write("catalogue/logos.json", "{}");
  const first = hashInputs(root);
  expect(hashInputs(root)).toBe(first);
  for (const outside of ["src/a.test.ts", "scripts/start.mjs", "docs/x.md", "data/pg/y", "build/z"])
    write(outside, "x");
  expect(hashInputs(root)).toBe(first);
  const seen = new Set([first]);
  for (const inside of [
    "src/a.ts",
    "src/deep/b.css",
    "catalogue/logos.json",
    "scripts/build-logos.ts",
    "vite.config.ts",
    "package-lock.json",
  ]) {
    write(inside, "changed");
    seen.add(hashInputs(root));
  }
  expect(seen.size).toBe(7);
});

test("moving a border between two files changes the hash", () => {
  write("src/a.ts", "12");
  write("src/b.ts", "3");
  const first = hashInputs(root);
  write("src/a.ts", "1");
  write("src/b.ts", "23");
  expect(hashInputs(root)).not.toBe(first);
});

test("only a stamp of the very same inputs counts as built", () => {
  expect(isBuilt(root, "abc")).toBe(false);
  write("build/.stamp", "abc");
  expect(isBuilt(root, "abc")).toBe(true);
  expect(isBuilt(root, "abd")).toBe(false);
});

test("knows which files are inputs", () => {
  expect(["src/x.tsx", "scripts/build-logos.ts", "vite.config.ts", "scripts/lib/programs.mjs"].every(isInput)).toBe(
    true,
  );
  expect(["src/x.test.tsx", "scripts/seed.ts", "scripts/lib/build.mjs"].some(isInput)).toBe(false);
});

test("parts of the build that is replaced count their day from then on, however old they are", () => {
  const hours = (/** @type {number} */ count) => Date.now() / 1_000 - count * 3_600;
  for (const [name, age] of /** @type {const} */ ([
    ["late.js", 2_000.01],
    ["main.js", 2_000],
    ["of-the-build-before.js", 2_010],
  ])) {
    write(`server/${name}`, "");
    utimesSync(join(root, "server", name), hours(age), hours(age));
  }
  keepPresentParts(join(root, "server"));
  removeOldParts(join(root, "server"));
  expect(readdirSync(join(root, "server")).toSorted()).toEqual(["late.js", "main.js"]);
  keepPresentParts(join(root, "none"));
});

test("parts of the build before stay for a day, for processes that load them late", () => {
  const hours = (/** @type {number} */ count) => Date.now() / 1_000 - count * 3_600;
  for (const [name, age] of /** @type {const} */ ([
    ["new.js", 0],
    ["before.js", 23],
    ["old.js", 25],
  ])) {
    write(`server/${name}`, "");
    utimesSync(join(root, "server", name), hours(age), hours(age));
  }
  removeOldParts(join(root, "server"));
  expect(readdirSync(join(root, "server")).toSorted()).toEqual(["before.js", "new.js"]);
});
