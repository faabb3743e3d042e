import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { analyzedTables } from "#tests/helpers/analyzed-tables.ts";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { readListedCompanies, type CompanyRow } from "./read.server.ts";
import { loadCompanies } from "./write.server.ts";

const db = await openOwnDatabase();

const acme: CompanyRow = {
  name: "acme rail",
  displayName: "Acme Rail",
  description: "Runs trains.",
  country: "CH",
  domain: "acme.example",
  logo: "/logos/acme-rail.svg",
  aliases: ["ACME", "Züg AG"],
};

const termsOf = async (name: string): Promise<string[]> =>
  (
    await db
      .selectFrom("company_term as t")
      .innerJoin("company as c", "c.id", "t.company_id")
      .select("t.term")
      .where("c.name", "=", name)
      .orderBy("t.term")
      .execute()
  ).map(({ term }) => term);

describe("loadCompanies", () => {
  it("adds a company with its aliases and terms; twice is once", async () => {
    expect(await loadCompanies(db, [acme])).toEqual({ added: 1, changed: 0, left: 0 });
    expect(await loadCompanies(db, [acme])).toEqual({ added: 0, changed: 0, left: 1 });
    const company = await db.selectFrom("company").selectAll().executeTakeFirstOrThrow();
    expect(company).toMatchObject({ name: "acme rail", display_name: "Acme Rail", logo: acme.logo, status: "listed" });
    expect(company.public_id).toMatch(/^[0-9a-f]{24}$/);
    expect(await termsOf("acme rail")).toEqual(["acme", "acme rail", "ag", "rail", "zug ag"]);
  });

  it("has PostgreSQL count the names at once", async () => {
    expect(await analyzedTables(db, ["company", "company_alias", "company_term"])).toHaveLength(3);
  });

  it("updates in place, keeps the public id, and drops terms that no longer hold", async () => {
    const before = await db.selectFrom("company").select(["id", "public_id"]).executeTakeFirstOrThrow();
    expect(
      await loadCompanies(db, [{ ...acme, displayName: "Acme Railways", description: "Runs all trains." }]),
    ).toEqual({
      added: 0,
      changed: 1,
      left: 0,
    });
    expect(await db.selectFrom("company").select(["id", "public_id"]).executeTakeFirstOrThrow()).toEqual(before);
    expect(await termsOf("acme rail")).toEqual([
      "acme",
      "acme rail",
      "acme railways",
      "ag",
      "rail",
      "railways",
      "zug ag",
    ]);
  });

  it("lists a company that a person typed first, and leaves an alias with its owner", async () => {
    await db
      .insertInto("company")
      .values({ public_id: "0".repeat(24), name: "beta works", display_name: "beta works" })
      .execute();
    const beta = { ...acme, name: "beta works", displayName: "Beta Works", aliases: ["acme", "Beta"] };
    expect(await loadCompanies(db, [beta])).toEqual({ added: 0, changed: 1, left: 0 });
    const row = await db.selectFrom("company").selectAll().where("name", "=", "beta works").executeTakeFirstOrThrow();
    expect(row).toMatchObject({ public_id: "0".repeat(24), status: "listed", display_name: "Beta Works" });
    const aliases = await db
      .selectFrom("company_alias as a")
      .innerJoin("company as c", "c.id", "a.company_id")
      .select(["a.alias_key", "c.name"])
      .orderBy("a.alias_key")
      .execute();
    expect(aliases).toEqual([
      { alias_key: "acme", name: "acme rail" },
      { alias_key: "beta", name: "beta works" },
      { alias_key: "züg ag", name: "acme rail" },
    ]);
    expect(await termsOf("beta works")).toEqual(["beta", "beta works", "works"]);
  });

  it("brings back no company that an administrator deleted or merged, until the merge is undone", async () => {
    const { id } = await db
      .selectFrom("company")
      .select("id")
      .where("name", "=", "acme rail")
      .executeTakeFirstOrThrow();
    await db.insertInto("company_deleted").values({ name: "gone works" }).execute();
    await sql`insert into company_merge (public_id, from_public_id, from_name, into_company, undo, merged_at)
      values (${"2".repeat(24)}, ${"1".repeat(24)}, 'merged works', ${id}, '{}', now())`.execute(db);
    const rows = ["gone works", "merged works"].map((name) => ({ ...acme, name, aliases: [] }));
    expect(await loadCompanies(db, rows)).toEqual({ added: 0, changed: 0, left: 2 });
    await sql`update company_merge set undone_at = now() where from_name = 'merged works'`.execute(db);
    expect(await loadCompanies(db, rows)).toEqual({ added: 1, changed: 0, left: 1 });
    await sql`delete from company_merge`.execute(db);
  });

  it("takes the whole catalogue", async () => {
    const catalogue = await readListedCompanies();
    expect(catalogue.length).toBeGreaterThan(2_000);
    const report = await loadCompanies(db, catalogue);
    expect(report).toEqual({ added: catalogue.length, changed: 0, left: 0 });
    expect(await loadCompanies(db, catalogue)).toEqual({ added: 0, changed: 0, left: catalogue.length });
    expect(await loadCompanies(db, [])).toEqual({ added: 0, changed: 0, left: 0 });
  });
});
