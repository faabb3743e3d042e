import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { searchTerms } from "#core/text.ts";
import { readCompanyNames } from "#features/catalogue/read.server.ts";
import { readCompaniesForReview } from "#features/company-admin/read.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { noteStatements, workOf } from "#tests/helpers/plans.ts";

const SHARED = ["Ash", "Beech", "Cedar", "Dogwood", "Elm", "Fir"].map((tree) => `${tree} Works`);
/** People who worked at all of these, and those of them who then came to the new company. */
const [COLLEAGUES, PEOPLE] = [40, 12];
/** Rows that the steps of the plan may give or throw away. */
const MOST_WORK = 12_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await sql`
    insert into company (public_id, name, display_name, status)
    select lpad(to_hex(n), 24, '0'), 'catalogue ' || n, 'Catalogue ' || n, 'listed'
    from generate_series(1, ${MOST_WORK}::integer) n`.execute(app.db);
  for (let n = 0; n < COLLEAGUES; n += 1) await works(n < PEOPLE ? [...SHARED, "Newly Typed Works"] : SHARED);
  // Names that are a little alike, so that they are candidates.
  await app.db.updateTable("company").set({ status: "listed" }).where("display_name", "in", SHARED).execute();
  await sql`analyze`.execute(app.db);
});
afterAll(() => app.stop());

async function works(companies: readonly string[]): Promise<void> {
  const user = await new ApiUser(app).signUp();
  const pipeline = companies.map((name, n) => stop(name, "Engineer", `201${n}-01-01`, `201${n}-11-01`));
  expect((await user.save({ pipeline })).status).toBe(200);
}

it("the review looks at some colleagues of a new company's people, not at all, and at no other company's name", async () => {
  const { db, statements } = noteStatements(app.databaseUrl);
  await readCompaniesForReview(db, { status: "new", text: "newly typed works", cursor: undefined, minRaters: 3 });
  const [colleagues] = statements.filter((statement) => statement.sql.includes("likeness"));
  if (!colleagues) throw new Error("The colleagues were not asked for.");
  expect(await workOf(db, colleagues)).toBeLessThan(MOST_WORK);
  await db.destroy();
});

it("takes no company for another because the ends of their names are alike", async () => {
  await works(["Gimbalfell Studio"]);
  for (const [n, name] of ["Quarterhill Studios", "Gimbalfel"].entries()) {
    const terms = searchTerms(name, name.length);
    await sql`
      with made as (
        insert into company (public_id, name, display_name, status)
        values (${`b${n}`.padEnd(24, "0")}, lower(${name}), ${name}, 'listed') returning id)
      insert into company_term (company_id, term) select id, unnest(${terms}::text[]) from made`.execute(app.db);
  }
  const read = { status: "new", text: "gimbalfell studio", cursor: undefined, minRaters: 3 } as const;
  const { companies } = await readCompaniesForReview(app.db, read);
  expect(companies[0]?.similar.map(({ displayName }) => displayName)).toEqual(["Gimbalfel"]);
});

it("finds the closest names with a high limit first, and asks again with a lower one only where it found few", async () => {
  const names = [
    ["Quillmark Robotics", "Quillmark Robotic", "Quillmark Robots", "Quillmark Roboticx", "Quillmark Rooftops"],
    ["Zephyrhill Bakery", "Zephyrhill Bakers", "Zephyr Bakery Group", "Zephyrine Bakehouse"],
  ];
  for (const [index, [typed = "", ...listed]] of names.entries()) {
    await works([typed]);
    for (const [n, name] of listed.entries())
      await sql`
        with made as (
          insert into company (public_id, name, display_name, status)
          values (${`a${index}${n}`.padEnd(24, "0")}, lower(${name}), ${name}, 'listed') returning id)
        insert into company_term (company_id, term) select id, lower(${name}) from made`.execute(app.db);
  }
  const { db, statements } = noteStatements(app.databaseUrl);
  for (const [index, [typed = ""]] of names.entries()) {
    statements.length = 0;
    const read = { status: "new", text: typed, cursor: undefined, minRaters: 3 } as const;
    const { companies } = await readCompaniesForReview(db, read);
    const found = companies.find(({ displayName }) => displayName === typed);
    const { rows } = await sql<{ name: string; likeness: number }>`
      select c.display_name as name, max(similarity(t.term, ${typed.toLowerCase()})) as likeness
      from company_term t join company c on c.id = t.company_id and c.status = 'listed'
      group by c.id having max(similarity(t.term, ${typed.toLowerCase()})) >= 0.3
      order by likeness desc, c.name limit 3`.execute(app.db);
    expect(rows).toHaveLength(3);
    expect(found?.similar.map(({ displayName }) => displayName)).toEqual(rows.map(({ name }) => name));
    const readings = statements.filter((one) => one.sql.includes("t.term % k.term")).length;
    expect([(rows[2]?.likeness ?? 0) >= 0.4, readings]).toEqual([index === 0, index + 1]);
  }
  await db.destroy();
});

it("the list of names has the first ones of the alphabet, each with its aliases", async () => {
  const names = await readCompanyNames(app.db);
  const { rows } = await sql<{ name: string; aliases: string[] }>`
    select c.name, array(select alias from company_alias a where a.company_id = c.id order by alias) as aliases
    from company c where status = 'listed' order by name limit ${names.length + 1}::bigint`.execute(app.db);
  expect(rows.length).toBe(names.length + 1);
  expect(names.map(({ name, aliases }) => ({ name, aliases }))).toEqual(rows.slice(0, -1));
});
