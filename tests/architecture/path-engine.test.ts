import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFile, readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * The path engine counts only what everybody can see: it is filled with public profiles. Its figures leave through one
 * file, which decides from how many people on a number is shown (docs/paths.md).
 */
type Rule = { what: RegExp; why: string; in: readonly string[] };

const PURE = "src/features/path/pure/";
const RULE_OF_FIVE = `${PURE}rule-of-five.ts`;
const READ = "src/features/path/read.server.ts";
const VERIFY = "src/features/path/verify.server.ts";
/** Adds published numbers from the gateway to the engine's own answer. */
const API = "src/features/path/api.server.ts";
/** ClickHouse: what it still has to learn is in tables of this slice. Its rows are made of public profiles too. */
const CLICKHOUSE = "src/features/path/clickhouse/";
const STORE = "src/features/path/store-write.server.ts";
const STORE_USERS = ["follower", "service"].map((name) => `src/features/path/store-${name}.server.ts`);

const STORED: readonly Rule[] = [
  {
    what: /\b(?:RoleRow|ProfileRow|ShownRow|StoredProfile|readRoleRows|readStoredProfile)\b/g,
    why: "a stored row",
    in: [],
  },
  { what: /from "#db\//g, why: "the database", in: [READ, VERIFY, STORE, ...STORE_USERS] },
  { what: /from "(?:kysely|pg)"|\bselectFrom\b|\bsql\s*(?:<[^`]*>)?\s*`/g, why: "a query of its own", in: [STORE] },
  {
    what: /from "#features\/[a-z-]+\/(?:[a-z-]+-)?read\.server\.ts"/g,
    why: "a read of another slice",
    in: [READ, VERIFY, API],
  },
  { what: /from "#features\/[a-z-]+\/(?:[a-z-]+-)?write\.server\.ts"/g, why: "a write", in: [] },
  { what: /from "#features\/(?:profile\/pure\/projection|pipeline\/pure\/stop-views)\.ts"/g, why: "rows", in: [] },
  { what: /from "#features\/stats\//g, why: "numbers of hidden people", in: [API] },
];

const FIVE: readonly Rule[] = [
  { what: /\bSHOWN_FROM_PEOPLE\b/g, why: "the limit itself", in: [RULE_OF_FIVE, `${PURE}limits.ts`] },
  { what: /(?<![<>])(?:[<>]=?|[!=]==)\s*[45]\b/g, why: "a limit of its own", in: [] },
  {
    what: /(?<!function )\b(?:quartiles|wilson|kaplanMeier|medianTime)\(/g,
    why: "a statistic that nobody has judged",
    in: [RULE_OF_FIVE],
  },
  {
    // The number of people behind a figure; each of these compares it by isShown, counts it, or orders by it.
    what: /\.(?:people|publics)\b/g,
    why: "people who were counted",
    in: [
      RULE_OF_FIVE,
      ...["next", "search", "routes", "route-run", "title", "state", "flow-count", "looser", "similar"].map(
        (name) => `${PURE}answers/${name}.ts`,
      ),
      ...["company", "flow", "next", "routes", "school", "search", "similar", "shown-tables", "title"].map(
        (name) => `${CLICKHOUSE}${name}.ts`,
      ),
      ...["curve", "figures"].map((name) => `${CLICKHOUSE}${name}.ts`),
    ],
  },
  {
    // Figures of an answer must come from showCount.
    what: /^\s*(?:others|ended|stayed|stillThere|promoted|hired|movedOn|notYet|noFullTimeYet): (?!showCount\()/gm,
    why: "a figure that is not told",
    in: [],
  },
];

function detours(files: readonly SourceFile[], rules: readonly Rule[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text);
    return rules
      .filter((rule) => !rule.in.includes(path))
      .flatMap(({ what, why }) => [...code.matchAll(what)].map(({ index }) => `${path}:${lineOf(code, index)} ${why}`));
  });
}

const files = readFiles(/^src\/features\/path\/.*\.tsx?$/).filter(({ path }) => !isTest(path));
const inPure = files.filter(
  ({ path }) =>
    (path.startsWith(PURE) || path.startsWith(CLICKHOUSE)) && !/\/(?:statistics|(?:title-)?types\.ts)/.test(path),
);

describe("nothing in the path engine", () => {
  it("knows a stored row: what goes in is what anybody may see", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(detours(files, STORED)).toEqual([]);
  });

  it("tells a figure past the rule of five", () => {
    expect(inPure.length).toBeGreaterThan(30);
    expect(detours(inPure, FIVE)).toEqual([]);
  });

  it("loads the client of ClickHouse on a site without it: one import, of a site with PATHS_URL", () => {
    const all = readFiles(/^(?:src|scripts)\/.*\.(?:tsx?|mjs)$/).filter(({ path }) => !isTest(path));
    const importing = (what: RegExp): string[] =>
      all.filter(({ text }) => what.test(withoutComments(text))).map(({ path }) => path);
    const store = /^src\/features\/path\/(?:clickhouse\/|store-(?!write\.))/;
    const others = all.filter(({ path }) => !store.test(path));
    const named = /from "(?:@clickhouse\/|[^"]*\/clickhouse\/|[^"]*\/store-(?!write\.)[a-z]+\.server\.ts)/;
    expect(importing(/from "@clickhouse\//).length).toBeGreaterThan(2);
    expect(others.filter(({ text }) => named.test(withoutComments(text))).map(({ path }) => path)).toEqual([]);
    expect(importing(/import\("[^"]*store-open\.server\.ts"\)/)).toEqual(["src/paths.server.ts"]);
    expect(readFile("src/paths.server.ts").text).toMatch(/config\.paths === undefined/);
  });

  it("is allowed something that it does not do", () => {
    for (const { what, in: places } of [...STORED, ...FIVE])
      for (const place of places)
        expect(withoutComments(files.find(({ path }) => path === place)?.text ?? ""), `${place} ${what}`).toMatch(what);
  });

  it.each([
    [STORED, `${PURE}engine.ts`, 'import type { RoleRow } from "#features/pipeline/pure/stop-views.ts";', 2],
    [
      STORED,
      "src/features/path/running/engine-keeper.ts",
      'import { readRoleRows } from "#features/profile/read.server.ts";',
      2,
    ],
    [STORED, "src/features/path/api.server.ts", 'const rows = await db.selectFrom("profile").execute();', 1],
    [STORED, READ, 'import { refreshStats } from "#features/stats/write.server.ts";', 2],
    [FIVE, `${PURE}answers/school.ts`, "if (counts.people > 4) return { people: counts.people };", 3],
    [FIVE, `${PURE}answers/school.ts`, "const of = count >= 5 ? count : null;", 1],
    [FIVE, `${PURE}answers/next.ts`, 'import { SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";', 1],
    [FIVE, `${PURE}answers/stays.ts`, "return { median: quartiles(values).median, ...wilson(1, 3) };", 2],
    [FIVE, `${PURE}answers/flow-count.ts`, "  others: rest,", 1],
  ] as const)("planted: %#", (rules, path, text, faults) => {
    expect(detours([{ path, text }], rules)).toHaveLength(faults);
  });
});
