import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromPool, openPool } from "#db/connect.ts";
import { readCompanyDetail, readCompanyPage } from "#features/company/read.server.ts";
import { readSchoolDetail } from "#features/school/read.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

// Tests that a save counts the people who are still at a company, and the people of a school.

const NAME = "Daily Works";
/** Smaller numbers are not shown. */
const BESIDE = 5;
let app: TestApp;
let users: ApiUser[];
const school = newPublicId();

beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Daily College", name_key: "daily college", country: "", country_code: "" })
    .execute();
  users = [];
  while (users.length < BESIDE + 3) users.push(await new ApiUser(app).signUp());
});
afterAll(() => app.stop());

type Role = { title: string; startDate: string; endDate: string; isIndefinite: boolean; datePrecision: "day" };
const role = (startDate: string, endDate?: string): Role => ({
  title: "Clerk",
  startDate,
  endDate: endDate ?? "2200-12-02",
  isIndefinite: endDate === undefined,
  datePrecision: "day",
});
const at = (roles: readonly Role[], companyName = NAME) => ({ companyId: "", companyName, title: "Clerk", roles });

async function save(user: ApiUser, roles: readonly Role[], more: Record<string, unknown> = {}): Promise<void> {
  const answer = await user.save({ pipeline: [at(roles)], school, ...more });
  expect(answer.status, answer.text).toBe(200);
}

async function stillHere(today: string): Promise<number> {
  const detail = await readCompanyDetail(app.db, { idOrName: NAME, minRaters: 3, asker: undefined, today });
  return detail?.flow.next.find(({ kind }) => kind === "end")?.people ?? 0;
}

const isThere = (roles: readonly Role[], day: string): boolean =>
  roles.some((one) => one.startDate <= day && (one.isIndefinite || one.endDate >= day));

it("on any day those are still here whose roles say so, however roles overlap, follow each other or leave gaps", async () => {
  // Five people who stay, so that every number may be shown.
  for (const user of users.slice(0, BESIDE)) await save(user, [role("2015-01-01")]);
  const day = fc
    .integer({ min: 0, max: 40 })
    .map((n) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10));
  const one = fc
    .tuple(day, day, fc.boolean())
    .map(([a, b, isOpen]) => (isOpen ? role(a) : role(a < b ? a : b, a < b ? b : a)));
  const days = ["2026-10-31", "2026-11-01", "2026-11-10", "2026-11-20", "2026-12-01", "2026-12-11", "2026-12-12"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
      async (lines) => {
        for (const [n, roles] of lines.entries()) await save(users[BESIDE + n] ?? new ApiUser(app), roles);
        for (const today of days)
          expect(await stillHere(today), today).toBe(BESIDE + lines.filter((roles) => isThere(roles, today)).length);
        expect(await findDifferences(app.db)).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});

it("whoever hides, or leaves the company out, is here no more, and comes back with the same days", async () => {
  const [leaver] = users.slice(BESIDE);
  if (!leaver) throw new Error("Nobody is left.");
  for (const user of users.slice(BESIDE)) await save(user, [role("2026-01-01", "2027-06-30")]);
  expect([await stillHere("2027-06-30"), await stillHere("2027-07-01")]).toEqual([BESIDE + 3, BESIDE]);
  await save(leaver, [role("2026-01-01", "2027-06-30")], { visibility: "private" });
  expect(await stillHere("2026-11-15")).toBe(BESIDE + 2);
  await save(leaver, [role("2026-01-01", "2027-06-30")], { visibility: "public" });
  expect(await stillHere("2026-11-15")).toBe(BESIDE + 3);
  expect((await leaver.save({ pipeline: [at([role("2026-01-01")], "Other Works")] })).status).toBe(200);
  expect(await stillHere("2026-11-15")).toBe(BESIDE + 2);
  expect(await findDifferences(app.db)).toEqual([]);
});

it("a school's people are those who show it", async () => {
  const people = async () => (await readSchoolDetail(app.db, school))?.people;
  const all = users.length;
  expect(await people()).toBe(all);
  const [first, second] = users;
  expect((await first?.save({ visibility: "anonymous", hideSchool: true }))?.status).toBe(200);
  expect((await second?.save({ visibility: "private" }))?.status).toBe(200);
  expect(await people()).toBe(all - 2);
  expect((await first?.save({ visibility: "public", hideSchool: false }))?.status).toBe(200);
  expect((await second?.save({ visibility: "public", school: "" }))?.status).toBe(200);
  expect(await people()).toBe(all - 1);
  expect(await findDifferences(app.db)).toEqual([]);
});

it("what stands above the people of a company or school reads no stop, role or person", async () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = fromPool(openPool(app.databaseUrl, { max: 1 }), ({ query }) => void asked.push(query));
  try {
    await readCompanyPage(watched, { idOrName: NAME, today: "2026-11-15", minRaters: 3 });
    await readSchoolDetail(watched, school);
  } finally {
    await watched.destroy();
  }
  const heads = asked.filter(({ sql: text }) => /company_day|school_stats/.test(text));
  expect(heads).toHaveLength(2);
  for (const { sql: text, parameters } of heads) {
    const { rows } = await app.db.transaction().execute(async (trx) => {
      // As with many rows: PostgreSQL would read a small table as a whole.
      await sql`set local enable_seqscan = off`.execute(trx);
      return trx.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]));
    });
    const relations = new Set([...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name));
    // Only the caller's own stops are read, because the caller may know a company that others may not.
    relations.delete("stop");
    expect([...relations].filter((name) => ["role", "profile"].includes(name ?? ""))).toEqual([]);
    const walked = /"Index Name":"(company_day_pkey|school_stats_pkey)"/.test(JSON.stringify(rows));
    expect(walked, text).toBe(true);
  }
});
