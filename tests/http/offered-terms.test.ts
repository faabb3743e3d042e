import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { termHits } from "#db/term-search.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { addNames } from "#tests/helpers/lookups.ts";

// A visitor's search reads only terms of companies that others may know.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const job = (name: string, more = {}) => ({ ...stop(name, "Clerk", "2018-01-01", "2019-01-01"), ...more });

async function isOffered(name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ offered: boolean }>`
    select bool_and(w.offered) as offered from company_term w join company c on c.id = w.company_id
    where c.display_name = ${name}`.execute(app.db);
  return rows[0]?.offered;
}

/** Words whose column differs from the rule. */
async function wrongTerms(): Promise<unknown[]> {
  const { rows } = await sql`
    select term from company_term where offered <> company_is_offered(company_id)`.execute(app.db);
  return rows;
}

const search = async (name: string): Promise<string[]> => {
  const path = `/api/company/get/companies/${encodeURIComponent(name)}`;
  const { body } = await new ApiUser(app).call<{ displayName: string }[]>("GET", path);
  return body.map(({ displayName }) => displayName);
};

describe("a company's words", () => {
  it("are offered while somebody can be seen there, and while an administrator lists it", async () => {
    const name = "Zw Offered Works";
    const user = await new ApiUser(app).signUp();
    await user.save({ visibility: "private", pipeline: [job(name)] });
    expect([await isOffered(name), await search(name)]).toEqual([false, []]);
    await user.save({ visibility: "public" });
    expect([await isOffered(name), await search(name)]).toEqual([true, [name]]);
    await user.save({ pipeline: [job(name, { undisclosed: true })], visibility: "anonymous" });
    expect([await isOffered(name), await search(name)]).toEqual([false, []]);

    await sql`update company set status = 'listed' where display_name = ${name}`.execute(app.db);
    expect([await isOffered(name), await search(name)]).toEqual([true, [name]]);
    await sql`update company set status = 'new' where display_name = ${name}`.execute(app.db);
    expect([await isOffered(name), await search(name)]).toEqual([false, []]);
    // A word that comes later is as the others are.
    await sql`insert into company_term (company_id, term)
      select id, 'zw later' from company where display_name = ${name}`.execute(app.db);
    expect(await isOffered(name)).toBe(false);
    await sql`insert into company_term (company_id, term, offered)
      select id, 'zw claimed', true from company where display_name = ${name}`.execute(app.db);
    expect(await isOffered(name)).toBe(false);

    await user.save({ visibility: "public", pipeline: [job(name, { undisclosed: false })] });
    expect(await isOffered(name)).toBe(true);
    await sql`delete from company_stats t using company c where c.id = t.company_id and c.display_name = ${name}`.execute(
      app.db,
    );
    expect(await isOffered(name)).toBe(false);
    expect(await wrongTerms()).toEqual([]);
  });

  it("planted: a column that says something else than the rule is found", async () => {
    await sql`update company_term set offered = not offered where term = 'zw offered works'`.execute(app.db);
    expect(await wrongTerms()).toHaveLength(1);
    await sql`update company_term set offered = not offered where term = 'zw offered works'`.execute(app.db);
  });

  it("L9: that are not offered are never read: the same pages, however many hidden people name them", async () => {
    const pagesRead = async (): Promise<number> => {
      await sql`vacuum analyze company_term`.execute(app.db);
      const { rows } = await sql<{
        "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }];
      }>`
        explain (analyze, buffers, format json)
        select * from ${termHits(app.db, "company", "zw held works", sql`w.offered`)} b`.execute(app.db);
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      return (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
    };
    await addNames(app.db, { companies: 4_000, schools: 0 });
    await pagesRead();
    const before = await pagesRead();
    await sql`
      with made as (
        insert into company (public_id, name, display_name)
        select random_public_id(), 'zw held works ' || n, 'Zw Held Works ' || n from generate_series(1, 2000) n
        returning id, name
      )
      insert into company_term (company_id, term) select id, name from made`.execute(app.db);
    // Each look tidies up first, which waits for nobody: rows that another connection may still see stay for a moment.
    await expect.poll(pagesRead, { timeout: 20_000 }).toBe(before);
  });
});
