import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Numbers about companies and schools leave through one module (features/stats/read.server.ts), which decides from how
 * many people on a number is shown. No page, call or command may bypass it: no other file may name the counted tables.
 */
const STORED =
  /\b(?:[a-z_]+_by_person|company_stats|company_move|school_company_stats|company_day|school_stats|counted_stop|published_[a-z_]+|waiting_(?:member|rating)|hidden_(?:employees|interns|people)|rating_sum|tenure_days|first_stops|open_stops|visible_employees|visible_interns|began_here|still_here)\b/g;

/** Answers from ratings: their stored form, and the function that decides what is shown. */
const ANSWERS =
  /\b(?:(?:hidden-|demo-)?(?:came|left)-(?:worse|same|better)|(?:hidden-|demo-)?face-[1-5]|showAnswers)\b/g;

/** Numbers in a company's row that only the gateway may read, used by other code. */
const CARRIED = /\.(?:raters|stays|neighbours)\b/g;

/** Counting in a query over any table: aggregates, windows, the database's own estimates. */
const COUNTING =
  /(?<![#.\w])(?:count|sum|avg|stddev\w*|variance|var_\w+|percentile_\w+|bool_or|bool_and|every|row_number|rank|dense_rank|ntile|array_length|json_array_length|cardinality)\s*\(|\bover\s*\(|\bfn\s*\.\s*(?:count|countAll|sum|avg|agg)\b|\bfn\s*(?:<[^>]*>)?\s*\(\s*["'](?:count|sum|avg)|\breltuples\b|\bn_live_tup\b/gi;

/** Functions that collect rows, because the number of rows is a count too. */
const GATHERING =
  /\b(?:array_agg|jsonb?_agg|jsonb?_object_agg|string_agg)\s*\(|\bgroup\s+by\b|\.\s*groupBy\s*\(|\bfn\s*\.\s*jsonAgg\b/gi;

/** A query. Code that counts without a database (words, items of a list on a page) does not concern the gateway. */
const QUERYING = /from "kysely"|\bselectFrom\b|\bsql\s*(?:<[^`]*>)?\s*`/;

/** People's stops in a query: code that can read them row by row could count them. */
const STOPS =
  /\b(?:from|join|only|into|update|using|table)\s+"?(?:stop|role)\b|["'](?:public\.)?(?:stop|role)(?:\s+as\s+\w+)?["']|[`,(]\s*(?:stop|role)\s+(?:as\s+)?[a-z]\w?\b/gi;

/** Files that may collect rows, each with what it collects. */
const GATHERERS: Readonly<Record<string, string>> = {
  "src/features/overview/state.server.ts": "jobs by kind",
  "src/features/company-admin/read.server.ts": "a company's aliases, and companies written alike",
  "src/features/catalogue/read.server.ts": "a company's names",
  "src/features/community/read.server.ts": "sign-ups by week",
  "src/features/report/rules-write.server.ts": "visible pipelines with a text or too much of it, to look at",
  "src/features/moderation/report-read.server.ts": "what was done about a report",
  "src/features/catalogue/terms-write.server.ts": "a company's names",
  "src/features/mail/read.server.ts": "e-mails, for administrators",
  "src/features/anonymity/read.server.ts": "visible people who share a draft's stops, told as one of three colours",
  "src/features/pipeline/merge-write.server.ts": "stops that change company with a merge",
  "src/features/pipeline/read.server.ts": "the roles of the people of a page",
};

/** Files that read or change stops, each with the reason: stops of one person, or of the people on a page. */
const STOP_READERS: Readonly<Record<string, string>> = {
  "src/features/catalogue/spelling-write.server.ts": "whether somebody else can be seen at a company that people typed",
  "src/features/catalogue/forget-write.server.ts": "whether any stop still names a company that people typed",
  "src/features/catalogue/create-write.server.ts": "which companies one person names already",
  "src/features/company/read.server.ts": "the people listed under a company, a page of cards",
  "src/features/catalogue/change-companies-write.server.ts": "whose stops become text when a company goes",
  "src/features/anonymity/read.server.ts": "visible people who share a draft's stops, told as one of three colours",
  "src/features/pipeline/merge-write.server.ts": "stops that change company with a merge",
  "src/features/pipeline/read.server.ts": "the stops of the people of a page",
  "src/features/pipeline/write.server.ts": "one person's stops",
  "src/features/company-admin/read.server.ts": "visible people who share an employer, told as a proposal to merge",
  "src/features/report/rules-write.server.ts": "texts of visible pipelines, to look at",
  "src/features/profile/delete-write.server.ts": "one person's stops",
  "src/features/profile/recount-stops-write.server.ts": "one person's stops, kept in their own row",
  "src/features/profile/write.server.ts": "one person's stops, kept in their own row",
};

const STATS = /^src\/features\/stats\//;
/** Types, migrations and bulk loads. Code below the slices does not answer requests. */
const BELOW = /^src\/db\//;

/** Files that may count: no people of a company or school, or, like the anonymity check, by their own rules. */
const OTHER_COUNTS: Readonly<Record<string, string>> = {
  "src/features/overview/state.server.ts": "mails and jobs, for administrators",
  "src/features/backup/restore-write.server.ts": "accounts that a restore would replace, for who runs the command",
  "src/features/picture/places.server.ts": "pictures in the database and in the store, for who runs the command",
  "src/features/early-access/read.server.ts": "mails of a list that an administrator pasted",
  "src/features/report/rules-write.server.ts": "visible pipelines with a text or too much of it, to look at",
  "src/features/moderation/report-read.server.ts": "reports on one person or company, for administrators",
  "src/features/community/read.server.ts":
    "accounts, pipelines by level and what waits, for administrators; hidden ones from 5 on",
  "src/features/company-admin/read.server.ts": "visible people who share an employer, told as a proposal to merge",
  "src/features/passkey/write.server.ts": "one's own passkeys",
  "src/features/session/access-token-write.server.ts": "one's own access tokens",
  "src/features/account/read.server.ts": "one's own passkeys and networks",
  "src/features/mail/broadcast-write.server.ts": "e-mails of a broadcast",
  "src/features/mail/read.server.ts": "e-mails, for administrators",
  "src/features/anonymity/read.server.ts": "visible people who share a draft's stops, told as one of three colours",
  "src/features/profile/recount-stops-write.server.ts": "one person's stops, kept in their own row",
  "src/features/profile/write.server.ts": "one person's stops, kept in their own row",
};

function found(files: readonly SourceFile[], pattern: RegExp, word: string): string[] {
  return files.flatMap((file) => {
    const text = withoutComments(file.text);
    return [...text.matchAll(pattern)].map((match) => `${file.path}:${lineOf(text, match.index)} ${word} ${match[0]}`);
  });
}

const isInside = ({ path }: SourceFile): boolean => STATS.test(path) || BELOW.test(path);

/** Sentences about what goes round the gateway. */
function detours(files: readonly SourceFile[]): string[] {
  const outside = files.filter((file) => !isInside(file));
  const asking = outside.filter(({ path, text }) => path.startsWith("src/") && QUERYING.test(text));
  return [
    ...found(outside, STORED, "names"),
    ...found(outside, ANSWERS, "names"),
    ...found(
      // The path engine counts visible pipelines by itself; its `stays` come from no table.
      outside.filter(({ path }) => /^src\/(?:features|server)\/(?!path\/pure\/).*\.ts$/.test(path)),
      CARRIED,
      "takes",
    ),
    ...found(
      asking.filter(({ path }) => !(path in OTHER_COUNTS)),
      COUNTING,
      "counts with",
    ),
    ...found(
      asking.filter(({ path }) => !(path in GATHERERS)),
      GATHERING,
      "gathers with",
    ),
    ...found(
      asking.filter(({ path }) => !(path in STOP_READERS)),
      STOPS,
      "reads stops:",
    ),
  ];
}

/** Columns that count nobody: how well a school is known, as the catalogue says, and a reference to another row. */
const NO_COUNTS = new Set(["known", "same_as"]);

/** Tables with numbers, views, and functions that read stops. `unknown` are those that no rule above covers. */
function unknownNumbers(migrations: readonly string[]): { known: string[]; unknown: string[] } {
  const made = migrations.flatMap((text) => {
    const sql = text.replaceAll(/--.*$/gm, "");
    const kind = String.raw`create\s+(?:or\s+replace\s+)?(?:temporary\s+|unlogged\s+|materialized\s+|recursive\s+)*`;
    const named = (what: string) =>
      [
        ...sql.matchAll(new RegExp(String.raw`${kind}${what}\s+(?:if\s+not\s+exists\s+)?"?([a-z_.]+)([^;]*)`, "gi")),
      ].map(([, name = "", body = ""]) => ({ name, body }));
    return [
      ...named("view"),
      ...named("table").filter(
        ({ name, body }) =>
          /stats|move|tally|(?<!ac)count|total|number|hidden|contribution|_member/i.test(name) ||
          /\bas\s+select\b/i.test(body),
      ),
      ...named("function").filter(({ body }) => /\b(?:stop|role)\b/i.test(body)),
      ...[...sql.matchAll(/alter\s+table\s+(?:company|school)\b([^;]*)/gi)].flatMap(([, body = ""]) =>
        [...body.matchAll(/add\s+column\s+([a-z_]+)\s+(?:big|small)?int/gi)].flatMap(([, name = ""]) =>
          NO_COUNTS.has(name) ? [] : [{ name, body }],
        ),
      ),
    ];
  });
  const names = [...new Set(made.map(({ name }) => name.toLowerCase()))];
  const isKnown = (name: string): boolean => name.match(STORED) !== null;
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) };
}

