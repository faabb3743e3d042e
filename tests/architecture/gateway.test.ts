import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Numbers about companies and schools leave through one module (features/tally/read.server.ts), which knows from how
 * many people on something is told. No page, call or command goes round it: nobody else names what is counted.
 */
const STORED =
  /\b(?:company_stats|company_move|school_tally|hidden_[a-z]+|rating_member|contribution_[a-z]+|rating_sum|tenure_days|first_stops|open_stops|visible_employees|visible_interns)\b/g;

/** Counting in a query, over whatever table. */
const COUNTING =
  /(?<![#.\w])(?:count|sum|avg|percentile_cont|bool_or|every)\s*\(|\bfn\s*\.\s*(?:count|countAll|sum|avg)\b/g;

const TALLY = /^src\/features\/tally\//;
/** Types, migrations and bulk loads; what is below the slices answers nobody. */
const BELOW = /^src\/db\//;

/** Who counts something, though no people of a company or school; or, as the meter does, by rules of its own. */
const OTHER_COUNTS: Readonly<Record<string, string>> = {
  "src/features/account/passkey-write.server.ts": "one's own passkeys",
  "src/features/account/read.server.ts": "one's own passkeys and networks",
  "src/features/mail/broadcast-write.server.ts": "letters of a broadcast",
  "src/features/mail/read.server.ts": "letters, for administrators",
  "src/features/meter/read.server.ts": "visible people who share a draft's stops, told as one of three colours",
  "src/features/profile/restop-write.server.ts": "one person's stops, kept in their own row",
  "src/features/profile/write.server.ts": "one person's stops, kept in their own row",
};

function found(files: readonly SourceFile[], pattern: RegExp, word: string): string[] {
  return files.flatMap((file) => {
    const text = withoutComments(file.text);
    return [...text.matchAll(pattern)].map((match) => `${file.path}:${lineOf(text, match.index)} ${word} ${match[0]}`);
  });
}

const isInside = ({ path }: SourceFile): boolean => TALLY.test(path) || BELOW.test(path);

/** Sentences about what goes round the gateway. */
function detours(files: readonly SourceFile[]): string[] {
  const outside = files.filter((file) => !isInside(file));
  return [
    ...found(outside, STORED, "names"),
    ...found(
      outside.filter(({ path }) => /^src\/.*\.server\.ts$/.test(path) && !(path in OTHER_COUNTS)),
      COUNTING,
      "counts with",
    ),
  ];
}

const sources = readFiles(/^(?:src|scripts|bench)\/.*\.(?:ts|tsx|mjs)$/).filter(({ path }) => !isTest(path));

describe("numbers about companies and schools", () => {
  it("leave through the gateway alone", () => {
    expect(detours(sources)).toEqual([]);
  });

  it("are read there, which shows that reads are found", () => {
    const gateway = sources.filter(({ path }) => path === "src/features/tally/read.server.ts");
    const names = new Set([...(gateway[0]?.text ?? "").matchAll(STORED)].map(([name]) => name));
    expect([...names]).toEqual(expect.arrayContaining(["company_stats", "company_move", "school_tally"]));
    expect(found(gateway, COUNTING, "counts with").length).toBeGreaterThan(3);
  });

  it("are all that is stored: every table of the slice and every view it counts by is known here", () => {
    const migrations = readFiles(/^src\/db\/migrations\/.*\.sql$/);
    const made = migrations.flatMap(({ text }) => [
      ...text.matchAll(/create\s+(?:or replace\s+)?(?:table|view)\s+([a-z_]+)/gi),
    ]);
    const counted = made
      .map(([, name = ""]) => name)
      .filter((name) => /stats|move|tally|hidden|contribution|_member/.test(name));
    expect(counted.length).toBeGreaterThan(8);
    expect(counted.filter((name) => name.match(STORED) === null)).toEqual([]);
  });

  it("have no exception without its count", () => {
    const counting = Object.keys(OTHER_COUNTS).filter(
      (path) =>
        found(
          sources.filter((file) => file.path === path),
          COUNTING,
          "",
        ).length === 0,
    );
    expect(counting).toEqual([]);
  });

  it.each([
    ["src/features/company/read.server.ts", "sql`select people from company_stats t where t.company_id = 1`"],
    ["src/features/school/read.server.ts", 'db.selectFrom("school_tally").selectAll()'],
    ["src/features/search/read.server.ts", "sql`select * from contribution_rating`"],
    ["src/features/admin/page.tsx", "sql`select * from hidden_contribution`"],
    ["src/features/site/api.server.ts", "sql`select rating_sum from t`"],
    ["src/features/jump/read.server.ts", "sql`select count(*) from entry where company_id = 1`"],
    ["src/features/company/page-read.server.ts", 'db.selectFrom("entry").select((eb) => eb.fn.countAll())'],
    ["src/features/profile/read.server.ts", "sql`select avg (rating) from role`"],
    ["scripts/numbers.ts", "sql`select * from company_move`"],
  ])("planted: a way round it in %s is caught", (path, text) => {
    expect(detours([{ path, text }])).toHaveLength(1);
  });

  it("planted: the gateway itself, types and prose are none", () => {
    const legal: SourceFile[] = [
      { path: "src/features/tally/read.server.ts", text: "sql`select sum(people) from company_move`" },
      { path: "src/db/tally-schema.ts", text: "type T = { rating_sum: number }" },
      { path: "src/features/company/read.server.ts", text: "// as company_stats says\nthis.#count(one)" },
    ];
    expect(detours(legal)).toEqual([]);
  });
});
