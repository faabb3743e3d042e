import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapTexts } from "#core/role-texts.ts";
import { publishBatch } from "#app/jobs.server.ts";
import { searchTerms } from "#core/text.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Section 3 of the HTTP contract: companies and schools, their search and their numbers.

let app: TestApp;
let visitor: ApiUser;
type Company = {
  _id: string;
  id: string;
  name: string;
  displayName: string;
  people: number;
  ratedEmployees: string[];
  rating: number;
  tenure: number;
};

async function company(displayName: string, aliases: string[] = []): Promise<void> {
  const made = await app.db
    .insertInto("company")
    .values({
      public_id: newPublicId(),
      name: displayName.normalize("NFKC").toLowerCase(),
      display_name: displayName,
      status: "listed",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const terms = new Set([displayName, ...aliases].flatMap((text) => searchTerms(text, 80)));
  await app.db
    .insertInto("company_term")
    .values([...terms].map((term) => ({ company_id: made.id, term })))
    .execute();
  for (const alias of aliases)
    await app.db
      .insertInto("company_alias")
      .values({ alias_key: alias.toLowerCase(), company_id: made.id, alias })
      .execute();
}

beforeAll(async () => {
  app = await startTestApp();
  visitor = new ApiUser(app);
  for (const name of [
    "Zürich Rail",
    "Jane Example Street",
    "Exa",
    "Example Systems",
    "Streetwise",
    "100% Pure",
    "Under_Score",
    "UnderXScore",
    "Lódź Łabs",
    "Notable",
    "T-Parcel",
  ])
    await company(name);
  await company("Blue Square", ["Payments Co", "BSQ"]);
  const user = await new ApiUser(app).signUp();
  await user.save({
    firstName: "Ada",
    lastName: "T",
    pipeline: [stop("Streetwise", "Clerk", "2020-01-01", "2021-01-01", 100)],
  });
});
afterAll(() => app.stop());

const suggest = async (text: string) =>
  (await visitor.call<Company[]>("GET", `/api/company/get/companies/${encodeURIComponent(text)}`)).body.map(
    (one) => one.displayName,
  );

describe("the names alone", () => {
  test("are the listed companies' with their further ones and no number, and none that was only typed", async () => {
    const { status, body } = await visitor.call<Record<string, unknown>[]>("GET", "/api/company/names");
    expect(status).toBe(200);
    expect(body.find(({ name }) => name === "blue square")).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "blue square",
      displayName: "Blue Square",
      aliases: ["BSQ", "Payments Co"],
      country: expect.stringMatching(/^([A-Z]{2}|)$/),
      logo: expect.stringMatching(/^\/monogram\//),
    });
    await app.db
      .insertInto("company")
      .values({ public_id: newPublicId(), name: "namefield typed", display_name: "Namefield Typed", status: "new" })
      .execute();
    const { body: after } = await visitor.call<Record<string, unknown>[]>("GET", "/api/company/names");
    expect(after.map(({ name }) => name)).toContain("blue square");
    expect(after.map(({ name }) => name)).not.toContain("namefield typed");
  });
});

describe("suggestions", () => {
  test("begin with a prefix of the name", async () => {
    expect((await suggest("exa")).slice(0, 2).toSorted()).toEqual(["Exa", "Example Systems"]);
    expect(await suggest("  EXAMPLE   sys ")).toContain("Example Systems");
  });
  test("or of a word, most people first", async () => {
    expect((await suggest("street")).slice(0, 2)).toEqual(["Streetwise", "Jane Example Street"]);
  });
  test("or of an alias", async () => {
    expect(await suggest("payments")).toEqual(["Blue Square"]);
    expect(await suggest("bsq")).toEqual(["Blue Square"]);
  });
  test("forgive a typo, after what really begins so", async () => {
    expect(await suggest("exampel systems")).toContain("Example Systems");
    expect(await suggest("blue sqare")).toContain("Blue Square");
  });
  test.each(["zyntho labs", "tnotab", "usps", "parcel t-mobile", "nopes"])(
    "%s is like a part of a name, or hardly like one, and gives nothing",
    async (text) => expect(await suggest(text)).toEqual([]),
  );
  test("nothing that is like the text stands beside what begins so", async () => {
    await company("Streetwize");
    await company("Streetwisely");
    expect((await suggest("streetwis")).toSorted()).toEqual(["Streetwise", "Streetwisely"]);
    expect(await suggest("streetwizz")).toContain("Streetwize");
  });
  test.each([
    ["zurich", "Zürich Rail"],
    ["ZÜRICH", "Zürich Rail"],
    ["zu\u0308rich", "Zürich Rail"],
    ["lodz", "Lódź Łabs"],
    ["labs", "Lódź Łabs"],
  ])("%s finds %s: accents do not matter", async (text, name) => {
    expect(await suggest(text)).toContain(name);
  });
  test("take %, _ and \\ for themselves", async () => {
    expect(await suggest("%")).toEqual([]);
    expect(await suggest("_")).toEqual([]);
    expect(await suggest("\\")).toEqual([]);
    expect(await suggest("100%")).toContain("100% Pure");
    expect((await suggest("under_"))[0]).toBe("Under_Score");
    expect(await suggest("%re%")).toEqual([]);
    expect(await suggest("%a".repeat(80))).toEqual([]);
  });
  test("give nothing for what is nothing after folding", async () => {
    for (const text of [" ", "   ", "\u0301", "\u200b \u00a0"])
      expect(
        (await suggest(text)).filter((name) => name === ""),
        JSON.stringify(text),
      ).toEqual([]);
    expect(await suggest("\u0301")).toEqual([]);
  });
  test("read the first eighty characters, whatever comes after", async () => {
    expect(await suggest(`example systems${" ".repeat(80)}x`)).toContain("Example Systems");
    expect(await suggest("x".repeat(5_000))).toEqual([]);
    expect(
      (await visitor.call("GET", `/api/company/get/companies/${encodeURIComponent(`${"y".repeat(79)}🚂`)}`)).status,
    ).toBe(200);
  });
  test("are twenty at most, each once", async () => {
    for (let n = 0; n < 25; n += 1) await company(`Many ${n} Many`);
    const found = await suggest("many");
    expect([found.length, new Set(found).size]).toEqual([20, 20]);
  });
  test("of those that begin alike, the one with most people is first", async () => {
    await company("Streetwalk");
    expect((await suggest("streetw"))[0]).toBe("Streetwise");
  });
  test("the list without a text: the most common", async () => {
    const list = await visitor.call<Company[]>("GET", "/api/company/get/companies");
    expect(list.body.slice(0, 1).map((one) => [one.displayName, one.people, one._id === one.id])).toEqual([
      ["Streetwise", 1, true],
    ]);
    // If few companies have people, other companies of the catalogue fill the list.
    expect(list.body.slice(1).map((one) => one.people)).toEqual(Array.from({ length: 19 }, () => 0));
  });
});

describe("one company", () => {
  test("by id, name, alias and getBy: the same body", async () => {
    const byName = await visitor.call<Company>("GET", "/api/company/get/blue square");
    const id = byName.body._id;
    for (const path of [
      `/api/company/get/${id}`,
      `/api/company/getid/${id}`,
      "/api/company/get/BSQ",
      "/api/company/getid/payments co",
      "/api/company/getBy?name=Blue Square",
      "/api/company/getBy?name=bsq",
    ]) {
      expect((await visitor.call<Company>("GET", path)).body, path).toEqual(byName.body);
    }
    expect(byName.body).toMatchObject({
      Employees: [],
      interns: [],
      prevCompanies: {},
      postCompanies: {},
      rating: 0,
      ratedEmployees: [],
      tenure: 0,
    });
  });

  test("one 404 for all that are not there", async () => {
    for (const path of [
      "/api/company/get/nobody",
      "/api/company/getid/0123456789abcdef01234567",
      "/api/company/getBy?name=nobody",
      "/api/company/getBy?name=",
      "/api/company/employees/nobody",
      `/api/company/get/${"x".repeat(3_000)}`,
      "/api/company/get/exa%",
    ]) {
      const answer = await visitor.call("GET", path);
      expect([answer.status, answer.body["error"], answer.body["code"]], path.slice(0, 60)).toEqual([
        404,
        "Company not found.",
        "company-not-found",
      ]);
    }
    expect((await visitor.call("GET", "/api/company/getBy")).status).toBe(400);
  });

  test("its rating shows from three raters on, as a level that clients compute", async () => {
    for (const [index, rating] of [100, 80, 60].entries()) {
      const before = (await visitor.call<Company>("GET", "/api/company/get/exa")).body;
      expect([before.rating, before.ratedEmployees.length], `with ${index} raters`).toEqual([0, 0]);
      const user = await new ApiUser(app).signUp();
      await user.save({
        firstName: "R",
        lastName: "T",
        pipeline: [stop("Exa", index === 0 ? "Clerk Intern" : "Clerk", "2020-01-01", "2021-01-01", rating)],
      });
    }
    await publishBatch(app.services, { rating: 0 });
    const after = await visitor.call<Company & Record<string, unknown>>("GET", "/api/company/get/exa");
    expect(Math.floor(after.body.rating / after.body.ratedEmployees.length / 20)).toBe(4);
    expect(after.body).toMatchObject({
      ratingLevel: 4,
      employeesCount: 2,
      internsCount: 1,
      Employees: ["person", "person"],
      interns: ["person"],
      // There are three stays: their average would reveal the days of people who show years.
      tenure: 0,
    });
    expect(after.text).not.toMatch(/[0-9a-f]{24}.*[0-9a-f]{24}.*[0-9a-f]{24}/);
  });

  test("its people: 24 a page, each once, and the link leads on to the end", async () => {
    const rows = await app.db
      .insertInto("profile")
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          public_id: newPublicId(),
          first_name: `N${n}`,
          last_name: "T",
          created: true,
          stops: 1,
          sort_key: n * 1_000 + 7,
          school_id: null,
          username: null,
        })),
      )
      .returning(["id", "sort_key"])
      .execute();
    await company("Crowd");
    const crowd = await app.db.selectFrom("company").select("id").where("name", "=", "crowd").executeTakeFirstOrThrow();
    const stops = await app.db
      .insertInto("stop")
      .values(
        rows.map((row) => ({
          public_id: newPublicId(),
          profile_id: row.id,
          company_id: crowd.id,
          company_name: "Crowd",
          sort_key: row.sort_key,
          listed: true,
        })),
      )
      .returning(["id", "profile_id"])
      .execute();
    await app.db
      .insertInto("role")
      .values(
        stops.map((row) => ({
          stop_id: row.id,
          profile_id: row.profile_id,
          title: "Clerk",
          kind: "full-time" as const,
          start_date: "2020-01-01",
          end_date: null,
          is_current: true,
          date_precision: "month" as const,
          rating: null,
          ...mapTexts(() => ""),
        })),
      )
      .execute();
    const seen: string[] = [];
    let path: string | undefined = "/api/company/employees/crowd";
    for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
      const answer: Awaited<ReturnType<typeof visitor.call<{ _id: string }[]>>> = await visitor.call<{ _id: string }[]>(
        "GET",
        path,
      );
      expect(answer.body.length).toBe(pages < 2 ? 24 : 12);
      seen.push(...answer.body.map((one) => one._id));
      path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    for (const cursor of ["-1", "%", "zzzzzzzzzz", "A", "'"])
      expect(
        (await visitor.call("GET", `/api/company/employees/crowd?cursor=${encodeURIComponent(cursor)}`)).status,
        cursor,
      ).toBe(200);
    expect((await visitor.call("GET", `/api/company/employees/crowd?cursor=${"1".repeat(17)}`)).status).toBe(400);
    expect((await visitor.call<unknown[]>("GET", "/api/company/employees/blue square")).body).toEqual([]);
  });
});

