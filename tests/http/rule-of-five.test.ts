import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULE_OF_FIVE } from "#features/stats/rules.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// One rule: people of one company or school, whose lines are listed, are counted exactly; whatever combines facts is
// told from five people on. Pages, API and documents contain the same sentence.

let app: TestApp;
const school = newPublicId();
const everybody: ApiUser[] = [];

async function addPerson(): Promise<void> {
  const user = await new ApiUser(app).signUp();
  const { status } = await user.save({
    firstName: "Rule",
    lastName: "T",
    // Anonymous, so that only the rule can hide a number.
    visibility: "anonymous",
    school,
    pipeline: [
      stop("Rule First", "Software Engineer Intern", "2019-05-01", "2019-08-01"),
      stop("Rule Then", "Software Engineer", "2020-01-01", "current"),
    ],
  });
  expect(status).toBe(200);
  everybody.push(user);
}

async function answer<Body>(path: string): Promise<Body> {
  const { status, text } = await sendRaw(app, { path });
  expect(status, path).toBe(200);
  return JSON.parse(text) as Body;
}

/** The words of a page, as they are read. */
async function wordsOf(path: string): Promise<string> {
  const { status, text } = await sendRaw(app, { path });
  expect(status, path).toBe(200);
  return text
    .replaceAll("<!-- -->", "")
    .replaceAll(/<script.*?<\/script>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

type Company = {
  _id: string;
  people: number;
  employeesCount: number;
  internsCount: number;
  Employees: string[];
  interns: string[];
  prevCompanies: Record<string, number>;
  postCompanies: Record<string, number>;
};
const company = (name: string) => answer<Company>(`/api/company/get/${encodeURIComponent(name)}`);
const schoolCounts = async () =>
  (await answer<{ schoolTally: Record<string, number> }>(`/api/school/get/${school}`)).schoolTally;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Rule Institute", name_key: "rule institute", country: "", country_code: "" })
    .execute();
  for (let person = 0; person < 4; person += 1) await addPerson();
});
afterAll(() => app.stop());

describe("the rule of five", () => {
  it("counts four people of one company or school exactly, and tells nothing that combines facts", async () => {
    const [first, then] = [await company("Rule First"), await company("Rule Then")];
    expect([first.people, first.internsCount, first.interns.length, first.employeesCount]).toEqual([4, 4, 4, 0]);
    expect([then.people, then.employeesCount, then.Employees.length, then.internsCount]).toEqual([4, 4, 4, 0]);
    for (const one of [first, then]) expect([one.prevCompanies, one.postCompanies]).toEqual([{}, {}]);
    expect(await schoolCounts()).toEqual({});

    const [page, search, alma] = [
      await wordsOf("/company/rule%20first"),
      await wordsOf("/search?company=rule%20first"),
      await wordsOf(`/school/${school}`),
    ];
    expect(page).toContain("People 4 Interned only 4");
    expect(search).toContain("4 people stopped at Rule First");
    expect(search).toContain("4 interned here");
    expect(alma).toContain("Rank N/A People 4");
    for (const words of [page, search, alma]) expect(words).not.toContain("Fewer than 5");
    expect(page.split("No data available.")).toHaveLength(3);
    expect(alma).toContain("Most Common Companies No data available.");
  });

  it("tells it from the fifth on, on pages and in the API alike", async () => {
    await addPerson();
    const [first, then] = [await company("Rule First"), await company("Rule Then")];
    expect([first.people, first.postCompanies]).toEqual([5, { [then._id]: 5 }]);
    expect([then.people, then.prevCompanies]).toEqual([5, { [first._id]: 5 }]);
    expect(await schoolCounts()).toEqual({ [first._id]: 5, [then._id]: 5 });
    expect(await wordsOf("/company/rule%20first")).toContain(
      "Next Companies Next Companies Company People RT Rule Then 5",
    );
    expect(await wordsOf(`/school/${school}`)).toContain("Rule First 5");
  });

  it("counts one person as one", async () => {
    for (const user of everybody.slice(1)) await user.save({ visibility: "private" });
    expect((await company("Rule First")).people).toBe(1);
    expect(await wordsOf("/search?company=rule%20first")).toContain("1 person stopped at Rule First");
    expect(await wordsOf("/company/rule%20first")).toContain("People 1");
  });

  it("is said in one sentence by pages, API and documents", async () => {
    expect(await wordsOf("/company/rule%20first")).toContain(RULE_OF_FIVE);
    expect(await wordsOf(`/school/${school}`)).toContain(RULE_OF_FIVE);
    const { paths } = await answer<{ paths: Record<string, { get?: { description?: string } }> }>("/api/openapi.json");
    for (const path of ["/api/company/get/{id}", "/api/school/get/{id}", "/api/paths/search", "/api/title/{slug}"])
      expect(paths[path]?.get?.description, path).toContain(RULE_OF_FIVE);
    for (const name of ["api", "paths", "privacy"]) {
      const text = await readFile(`docs/${name}.md`, "utf8");
      expect(text.replaceAll(/\s+/g, " "), name).toContain(RULE_OF_FIVE);
    }
  });
});
