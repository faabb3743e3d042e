import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedFiles, planFor } from "./changed.mjs";

const TESTS = [
  { path: "tests/http/company-races.test.ts", text: "" },
  { path: "tests/http/companyless.test.ts", text: "" },
  { path: "tests/http/profile.test.ts", text: 'import { x } from "#features/company/read.server.ts";' },
  { path: "tests/http/limits.test.ts", text: 'import { LIMITS } from "#server/rate-limit.ts";' },
  { path: "tests/clickhouse/cases.test.ts", text: "" },
  { path: "tests/clickhouse/turns.test.ts", text: "" },
  { path: "tests/e2e/company-flow.test.ts", text: "" },
  { path: "tests/e2e/pages.test.ts", text: "" },
];

test("a slice's change runs the tests of its name and those that import what changed", () => {
  const { http, e2e, sources } = planFor(["src/features/company/read.server.ts", "README.md"], TESTS);
  expect(http).toEqual(["tests/http/company-races.test.ts", "tests/http/profile.test.ts"]);
  expect(e2e).toEqual(["tests/e2e/company-flow.test.ts"]);
  expect(sources).toEqual(["src/features/company/read.server.ts"]);
});

test("a change below the slices runs who imports it; a changed test runs itself", () => {
  const { http, e2e } = planFor(["src/server/rate-limit.ts", "tests/e2e/pages.test.ts"], TESTS);
  expect([http, e2e]).toEqual([["tests/http/limits.test.ts"], ["tests/e2e/pages.test.ts"]]);
});

test.each([
  "tests/clickhouse/worlds.ts",
  "tests/clickhouse/cases.test.ts",
  "tests/paths/cases/edges.ts",
  "src/features/path/clickhouse/tables.ts",
  "src/features/path/store-writer.server.ts",
  "src/features/path/verify.server.ts",
])("all tests of ClickHouse run after a change of %s", (file) => {
  expect(planFor([file], TESTS).clickhouse).toEqual([
    "tests/clickhouse/cases.test.ts",
    "tests/clickhouse/turns.test.ts",
  ]);
});

test("no test of ClickHouse runs after other changes", () => {
  expect(
    planFor(["src/features/path/pure/engine.ts", "src/features/company/read.server.ts"], TESTS).clickhouse,
  ).toEqual([]);
});

test("nothing changed, nothing to run", () => {
  expect(planFor([], TESTS)).toEqual({ files: [], sources: [], http: [], clickhouse: [], e2e: [] });
});

test("changed are new files and edited ones, and not those that are gone", () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-changed-"));
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.test", ...args], { cwd: folder });
  try {
    git("init", "-q");
    for (const name of ["edited", "deleted", "same"]) writeFileSync(join(folder, name), name);
    git("add", ".");
    git("commit", "-qm", "first");
    writeFileSync(join(folder, "edited"), "anew");
    writeFileSync(join(folder, "new"), "");
    rmSync(join(folder, "deleted"));
    expect(changedFiles(folder, "HEAD")).toEqual(["edited", "new"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
