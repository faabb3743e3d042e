import { afterAll, beforeAll, expect, it } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

type Community = {
  people: number;
  pipelines: { public: number; anonymous: number | null; private: number | null };
  signUps: { week: string; people: number | null }[];
  waiting: Record<"companies" | "suggestions" | "reports" | "mails", number>;
};

let app: TestApp;
let admin: ApiUser;
const NOW = new Date("2026-11-18T12:00:00Z");
beforeAll(async () => {
  app = await startTestApp({ now: () => NOW });
  admin = await adminClient(app);
});
afterAll(() => app.stop());

const community = async () => (await admin.call<Community>("GET", "/api/admin/community")).body;
async function person(visibility: string): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await user.save({ visibility, pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")] });
  return user;
}

it("tells hidden pipelines from five on, and four like none", async () => {
  expect((await community()).pipelines).toEqual({ public: 0, anonymous: null, private: null });
  for (let n = 0; n < 4; n += 1) await person("private");
  for (let n = 0; n < 5; n += 1) await person("anonymous");
  await person("public");
  const { people, pipelines } = await community();
  expect([people, pipelines]).toEqual([10, { public: 1, anonymous: 5, private: null }]);
  await person("private");
  expect((await community()).pipelines.private).toBe(5);
});

it("tells sign-ups by week, twelve weeks, from five on", async () => {
  // A Monday: it must not count in the week before, too.
  await app.db.updateTable("account").set({ created_on: "2026-11-16" }).execute();
  const accounts = await app.db.selectFrom("account").select("id").orderBy("id").limit(4).execute();
  await app.db
    .updateTable("account")
    .set({ created_on: "2026-11-15" })
    .where(
      "id",
      "in",
      accounts.map(({ id }) => id),
    )
    .execute();
  const { signUps } = await community();
  expect(signUps).toHaveLength(12);
  expect(signUps.slice(0, 3)).toEqual([
    { week: "2026-W47", people: 7 },
    // Four on the Sunday before.
    { week: "2026-W46", people: null },
    { week: "2026-W45", people: null },
  ]);
  // The fifth of that Sunday.
  await app.db
    .updateTable("account")
    .set({ created_on: "2026-11-15" })
    .where("id", "=", (eb) =>
      eb.selectFrom("account").select("id").where("created_on", "=", "2026-11-16").orderBy("id").limit(1),
    )
    .execute();
  expect((await community()).signUps.slice(0, 2).map(({ people }) => people)).toEqual([6, 5]);
});

it("counts what waits: companies, suggestions, reports, mails without a mail server", async () => {
  const before = (await community()).waiting;
  const user = await person("public");
  await user.save({ pipeline: [stop("Nobody Knows Ltd", "Engineer", "2018-01-01", "current")] });
  await user.call("POST", "/api/suggestions", { type: "other", text: "Hello" });
  await user.call("POST", "/api/reports", { subject: "pipeline", id: user.profileId, reason: "spam" });
  // About nobody: stored for a moment, and no work for anybody.
  await user.call("POST", "/api/reports", { subject: "pipeline", id: "0".repeat(24), reason: "spam" });
  await app.db.updateTable("mail").set({ state: "outbox" }).execute();
  const { waiting } = await community();
  expect(waiting.companies - before.companies).toBe(1);
  expect(waiting.suggestions - before.suggestions).toBe(1);
  expect(waiting.reports - before.reports).toBe(1);
  expect(waiting.mails).toBeGreaterThan(0);
  const { body } = await admin.call<{ suggestions: { _id: string }[] }>("GET", "/api/admin/suggestions");
  const path = `/api/admin/suggestions/${body.suggestions[0]?._id}`;
  expect((await admin.call("PATCH", path, { done: true })).status).toBe(200);
  expect((await community()).waiting.suggestions, "one that is done waits no more").toBe(before.suggestions);
});

it("leaves out who is suspended", async () => {
  const before = (await community()).pipelines.public;
  const user = await person("public");
  expect((await community()).pipelines.public).toBe(before + 1);
  expect((await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "spam" })).status).toBe(
    200,
  );
  expect((await community()).pipelines.public).toBe(before);
});

it("proposes to merge a weakly alike company whose people share colleagues, from two of them on", async () => {
  const listed = { name: "northwind robotics", displayName: "Northwind Robotics", logo: "", description: "" };
  expect((await admin.call("POST", "/api/company/create", listed)).status).toBe(201);
  const works = async (company: string, visibility = "public") => {
    const user = await new ApiUser(app).signUp();
    const pipeline = [
      stop("Shared Employer", "Engineer", "2015-01-01", "2016-01-01"),
      stop(company, "Engineer", "2018-01-01", "current"),
    ];
    expect((await user.save({ visibility, pipeline })).status).toBe(200);
  };
  const typed = "NW Robotics Laboratory Group International";
  type Similar = { displayName: string; sameColleagues?: boolean };
  const similar = async () => {
    const path = "/api/admin/companies?status=new";
    const { companies } = (await admin.call<{ companies: { displayName: string; similar: Similar[] }[] }>("GET", path))
      .body;
    return companies.find(({ displayName }) => displayName === typed)?.similar;
  };
  await works(typed);
  await works("Northwind Robotics");
  // A hidden person is not counted as proof.
  await works("Northwind Robotics", "private");
  expect(await similar()).toEqual([]);
  await works("Northwind Robotics", "anonymous");
  expect(await similar()).toMatchObject([{ displayName: "Northwind Robotics", sameColleagues: true }]);
});
