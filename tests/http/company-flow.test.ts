import { afterAll, beforeAll, expect, it } from "vitest";
import { readCompanyPage } from "#features/company/read.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function save(companies: readonly string[]): Promise<void> {
  const user = await new ApiUser(app).signUp();
  const answer = await user.save({
    firstName: "Flora",
    lastName: "Testperson",
    pipeline: companies.map((name, n) => stop(name, "Engineer", `${2010 + n}-01-01`, `${2010 + n}-12-01`)),
  });
  expect(answer.status, answer.text).toBe(200);
}

async function flow() {
  const page = await readCompanyPage(app.db, { idOrName: "hub works", today: "2026-01-01", minRaters: 3 });
  const side = (rows: readonly { displayName: string; people: number }[] = []) =>
    rows.map(({ displayName, people }) => `${displayName} ${people}`);
  return page?.flow && { prior: side(page.flow.prior), next: side(page.flow.next) };
}

it("names five companies a side, and what is left as one flow that tells of nobody alone", async () => {
  for (let n = 0; n < 4; n += 1) await save(["Aye Works", "Hub Works"]);
  expect(await flow(), "fewer than five people").toBeUndefined();
  await save(["Aye Works", "Bee Works", "Hub Works", "Zed Works"]);
  // One person each at Bee and Zed: they are in no row, and no flow of one person is drawn.
  expect(await flow()).toEqual({ prior: ["Aye Works 5"], next: [] });
  await save(["Cee Works", "Hub Works", "Zed Works"]);
  expect(await flow()).toEqual({ prior: ["Aye Works 5", "Other companies 2"], next: ["Zed Works 2"] });
  for (let n = 0; n < 2; n += 1)
    await save(["Dee Works", "Eff Works", "Gee Works", "Aitch Works", "Eye Works", "Hub Works"]);
  const now = await flow();
  expect(now?.prior.slice(0, 1)).toEqual(["Aye Works 5"]);
  // Five named with 5 + 4 × 2 people; the rest is 2 of one of the five and one each at Bee and Cee.
  expect(now?.prior).toHaveLength(6);
  expect(now?.prior.at(-1)).toBe("Other companies 4");
});
