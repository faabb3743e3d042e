import { afterAll, beforeAll, expect, test } from "vitest";
import { readCompanyPage } from "#features/company/read.server.ts";
import { readSchoolPage } from "#features/school/read.server.ts";
import { TITLES } from "#features/title/titles.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// The API returns what pages show.

const TODAY = "2026-11-15";
const SCHOOL = "0123456789abcdef01234567";
let app: TestApp;
let visitor: ApiUser;
let companyId = "";
const people: ApiUser[] = [];

beforeAll(async () => {
  app = await startTestApp();
  visitor = new ApiUser(app);
  await app.db
    .insertInto("school")
    .values({
      public_id: SCHOOL,
      name: "Reading College",
      name_key: "reading college",
      country: "Germany",
      country_code: "DE",
    })
    .execute();
  for (let n = 0; n < 14; n += 1) {
    const user = await new ApiUser(app).signUp();
    const saved = await user.save({
      anonymous: n === 1,
      school: SCHOOL,
      ...(n === 2 ? { hideSchool: true } : {}),
      ...(n === 13 ? { visibility: "private" } : {}),
      pipeline: [
        ...(n < 6 ? [stop("Reading Start", "Clerk", "2016-01-01", "2018-01-01")] : []),
        stop("Reading Works", "Clerk", "2019-01-01", n < 7 ? "current" : "2020-01-01"),
        ...(n === 6 ? [stop("Reading Few", "Clerk", "2017-01-01", "2018-01-01")] : []),
        ...(n >= 7 ? [stop("Reading Next", "Clerk", "2021-01-01", "current")] : []),
      ],
    });
    companyId = saved.body.pipeline.find(({ displayName }) => displayName === "Reading Works")?.companyId ?? "";
    people.push(user);
  }
});
afterAll(() => app.stop());

type Flow = { companyId: string; displayName: string; logo: string; people: number; kind: string };
const bare = ({ companyId: id, displayName, logo, people: count, kind }: Flow): Flow => ({
  companyId: id,
  displayName,
  logo,
  people: count,
  kind,
});

test("a company: neighbours, first stops and those still here, as on its page", async () => {
  const { body } = await visitor.call<Record<string, unknown>>("GET", `/api/company/get/${companyId}`);
  const page = await readCompanyPage(app.db, { idOrName: companyId, today: TODAY, minRaters: 3 });
  expect(body).toMatchObject({ people: page?.people, prior: page?.prior, next: page?.next });
  const flow = body["flow"] as { prior: Flow[]; next: Flow[] };
  expect(flow.prior).toEqual(page?.flow?.prior.map(bare));
  expect(flow.next).toEqual(page?.flow?.next.map(bare));
  expect(flow.prior.find(({ kind }) => kind === "end")).toMatchObject({ displayName: "First stop", people: 6 });
  expect(flow.next.find(({ kind }) => kind === "end")).toMatchObject({ displayName: "Still here", people: 7 });
});

test("a company with too few people has no flow", async () => {
  const { body } = await visitor.call<Record<string, unknown>>("GET", "/api/company/get/reading%20few");
  expect(body).toMatchObject({ flow: { prior: [], next: [] }, prior: [], next: [] });
});

test("a school: people, common companies and first stops, as on its page", async () => {
  const { body } = await visitor.call<Record<string, unknown>>("GET", `/api/school/get/${SCHOOL}`);
  const page = await readSchoolPage(app.db, { id: SCHOOL, today: TODAY });
  expect(body).toMatchObject({ people: page?.people, common: page?.common });
  expect(body["firstStops"]).toEqual(page?.flow?.next.map(bare));
  expect((body["firstStops"] as Flow[])[0]).toMatchObject({ displayName: "Reading Works", people: 6 });
});

test("a school's people: those who show it, each once, as everybody sees them", async () => {
  const { body, headers } = await visitor.call<SavedProfile[]>("GET", `/api/school/employees/${SCHOOL}`);
  expect(headers.get("etag")).toBeNull();
  const shown = people.filter((_one, n) => n !== 2 && n !== 13).map((one) => one.profileId);
  expect(body.map((one) => one._id).toSorted()).toEqual(shown.toSorted());
  const hidden = body.find((one) => one._id === people[1]?.profileId);
  expect(hidden).toMatchObject({ anonymous: true, lastName: "" });
  expect((await visitor.call("GET", "/api/school/employees/0123456789abcdef01234568")).status).toBe(404);
});

test("the site: sign-in, thresholds, titles and limits", async () => {
  const { body } = await visitor.call("GET", "/api/site");
  expect(body).toMatchObject({
    network: { isOn: false, name: "" },
    earlyAccess: false,
    minRaters: 3,
    minPeople: 5,
    limits: { visitor: { requests: 300_000, seconds: 300 }, bodyBytes: 65_536, stops: 50, roles: 20 },
  });
  expect(body["titles"]).toHaveLength(TITLES.length);
});

test("the site with a network, closed: open to everybody, since it says what to do", async () => {
  const closed = await startTestApp({
    env: { EARLY_ACCESS: "on", MIN_RATERS: "4", SSO_CLIENT_ID: "x", SSO_CLIENT_SECRET: "y", SSO_NAME: "Testnet" },
  });
  try {
    const answer = await sendRaw(closed, { path: "/api/site" });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({
      network: { isOn: true, name: "Testnet" },
      earlyAccess: true,
      minRaters: 4,
    });
  } finally {
    await closed.stop();
  }
});
