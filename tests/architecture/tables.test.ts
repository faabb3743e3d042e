import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** The slice whose writes may change each table, sometimes with a second slice, or with one file. */
const OWNERS: Readonly<Record<string, { slice: string; also?: string } | { only: RegExp; reason: string }>> = {
  account: { slice: "account" },
  session: { slice: "session" },
  profile: { slice: "profile" },
  stop: { slice: "pipeline" },
  role: { slice: "pipeline" },
  company: { slice: "catalogue", also: "company-admin" },
  company_alias: { slice: "catalogue", also: "company-admin" },
  company_term: { slice: "catalogue" },
  school: { slice: "school" },
  school_name: { slice: "school" },
  school_term: { slice: "school" },
  company_stats: { slice: "stats" },
  company_move: { slice: "stats" },
  school_company_stats: { slice: "stats" },
  company_day: { slice: "stats" },
  anonymous_stop: { slice: "stats" },
  anonymous_title: { slice: "stats" },
  school_stats: { slice: "stats" },
  published_aggregate: { slice: "stats" },
  published_member: { slice: "stats" },
  waiting_member: { slice: "stats" },
  published_rating: { slice: "stats" },
  published_rating_member: { slice: "stats" },
  waiting_rating: { slice: "stats" },
  publish_person: { slice: "stats" },
  publish_cell: { slice: "stats" },
  publish_state: { slice: "stats" },
  suggestion: { slice: "suggestion" },
  account_link: { slice: "account" },
  login_failure: {
    only: /^src\/server\/login-failures\.ts$/,
    reason: "counts of wrong passwords, of accounts and administrators",
  },
  username_reserved: { slice: "profile" },
  passkey: { slice: "passkey" },
  open_data_file: { slice: "open-data" },
  open_data_part: { slice: "open-data" },
  share_link: { slice: "share" },
  saved_route: { slice: "saved-route" },
  follow: { slice: "follow" },
  weekly_letter: { slice: "follow" },
  weekly_batch: { slice: "follow" },
  weekly_news: { slice: "follow" },
  feed_route: { slice: "follow" },
  passkey_challenge: { slice: "passkey" },
  network_identity: { slice: "network" },
  network_flow: { slice: "network" },
  network_ticket: { slice: "network" },
  picture: { slice: "picture" },
  picture_to_delete: { slice: "picture" },
  path_store: { slice: "path" },
  path_change: { slice: "path" },
  admin: { slice: "admin" },
  admin_session: { slice: "admin" },
  admin_token: { slice: "admin" },
  audit_log: { slice: "audit" },
  company_merge: { slice: "catalogue", also: "company-admin" },
  company_deleted: { slice: "catalogue", also: "company-admin" },
  company_logo: { slice: "catalogue", also: "company-admin" },
  newsletter_subscriber: { slice: "newsletter" },
  early_access_code: { slice: "early-access" },
  early_access_grant: { slice: "early-access" },
  invitation: { slice: "early-access" },
  report: { slice: "report" },
  report_act: { slice: "report" },
  report_walk: { slice: "report" },
  moderation_quarter: { slice: "report" },
  broadcast: { slice: "mail" },
  mail: { slice: "mail" },
  rate_limit: { only: /^src\/server\/rate-limit\.ts$/, reason: "counters of the plumbing, of no slice" },
  forgotten: {
    only: /^src\/(?:server\/forgotten|db\/backup-load)\.ts$/,
    reason: "marks of deletions, of several slices, and those that a backup brings",
  },
  last_backup: { slice: "backup" },
  catalogue_version: { only: /^src\/db\/catalogue-version\.ts$/, reason: "what was loaded from which file" },
  mixed_table: { only: /^src\/db\/move-rows\.ts$/, reason: "up to where the rows of large tables were moved" },
  secret_check: { only: /^src\/server\/secret\.ts$/, reason: "which secret file belongs to the database" },
  migration: { only: /^src\/db\/migrate\.ts$/, reason: "the list of what was applied" },
};

/** Loads catalogue and demo people in bulk, before there is anybody whose save it could cross. */
const BULK = /^src\/db\/seed\//;

