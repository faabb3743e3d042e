import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";

// Questions with mistakes in them, on a site without people: each mistake is named with its place.

let app: TestApp;
let visitor: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
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
