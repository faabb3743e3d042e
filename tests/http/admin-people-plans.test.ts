import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPeople } from "#features/moderation/read.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { indexesOf, noteStatements, readsOf } from "#tests/helpers/plans.ts";

// On a large site, the administrators' list of people is read from an index, whatever it is asked for.

/** A statement looks names up in two indexes, and may read 2,001 profiles by each. */
const MOST_READ = 4_002;
const OTHERS = 20_000;

let app: TestApp;
let noted: ReturnType<typeof noteStatements>;
beforeAll(async () => {
  app = await startTestApp();
  noted = noteStatements(app.databaseUrl);
  const person = (n: number, first_name: string, changes: object) => ({
    public_id: n.toString(16).padStart(24, "0"),
    owner_key: Buffer.alloc(32, n),
    sort_key: n,
    school_id: null,
    created: true,
    visibility: "public" as const,
    first_name,
    last_name: "Testperson",
    username: `person.${n}`,
    ...changes,
  });
  await app.db
    .insertInto("profile")
    .values([
      person(1, "Søren", { stops: 1 }),
      person(2, "Zoë", { stops: 1 }),
      person(3, "Zoe", { stops: 1, suspended: true }),
      person(4, "Zoe", {}),
      person(5, "Zoe", { stops: 1, visibility: "anonymous" }),
      person(6, "Zoe", { stops: 1, visibility: "private" }),
      person(7, "Yo", { stops: 1 }),
      person(8, "Дмитрий", { stops: 1 }),
      person(9, "Дмитрий", {}),
    ])
    .execute();
  // Many others, so that the plans are those of a large site. In pieces: each ends in time also on a busy machine.
  for (let first = 1; first <= OTHERS; first += 1_000) {
    await sql`
      insert into profile (public_id, owner_key, sort_key, created, visibility, stops, suspended, first_name, last_name, username)
      select left(md5('id ' || n), 24), sha256(n::text::bytea), 1000 + n, true, 'public', n % 10, n % 100 = 0,
        left(md5('first ' || n), 8), left(md5('last ' || n), 8), 'other.' || n
      from generate_series(${first}::integer, ${first + 999}::integer) n`.execute(app.db);
  }
  await sql`vacuum analyze profile`.execute(app.db);
});
afterAll(async () => {
  await noted.db.destroy();
  await app.stop();
});

const find = async (text: string, suspended?: boolean) =>
  (await readPeople(noted.db, { text, suspended, cursor: undefined })).people.map(({ _id }) => Number(`0x${_id}`));

describe("the administrators' list of people", () => {
  it.each([
    ["", ["profile_place"]],
    ["zoe", ["profile_name_search", "profile_unlisted_name_search"]],
    ["000000000000000000000001", ["profile_public_id_key"]],
  ])("asked for %j is read from %j", async (text, indexes) => {
    noted.statements.length = 0;
    await find(text);
    const used: string[] = [];
    for (const statement of noted.statements) used.push(...(await indexesOf(app.db, statement)));
    expect([...new Set(used)].toSorted()).toEqual(indexes);
  });

  it.each(["дмитрий", "дм"])("asked for %j reads people in lists from the index of other scripts", async (text) => {
    noted.statements.length = 0;
    await find(text);
    const [statement] = noted.statements;
    expect(statement && (await indexesOf(app.db, statement))).toContain("profile_other_name_search");
  });

  it.each(["", "zoe", "ot"])("asked for suspended people and %j is read from their own index", async (text) => {
    noted.statements.length = 0;
    await find(text, true);
    const [statement] = noted.statements;
    expect(statement && (await indexesOf(app.db, statement))).toEqual(["profile_suspended"]);
  });

  // "other" is in everybody's username, "other.1" in that of half of them, "other.19" in that of 1,111 people.
  it.each(["ot", "other", "other.1", "other.19"])(
    "finds the same page by page where many have %j in their names, and reads a limited number",
    async (text) => {
      const { rows } = await sql<{ id: string }>`
        select public_id as id from profile where created and visibility = 'public' and username like ${`${text}%`}
        order by sort_key limit 72`.execute(app.db);
      const found: string[] = [];
      noted.statements.length = 0;
      for (let cursor = ""; found.length < rows.length;) {
        const page = await readPeople(noted.db, { text, suspended: undefined, cursor });
        expect(page.people.length).toBeGreaterThan(0);
        found.push(...page.people.map(({ _id }) => _id));
        cursor = page.next;
      }
      expect(found).toEqual(rows.map(({ id }) => id));
      for (const one of noted.statements)
        expect((await readsOf(app.db, one)).get("profile") ?? 0).toBeLessThanOrEqual(MOST_READ);
    },
  );

  it("finds public people by any part of a name, with accents or without, also those that others do not see", async () => {
    expect(await find("zoe")).toEqual([2, 3, 4]);
    expect(await find("ZOË test")).toEqual([2, 3, 4]);
    expect(await find("zoe", true)).toEqual([3]);
    expect(await find("søren")).toEqual([1]);
    expect(await find("soren")).toEqual([1]);
    for (const text of ["дмитрий", "ДМИТ", "дм", "митр", "Дмитрий test"])
      expect(await find(text), text).toEqual([8, 9]);
    expect(await find("%")).toEqual([]);
  });

  it.each(["%", "-", ".", "__", "%%%", "· ·"])("asks the database nothing for signs alone: %j", async (text) => {
    noted.statements.length = 0;
    for (const suspended of [undefined, true, false]) expect(await find(text, suspended)).toEqual([]);
    expect(noted.statements).toEqual([]);
  });

  it("finds one or two letters where a word begins", async () => {
    expect(await find("yo")).toEqual([7]);
    expect(await find("te")).toEqual([1, 2, 3, 4, 7, 8, 9]);
    expect(await find("oe")).toEqual([]);
  });

  it("shows everybody who is not private without a text", async () => {
    expect((await find("")).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 7]);
  });
});
