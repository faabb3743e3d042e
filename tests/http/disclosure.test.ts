import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { findDifferences, type Difference } from "#features/stats/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// L10 to L15: numbers of hidden people change in batches and in fives, and never show a single person.

const NOW = "2026-11-15T12:00:00Z";

/** A dozen accounts, each with a password to hash. */
const LONG = 90_000;

let app: TestApp;
let school: string;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  // Else pages gain the engine's part between two looks at them.
  await waitForPaths(app);
  school = newPublicId();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Batch Institute", name_key: "batch institute", country: "", country_code: "" })
    .execute();
});
afterAll(() => app.stop());

/** An account whose e-mail was confirmed some hours ago. */
async function newPerson(hours = 48): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(Date.parse(NOW) - hours * 3_600_000) })
    .where("email_key", "=", user.email)
    .execute();
  return user;
}

const route = (name: string, rating = 0) => [
  stop(`${name} One`, "Clerk", "2018-01-01", "2019-01-01", rating),
  stop(`${name} Two`, "Lead", "2019-02-01", "current", rating),
];

async function hide(name: string, user: ApiUser, rating = 0): Promise<ApiUser> {
  const { status } = await user.save({ visibility: "private", school, pipeline: route(name, rating) });
  expect(status).toBe(200);
  // An administrator has kept the company. Otherwise it would have no page and no numbers while only hidden people name
  // it.
  await app.db.updateTable("company").set({ status: "listed" }).where("name", "like", `${name} %`).execute();
  return user;
}

const hideMany = async (name: string, count: number, hours?: number): Promise<ApiUser[]> => {
  const people: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) people.push(await hide(name, await newPerson(hours)));
  return people;
};

