import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { playwrightNames, vitestNames, withoutWide } from "./wide.mjs";

test("wide tests are left out of a run of everything, and of one whole stage", () => {
  const usual = { isAll: false, rest: [] };
  expect(withoutWide("vitest", usual)).toEqual([`--testNamePattern=^(?!${vitestNames()})`]);
  expect(withoutWide("playwright", usual)).toEqual([`--grep-invert=${playwrightNames()}`]);
});

test("they are run with all tests, and where somebody names tests", () => {
  expect(withoutWide("vitest", { isAll: true, rest: [] })).toEqual([]);
  expect(withoutWide("playwright", { isAll: false, rest: ["gallery"] })).toEqual([]);
});

test("names are told as they are, with all their signs", () => {
  const file = "tests/http/a.test.ts";
  const names = new RegExp(vitestNames([{ file, why: "Slow.", tests: ["R1: (a|b) costs $1.50 [at most]"] }]));
  expect("prices R1: (a|b) costs $1.50 [at most]").toMatch(names);
  expect("prices R1: a costs 1x50 at most").not.toMatch(names);
});

test("the scripts of package.json go the same way", () => {
  const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  for (const stage of ["unit", "http", "e2e"]) expect(scripts[`test:${stage}`]).toBe(`node scripts/test.mjs ${stage}`);
});
