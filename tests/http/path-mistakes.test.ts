import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";

// Questions with mistakes in them, on a site without people: each mistake is named with its place.

let app: TestApp;
let visitor: ApiUser;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  visitor = new ApiUser(app);
  await waitForPaths(app);
});
afterAll(() => app.stop());

type Problem = { error: string; issues?: { path: string; message: string }[] };

async function ask(path: string): Promise<{ status: number; problem: Problem }> {
  const { status, body } = await visitor.call<Problem>("GET", path);
  return { status, problem: body };
}

/** Listed companies with these names; their ids. */
async function addCompanies(names: readonly string[]): Promise<string[]> {
  const rows = names.map((name, at) => ({
    public_id: `c0ffee${String(at).padStart(18, "0")}`,
    name: name.toLowerCase(),
    display_name: name,
    status: "listed" as const,
  }));
  await app.db.insertInto("company").values(rows).execute();
  return rows.map((row) => row.public_id);
}

it("the question of /paths says that there is nobody to show yet", async () => {
  const { status, text } = await sendRaw(app, { method: "GET", path: "/paths" });
  expect(status).toBe(200);
  expect(text).toContain("No one to show yet");
});

describe("a question with many names", () => {
  const names = Array.from({ length: 60 }, (_, at) => `Firm ${at} Works`);
  let ids: string[];
  beforeAll(async () => {
    ids = await addCompanies(names);
  });
  const stops = (values: readonly string[]): string =>
    [0, 20, 40]
      .map((from) => values.slice(from, from + 20).map((value) => `company:${value}`))
      .map((facets) => `stop=${encodeURIComponent(facets.join(","))}`)
      .join("&");

  it("knows every company by its id", async () => {
    const { status, problem } = await ask(`/api/paths/search?${stops(ids)}`);
    expect(status, JSON.stringify(problem)).toBe(200);
  });

  it("counts a name once, however often it is written", async () => {
    const values = [...names.slice(0, 20), ...names.slice(0, 20), ...names.slice(20, 40)];
    const { status, problem } = await ask(`/api/paths/search?${stops(values)}`);
    expect(status, JSON.stringify(problem)).toBe(200);
  });

  it("says so where it has more names than are looked up", async () => {
    const { status, problem } = await ask(`/api/paths/search?${stops(names)}`);
    expect(status).toBe(400);
    expect(problem.issues).toEqual([
      { path: "stop[2]", message: "A question has at most 40 names. Write the id instead of “Firm 40 Works”." },
    ]);
  });

  it("follows merged companies by their former ids, unless nobody could see them", async () => {
    const { id } = await app.db
      .selectFrom("company")
      .select("id")
      .where("public_id", "=", ids[0] ?? "")
      .executeTakeFirstOrThrow();
    const merged = { into_company: id, undo: "{}", merged_at: new Date() };
    await app.db
      .insertInto("company_merge")
      .values([
        { ...merged, public_id: "a".repeat(24), from_public_id: "b".repeat(24), from_name: "b", name_was_public: true },
        {
          ...merged,
          public_id: "d".repeat(24),
          from_public_id: "e".repeat(24),
          from_name: "e",
          name_was_public: false,
        },
      ])
      .execute();
    expect((await ask(`/api/paths/search?stop=company:${"b".repeat(24)}`)).status).toBe(200);
    expect((await ask(`/api/paths/search?stop=company:${"e".repeat(24)}`)).status).toBe(400);
  });
});

