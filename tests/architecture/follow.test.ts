import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Letters and feeds show numbers of public people as of the last weekly count. Only the count reads pipelines, and only
 * what everybody may see. The code for letters and feeds reads the count's results and names.
 */
type Rule = { what: RegExp; why: string; in: readonly string[] };

const SLICE = "src/features/follow/";
const COUNT = [`${SLICE}batch-write.server.ts`, `${SLICE}pure/weekly-counts.ts`];
const NAMES = `${SLICE}names-read.server.ts`;

/** Tables that this slice may name in a query. */
const TABLES = new Set([
  "follow",
  "weekly_letter",
  "weekly_batch",
  "weekly_news",
  "feed_route",
  "saved_route",
  "account",
  "company",
  "company_merge",
]);

const RULES: readonly Rule[] = [
  {
    what: /\b(?:RoleRow|ProfileRow|ShownRow|StoredProfile|StoredRole|OwnProfile|readRoleRows|readStoredProfile)\b/g,
    why: "a stored row",
    in: [],
  },
  {
    what: /from "#features\/(?:profile|pipeline|stats|anonymity|share|like-me|insight|community|person-card)\/(?!schema\.ts)/g,
    why: "a read of people",
    in: [],
  },
  { what: /\bPublicProfile\b/g, why: "people, even as everybody sees them", in: COUNT },
  {
    what: /from "#features\/path\/(?!pure\/query\/|pure\/types\.ts|read\.server\.ts)/g,
    why: "the path engine",
    in: COUNT,
  },
  { what: /from "#features\/path\/read\.server\.ts"/g, why: "reads of paths", in: [NAMES] },
  { what: /\.ask\b|\bpathContext\b|\bPaths\b/g, why: "a question to the path engine, which is up to date", in: [] },
];

const QUERIED = /(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\(\s*"([a-z_]+)/g;
const WRITTEN = /\b(?:from|join|into|update)\s+([a-z_]+)(?=[\s`)])/g;

function faults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = withoutComments(text);
    const named = [
      ...code.matchAll(QUERIED),
      ...[...code.matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, query = "", ..._rest]) => [
        ...query.matchAll(WRITTEN),
      ]),
    ];
    return [
      ...RULES.filter((rule) => !rule.in.includes(path)).flatMap(({ what, why }) =>
        [...code.matchAll(what)].map(({ index }) => `${path}:${lineOf(code, index)} ${why}`),
      ),
      ...named.flatMap(([, table = ""]) => (TABLES.has(table) ? [] : [`${path} reads ${table}`])),
    ];
  });
}

const files = readFiles(/^src\/features\/follow\/.*\.tsx?$/).filter(({ path }) => !isTest(path));

describe("what tells of things that are followed", () => {
  it("knows the last count of the week, and nobody", () => {
    expect(files.length).toBeGreaterThan(12);
    expect(faults(files)).toEqual([]);
  });

  it("counts what anybody may see: the job hands that in, and the count leaves out whoever is not public", () => {
    const [weekly] = readFiles(/^src\/weekly\.server\.ts$/);
    expect(weekly?.text).toMatch(/countWeek\(\{ db, now \}, \(\) => streamVisibleProfiles\(db, calendarDay\(now\)\)\)/);
    const count = files.find(({ path }) => path === COUNT[0])?.text ?? "";
    expect(count.match(/\bvisible\(\)/g)).toHaveLength(1);
    expect(count).toMatch(/of visible\(\)\) \{\s+for \(const profile of publicOnes\(profiles\)\)/);
  });

  it.each([
    ["feed-api.server.ts", 'import { readProfilePage } from "#features/profile/read.server.ts";'],
    ["letters-write.server.ts", 'trx.selectFrom("published_member").selectAll()'],
    ["read.server.ts", "sql`select count(*) from stop where company_id = 1`"],
    ["names-read.server.ts", 'import { companyFigures } from "#features/stats/read.server.ts";'],
    ["feed-api.server.ts", 'await paths.ask("search", { route })'],
    ["letters-write.server.ts", "function tell(people: PublicProfile[]) {}"],
    ["read.server.ts", 'db.selectFrom("weekly_news").innerJoin("profile", "a", "b")'],
    ["batch-write.server.ts", "const row: StoredProfile = one;"],
  ])("planted: a look past the count in %s is caught", (name, text) => {
    expect(faults([{ path: `${SLICE}${name}`, text }])).not.toEqual([]);
  });
});
