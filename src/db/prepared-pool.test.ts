import { describe, expect, it } from "vitest";
import { statementName } from "./prepared-pool.ts";

describe("statementName", () => {
  it("names a read, the same one alike", () => {
    const name = statementName("select 1 from profile where id = $1");
    expect(name).toMatch(/^[\w-]{20}$/);
    expect(statementName("select 1 from profile where id = $1")).toBe(name);
    expect(statementName("with a as (select 1) select * from a")).not.toBe(name);
  });

  it.each([
    "update profile set id = $1",
    "delete from stop where id = $1",
    "insert into forgotten (id) select unnest($1::bigint[])",
    "insert into company_day select 1",
  ])("names %s", (text) => expect(statementName(text)).toMatch(/^[\w-]{20}$/));

  it.each([
    ["a list of rows", "insert into stop (id, name) values ($1, $2), ($3, $4)"],
    ["a list of keys", `select "id" from "company" where "name" in ($1, $2, $3)`],
    ["an update of the fields that were sent", `update "profile" set "location" = $1, "linkedin" = $2 where "id" = $3`],
    ["a search by a pattern", "select 1 from company_term w where term like $1 limit 5"],
    ["one among other things", "with a as (select 1) select * from school_term where id = $1 and (term LIKE $12)"],
  ])("names no %s: it is planned each time", (_, text) => {
    expect(statementName(text)).toBeUndefined();
  });
});
