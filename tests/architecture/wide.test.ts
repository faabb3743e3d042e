import { describe, expect, it } from "vitest";
import { playwrightNames, vitestNames } from "#scripts/lib/wide.mjs";
import { WIDE, type Wide } from "#tests/wide.mjs";
import { isTest, isWide, readFiles, type SourceFile } from "./source.ts";

const tests = readFiles(/\.test\.(?:tsx?|mjs)$/).filter(({ path }) => isTest(path));

/** Entries without a file, a reason or a test, and titles of Vitest that another test has too. */
function faultsOf(wide: readonly Wide[], files: readonly SourceFile[]): string[] {
  return wide.flatMap(({ file, why, tests: entries }) => {
    const text = files.find(({ path }) => path === file)?.text ?? "";
    const isCalled = (one: string, title: string): boolean =>
      new RegExp(`\\(\\s*(["\`])${RegExp.escape(title)}\\1,`).test(one);
    const titles = entries.map((entry) => (typeof entry === "string" ? entry : entry.title));
    return [
      ...(text === "" ? [`${file} is not there`] : []),
      ...(/\w/.test(why) ? [] : [`${file} has no reason`]),
      ...titles
        .filter((title) => !text.includes(`"${title}",`) && !text.includes(`\`${title}\`,`))
        .map((title) => `${file} has no "${title}"`),
      // Vitest is given titles without their files, so a wide test's title must not be that of a test elsewhere, which
      // would be left out too.
      ...(file.startsWith("tests/e2e/") ? [] : titles).flatMap((title) =>
        files
          .filter(({ path, text: other }) => path !== file && !path.startsWith("tests/e2e/") && isCalled(other, title))
          .map(({ path }) => `${path} has "${title}" of ${file} too`),
      ),
    ];
  });
}

const one = { file: "tests/http/a.test.ts", why: "Slow.", tests: ["takes long"] };
const files = [
  { path: "tests/http/a.test.ts", text: 'describe("a group", () => {\n  it("takes long", () => {});\n});\n' },
];

describe("the list of tests that only npm test -- all runs", () => {
  it("has tests that are there, each with a reason", () => {
    expect(faultsOf(WIDE, tests)).toEqual([]);
  });

  it("planted: a renamed test, one without a reason and one whose title stands elsewhere are caught", () => {
    expect(faultsOf([one], files)).toEqual([]);
    expect(faultsOf([{ ...one, tests: ["took long"] }], files)).toEqual(['tests/http/a.test.ts has no "took long"']);
    expect(faultsOf([{ ...one, why: " " }], files)).toEqual(["tests/http/a.test.ts has no reason"]);
    const twice = [...files, { path: "src/b.test.ts", text: 'it("takes long", () => {});' }];
    expect(faultsOf([one], twice)).toEqual(['src/b.test.ts has "takes long" of tests/http/a.test.ts too']);
  });

  it("is told to each runner as names: of groups and tests, without those that stay", () => {
    const vitest = new RegExp(vitestNames([one, { ...one, tests: ["a slow group"] }]));
    for (const name of ["takes long", "a group takes long", "a slow group is fast"]) expect(name).toMatch(vitest);
    for (const name of ["takes longer", "a group that takes time"]) expect(name).not.toMatch(vitest);
    const table = new RegExp(vitestNames([{ ...one, tests: [{ title: "from %s to $end", but: ["from 1 to 9"] }] }]));
    expect("a group from 2 to 9").toMatch(table);
    expect("a group from 1 to 9").not.toMatch(table);
    const loop = { title: "fits at ${width} px, ${theme}", but: ["fits at 360 px, dark"] };
    const playwright = new RegExp(playwrightNames([{ ...one, file: "tests/e2e/a.test.ts", tests: [loop] }]));
    for (const name of ["a.test.ts fits at 1280 px, dark", "x a.test.ts a card fits at 360 px, light"])
      expect(name).toMatch(playwright);
    for (const name of [
      "a.test.ts fits at 360 px, dark",
      "a.test.ts a card fits at 360 px, dark",
      "b.test.ts fits at 1280 px, dark",
    ])
      expect(name).not.toMatch(playwright);
  });

  it("is asked by title: a test by itself, in a group, and one of which a case stays", () => {
    const [{ path, text } = { path: "", text: "" }] = files;
    expect(isWide(path, text, "takes long", [one])).toBe(true);
    expect(isWide(path, text, "takes long", [{ ...one, tests: ["a group"] }])).toBe(true);
    expect(
      isWide(path, text, "takes long", [{ ...one, tests: [{ title: "takes long", but: ["takes long 1"] }] }]),
    ).toBe(false);
    expect(isWide(path, `${text}it("comes after", () => {});`, "comes after", [{ ...one, tests: ["a group"] }])).toBe(
      false,
    );
    expect(isWide("tests/http/b.test.ts", text, "takes long", [one])).toBe(false);
  });
});