/** Every answer that shows numbers of these two companies and the school. */
async function numbersOf(name: string): Promise<string[]> {
  const paths = [
    `/api/company/get/${name} one`,
    `/api/company/get/${name} two`,
    `/api/company/get/companies/${name}`,
    `/api/school/get/${school}`,
    `/company/${name} one`,
    `/search?company=${name} two`,
    `/school/${school}`,
  ];
  const answers = await Promise.all(paths.map((path) => sendRaw(app, { path: path.replaceAll(" ", "%20") })));
  return answers.map(({ text }) => text.replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"/g, ""));
}

async function countsOf(name: string): Promise<{ one: number; two: number; move: number; school: number }> {
  const read = async (company: string) =>
    JSON.parse((await sendRaw(app, { path: `/api/company/get/${name}%20${company}` })).text) as {
      _id: string;
      employeesCount: number;
      postCompanies: Record<string, number>;
    };
  const [one, two] = [await read("one"), await read("two")];
  const { schoolTally } = JSON.parse((await sendRaw(app, { path: `/api/school/get/${school}` })).text) as {
    schoolTally: Record<string, number>;
  };
  return {
    one: one.employeesCount,
    two: two.employeesCount,
    move: one.postCompanies[two._id] ?? 0,
    school: schoolTally[one._id] ?? 0,
  };
}

/** A batch for which no stop and no rating has to wait; accounts do. */
const batch = () => publishBatch(app.services, { stop: 0, rating: 0 });

describe("private people", { timeout: LONG }, () => {
  it("L10: are in no number at their save, in none after a batch with one of them, and in all once they are five", async () => {
    await (await newPerson()).save({ pipeline: route("tenth") });
    const before = await numbersOf("tenth");
    const [first] = await hideMany("tenth", 1);
    expect(await numbersOf("tenth")).toEqual(before);
    await batch();
    expect(await numbersOf("tenth")).toEqual(before);
    await hideMany("tenth", 3);
    await batch();
    expect(await numbersOf("tenth")).toEqual(before);
    await hideMany("tenth", 2);
    expect(await numbersOf("tenth")).toEqual(before);
    await batch();
    expect(await countsOf("tenth")).toEqual({ one: 6, two: 6, move: 6, school: 5 });
    expect(await findDifferences(app.db)).toEqual([]);
    // One who goes, and is deleted at that, shows in nothing.
    const with6 = await numbersOf("tenth");
    expect(
      (await first?.call("DELETE", `/api/profile/${first.profileId}`, { password: "correct-horse-battery" }))?.status,
    ).toBe(200);
    await batch();
    expect(await numbersOf("tenth")).toEqual(with6);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L9: lead from a company or a school to none that only they named", async () => {
    for (let n = 0; n < 6; n += 1)
      await (await newPerson()).save({ visibility: "private", school, pipeline: route("quiet") });
    await app.db.updateTable("company").set({ status: "listed" }).where("name", "=", "quiet one").execute();
    await batch();
    const { employeesCount, postCompanies } = JSON.parse(
      (await sendRaw(app, { path: "/api/company/get/quiet%20one" })).text,
    ) as { employeesCount: number; postCompanies: object };
    expect([employeesCount, postCompanies]).toEqual([5, {}]);
    const two = app.db.selectFrom("company").select("public_id").where("name", "=", "quiet two");
    const { public_id } = await two.executeTakeFirstOrThrow();
    expect((await sendRaw(app, { path: `/api/school/get/${school}` })).text).not.toContain(public_id);
  });

  it("L10: are told in their own export of no company that only they may know", async () => {
    const user = await newPerson();
    await user.save({ visibility: "private", pipeline: route("own") });
    await batch();
    const counted = async () => (await user.call<{ counted: unknown[] }>("GET", "/api/user/export")).body.counted;
    expect(await counted()).toEqual([]);
    await app.db.updateTable("company").set({ status: "listed" }).where("name", "like", "own %").execute();
    expect(await counted()).not.toEqual([]);
  });

  it("L11: count only once their e-mail has been confirmed for a day, and one who comes and goes flips nothing", async () => {
    await (await newPerson()).save({ pipeline: route("eleventh") });
    await hideMany("eleventh", 4);
    await batch();
    const before = await numbersOf("eleventh");
    const sybils = await hideMany("eleventh", 3, 23);
    await batch();
    expect(await numbersOf("eleventh")).toEqual(before);
    const [sybil] = sybils;
    const late = await newPerson(25);
    await hide("eleventh", late);
    for (let turn = 0; turn < 20; turn += 1) {
      await late.save({ pipeline: turn % 2 === 0 ? [] : route("eleventh") });
      await sybil?.save({ pipeline: turn % 2 === 0 ? [] : route("eleventh") });
      await batch();
      expect(await numbersOf("eleventh"), `turn ${turn}`).toEqual(before);
    }
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L11: appear as five, stay while four are left, and are gone with the next one", async () => {
    const people = await hideMany("hysteresis", 6);
    await batch();
    const shown = { one: 5, two: 5, move: 5 };
    expect(await countsOf("hysteresis")).toMatchObject(shown);
    const leave = async (count: number) => {
      for (const user of people.splice(0, count)) await user.save({ pipeline: [] });
      await batch();
      return countsOf("hysteresis");
    };
    expect(await leave(2)).toMatchObject(shown);
    expect(await leave(1), "one alone").toMatchObject(shown);
    expect(await leave(1)).toMatchObject({ one: 0, two: 0, move: 0 });
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L13, L14, L15: are in no list and on no card, however many they are", async () => {
    await hideMany("fourteenth", 6);
    await batch();
    expect((await countsOf("fourteenth")).one).toBe(5);
    expect((await sendRaw(app, { path: "/api/company/employees/fourteenth%20one" })).text).toBe("[]");
    const { text } = await sendRaw(app, { path: "/search?company=fourteenth%20one" });
    expect(text).toContain("No users on this site for this company :/");
  });

  it("who become public, two or more, are counted at once, and not twice after the next batch", async () => {
    const people = await hideMany("open", 6);
    await batch();
    for (const user of people) await user.save({ visibility: "public" });
    await batch();
    expect(await countsOf("open")).toMatchObject({ one: 6, two: 6, move: 6 });
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("ratings", { timeout: LONG }, () => {
  const levelOf = async (name: string) =>
    (JSON.parse((await sendRaw(app, { path: `/api/company/get/${name}%20one` })).text) as { ratingLevel: number })
      .ratingLevel;

  it("L12: never move at a save, and not for one that changed since the last batch", async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    for (const user of people) await user.save({ pipeline: route("twelfth", 100) });
    expect(await levelOf("twelfth")).toBe(0);
    await batch();
    expect(await levelOf("twelfth")).toBe(5);
    const [one, two] = people;
    await one?.save({ pipeline: route("twelfth", 20) });
    await batch();
    expect(await levelOf("twelfth")).toBe(5);
    await two?.save({ pipeline: route("twelfth", 20) });
    expect(await levelOf("twelfth")).toBe(5);
    await batch();
    expect(await levelOf("twelfth")).toBe(2);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("of hidden people count only where five of them rated", async () => {
    for (const rating of [100, 100, 100]) await (await newPerson()).save({ pipeline: route("mixed", rating) });
    const hidden: ApiUser[] = [];
    const hideMore = async (count: number) => {
      for (let n = 0; n < count; n += 1) hidden.push(await hide("mixed", await newPerson(), 20));
      await batch();
    };
    await hideMore(4);
    expect(await levelOf("mixed")).toBe(5);
    // Two more whose e-mails were confirmed less than a day ago do not count yet.
    for (const fresh of [await newPerson(23), await newPerson(23)]) await hide("mixed", fresh, 20);
    await batch();
    expect(await levelOf("mixed")).toBe(5);
    await hideMore(2);
    expect(await levelOf("mixed")).toBe(2);
    expect(await findDifferences(app.db)).toEqual([]);
    // One person who comes and goes does not remove the others from the rating. After two more counted people leave,
    // all hidden people are removed.
    const [sybil, gone, ...next] = hidden;
    await gone?.save({ pipeline: [] });
    await batch();
    for (let turn = 0; turn < 6; turn += 1) {
      await sybil?.save({ pipeline: turn % 2 === 0 ? [] : route("mixed", 20) });
      await batch();
      expect(await levelOf("mixed"), `turn ${turn}`).toBe(2);
    }
    for (const user of [sybil, ...next.slice(0, 2)]) await user?.save({ pipeline: [] });
    await batch();
    expect(await levelOf("mixed")).toBe(5);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("the recount (npm run verify)", () => {
  /** Each stored number, and a change of it that breaks no check of the database; `members` may be too many, not too few. */
  const CHANGES: Record<string, string> = { rating: "case rating when 20 then 40 else 20 end", members: "members - 1" };
  const NAMED: Record<string, string> = {
    hidden_employees: "published_aggregate",
    hidden_interns: "published_aggregate",
    hidden_people: "published_aggregate",
    raters: "company_stats.raters",
    rating_sum: "company_stats.raters",
    "published_rating.rating_sum": "published_rating_member",
    "published_rating.members": "published_rating_member",
    "published_aggregate.members": "published_member",
  };

  class Undo extends Error {}

  /** The differences that the recount reports after a planted mistake, which is then undone. */
  async function planted(statement: RawBuilder<unknown>): Promise<Difference[]> {
    let found: Difference[] = [];
    const undone = app.db.transaction().execute(async (trx) => {
      const { numAffectedRows } = await statement.execute(trx);
      expect(numAffectedRows).toBe(1n);
      found = await findDifferences(trx);
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
    return found;
  }

  it("names every number that is published, whichever is wrong", { timeout: LONG }, async () => {
    for (const rating of [100, 20, 60]) await (await newPerson()).save({ pipeline: route("planted", rating) });
    // Somebody whose stop ends on a day to come, at a school.
    const coming = [stop("planted Three", "Clerk", "2024-01-01", "2027-01-01")];
    await (await newPerson()).save({ school, pipeline: coming });
    await hideMany("planted", 5);
    await batch();
    expect(await countsOf("planted")).toMatchObject({ one: 8, move: 8 });
    expect(await findDifferences(app.db)).toEqual([]);
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_name in ('company_stats', 'company_move', 'school_company_stats', 'company_day', 'school_stats',
          'published_aggregate',
          'published_rating', 'published_rating_member')
        and is_generated = 'NEVER' and data_type in ('integer', 'bigint', 'smallint')
        and column_name not in ('company_id', 'profile_id', 'school_id', 'from_company', 'to_company', 'next_company_id')
      order by 1, 2`.execute(app.db);
    expect(rows.length).toBeGreaterThanOrEqual(17);
    for (const { table, column } of rows) {
      const where =
        table === "published_aggregate"
          ? // A school's people have no copy beside what is published; what ratings answer has tests of its own.
            sql`where people > 0 and kind in ('employees', 'interns', 'move', 'school') and members = (
              select count(*) from published_member member
              where member.kind = published_aggregate.kind and member.company_id = published_aggregate.company_id
                and member.next_company_id = published_aggregate.next_company_id
                and member.school_id = published_aggregate.school_id)`
          : sql``;
      const found = await planted(sql`update ${sql.table(table)} t
        set ${sql.ref(column)} = ${sql.raw(CHANGES[column] ?? `${column} + 20`)}
        where t.ctid = (select ctid from ${sql.table(table)} ${where} order by ctid limit 1)`);
      const name = NAMED[`${table}.${column}`] ?? NAMED[column] ?? table;
      expect(found.map((one) => one.table).join(), `${table}.${column}`).toContain(name);
    }
  });

  it("names who was added to what was published, and a number without anybody behind it", async () => {
    const company = sql`(select id from company where name = 'planted one')`;
    const stranger = sql`(select id from profile where id not in (select profile_id from published_member)
      and id not in (select profile_id from published_rating_member) order by id limit 1)`;
    expect(
      await planted(
        sql`insert into published_member (kind, company_id, next_company_id, school_id, profile_id)
          values ('employees', ${company}, 0, 0, ${stranger})`,
      ),
    ).toMatchObject([{ table: "published_member" }]);
    expect(
      await planted(
        sql`insert into published_rating_member (company_id, profile_id, raters, rating)
          values (${company}, ${stranger}, 'visible', 60)`,
      ),
    ).toMatchObject([{ table: "published_rating_member" }]);
    expect(
      await planted(sql`delete from published_aggregate where kind = 'employees' and company_id = ${company}`),
    ).toMatchObject([{ table: "published_aggregate", stored: "5", counted: "0" }]);
    expect(
      await planted(sql`update company_stats set raters = 0, rating_sum = 0 where company_id = ${company}`),
    ).toMatchObject([{ table: "company_stats.raters", stored: "0,0", counted: "3,180" }]);
  });

  const verify = () =>
    promisify(execFile)(process.execPath, ["scripts/verify.ts"], {
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "test",
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.services.config.dataDir,
      },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (failure: { code: number; stdout: string; stderr: string }) => ({
        code: failure.code,
        said: failure.stdout + failure.stderr,
      }),
    );

  it("as a command ends well, and badly with a sentence for what is wrong", { timeout: LONG }, async () => {
    expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining("equals its recount") });
    const change = (by: number) =>
      sql`update company_stats set hidden_employees = hidden_employees + ${by}
        where company_id = (select id from company where name = 'planted one')`.execute(app.db);
    await change(5);
    expect(await verify()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/published_aggregate employees \d+ 0 0: stored 10, counted 5\n.*1 difference/s),
    });
    await change(-5);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
