import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLinkPicture } from "#features/link-picture/read.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { noteStatements, readsOf } from "#tests/helpers/plans.ts";

let app: TestApp;
let noted: ReturnType<typeof noteStatements>;
beforeAll(async () => {
  app = await startTestApp();
  noted = noteStatements(app.databaseUrl);
});
afterAll(async () => {
  await noted.db.destroy();
  await app.stop();
});

/** The title of a link picture, and the tables that are read for it. */
async function tablesOf(kind: string, id: string): Promise<[string | undefined, string[]]> {
  noted.statements.length = 0;
  const picture = await readLinkPicture(noted.db, { kind, id, today: "2026-11-15" });
  const reads: string[] = [];
  for (const one of noted.statements) reads.push(...(await readsOf(app.db, one)).keys());
  return [picture?.title, reads.toSorted()];
}

it("a company's and a school's picture read what they draw, and no neighbours", async () => {
  const user = await new ApiUser(app).signUp();
  const pipeline = [
    stop("Picture Works", "Engineer", "2018-01-01", "2020-01-01"),
    stop("Later Works", "Engineer", "2020-02-01", "current"),
  ];
  const saved = await user.save({ pipeline });
  const school = newPublicId();
  await app.db
    .insertInto("school")
    .values({
      public_id: school,
      name: "Picture Institute",
      name_key: "picture institute",
      country: "",
      country_code: "",
    })
    .execute();
  expect(await tablesOf("company", saved.body.pipeline[0]?.companyId ?? "")).toEqual([
    "Picture Works",
    ["company", "company_merge", "company_stats"],
  ]);
  expect(await tablesOf("school", school)).toEqual(["Picture Institute", ["school"]]);
  expect(await tablesOf("school", "0123456789abcdef01234567")).toEqual([undefined, ["school"]]);
});

it("a company's picture says how many people were there from five on", async () => {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: [stop("Numbered Works", "Engineer", "2018-01-01", "2020-01-01")] });
  const id = saved.body.pipeline[0]?.companyId ?? "";
  const words = "Who worked here, where they came from and where they went next.";
  for (const [people, said] of [
    [4, words],
    [5, `5 people. ${words}`],
  ] as const) {
    await sql`update company_stats set visible_employees = ${people}
      where company_id = (select id from company where public_id = ${id})`.execute(app.db);
    expect(await readLinkPicture(app.db, { kind: "company", id, today: "2026-11-15" })).toMatchObject({
      subtitle: said,
    });
  }
});
