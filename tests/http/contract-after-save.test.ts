import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { findDifferences } from "#features/stats/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";

// The calls a client makes after a save carry numbers and other people's ids; the server counts by itself (U9).

let app: TestApp;
let owner: ApiUser;
let other: ApiUser;
let saved: SavedProfile;
let otherSaved: SavedProfile;
const schoolId = newPublicId();

beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("school")
    .values({
      public_id: schoolId,
      name: "Test University",
      name_key: "test university",
      country: "Germany",
      country_code: "DE",
    })
    .execute();
  owner = await new ApiUser(app).signUp();
  other = await new ApiUser(app).signUp();
  const pipeline = [
    stop("Alpha", "Analyst Intern", "2018-05-01", "2018-08-01", 60),
    stop("Beta", "Analyst", "2019-05-01", "2020-08-01", 80),
    stop("Gamma", "Lead", "2021-01-01", "current", 100),
  ];
  saved = (await owner.save({ firstName: "Ada", lastName: "T", school: schoolId, pipeline })).body;
  otherSaved = (await other.save({ firstName: "Bo", lastName: "T", school: schoolId, pipeline: pipeline.slice(0, 2) }))
    .body;
});
afterAll(() => app.stop());

/** Everything derived, as one text. */
async function readStats(): Promise<string> {
  const { rows } = await sql`
    select 'c' as t, company_id as a, 0 as b, concat_ws(',', employees, interns, raters, rating_sum, tenure_days, stays) as n from company_stats
    union all select 'm', from_company, to_company, people::text from company_move
    union all select 'd', company_id, day - date '1970-01-01', change::text from company_day
    union all select 'p', school_id, 0, visible_people::text from school_stats
    union all select 's', school_id, company_id, people::text from school_company_stats order by 1, 2, 3`.execute(
    app.db,
  );
  return JSON.stringify(rows);
}

const forged = (experience: object): object => ({
  ...experience,
  rating: 100,
  tenure: 1e9,
  Employees: 1e9,
  interns: -1e9,
  prevCompanies: { a: 1e9 },
  postCompanies: { a: -1 },
  userId: otherSaved._id,
  ratedEmployees: 1e9,
  remove: true,
  index: 0,
});

const calls = (): [string, unknown][] => [
  ["/api/company/update", [saved.pipeline.map(forged), [], [schoolId, ""]]],
  ["/api/company/update", [[], saved.pipeline.map(forged), ["", schoolId]]],
  ["/api/company/update", [[], [], ["", ""]]],
  ["/api/company/update", [otherSaved.pipeline.map(forged), otherSaved.pipeline.map(forged), [null, null]]],
  [
    `/api/school/update/${schoolId}`,
    [{ schoolId, schoolTally: Array.from({ length: 100 }, () => saved.pipeline[0]?.companyId) }, ""],
  ],
  ["/api/school/update/", [{ schoolId: "", schoolTally: [] }, schoolId]],
  [
    "/api/school/update/0123456789abcdef01234567",
    [{ schoolId: "0123456789abcdef01234567", schoolTally: [1e9, { $inc: 1e9 }] }, "x"],
  ],
  // Not the caller's companies: nothing to remove.
  ["/api/company/update/0123456789abcdef01234567", [forged({}), [], schoolId]],
];

test("numbers, foreign ids, stale originals and replays change nothing", async () => {
  const before = await readStats();
  for (let times = 0; times < 20; times += 1) {
    for (const [path, body] of calls()) {
      const answer = await owner.call("PATCH", path, body);
      expect([answer.status, answer.body], `${path} ${answer.text}`).toEqual([200, { message: "success" }]);
    }
  }
  expect(await readStats()).toBe(before);
  expect(await findDifferences(app.db)).toEqual([]);
  expect((await other.call<SavedProfile>("GET", `/api/profile/get/${other.profileId}`)).body).toEqual(otherSaved);
});

test.each([
  ["/api/company/update", {}],
  ["/api/company/update", [[]]],
  ["/api/company/update", [[], [], "x"]],
  ["/api/company/update", [[1], [], ["", ""]]],
  ["/api/company/update/x", "text"],
  ["/api/company/update/x", [[], [], "", "more"]],
  ["/api/school/update/", [{}, ""]],
  ["/api/school/update/x", [{ schoolTally: "x" }, ""]],
  ["/api/school/update/x", [{ schoolTally: Array.from({ length: 101 }, () => 1) }, ""]],
])("%s refuses another shape: %j", async (path, body) => {
  expect((await owner.call("PATCH", path, body)).status).toBe(400);
});

test("the form of the admin's call does nothing for others", async () => {
  const id = saved.pipeline[0]?.companyId ?? "";
  const answer = await owner.call("PATCH", `/api/company/update/${id}`, {
    name: "alpha",
    displayName: "Owned",
    logo: "https://evil.example/x.png",
    description: "x",
  });
  expect([400, 403]).toContain(answer.status);
  expect((await new ApiUser(app).call("GET", "/api/company/get/alpha")).body["displayName"]).toBe("Alpha");
});

describe("the deletion call", () => {
  test("takes just that experience out of the caller's pipeline, and once", async () => {
    const [removed, ...rest] = saved.pipeline;
    const path = `/api/company/update/${removed?.companyId}`;
    for (let times = 0; times < 3; times += 1) {
      const answer = await owner.call("PATCH", path, [forged({ ...removed }), rest, schoolId]);
      expect([answer.status, answer.body]).toEqual([200, { message: "success" }]);
    }
    const now = (await owner.call<SavedProfile>("GET", `/api/profile/get/${owner.profileId}`)).body;
    expect(now.pipeline.map((one) => [one._id, one.companyId])).toEqual(rest.map((one) => [one._id, one.companyId]));
    expect(now.rev).toBe(saved.rev + 1);
    expect((await other.call<SavedProfile>("GET", `/api/profile/get/${other.profileId}`)).body).toEqual(otherSaved);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  test("after a save that already left it out, it is fine too", async () => {
    const now = (await owner.call<SavedProfile>("GET", `/api/profile/get/${owner.profileId}`)).body;
    const [removed, ...rest] = now.pipeline;
    await owner.call("PATCH", `/api/profile/${owner.profileId}`, { pipeline: rest });
    expect(
      (await owner.call("PATCH", `/api/company/update/${removed?.companyId}`, [{ ...removed, index: 0 }, rest, ""]))
        .status,
    ).toBe(200);
    expect((await owner.call<SavedProfile>("GET", `/api/profile/get/${owner.profileId}`)).body.pipeline).toHaveLength(
      1,
    );
  });

  test("of the last experience leaves an unlisted person", async () => {
    const now = (await owner.call<SavedProfile>("GET", `/api/profile/get/${owner.profileId}`)).body;
    await owner.call("PATCH", `/api/company/update/${now.pipeline[0]?.companyId}`, [{}, [], ""]);
    const random = await new ApiUser(app).call<{ _id: string }[]>("GET", "/api/profile/random");
    expect(random.body.map((one) => one._id)).toEqual([other.profileId]);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
