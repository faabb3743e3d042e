import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { mixRows } from "#db/mix-rows.ts";
import { createAccount } from "#features/account/create-write.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import { queueMail } from "#features/mail/write.server.ts";
import { issueToken, ownerKey, readToken } from "#server/token.ts";
import { findAlignments, type Column } from "#tests/helpers/alignment.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// A dump without the secret must not show whose e-mail belongs to which profile. 100 people sign up one after another,
// at any level. Every order of accounts is compared with every order of profiles.

const PEOPLE = 100;
const MINUTE = 60_000;
let now = Date.parse("2026-11-15T06:00:00Z");
let app: TestApp;

/** A known generator (mulberry32), so that a failure can be repeated but for the random keys. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = seeded(20_261_115);

type Person = { accountId: string; email: string };
const people: Person[] = [];

/** Somebody who signs up, gets a mail and saves a pipeline with a company that nobody else names. */
async function signUp(): Promise<void> {
  const { db, services } = app;
  const email = `${randomBytes(6).toString("hex")}@example.test`;
  const at = new Date(now);
  const accountId = await db.transaction().execute(async (trx) => {
    const id = await createAccount(trx, services, { email, passwordHash: "hash", emailVerifiedAt: at });
    const message = { subject: "Welcome", heading: "Welcome", paragraphs: ["Hello."] };
    await queueMail(
      trx,
      { ...services, now: at },
      { kind: "verify-email", recipient: email, content: message, accountId: id },
    );
    return id;
  });
  const user = new ApiUser(app);
  user.token = issueToken(services.secret, at);
  const token = readToken(services.secret, user.token, at);
  if (!token) throw new Error("The token that was just issued is none.");
  await db
    .transaction()
    .execute((trx) => bindToken(trx, accountId, { token, kind: "client", replaces: undefined }, at, "Test"));
  const me = await user.call<{ profileId: string }>("GET", "/api/user/me");
  user.profileId = me.body.profileId;
  const own = randomBytes(5).toString("hex");
  const level = random() < 0.4 ? "public" : random() < 0.5 ? "anonymous" : "private";
  const saved = await user.save({
    username: `u.${own}`,
    visibility: level,
    pipeline: [
      stop("Alpha Works", "Engineer", "2018-01-01", "2019-01-01", 60),
      stop(`Firm ${own}`, "Clerk", "2020-01-01", "current", 80),
    ],
  });
  if (saved.status !== 200) throw new Error(saved.text);
  people.push({ accountId, email });
  now += MINUTE * (1 + Math.floor(random() * 9));
}

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  for (let index = 0; index < PEOPLE; index += 1) {
    await signUp();
    if (index % 7 === 6) await publishBatch(app.services);
  }
  await publishBatch(app.services);
});
afterAll(() => app.stop());

type Row = Record<string, unknown> & { ctid: string };
type Table = { name: string; times: ReadonlySet<string>; rows: Row[] };

/** Every table as a dump has it: rows in the order in which they are stored. */
async function readTables(): Promise<Table[]> {
  const tables = await sql<{ schema: string; name: string; times: string[] }>`
    select table_schema as schema, table_name as name, coalesce(array_agg(column_name::text)
      filter (where data_type in ('date', 'timestamp with time zone')), '{}') as times
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
    group by 1, 2 order by 1, 2`.execute(app.db);
  return await Promise.all(
    tables.rows.map(async ({ schema, name, times }) => {
      const { rows } = await sql<{ row: Row }>`
        select to_jsonb(t) || jsonb_build_object('ctid', t.ctid::text) as row
        from ${sql.table(`${schema}.${name}`)} t`.execute(app.db);
      return {
        name: schema === "public" ? name : `${schema}.${name}`,
        times: new Set(times),
        rows: rows.map(({ row }) => row),
      };
    }),
  );
}

/** A value that can be sorted. */
function sortable(column: string, value: unknown, isTime: boolean): number | string | undefined {
  if (value === null || value === undefined || typeof value === "object") return undefined;
  if (column === "ctid") {
    const [, block, place] = /^\((\d+),(\d+)\)$/.exec(String(value)) ?? [];
    return Number(block) * 10_000 + Number(place);
  }
  if (isTime) return Date.parse(String(value));
  return typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : String(value);
}

/** The columns of tables whose rows belong to people; of several rows the first value counts. */
function columnsOf(tables: readonly Table[], personOf: (table: Table, row: Row) => number | undefined): Column[] {
  return tables.flatMap((table) => {
    const names = [...new Set(table.rows.flatMap((row) => Object.keys(row)))];
    return names.flatMap((name) => {
      const isTime = table.times.has(name);
      const values = new Map<number, number | string>();
      for (const row of table.rows) {
        const person = personOf(table, row);
        const value = sortable(name, row[name], isTime);
        if (person === undefined || value === undefined) continue;
        const known = values.get(person);
        if (known === undefined || value < known) values.set(person, value);
      }
      return values.size === 0 ? [] : [{ name: `${table.name}.${name}`, isTime, values }];
    });
  });
}

