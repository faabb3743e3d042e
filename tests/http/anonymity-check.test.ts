import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// The anonymity check: counted over anonymous people whom everybody can see, shown in three steps.

/** A password to hash for each of some twenty people. */
const LONG = 120_000;

let app: TestApp;
let asker: ApiUser;
let school: string;
const companies: Record<string, string> = {};

type AnonymityAnswer = { crowd: string; worst: number; cured: string; best: string; isTrial: boolean };

async function measure(
  stops: readonly (readonly [string, string, "kept"?])[],
  more: { school?: string; showMonths?: boolean } = {},
): Promise<AnonymityAnswer> {
  const { status, body } = await asker.call<AnonymityAnswer>("POST", "/api/profile/meter", {
    stops: stops.map(([name, startDate, kept]) => ({
      companyId: companies[name] ?? "",
      startDate,
      undisclosed: kept === "kept",
    })),
    school: "",
    showMonths: false,
    ...more,
  });
  expect(status).toBe(200);
  return body;
}

async function addPeople(count: number, patch: Record<string, unknown>): Promise<ApiUser[]> {
  const people: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await new ApiUser(app).signUp();
    expect((await user.save(patch)).status).toBe(200);
    people.push(user);
  }
  return people;
}

const rail = stop("Meter Rail", "Clerk", "2018-03-01", "2019-02-01");
const port = stop("Meter Port", "Clerk", "2019-03-01", "current");

beforeAll(async () => {
  app = await startTestApp();
  school = newPublicId();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Meter School", name_key: "meter school", country: "", country_code: "" })
    .execute();
  asker = await new ApiUser(app).signUp();
  await addPeople(5, { visibility: "anonymous", school, pipeline: [rail, port] });
  for (const name of ["Meter Rail", "Meter Port"])
    companies[name] = (await asker.call<{ _id: string }>("GET", `/api/company/getBy?name=${name}`)).body._id;
}, LONG);
afterAll(() => app.stop());

const BOTH = [
  ["Meter Rail", "2018-07-15"],
  ["Meter Port", "2019-01-01"],
] as const;

describe("the anonymity check of a draft", () => {
  it("counts anonymous people who share any two of its stops and the years they began in", async () => {
    expect(await measure(BOTH)).toEqual({
      crowd: "5-19",
      worst: 0,
      cured: "5-19",
      best: "5-19",
      isTrial: false,
    });
    expect(await measure([BOTH[0], ["Meter Port", "2020-01-01"]])).toMatchObject({ crowd: "under-5", worst: 1 });
    // A company that nobody else has. Even undisclosed, it shows that something began in that year, which nobody else
    // shows.
    const rare = ["Brand New Firm", "2020-01-01"] as const;
    const beyondHelp = { crowd: "under-5", cured: "under-5", best: "under-5", isTrial: false };
    expect(await measure([...BOTH, rare])).toEqual({ ...beyondHelp, worst: 2 });
    expect(await measure([...BOTH, [...rare, "kept"]])).toEqual({ ...beyondHelp, worst: 0 });
    expect(await measure([])).toMatchObject({ crowd: "20-plus", worst: -1, cured: "20-plus", best: "20-plus" });
  });

  it(
    "counts an undisclosed stop as shared by who discloses it and by who has an undisclosed one of that year",
    async () => {
      const rare = { ...stop("Meter Rare", "Clerk", "2015-05-01", "2016-01-01"), undisclosed: true };
      const known = stop("Meter Known", "Clerk", "2016-02-01", "current");
      await addPeople(5, { visibility: "anonymous", pipeline: [rare, known] });
      companies["Meter Known"] = (
        await asker.call<{ _id: string }>("GET", "/api/company/getBy?name=meter known")
      ).body._id;
      const mine = ["Meter Mine", "2015-09-01"] as const;
      const theirs = ["Meter Known", "2016-02-01"] as const;
      expect(await measure([mine, theirs])).toMatchObject({ crowd: "under-5", worst: 0, cured: "5-19", best: "5-19" });
      expect(await measure([[...mine, "kept"], theirs])).toMatchObject({ crowd: "5-19", best: "5-19" });
      // The school goes, too, for the best there can be.
      expect(await measure([mine, theirs], { school: newPublicId() })).toMatchObject({
        cured: "under-5",
        best: "5-19",
      });
    },
    LONG,
  );

  it("is covered by nobody's years where it shows its months, and by the same months of who shows them", async () => {
    expect(await measure(BOTH, { showMonths: true })).toMatchObject({ crowd: "under-5" });
    await addPeople(5, { visibility: "anonymous", showMonths: true, pipeline: [rail, port] });
    expect(await measure(BOTH, { showMonths: true })).toMatchObject({ crowd: "under-5" });
    const exact = [
      ["Meter Rail", "2018-03-01"],
      ["Meter Port", "2019-03-01"],
    ] as const;
    expect(await measure(exact, { showMonths: true })).toMatchObject({ crowd: "5-19" });
  });

  it("takes the school for one more thing that is known", async () => {
    expect(await measure(BOTH, { school })).toMatchObject({ crowd: "5-19" });
    expect(await measure(BOTH, { school: newPublicId() })).toEqual({
      crowd: "under-5",
      worst: 2,
      cured: "5-19",
      best: "5-19",
      isTrial: false,
    });
  });

  it("counts nobody by a school that they hide", async () => {
    const hidden = stop("Meter Bay", "Clerk", "2018-03-01", "2019-02-01");
    await addPeople(5, { visibility: "anonymous", school, hideSchool: true, pipeline: [hidden] });
    companies["Meter Bay"] = (await asker.call<{ _id: string }>("GET", "/api/company/getBy?name=Meter Bay")).body._id;
    expect(await measure([["Meter Bay", "2018-03-01"]], { school })).toMatchObject({ crowd: "under-5" });
  });

  it(
    "L22: is the same whether hidden people are there or not: private ones, undisclosed stops, named people, oneself",
    async () => {
      const four = [
        ["Meter Rail", "2018-01-01"],
        ["Meter Port", "2022-01-01"],
      ] as const;
      const before = await measure(four);
      const late = { ...port, startDate: "2022-03-01" };
      await addPeople(5, { visibility: "private", pipeline: [rail, late] });
      await addPeople(5, { visibility: "public", pipeline: [rail, late] });
      await asker.save({ visibility: "anonymous", pipeline: [rail, late] });
      expect(await measure(four)).toEqual(before);
      // An undisclosed stop shows that there is one, but not which.
      await addPeople(5, { visibility: "anonymous", pipeline: [rail, { ...late, undisclosed: true }] });
      await addPeople(4, { visibility: "anonymous", pipeline: [rail, late] });
      expect([(await measure(four)).crowd, before.crowd]).toEqual(["under-5", "under-5"]);
      // And it would say so if they were to be seen.
      await addPeople(1, { visibility: "anonymous", pipeline: [rail, late] });
      expect((await measure(four)).crowd).toBe("5-19");
    },
    LONG,
  );

  it("takes nothing that is not a draft", async () => {
    for (const body of [
      {},
      { stops: [{ companyId: "x", startDate: "2020-13-45", undisclosed: false }], school: "", showMonths: false },
      { stops: [{ companyId: "\u0000", startDate: "2020-01-01", undisclosed: false }], school: "", showMonths: false },
      {
        stops: Array.from({ length: 51 }, () => ({ companyId: "", startDate: "2020-01-01", undisclosed: false })),
        school: "",
        showMonths: false,
      },
    ])
      expect((await asker.call("POST", "/api/profile/meter", body)).status).toBe(400);
    expect((await new ApiUser(app).call("POST", "/api/profile/meter", {})).status).toBe(401);
  });
});

