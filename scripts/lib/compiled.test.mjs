import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compiledFolder } from "./compiled.mjs";

const OTHER = 65_534;
const isRoot = process.getuid?.() === 0;

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "pipelines-compiled-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a build has one folder, which only its user can read", () => {
  const folder = compiledFolder(root, "one");
  expect(statSync(folder ?? "").mode & 0o777).toBe(0o700);
  expect(compiledFolder(root, "one")).toBe(folder);
});

test("the folders of earlier builds are removed", () => {
  const first = compiledFolder(root, "one") ?? "";
  writeFileSync(join(first, "kept"), "code");
  const second = compiledFolder(root, "two") ?? "";
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
});

test.runIf(isRoot)("another user's folders stay, and are not used", () => {
  const first = compiledFolder(root, "one") ?? "";
  chownSync(first, OTHER, OTHER);
  expect(compiledFolder(root, "one")).toBeUndefined();
  expect(compiledFolder(root, "two")).toContain("0-two");
  expect(existsSync(first)).toBe(true);
});

test("without a folder that can be written there is none", () => {
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules", ".cache"), "a file");
  expect(compiledFolder(root, "one")).toBeUndefined();
});
