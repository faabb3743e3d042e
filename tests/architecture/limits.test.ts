import { describe, expect, it } from "vitest";
import { ROLE_TEXT_NAMES, ROLE_TEXTS } from "#core/role-texts.ts";
import { NONSENSE } from "#features/report/rules.ts";
import { readFiles, type SourceFile } from "./source.ts";

/** The database columns that check the same limit: `table.column`, and which end of the range. */
const CHECKED: Readonly<Record<string, { columns: readonly string[]; end: "min" | "max" }>> = {
  "passkey MAX_PASSKEY_NAME": { columns: ["passkey.name"], end: "max" },
  "session MAX_ACCESS_TOKEN_NAME": { columns: ["session.device"], end: "max" },
  "src/core/email.ts MAX_EMAIL": { columns: ["account.email", "admin.email"], end: "max" },
  "company MAX_DESCRIPTION": { columns: ["company.description"], end: "max" },
  "pipeline MAX_TITLE": { columns: ["role.title"], end: "max" },
  "pipeline MAX_COMPANY_NAME": {
    columns: [
      "company.name",
      "company.display_name",
      "company_alias.alias",
      "company_alias.alias_key",
      "company_term.term",
      "stop.company_name",
    ],
    end: "max",
  },
  "profile MAX_NAME": { columns: ["profile.first_name", "profile.last_name"], end: "max" },
  "profile MAX_LOCATION": { columns: ["profile.location"], end: "max" },
  "profile MAX_SCHOOL": { columns: ["profile.school_text"], end: "max" },
  "profile USERNAME_MIN": { columns: ["profile.username"], end: "min" },
  "profile USERNAME_MAX": { columns: ["profile.username"], end: "max" },
  "mail MAX_SUBJECT": { columns: ["broadcast.subject"], end: "max" },
  "early-access MAX_LABEL": { columns: ["early_access_code.label"], end: "max" },
  "saved-route MAX_ROUTE_QUERY": { columns: ["saved_route.query"], end: "max" },
  "follow MAX_THING": { columns: ["follow.thing", "weekly_news.thing", "feed_route.query"], end: "max" },
  "report MAX_WORDS": { columns: ["report.words"], end: "max" },
  "report MAX_QUOTE": { columns: ["report.quote"], end: "max" },
  "report MAX_ANSWER": { columns: ["report_act.words"], end: "max" },
  "suggestion MAX_SUGGESTION": { columns: ["suggestion.text"], end: "max" },
};

/** Limits that are no length of a stored text. */
const EXEMPT: Readonly<Record<string, string>> = {
  "pipeline MAX_STOPS": "a number of rows; one save checks it whole",
  "passkey MAX_PASSKEYS": "a number of rows; adding a passkey counts them",
  "saved-route MAX_SAVED_ROUTES": "a number of rows; saving one counts them",
  "follow MAX_FOLLOWS": "a number of rows; following counts them",
  "follow MAX_FEED_ROUTES": "a number of rows; asking for a feed counts them",
  "session MAX_ACCESS_TOKENS": "a number of rows; making a token counts them",
  "session MAX_ACCESS_TOKEN_DAYS": "a number of days; the time of its end is stored",
  "pipeline MAX_ROLES": "a number of rows; one save checks it whole",
  "account PASSWORD_MIN": "a password is never stored, its hash has one length",
  "account PASSWORD_MAX": "a password is never stored, its hash has one length",
  "anonymity MAX_OWN_TITLES": "a number of titles in a question, none of which is kept",
  "report MIN_ACTS": "decides what is shown, not what is stored",
  "stats MIN_PEOPLE": "decides what is shown, not what is stored",
  "stats MIN_STAYS": "decides what is shown, not what is stored",
  "community MIN_PEOPLE": "decides what is shown, not what is stored",
  "title MAX_READ_CHARACTERS": "a longer title is cut for reading, not for storing",
  "title MAX_REMEMBERED": "a number of answers in memory",
  "discover MAX_DRAW": "a number of cards",
  "quick-search MAX_HITS": "a number of answers",
  "open-data MAX_ROUTE": "a number of companies in a counted route",
  "link-picture MAX_STATIONS": "a number of drawn stations",
  "early-access MAX_ADDRESSES": "a number of mails; the database checks it by its own name, addresses",
  "early-access MAX_INVITER": "part of a mail's text, of which no column is",
  "early-access MAX_USES": "a number; the database checks it by its own name, max_uses",
};

type Limit = { name: string; value: number };

const TEXT = "src/core/role-texts.ts ";

/** The limits of a role's optional texts, which are columns of the same name. */
const ofTexts: readonly Limit[] = ROLE_TEXT_NAMES.map((text) => ({
  name: `${TEXT}${text}`,
  value: ROLE_TEXTS[text].most,
}));

function checkedBy(name: string): { columns: readonly string[]; end: "min" | "max" } | undefined {
  return name.startsWith(TEXT) ? { columns: [`role.${name.slice(TEXT.length)}`], end: "max" } : CHECKED[name];
}

function limitsOf(files: readonly SourceFile[]): Limit[] {
  return files.flatMap(({ path, text }) => {
    const slice = /^src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? path;
    return [...text.matchAll(/^(?:export )?const ((?:MAX|MIN)_[A-Z_]+|[A-Z_]+_(?:MAX|MIN)) = ([\d_]+)/gm)].map(
      (match) => ({
        name: `${slice} ${match[1]}`,
        value: Number((match[2] ?? "").replaceAll("_", "")),
      }),
    );
  });
}