describe("L22: two servers that differ in one hidden person", { timeout: LONG }, () => {
  const alpha = stop("Twin Alpha", "Clerk", "2018-03-01", "2019-02-01");
  const beta = stop("Twin Beta", "Clerk", "2019-03-01", "current");

  /** A server with four anonymous people who went the way that T went, and T in this form. */
  async function startTwin(target: Record<string, unknown> | undefined): Promise<TestApp> {
    const twin = await startTestApp();
    for (const patch of [
      ...Array.from({ length: 4 }, () => ({ visibility: "anonymous", pipeline: [alpha, beta] })),
      target,
    ]) {
      if (patch === undefined) continue;
      const user = await new ApiUser(twin).signUp();
      expect((await user.save(patch)).status).toBe(200);
    }
    await publishBatch(twin.services);
    return twin;
  }

  /** Everything that a stranger's drafts find out on it: answers to the bare bytes, one after the other. */
  async function probe(twin: TestApp): Promise<string[]> {
    const stranger = await new ApiUser(twin).signUp();
    const { _id: a } = (await stranger.call<{ _id: string }>("GET", "/api/company/getBy?name=twin alpha")).body;
    const { _id: b } = (await stranger.call<{ _id: string }>("GET", "/api/company/getBy?name=twin beta")).body;
    const shown: string[] = [];
    for (const [startA, startB] of [
      ["2018-03-01", "2019-03-01"],
      ["2018-07-01", "2019-01-01"],
      ["2018-03-01", "2020-03-01"],
    ] as const) {
      for (const kept of [[], [0], [1], [0, 1]]) {
        for (const showMonths of [false, true]) {
          const stops = [
            { companyId: a, startDate: startA, undisclosed: kept.includes(0) },
            { companyId: b, startDate: startB, undisclosed: kept.includes(1) },
          ];
          const answer = await stranger.call("POST", "/api/profile/meter", { stops, school: "", showMonths });
          expect(answer.status).toBe(200);
          shown.push(answer.text);
        }
      }
    }
    return shown;
  }

  it("L22: tell the same of every draft, whether the person is there or not", async () => {
    const forms: Record<string, Record<string, unknown> | undefined> = {
      nobody: undefined,
      private: { visibility: "private", pipeline: [alpha, beta] },
      named: { visibility: "public", pipeline: [alpha, beta] },
      seen: { visibility: "anonymous", pipeline: [alpha, beta] },
    };
    const shown: Record<string, string[]> = {};
    for (const [form, target] of Object.entries(forms)) {
      const twin = await startTwin(target);
      try {
        shown[form] = await probe(twin);
      } finally {
        await twin.stop();
      }
    }
    expect(shown["private"]).toEqual(shown["nobody"]);
    expect(shown["named"]).toEqual(shown["nobody"]);
    // It would show: the fifth who can be seen turns a bucket over.
    expect(shown["seen"]).not.toEqual(shown["nobody"]);
    expect(shown["seen"]?.[0]).toContain("5-19");
    expect(shown["nobody"]?.[0]).toContain("under-5");
  });
});

it(
  "L22: sixty times a day and no more",
  async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const user = await new ApiUser(strict).signUp();
      const body = { stops: [], school: "", showMonths: false };
      const answers: number[] = [];
      for (let n = 0; n < 62; n += 1) answers.push((await user.call("POST", "/api/profile/meter", body)).status);
      expect(answers).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
    } finally {
      await strict.stop();
    }
  },
  LONG,
);
