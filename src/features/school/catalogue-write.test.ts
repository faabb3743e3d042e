import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { buildOldSchema, queryOnce } from "#tests/helpers/old-database.ts";
import { analyzedTables } from "#tests/helpers/analyzed-tables.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { loadSchools } from "./catalogue-write.server.ts";
import { readSchoolCatalogue } from "./catalogue.server.ts";
import { findSchool, lookUpSchools, readSchoolDetail, readSchoolNames } from "./read.server.ts";
import { importSchools } from "./write.server.ts";

let own: TestDatabase;
let db: Database;

/** Schools as an earlier catalogue listed them: a misread letter, two rows for one school, a school of another list. */
const OLD = [
  ["1", "Royal lnstitute of Technology", "royal lnstitute of technology", "Sweden", "SE", "kth.se"],
  ["2", "Technische Universität München", "technische universitat munchen", "Germany", "DE", "tum.de"],
  [
    "3",
    "University College London, University of London",
    "university college london, university of london",
    "United Kingdom",
    "GB",
    "ucl.ac.uk",
  ],
  ["4", "ETHZ - ETH Zurich", "ethz - eth zurich", "Switzerland", "CH", "eth.edu"],
  [
    "5",
    "Swiss Federal Institute of Technology, Zurich",
    "swiss federal institute of technology, zurich",
    "Switzerland",
    "CH",
    "ethz.ch",
  ],
  ["6", "Harbour Evening College", "harbour evening college", "Norway", "NO", "harbour.example"],
] as const;
const idOf = (n: string): string => n.repeat(24);

const HOSTS = new Set(["kth.se", "tum.de", "ucl.ac.uk", "ethz.ch", "mit.edu"]);
const catalogue = (await readSchoolCatalogue()).filter(
  ({ domains, country }) => domains.some((host) => HOSTS.has(host)) && country !== "QA",
);

/** All indexes and constraints. The first load of the schools drops some of them, and must bring them back. */
async function listIndexes(): Promise<string[]> {
  const { rows } = await queryOnce<{ text: string }>(
    own.url,
    `select indexdef as text from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     order by 1`,
  );
  return rows.map(({ text }) => text);
}
let indexesBefore: string[];

beforeAll(async () => {
  own = await createTestDatabase();
  await buildOldSchema(own.url, "0015");
  for (const [n, name, key, country, code, domain] of OLD) {
    await queryOnce(
      own.url,
      `insert into school (public_id, name, name_key, country, country_code, domains)
       values ('${idOf(n)}', '${name}', '${key}', '${country}', '${code}', array['${domain}'])`,
    );
  }
  await migrate(own.url);
  indexesBefore = await listIndexes();
  db = openDatabase(own.url);
  await loadSchools(db, catalogue);
});
afterAll(async () => {
  await db.destroy();
  await own.drop();
});

const stored = async (): Promise<{ public_id: string; name: string }[]> =>
  (await sql<{ public_id: string; name: string }>`select public_id, name from school order by public_id`.execute(db))
    .rows;

it("an older installation's schools keep their ids and take the names that people say", async () => {
  const names = new Map((await stored()).map(({ public_id: id, name }) => [id, name]));
  expect([1, 2, 3, 4, 6].map((n) => names.get(idOf(String(n))))).toEqual([
    "KTH Royal Institute of Technology",
    "Technical University of Munich",
    "University College London",
    "ETH Zurich",
    "Harbour Evening College",
  ]);
  expect([...names.values()].filter((name) => name === "Massachusetts Institute of Technology")).toHaveLength(1);
});

it("the addresses that a school had lead to it, by id and by the name it had", async () => {
  for (const [n, name] of OLD) {
    expect((await readSchoolDetail(db, idOf(n)))?._id).toBe(idOf(n));
    // The second row of one school is reached by its id; its name means the first.
    if (n !== "5" && n !== "1") expect((await findSchool(db, name))?._id).toBe(idOf(n));
  }
});

it("of two rows of one school, look-ups give one", async () => {
  const hits = await lookUpSchools(db, "Swiss Federal Institute of Technology, Zurich");
  expect(hits[0]).toMatchObject({ _id: idOf("4"), isSure: true });
  expect(hits.map(({ _id }) => _id)).not.toContain(idOf("5"));
  expect((await lookUpSchools(db, "Harbour Evening College"))[0]).toMatchObject({ _id: idOf("6"), isSure: true });
});

it("of two rows of one school, the names that a sentence may contain have one", async () => {
  const ids = (await readSchoolNames(db)).map(({ _id }) => _id);
  expect(ids).toContain(idOf("4"));
  expect(ids).not.toContain(idOf("5"));
});

it("the first load puts back every index and constraint that it takes off", async () => {
  expect(indexesBefore.join("\n")).toMatch(/school_term_similar[^]*school_term_school_id_fkey/);
  expect(await listIndexes()).toEqual(indexesBefore);
});

it("PostgreSQL knows at once how many names there are", async () => {
  expect(await analyzedTables(db, ["school", "school_name", "school_term"])).toHaveLength(3);
});

it("loading it again changes nothing", async () => {
  const before = await stored();
  const all = async () => (await sql`select * from school_name order by 1, 2, 3`.execute(db)).rows;
  const namesBefore = await all();
  expect(await loadSchools(db, catalogue)).toMatchObject({ added: 0, kept: catalogue.length });
  expect(await stored()).toEqual(before);
  expect(await all()).toEqual(namesBefore);
});

it("an operator's list that calls a school otherwise adds its addresses and no second school", async () => {
  const count = (await stored()).length;
  const row = {
    name: "Technische Universitat Munchen",
    alpha_two_code: "DE",
    country: "Germany",
    domains: ["cit.tum.example"],
  };
  expect(await importSchools(db, [row])).toEqual({ added: 0, changed: 1, left: 0 });
  expect(await stored()).toHaveLength(count);
  expect((await lookUpSchools(db, "TUM"))[0]).toMatchObject({ name: "Technical University of Munich", isSure: true });
});