/** The bounds that the checks of one column put on its length; later migrations win. */
function boundsOf(sql: string, column: string): { min: number; max: number } | undefined {
  const [table = "", name = ""] = column.split(".");
  const bodies = [...sql.matchAll(new RegExp(`create (?:unlogged )?table ${table} \\(([\\s\\S]*?)\\n\\);`, "g"))].map(
    (match) => match[1] ?? "",
  );
  const altered = [...sql.matchAll(new RegExp(`alter table ${table}\\b[\\s\\S]*?;`, "g"))].map((match) => match[0]);
  let found: { min: number; max: number } | undefined;
  for (const text of [...bodies, ...altered]) {
    const between = new RegExp(`length\\(${name}\\) between (\\d+) and (\\d+)`).exec(text);
    const atMost = new RegExp(`length\\(${name}\\) <= (\\d+)`).exec(text);
    const pattern = new RegExp(`${name} ~ '[^']*\\{(\\d+),(\\d+)\\}\\$'`).exec(text);
    const ends = between ?? pattern;
    if (ends) found = { min: Number(ends[1]), max: Number(ends[2]) };
    else if (atMost) found = { min: 0, max: Number(atMost[1]) };
  }
  return found;
}

function limitFaults(limits: readonly Limit[], sql: string): string[] {
  const known = new Set(limits.map(({ name }) => name));
  const gone = [...Object.keys(CHECKED), ...Object.keys(EXEMPT)]
    .filter((name) => !known.has(name))
    .map((name) => `${name} is in the test and not in the rules`);
  const wrong = limits.flatMap(({ name, value }) => {
    if (name in EXEMPT) return [];
    const row = checkedBy(name);
    if (!row) return [`${name} has no row in CHECKED or EXEMPT of limits.test.ts`];
    return row.columns.flatMap((column) => {
      const stored = boundsOf(sql, column)?.[row.end];
      return stored === value ? [] : [`${name} is ${value}, ${column} has ${stored ?? "no check"}`];
    });
  });
  return [...gone, ...wrong];
}

/** Texts of a role that can be long, and have no index on their long values: a report rule would read all roles. */
function textsWithoutIndex(sql: string): string[] {
  return ROLE_TEXT_NAMES.filter((text) => {
    const index = ` on role (lower(${text}), profile_id) where length(${text}) >= ${NONSENSE.sameTextLength};`;
    return ROLE_TEXTS[text].most >= NONSENSE.sameTextLength && !sql.includes(index);
  });
}

const limits = [
  ...ofTexts,
  ...limitsOf(
    readFiles(/^src\/(?:core\/email|features\/[a-z-]+\/(?:rules|check|classify|schema|draft|kind|titles|words))\.ts$/),
  ),
];
const sql = readFiles(/^src\/db\/migrations\/[^/]*\.sql$/)
  .map(({ text }) => text)
  .join("\n");

describe("limits", () => {
  it("of the rules are the checks of the database", () => {
    expect(limits.length).toBeGreaterThan(8);
    expect(limitFaults(limits, sql)).toEqual([]);
  });

  it("that allow long texts of a role come with an index on these: IS_OFTEN of report/rules-write.server.ts", () => {
    expect(textsWithoutIndex(sql)).toEqual([]);
    expect(textsWithoutIndex(sql.replace("lower(location)", "location"))).toEqual(["location"]);
  });

  it("planted: a new limit without a row is caught", () => {
    const planted = limitsOf([
      {
        path: "src/features/planted/rules.ts",
        text: "export const MAX_PLANTED = 1_000;\nexport const PLANTED_MIN = 3;",
      },
    ]);
    expect(limitFaults([...limits, ...planted], sql)).toEqual([
      "planted MAX_PLANTED has no row in CHECKED or EXEMPT of limits.test.ts",
      "planted PLANTED_MIN has no row in CHECKED or EXEMPT of limits.test.ts",
    ]);
  });

  it("planted: another number, in the rules or in the database, is caught", () => {
    const other = limits.map((limit) => (limit.name === "pipeline MAX_TITLE" ? { ...limit, value: 121 } : limit));
    expect(limitFaults(other, sql)).toEqual(["pipeline MAX_TITLE is 121, role.title has 120"]);
    expect(limitFaults(limits, sql.replace("length(location) <= 100", "length(location) <= 99"))).toEqual([
      "profile MAX_LOCATION is 100, profile.location has 99",
    ]);
    expect(
      limitFaults(
        limits,
        sql.replace("octet_length(username) between 3 and 32", "octet_length(username) between 2 and 32"),
      ),
    ).toEqual(["profile USERNAME_MIN is 3, profile.username has 2"]);
    expect(limitFaults(limits, sql.replace("length(title) between 1 and 120", "title <> ''"))).toEqual([
      "pipeline MAX_TITLE is 120, role.title has no check",
    ]);
    const shorter = `${sql}\nalter table role add check (length(location) <= 90);`;
    expect(limitFaults(limits, shorter)).toEqual([`${TEXT}location is 100, role.location has 90`]);
    expect(limitFaults(limits, `${sql}\nalter table role add check (length(title) between 1 and 90);`)).toEqual([
      "pipeline MAX_TITLE is 120, role.title has 90",
    ]);
  });

  it("planted: a limit that is gone from the rules is caught", () => {
    expect(
      limitFaults(
        limits.filter(({ name }) => name !== "src/core/email.ts MAX_EMAIL"),
        sql,
      ),
    ).toEqual(["src/core/email.ts MAX_EMAIL is in the test and not in the rules"]);
  });
});