describe("a pipeline that is sent along", () => {
  const post = async (pipeline: unknown): Promise<{ status: number; problem: Problem }> => {
    const { status, body } = await visitor.call<Problem>("POST", "/api/paths/similar", { pipeline });
    return { status, problem: body };
  };
  const role = { title: "Engineer", startDate: "2018-02-01", endDate: "2019-02-01" };
  const at = (some: readonly object[]): unknown => [{ companyName: "Acme", title: "", roles: some }];

  it.each([
    [{ ...role, startDate: "x" }, "startDate"],
    [{ ...role, startDate: "" }, "startDate"],
    [{ ...role, startDate: "2018-02-31" }, "startDate"],
    [{ ...role, startDate: "1000-01-01" }, "startDate"],
    [{ ...role, endDate: "2017-01-01" }, "endDate"],
    [{ ...role, endDate: "soon" }, "endDate"],
    [{ ...role, title: " " }, "title"],
    [{ ...role, title: "a\u0007b" }, "title"],
  ])("has possible roles: %j", async (bad, field) => {
    const { status, problem } = await post(at([role, bad]));
    expect(status).toBe(400);
    expect(problem.issues?.map(({ path }) => path)).toEqual([`pipeline[0].roles[1].${field}`]);
    expect(problem.error).toBe(problem.issues?.[0]?.message);
  });

  it("names its mistakes in sentences", async () => {
    expect((await post(at([role]))).status).toBe(200);
    const many = await post(Array.from({ length: 61 }, () => ({ title: "Engineer", companyName: "Acme" })));
    expect(many.problem.issues).toEqual([
      { path: "pipeline", message: "A pipeline to compare has at most 60 companies." },
    ]);
    const roles = await post(at(Array.from({ length: 21 }, () => role)));
    expect(roles.problem.issues).toEqual([{ path: "pipeline[0].roles", message: "One company has at most 20 roles." }]);
    const none = await post("no list");
    expect(none.problem.issues).toEqual([{ path: "pipeline", message: "“pipeline” is a list of stops." }]);
    const form = "This field is missing, too long or has a wrong form.";
    for (const title of [undefined, 7, "x".repeat(401)])
      expect((await post([{ ...role, title }])).problem.issues).toEqual([{ path: "pipeline[0].title", message: form }]);
    const nul = await post([{ ...role, companyName: "a\u0000b" }]);
    expect(nul.problem.issues?.map(({ path }) => path)).toEqual(["pipeline.0.companyName"]);
  });
});

describe("a parameter", () => {
  it.each([
    "/api/paths/search?stop=any&first=&first=1",
    "/api/paths/search?stop=any&sort=&cursor=&limit=",
    "/api/paths/routes?from=&to=&to=kind:intern",
    "/api/paths/flow?stop=&stop=any&hops=",
    "/api/title?limit=&cursor=",
  ])("without a value is absent: %s", async (path) => {
    const { status, problem } = await ask(path);
    expect(status, JSON.stringify(problem)).toBe(200);
  });

  it("that must be there is missing without a value", async () => {
    for (const path of ["/api/paths/read", "/api/paths/read?q=", "/api/paths/read?q=&q="]) {
      const { status, problem } = await ask(path);
      expect([status, problem.issues], path).toEqual([400, [{ path: "q", message: "This parameter is missing." }]]);
    }
    expect((await ask("/api/paths/read?q=&q=google")).status).toBe(200);
  });

  it("is read without the spaces around it", async () => {
    await app.db
      .insertInto("school")
      .values({
        public_id: "5".repeat(24),
        name: "Lake College",
        name_key: "lake college",
        country: "Canada",
        country_code: "CA",
      })
      .execute();
    const { status, problem } = await ask(`/api/paths/search?stop=any&school=%20${"5".repeat(24)}%20`);
    expect(status, JSON.stringify(problem)).toBe(200);
    expect((await ask("/api/paths/search?stop=any&school=%20")).status).toBe(200);
  });

  it.each([
    ["/api/paths/search?stop=any&stop=company:%00", "stop[1]"],
    ["/api/paths/search?stop=any&country=C%00", "country"],
    ["/api/paths/routes?from=any&to=company:a%00", "to"],
    ["/api/paths/read?q=a%00", "q"],
  ])("with a NUL is named: %s", async (path, place) => {
    const { status, problem } = await ask(path);
    expect(status).toBe(400);
    expect(problem.issues).toEqual([{ path: place, message: "A text holds characters that cannot be stored." }]);
    expect(problem.error).toBe(problem.issues?.[0]?.message);
  });

  it("given twice is the problem's sentence", async () => {
    const { status, problem } = await ask("/api/paths/search?stop=any&limit=5&limit=6");
    expect([status, problem.error]).toEqual([400, "This parameter is given more than once."]);
  });

  it.each(["search?stop=any", "next?stop=any", "routes?to=any", "flow?stop=any", "read?q=google"])(
    "that no call knows is ignored, once or twice: %s",
    async (call) => {
      for (const more of ["&foo=1", "&foo=1&foo=2"])
        expect((await ask(`/api/paths/${call}${more}`)).status, more).toBe(200);
    },
  );
});

it("the document says that the search leads on by its Link header, as lists do", async () => {
  type Document = { paths: Record<string, { get: { responses: Record<string, { headers?: object }> } }> };
  const answer = await fetch(`${app.url}/api/openapi.json`);
  const document = (await answer.json()) as Document;
  const headersOf = (path: string) => document.paths[path]?.get.responses["200"]?.headers;
  expect(headersOf("/api/paths/search")).toHaveProperty("link");
  expect(headersOf("/api/paths/search")).toEqual(headersOf("/api/title"));
});