function tablesOf(migrations: readonly SourceFile[]): string[] {
  const made = migrations.flatMap(({ text }) =>
    [...text.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi)].map(
      (match) => match[1] ?? "",
    ),
  );
  const dropped = new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/drop\s+table\s+(?:if\s+exists\s+)?([a-z_]+)/gi)].map((match) => match[1]),
    ),
  );
  return made.filter((table) => !dropped.has(table));
}

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*["'`]([a-z_]+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_]+)/gi,
  /\bupdate\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z]+)?\s+set\b/gi,
  /\bcopy\s+([a-z_]+)\s*(?:\([^)]*\)\s*)?from\b/gi,
];

type Write = { path: string; line: number; table: string };

function writesOf(file: SourceFile): Write[] {
  const text = withoutComments(file.text);
  return WRITES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      path: file.path,
      line: lineOf(text, match.index),
      table: match[1] ?? "",
    })),
  );
}

function mayWrite({ path, table }: Write): boolean {
  if (BULK.test(path)) return true;
  const owner = OWNERS[table];
  if (!owner) return false;
  if ("only" in owner) return owner.only.test(path);
  const slices = owner.also === undefined ? owner.slice : `(?:${owner.slice}|${owner.also})`;
  return new RegExp(`^src/features/${slices}/(?:[a-z-]+-)?write\\.server\\.ts$`).test(path);
}

/** Sentences about writes to a table outside its owner's files. */
function foreignWrites(files: readonly SourceFile[], tables: readonly string[]): string[] {
  return files
    .flatMap(writesOf)
    .filter((write) => tables.includes(write.table) && !mayWrite(write))
    .map((write) => `${write.path}:${write.line} writes ${write.table}`);
}

const tables = [...tablesOf(readFiles(/^src\/db\/migrations\/[^/]*\.sql$/)), "migration"];
const sources = readFiles(/^(?:src|scripts|bench)\/.*\.(?:ts|tsx|mjs)$/).filter(({ path }) => !isTest(path));

describe("tables", () => {
  it("have an owner each, and no owner is left without its table", () => {
    expect(tables.length).toBeGreaterThan(10);
    expect(tables.toSorted()).toEqual(Object.keys(OWNERS).toSorted());
  });

  it("are written by their owner alone", () => {
    expect(foreignWrites(sources, tables)).toEqual([]);
  });

  it("are written at all, which shows that writes are found", () => {
    const written = new Set(sources.flatMap(writesOf).map(({ table }) => table));
    // Companies' aliases and the catalogue come from bulk loads only.
    const quiet = tables.filter(
      (table) => !written.has(table) && !["school", "school_name", "school_term", "company_alias"].includes(table),
    );
    expect(quiet).toEqual([]);
  });

  it.each([
    ["src/features/search/read.server.ts", 'db.updateTable("profile").set({})'],
    ["src/features/account/write.server.ts", 'trx.insertInto("stop").values([])'],
    ["src/features/profile/api.server.ts", 'trx.deleteFrom("profile")'],
    ["src/features/catalogue/write.server.ts", "sql`insert into company_stats (company_id) values (1)`"],
    ["src/features/catalogue/write.server.ts", "sql`update school_company_stats set people = 1`"],
    ["src/features/school/read.server.ts", "sql`DELETE FROM school`"],
    ["scripts/verify.ts", "sql`copy company (id, name) from stdin`"],
    ["src/server/token.ts", "sql`truncate session`"],
  ])("planted: a foreign write in %s is caught", (path, text) => {
    expect(foreignWrites([{ path, text }], tables)).toHaveLength(1);
  });

  it("planted: the owner's own files pass, comments too", () => {
    const legal: SourceFile[] = [
      { path: "src/features/catalogue/create-write.server.ts", text: 'trx.insertInto("company").values([])' },
      { path: "src/features/stats/write.server.ts", text: "sql`update company_stats s set people = 1`" },
      { path: "src/db/seed/load.ts", text: "sql`copy entry (id) from stdin`" },
      {
        path: "src/features/search/read.server.ts",
        text: "// a save runs: delete from entry\n/* update profile set */",
      },
    ];
    expect(foreignWrites(legal, tables)).toEqual([]);
  });
});
