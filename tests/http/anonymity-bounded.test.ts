import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromPool, openPool } from "#db/connect.ts";
import { readAnonymity } from "#features/anonymity/read.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Tests that the anonymity check reads a limited number of rows, by index, which each save keeps up to date.

let app: TestApp;
let user: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await new ApiUser(app).signUp();
});
afterAll(() => app.stop());

type Seen = { began: string; shows_month: boolean; is_named: boolean };
async function seen(): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select began, shows_month, company_id is not null as is_named from anonymous_stop order by began`.execute(app.db);
  expect(await findDifferences(app.db)).toEqual([]);
  return rows;
}
const titles = async () =>
  (await app.db.selectFrom("anonymous_title").select("title").orderBy("title").execute()).map(({ title }) => title);

async function save(patch: Record<string, unknown>): Promise<void> {
  const answer = await user.save(patch);
  expect(answer.status, answer.text).toBe(200);
}

const shown = stop("Bounded Works", "Clerk of Odd Things", "2018-05-17", "2019-01-01");
const kept = { ...stop("Bounded Yard", "Clerk", "2019-06-03", "current"), undisclosed: true };

it("follows what others see of a person through every change", async () => {
  await save({ visibility: "public", pipeline: [shown, kept] });
  expect(await seen()).toEqual([]);
  await save({ visibility: "anonymous" });
  const years = [
    { began: "2018-01-01", shows_month: false, is_named: true },
    { began: "2019-01-01", shows_month: false, is_named: false },
  ];
  expect([await seen(), await titles()]).toEqual([years, []]);
  await save({ showMonths: true, ownTitles: true });
  expect(await seen()).toEqual([{ began: "2018-05-01", shows_month: true, is_named: true }, years[1]]);
  expect(await titles()).toEqual(["clerk", "clerk of odd things"]);
  await save({ pipeline: [{ ...shown, startDate: "2017-02-02" }] });
  expect([await seen(), await titles()]).toEqual([
    [{ began: "2017-02-01", shows_month: true, is_named: true }],
    ["clerk of odd things"],
  ]);
  await save({ visibility: "private" });
  expect([await seen(), await titles()]).toEqual([[], []]);
  await save({ visibility: "anonymous" });
  expect(await seen()).toHaveLength(1);
  await save({ visibility: "public" });
  expect(await seen()).toEqual([]);
});

it("reads people by index alone, and a bounded number for each thing that they may share", async () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = fromPool(openPool(app.databaseUrl, { max: 1 }), ({ query }) => void asked.push(query));
  const stops = [{ companyId: "", companyName: "Bounded Works", startDate: "2018-05-01", undisclosed: false }];
  const form = { stops, school: "5c0001000000000000000001", showMonths: true, titles: ["Clerk of Odd Things"] };
  try {
    await readAnonymity(watched, { profileKey: 1, form });
  } finally {
    await watched.destroy();
  }
  expect(asked).toHaveLength(2);
  for (const { sql: text, parameters } of asked) {
    const { rows } = await app.db.transaction().execute(async (trx) => {
      // As with many rows: PostgreSQL would read a small table as a whole.
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      return trx.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]));
    });
    const plan = JSON.stringify(rows);
    expect(plan).toMatch(/profile_anonymous_real|anonymous_stop_company/);
    // A table that no index serves would be read whole all the same.
    expect([...plan.matchAll(/"Node Type":"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g)].map(([, name]) => name)).toEqual(
      [],
    );
  }
});
