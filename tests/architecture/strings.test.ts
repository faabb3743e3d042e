import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STRINGS, type FixedString } from "#tests/e2e/strings.ts";
import { WIDE } from "#tests/wide.mjs";
import { isWide, readFile, ROOT, withoutComments } from "./source.ts";

/** Every route of the product's text, and the parts that are on every route. */
const PLACES = [
  "/",
  "/search",
  "/login",
  "/signup",
  "/discover",
  "/edit",
  "/user/{id}",
  "/company/{id}",
  "/school/{id}",
  "/suggestions",
  "/admin",
  "/admin/dashboard",
  "/code",
  "any other path",
  "header",
  "person card",
  "footer",
  "session",
  "errors",
  "early access",
];

type Read = (path: string) => string | undefined;

const TEST = /\btest(?:\.\w+)?\(\s*(["`])(.*?)\1,/gs;
const SKIPPED = /^test\.(?:skip|fixme|fail|todo)\(/;

/** The lines of the test of this title, up to the next one of its file. Comments see nothing. */
function sightOf(file: string, title: string, read: Read): string | undefined {
  const text = read(`tests/e2e/${file}`);
  if (text === undefined) return undefined;
  const code = withoutComments(text);
  const tests = [...code.matchAll(TEST)];
  const at = tests.findIndex(([, , name]) => name === title);
  const own = tests[at];
  if (!own || SKIPPED.test(own[0])) return undefined;
  return code.slice(own.index, tests[at + 1]?.index);
}

/**
 * Finds places without a row, rows that exist twice, tests that do not exist, and tests without the text of their row.
 */
function faultsOf(rows: readonly FixedString[], read: Read, wide = WIDE): string[] {
  const ids = rows.map(({ id }) => id);
  const isSeenUsually = ({ seenBy }: FixedString): boolean => {
    const [file = "", ...title] = seenBy.split(" › ");
    const path = `tests/e2e/${file}`;
    return !isWide(path, read(path) ?? "", title.join(" › "), wide);
  };
  return [
    ...PLACES.filter((place) => !rows.some(({ where }) => where === place)).map((place) => `${place} has no row`),
    ...[...new Set(rows.map(({ where }) => where))]
      .filter((place) => !rows.some((row) => row.where === place && isSeenUsually(row)))
      .map((place) => `no text of ${place} is seen by npm test`),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `${id} is there twice`),
    ...rows.flatMap(({ id, where, text, seenBy }) => {
      const [file = "", ...title] = seenBy.split(" › ");
      const sight = sightOf(file, title.join(" › "), read);
      return [
        ...(PLACES.includes(where) ? [] : [`${id}: no place is called ${where}`]),
        ...(text.trim() === "" ? [`${id} says nothing`] : []),
        ...(sight === undefined ? [`${id}: there is no test ${seenBy}`] : []),
        ...(sight !== undefined && !sight.includes(text) ? [`${id}: ${seenBy} has no ${text}`] : []),
        ...(sight !== undefined && !/\bexpect\w*[(.]|\b(?:sees?|says?|shows?)\w*\(/.test(sight)
          ? [`${id}: ${seenBy} expects nothing`]
          : []),
      ];
    }),
  ];
}

const readTree: Read = (path) =>
  /\.\w+$/.test(path) && existsSync(join(ROOT, path)) ? readFile(path).text : undefined;

describe("the product's strings", () => {
  const [first] = STRINGS;
  if (!first) throw new Error("The table is empty.");
  const [firstFile = ""] = first.seenBy.split(" › ");
  const planted = (row: Partial<FixedString>) => faultsOf([...STRINGS, { ...first, id: "planted", ...row }], readTree);

  it("are each seen by a browser test that exists and holds them to the letter", () => {
    expect(faultsOf(STRINGS, readTree)).toEqual([]);
    expect(planted({})).toEqual([]);
  });

  it("planted: a string without a test is caught", () => {
    expect(planted({ seenBy: "" })).toHaveLength(1);
    expect(planted({ seenBy: `${firstFile} › the landing page` })).toHaveLength(1);
    expect(planted({ seenBy: first.seenBy.replace(firstFile, "nothing.test.ts") })).toHaveLength(1);
    const title = first.seenBy.slice(firstFile.length + 3);
    const skipped: Read = (path) => readTree(path)?.replace(`test("${title}"`, `test.skip("${title}"`);
    const ofFirst = (read: Read) => faultsOf([first], read).filter((fault) => fault.startsWith(first.id));
    expect(ofFirst(readTree)).toEqual([]);
    expect(ofFirst(skipped)).toEqual([`${first.id}: there is no test ${first.seenBy}`]);
    expect(ofFirst((path) => readTree(path)?.replace(/\bexpect\b/g, "look"))).toEqual([
      `${first.id}: ${first.seenBy} expects nothing`,
    ]);
  });

  it("planted: a word changed in the table, and one changed in the test, are caught", () => {
    expect(planted({ text: first.text.replace("The", "the") })).toHaveLength(1);
    expect(planted({ text: " " })).toContain("planted says nothing");
    const changed: Read = (path) => readTree(path)?.replaceAll(first.text, "Discover Pipelines");
    expect(faultsOf([first], changed).filter((fault) => fault.startsWith(first.id))).toHaveLength(1);
  });

  it("planted: words that stand in another test or in a comment only are caught", () => {
    const file = () => 'test("one", () => {\n// Hello\nexpect(1);\n});\ntest("two", () => see("Bye"));';
    const at = (text: string, title: string) =>
      faultsOf([{ id: "row", where: "/", text, seenBy: `a.test.ts › ${title}` }], file).filter((fault) =>
        fault.startsWith("row"),
      );
    expect(at("Bye", "two")).toEqual([]);
    expect(at("Bye", "one")).toHaveLength(1);
    expect(at("Hello", "one")).toHaveLength(1);
  });

  it("planted: a route without a row, a row said twice and an unknown place are caught", () => {
    const rest = STRINGS.filter(({ where }) => where !== "footer");
    expect(faultsOf(rest, readTree)).toEqual(["footer has no row"]);
    expect(faultsOf([...STRINGS, first], readTree)).toEqual([`${first.id} is there twice`]);
    expect(planted({ where: "/nowhere" })).toEqual(["planted: no place is called /nowhere"]);
    const tests = STRINGS.map(({ seenBy }) => seenBy.split(" › ").slice(1).join(" › "));
    const wide = [{ file: `tests/e2e/${firstFile}`, why: "planted", tests }];
    expect(faultsOf([first], readTree, wide)).toContain(`no text of ${first.where} is seen by npm test`);
  });
});
