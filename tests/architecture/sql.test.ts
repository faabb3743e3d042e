import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** Files that build a statement from parts, each with the source of the parts. No part may come from a request. */
const ASSEMBLED: Readonly<Record<string, string>> = {
  "src/db/backup-dump.ts": "COPY of every table: names that PostgreSQL's own lists gave, quoted",
  "src/db/backup-pictures.ts": "the pictures, column by column: names that PostgreSQL's own lists gave, quoted",
  "src/db/backup-load.ts": "tables, constraints and columns named by PostgreSQL and by the backup's first line, quoted",
  "src/db/drop-indexes.ts": "constraints and indexes, named and quoted by PostgreSQL itself",
  "src/db/seed/copy.ts": "COPY of the demo people: tables and columns of a constant",
  "src/features/catalogue/saves-lock-write.server.ts": "the number of a lock, a constant",
  "src/features/pipeline/read.server.ts": "the columns of a role, a constant",
  "src/features/profile/read.server.ts": "how many cards a page has, a constant",
  "src/features/report/rules-write.server.ts": "the length at which the indexes on long texts begin, a constant",
  "src/features/stats/read.server.ts": "the least number of people that is shown, a constant",
  "src/server/purge-connection.ts": "LISTEN with the constant name of the channel",
};

/** Ways around the parameters: raw text in the query builder, and a statement for the driver with something filled in. */
const RAW = /\bsql\s*\.\s*(?:raw|lit)\b|\bCompiledQuery\s*\.\s*raw\b/g;
const CALLS =
  /\b(?:query|copyFrom)\s*(?:<[^>(]*>)?\(\s*(?:\{\s*text:\s*)?(`(?:[^`\\]|\\.)*`|"[^"\n]*"\s*\+|'[^'\n]*'\s*\+)/g;

/** Places where a text becomes part of a statement. */
function assembled(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text: raw }) => {
    const text = withoutComments(raw);
    const filled = [...text.matchAll(CALLS)].filter(
      ([, literal = ""]) => !literal.startsWith("`") || /\$\{/.test(literal),
    );
    return [...text.matchAll(RAW), ...filled].map((match) => `${path}:${lineOf(text, match.index)}`);
  });
}

const sources = readFiles(/^src\/.*\.(?:ts|tsx)$/).filter(({ path }) => !isTest(path));

describe("S17: SQL", () => {
  it("S17: takes what comes in as parameters only; no statement is put together from text", () => {
    const found = assembled(sources);
    expect(found.filter((place) => ASSEMBLED[place.replace(/:\d+$/, "")] === undefined)).toEqual([]);
    // A reason for nothing would hide the next one.
    const excused = Object.keys(ASSEMBLED).filter((path) => !found.some((place) => place.startsWith(`${path}:`)));
    expect(excused).toEqual([]);
  });

  it.each([
    "await sql`select ${sql.raw(name)}`.execute(db)",
    "await client.query(`select * from company where name = '${name}'`)",
    "await client.query<Row>(\n  `select ${column}`,\n)",
    'await pool.query("select * from company where name = " + name)',
    "await pool.query({ text: `select ${name}` })",
    "await db.executeQuery(CompiledQuery.raw(text))",
    "sql.lit(name)",
  ])("planted: %s is caught", (text) => {
    expect(assembled([{ path: "src/features/search/read.server.ts", text }])).toHaveLength(1);
  });

  it.each([
    "await sql`select * from company where name = ${name}`.execute(db)",
    'await client.query("select pg_advisory_lock($1)", [LOCK])',
    "// sql.raw(name) would be one",
  ])("planted: %s passes", (text) => {
    expect(assembled([{ path: "src/features/search/read.server.ts", text }])).toEqual([]);
  });
});

describe("unlogged tables", () => {
  const UNLOGGED = /\b(?:create|set)\s+unlogged\b/gi;

  it("are made by migrations only: a kill in such a transaction can keep PostgreSQL from starting (record 0171)", () => {
    const found = [...sources, ...readFiles(/^scripts\/.*\.(?:ts|mjs)$/)].filter(
      ({ text }) => text.search(UNLOGGED) >= 0,
    );
    expect(found.map(({ path }) => path)).toEqual([]);
    expect("create unlogged table now as select 1").toMatch(UNLOGGED);
  });
});