describe("schools", () => {
  const schools = [
    ["Test University", "Germany", "DE"],
    ["Test University", "France", "FR"],
    ["École Übung", "France", "FR"],
    ["Institute of Testing", "Japan", "JP"],
  ] as const;
  beforeAll(async () => {
    for (const [name, country, code] of schools) {
      const made = await app.db
        .insertInto("school")
        .values({ public_id: newPublicId(), name, name_key: name.toLowerCase(), country, country_code: code })
        .returning("id")
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto("school_term")
        .values(searchTerms(name, 200).map((term) => ({ school_id: made.id, term })))
        .execute();
    }
  });
  const find = async (text: string) =>
    (
      await visitor.call<{ _id: string; name: string; alpha_two_code: string; logo: string }[]>(
        "GET",
        `/api/school/get/schools/${encodeURIComponent(text)}`,
      )
    ).body;

  test("are found by prefix, word and without accents, once per country", async () => {
    expect((await find("test univ")).map((one) => one.alpha_two_code).toSorted()).toEqual(["DE", "FR"]);
    expect((await find("TESTING"))[0]?.name).toBe("Institute of Testing");
    expect((await find("ecole ubung"))[0]?.name).toBe("École Übung");
    expect((await find("tset university")).map((one) => one.name)).toContain("Test University");
    for (const text of ["%", "_", " ", "x".repeat(3_000)]) expect(await find(text), text.slice(0, 9)).toEqual([]);
  });

  test("one school with its counts; 404 for all else", async () => {
    const [school] = await find("ecole");
    const attend = async (employer: string) =>
      (await new ApiUser(app).signUp()).save({
        firstName: "S",
        lastName: "T",
        school: school?._id,
        pipeline: [stop(employer, "Clerk", "2020-01-01", "current")],
      });
    for (let person = 0; person < 4; person += 1) await attend("Exa of few");
    for (let person = 0; person < 4; person += 1) await attend("Exa");
    const saved = await attend("Exa");
    const answer = await visitor.call("GET", `/api/school/get/${school?._id}`);
    expect(answer.body).toMatchObject({
      _id: school?._id,
      name: "École Übung",
      alpha_two_code: "FR",
      country: "France",
    });
    // As in the tables, numbers are shown from five people on.
    expect(answer.body["schoolTally"]).toEqual({ [saved.body.pipeline[0]?.companyId ?? ""]: 5 });
    for (const id of ["0123456789abcdef01234567", "x", "École Übung", "...", "%"]) {
      const missing = await visitor.call("GET", `/api/school/get/${encodeURIComponent(id)}`);
      expect([missing.status, missing.body["error"]], id).toEqual([404, "School not found."]);
    }
  });
});
