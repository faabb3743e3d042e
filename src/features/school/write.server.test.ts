import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { countryCodeOf, readSchoolRows, schoolTerms } from "./rows.ts";
import { importSchools, SchoolRowsError } from "./write.server.ts";

const db = await openOwnDatabase();

beforeEach(async () => {
  await sql`truncate school cascade`.execute(db);
});

const stored = () =>
  db.selectFrom("school").select(["name", "country", "country_code", "domains"]).orderBy("name").execute();
const row = (name: string, code: string, ...domains: string[]) => ({
  name,
  alpha_two_code: code,
  country: "whatever it says",
  domains,
});

describe("importSchools", () => {
  it("adds, updates and leaves, and says how many", async () => {
    const first = [row("Universidade de São Paulo", "BR", "usp.br"), row("Kyoto University", "JP", "kyoto-u.ac.jp")];
    expect(await importSchools(db, first)).toEqual({ added: 2, changed: 0, left: 0 });
    expect(await importSchools(db, first)).toEqual({ added: 0, changed: 0, left: 2 });
    const ids = await db.selectFrom("school").select(["id", "public_id"]).orderBy("id").execute();
    expect(
      await importSchools(db, [
        row("Universidade de Sao Paulo", "BR", "www.usp.br", "poli.usp.br"),
        row("Kyoto University", "JP"),
      ]),
    ).toEqual({ added: 0, changed: 1, left: 1 });
    expect(await stored()).toEqual([
      { name: "Kyoto University", country: "Japan", country_code: "JP", domains: ["kyoto-u.ac.jp"] },
      { name: "Universidade de Sao Paulo", country: "Brazil", country_code: "BR", domains: ["usp.br", "poli.usp.br"] },
    ]);
    expect(await db.selectFrom("school").select(["id", "public_id"]).orderBy("id").execute()).toEqual(ids);
  });

  it("takes one school once, whatever the spelling of its country, and one name in two countries twice", async () => {
    const report = await importSchools(db, [
      { name: "Seoul National University", country: "Korea, South", domains: ["snu.ac.kr"] },
      {
        name: "SEOUL  National University",
        country: "Korea, Republic of",
        alpha_two_code: "KR",
        domains: ["my.snu.ac.kr"],
      },
      row("Lincoln University", "US"),
      row("Lincoln University", "NZ"),
    ]);
    expect(report).toEqual({ added: 3, changed: 0, left: 0 });
    const places = (await stored()).map(({ name, country }) => `${name}, ${country}`);
    expect(places.toSorted()).toEqual([
      "Lincoln University, New Zealand",
      "Lincoln University, United States",
      "Seoul National University, South Korea",
    ]);
    const seoul = (await stored()).find(({ country_code }) => country_code === "KR");
    expect(seoul?.domains).toEqual(["snu.ac.kr", "my.snu.ac.kr"]);
  });

  it("keeps the search terms in step", async () => {
    const terms = async () =>
      (await db.selectFrom("school_term").select("term").orderBy("term").execute()).map(({ term }) => term);
    await importSchools(db, [row("École de Technologie", "CA", "etsmtl.ca")]);
    expect(await terms()).toEqual(["de technologie", "ecole de technologie", "etsmtl", "technologie"]);
    await importSchools(db, [row("Ecole de technologie", "CA", "ets.ca")]);
    expect(await terms()).toEqual(["de technologie", "ecole de technologie", "ets", "etsmtl", "technologie"]);
  });

  it("refuses a list with wrong rows as a whole and names them", async () => {
    const list = [
      row("Good One", "FR"),
      { name: " ", alpha_two_code: "FR" },
      row("No Code", "fr"),
      { name: "No Country" },
      7,
    ];
    await expect(importSchools(db, list)).rejects.toThrow(SchoolRowsError);
    await importSchools(db, list).catch((error: unknown) => {
      expect(error instanceof SchoolRowsError && error.problems.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    });
    expect(await stored()).toEqual([]);
  });

  it("undoes everything when it fails on the way", async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => row(`School number ${index}`, "AU"));
    const failing = importSchools(db, many, {
      onProgress: (done) => {
        if (done > 1_500) throw new Error("pulled the plug");
      },
    });
    await expect(failing).rejects.toThrow("pulled the plug");
    expect(await stored()).toEqual([]);
  });
});

describe("school rows", () => {
  it("knows the countries as lists spell them", () => {
    for (const [name, code] of [
      ["USA", "US"],
      ["Korea, South", "KR"],
      ["Burma", "MM"],
      ["Turkey", "TR"],
      ["Viet Nam", "VN"],
    ] as const) {
      expect(countryCodeOf(name)).toBe(code);
    }
    expect(countryCodeOf("Atlantis")).toBe("");
  });

  it("cleans names and drops what is not a domain", () => {
    const { rows } = readSchoolRows([
      row("Texas A&amp;M  University ", "US", "TAMU.edu", "not a domain", "http://x.edu/", "sites.google.com"),
    ]);
    expect(rows[0]).toMatchObject({ name: "Texas A&M University", domains: ["tamu.edu"] });
  });

  it("finds schools by the short names of their domains", () => {
    const short = (domain: string) => schoolTerms({ name: "X", domains: [domain] }).filter((term) => term !== "x");
    expect(short("mit.edu")).toEqual(["mit"]);
    expect(short("student.eit.edu.au")).toEqual(["eit"]);
    expect(short("ox.ac.uk")).toEqual(["ox"]);
    expect(short("tum.de")).toEqual(["tum"]);
    expect(short("edu.fr")).toEqual([]);
    expect(short("sites.google.com")).toEqual([]);
    expect(short("kidu-darululum.blogspot.com")).toEqual(["kidu-darululum"]);
  });
});