/** Reads both sides of the database. The secret tells which profile belongs to which account. */
async function readSides(): Promise<{ accounts: Column[]; profiles: Column[] }> {
  const tables = await readTables();
  const rowsOf = (name: string): Row[] => tables.find((table) => table.name === name)?.rows ?? [];
  const accounts = new Map<unknown, number>();
  const owners = new Map<string, number>();
  for (const [person, { accountId, email }] of people.entries()) {
    accounts.set(accountId, person).set(email, person);
    owners.set(`\\x${ownerKey(app.services.secret, accountId).toString("hex")}`, person);
  }
  for (const mail of rowsOf("mail")) accounts.set(mail["public_id"], accounts.get(mail["account_id"]) ?? -1);
  const profiles = new Map<unknown, number>();
  for (const row of rowsOf("profile")) profiles.set(row["id"], owners.get(String(row["owner_key"])) ?? -1);
  // A company that only one person names leads to that person.
  const named = new Map<unknown, Set<unknown>>();
  for (const row of rowsOf("stop"))
    named.set(row["company_id"], (named.get(row["company_id"]) ?? new Set()).add(row["profile_id"]));
  const companies = new Map(
    [...named].flatMap(([company, who]) => (who.size === 1 ? [[company, profiles.get([...who][0])] as const] : [])),
  );
  const accountOf = (table: Table, row: Row): number | undefined => {
    const data = row["data"] as { id?: string } | null | undefined;
    return accounts.get(table.name === "account" ? row["id"] : (row["account_id"] ?? row["recipient"] ?? data?.id));
  };
  const profileOf = (table: Table, row: Row): number | undefined => {
    if (table.name === "profile") return profiles.get(row["id"]);
    if (row["profile_id"] !== undefined && row["profile_id"] !== null) return profiles.get(row["profile_id"]);
    const company =
      table.name === "company" ? row["id"] : (row["company_id"] ?? row["to_company"] ?? row["into_company"]);
    return companies.get(company);
  };
  return { accounts: columnsOf(tables, accountOf), profiles: columnsOf(tables, profileOf) };
}

describe("a dump without the secret", () => {
  test("planted: rows as they were written, and keys in order, are found", async () => {
    const { accounts, profiles } = await readSides();
    const counted: Column = {
      name: "profile.counted",
      isTime: false,
      values: new Map(people.map((_, person) => [person, person])),
    };
    const timed: Column = { ...counted, name: "profile.made_at", isTime: true };
    const times = accounts.find(({ name }) => name === "session.created_at");
    for (const person of people.keys())
      (timed.values as Map<number, number | string>).set(person, Number(times?.values.get(person)) + 500);
    const found = findAlignments(accounts, [...profiles, counted, timed], random);
    const name = (one: (typeof found)[number]) => `${one.accounts} ${one.profiles} ${one.how}`;
    expect(found.map(name)).toEqual(
      expect.arrayContaining([
        "session.created_at profile.counted rank",
        "mail.created_at profile.counted rank",
        "account.ctid profile.counted rank",
        "session.created_at profile.made_at time",
        "session.created_at profile.ctid rank",
        "session.created_at company.ctid rank",
      ]),
    );
  });

  test("lines up no order of accounts with any order of profiles", async () => {
    const mixed = await mixRows(app.db, new Date(now));
    expect(mixed).toEqual(
      expect.arrayContaining(["profile", "stop", "role", "company", "username_reserved", "waiting_member"]),
    );
    const { accounts, profiles } = await readSides();
    // Checks which columns are compared, because a forgotten table would never be found to match.
    expect(accounts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["account.ctid", "session.created_at", "mail.created_at", "mail.id"]),
    );
    expect(profiles.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "profile.id",
        "profile.ctid",
        "stop.id",
        "role.ctid",
        "company.id",
        "company_stats.ctid",
        "company_move.ctid",
        "waiting_member.since",
        "waiting_rating.ctid",
        "username_reserved.ctid",
        "company_term.ctid",
      ]),
    );
    expect(findAlignments(accounts, profiles, random)).toEqual([]);
  });

  test("lines up none either where tables are too large to be rewritten, of those who came since", async () => {
    people.length = 0;
    for (let index = 0; index < PEOPLE; index += 1) await signUp();
    await publishBatch(app.services);
    const before = await readSides();
    const shown = findAlignments(before.accounts, before.profiles, random).map(
      (one) => `${one.accounts} ${one.profiles}`,
    );
    expect(shown).toEqual(expect.arrayContaining(["session.created_at profile.ctid", "session.created_at role.ctid"]));
    // Every table counts as large, and rows of large tables are moved at night only.
    const night = new Date("2026-11-16T03:10:00Z");
    const mixed = await mixRows(app.db, night, { smallBytes: 0 });
    expect(mixed).toEqual(expect.arrayContaining(["profile", "stop", "role", "company", "waiting_member"]));
    const { accounts, profiles } = await readSides();
    expect(findAlignments(accounts, profiles, random)).toEqual([]);
  });
});
