import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// A company's average stay moves at each save; so of somebody anonymous it holds no more than their page.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const job = (name: string, start: string, end: string) => stop(name, "Clerk", start, end);

async function person(patch: Record<string, unknown>): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save(patch);
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** The days by which a person's one stop enters its company's average. */
async function daysOf(user: ApiUser): Promise<number> {
  const rows = await app.db
    .selectFrom("company_stats_by_person as c")
    .innerJoin("profile as p", "p.id", "c.profile_id")
    .select("c.tenure_days")
    .where("p.public_id", "=", user.profileId)
    .execute();
  expect(rows).toHaveLength(1);
  return Number(rows[0]?.tenure_days);
}

describe("a stay counts", () => {
  it("as its page shows it: named people's to the day, others' in years or months", async () => {
    const user = await person({ visibility: "public", pipeline: [job("Rule Works", "2018-01-10", "2019-03-05")] });
    const table = [
      ["public", false, "2018-01-10", "2019-03-05", 419],
      ["anonymous", false, "2018-01-10", "2019-03-05", 365],
      ["anonymous", false, "2018-12-31", "2019-01-01", 365],
      ["anonymous", false, "2015-02-01", "2019-11-01", 1461],
      ["anonymous", false, "2018-01-01", "2018-12-31", 122],
      ["anonymous", true, "2018-01-10", "2019-03-05", 426],
      ["anonymous", true, "2018-01-31", "2019-03-01", 426],
      ["anonymous", true, "2018-05-01", "2018-05-31", 10],
    ] as const;
    for (const [visibility, showMonths, start, end, days] of table) {
      await user.save({ visibility, showMonths, pipeline: [job("Rule Works", start, end)] });
      expect(await daysOf(user), `${visibility} ${showMonths} ${start} ${end}`).toBe(days);
    }
    // A date known only to the year stays a year, also if the person shows months. Roles are added up before they are
    // rounded.
    const role = (startDate: string, endDate: string) => ({
      title: "Clerk",
      startDate,
      endDate,
      isIndefinite: false,
      datePrecision: "year",
    });
    const roles = [2015, 2016, 2017].map((year) => role(`${year}-01-01`, `${year}-01-01`));
    const saved = await user.save({ pipeline: [{ ...job("Rule Works", "2015-01-01", "2017-01-01"), roles }] });
    expect(saved.status, saved.text).toBe(200);
    expect(await daysOf(user)).toBe(365);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("so that nobody who moves an end of their own finds the days of somebody anonymous", async () => {
    for (let n = 0; n < 3; n += 1)
      await person({ pipeline: [job("Bisected Works", "2016-01-01", `2018-0${n + 1}-01`)] });
    const target = await person({ anonymous: true, pipeline: [job("Bisected Works", "2014-06-01", "2016-02-03")] });
    const asking = await person({ pipeline: [job("Bisected Works", "2010-01-01", "2010-02-01")] });
    const flips = async (): Promise<number[]> => {
      const shown: number[] = [];
      for (const month of ["2010-02", "2010-04", "2010-06", "2010-11", "2011-05"]) {
        await asking.save({ pipeline: [job("Bisected Works", "2010-01-01", `${month}-17`)] });
        shown.push((await asking.call<{ tenure: number }>("GET", "/api/company/get/bisected%20works")).body.tenure);
      }
      return shown;
    };
    const first = await flips();
    expect(new Set(first).size).toBeGreaterThan(2);
    for (const [start, end] of [
      ["2014-01-02", "2016-12-30"],
      ["2014-12-01", "2016-01-15"],
    ] as const) {
      await target.save({ pipeline: [job("Bisected Works", start, end)] });
      expect(await flips()).toEqual(first);
    }
  });
});