const sources = readFiles(/^(?:src|scripts|bench)\/.*\.(?:ts|tsx|mjs)$/).filter(({ path }) => !isTest(path));

describe("numbers about companies and schools", () => {
  it("leave through the gateway alone", () => {
    expect(detours(sources)).toEqual([]);
  });

  it("are read there, which shows that reads are found", () => {
    const gateway = sources.filter(({ path }) => path === "src/features/stats/read.server.ts");
    const names = new Set([...(gateway[0]?.text ?? "").matchAll(STORED)].map(([name]) => name));
    expect([...names]).toEqual(expect.arrayContaining(["company_stats", "company_move", "school_company_stats"]));
    expect(found(gateway, COUNTING, "counts with").length).toBeGreaterThan(0);
  });

  it("are all that is stored: every table of the slice and every view of the database is known here", () => {
    expect(unknownNumbers(readFiles(/^src\/db\/migrations\/[^/]*\.sql$/).map(({ text }) => text))).toEqual({
      known: expect.arrayContaining([
        "company_stats",
        "hidden_aggregate_by_person",
        "rating_by_person",
        "answer_by_person",
        "published_member",
      ]),
      unknown: [],
    });
  });

  it.each([
    "create table company_tally (company_id bigint, n integer);",
    "CREATE MATERIALIZED VIEW busy AS select company_id from stop;",
    "create or replace temporary view firms as select 1;",
    "create unlogged table if not exists pair_counts (a bigint);",
    "create function firms_of(a bigint) returns bigint language sql as $$ select count(*) from stop $$;",
    "alter table company add column people integer not null default 0;",
    "create table firm_copy as select company_id from stop;",
  ])("planted: a number stored elsewhere is caught: %s", (text) => {
    expect(unknownNumbers([text]).unknown).toHaveLength(1);
  });

  it.each([
    ["counts", OTHER_COUNTS, COUNTING],
    ["gathers", GATHERERS, GATHERING],
    ["reads stops", STOP_READERS, STOPS],
  ])("have no exception that is none: each %s", (_what, exceptions, pattern) => {
    const idle = Object.keys(exceptions).filter(
      (path) =>
        found(
          sources.filter((file) => file.path === path),
          pattern,
          "",
        ).length === 0,
    );
    expect(idle).toEqual([]);
  });

  it.each([
    ["src/features/company/read.server.ts", "sql`select people from company_stats t where t.company_id = 1`"],
    ["src/features/school/read.server.ts", 'db.selectFrom("school_company_stats").selectAll()'],
    ["src/features/search/read.server.ts", "sql`select * from rating_by_person`"],
    ["src/features/admin/page.tsx", "sql`select * from hidden_aggregate_by_person`"],
    ["src/features/path/read.server.ts", "sql`select answer from answer_by_person where company_id = 1`"],
    ["src/features/path/api.server.ts", "sql`select people from published_aggregate where kind = 'came-better'`"],
    ["src/features/path/read.server.ts", 'sql`select 1 where kind = ${"hidden-face-5"}`'],
    ["src/features/company/page-read.server.ts", "showAnswers(rows)"],
    ["src/features/site/api.server.ts", "sql`select rating_sum from t`"],
    ["src/features/quick-search/read.server.ts", "sql`select count(*) from stop where company_id = 1`"],
    ["src/features/company/page-read.server.ts", 'db.selectFrom("stop").select((eb) => eb.fn.countAll())'],
    ["src/features/profile/read.server.ts", "sql`select avg (rating) from role`"],
    ["scripts/numbers.ts", "sql`select * from company_move`"],
    ["src/features/site/read.server.ts", "sql`select COUNT(*) from profile where listed`"],
    ["src/features/home/read.server.ts", "sql`select id, row_number() as n from company`"],
    ["src/features/home/page.tsx", 'db.selectFrom("profile").select((eb) => eb.fn("count", ["id"]))'],
    ["src/features/company/rating.ts", "sql`select ratings from company_rating group by 1`"],
    [
      "src/features/search/read.server.ts",
      "const rows = await sql`select 1 from stop where company_id = 1`; rows.length",
    ],
    ["src/features/site/read.server.ts", "sql`select s.id from school s join stop e on e.company_id = s.id`"],
    ["src/features/site/read.server.ts", "sql`select 1 from company c, stop e where e.company_id = c.id`"],
    ["src/features/home/read.server.ts", 'db.selectFrom("stop as e").select("id").execute()'],
    [
      "src/features/quick-search/read.server.ts",
      'db.selectFrom("profile").innerJoin("role", "role.profile_id", "profile.id")',
    ],
    ["src/features/company/api.server.ts", "({ ...view, told: row.raters })"],
    ["src/features/company/page-read.server.ts", "({ came: found.neighbours })"],
    ["src/features/site/read.server.ts", "sql`select reltuples from pg_class`"],
  ])("planted: a way round it in %s is caught", (path, text) => {
    expect(detours([{ path, text }])).not.toEqual([]);
  });

  it("planted: the gateway itself, types and prose are none", () => {
    const legal: SourceFile[] = [
      { path: "src/features/stats/read.server.ts", text: "sql`select sum(people) from company_move`" },
      { path: "src/db/stats-schema.ts", text: "type T = { rating_sum: number }" },
      { path: "src/features/company/read.server.ts", text: "// as company_stats says\nthis.#count(one)" },
    ];
    expect(detours(legal)).toEqual([]);
  });
});
