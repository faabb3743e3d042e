import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestedPage } from "#core/paging.ts";
import { readCompanyPage } from "#features/company/read.server.ts";
import { fromPool, openPool } from "#db/connect.ts";
import { CARDS_A_PAGE } from "#features/profile/read.server.ts";
import { readSchoolPage } from "#features/school/read.server.ts";
import { readSearchPage } from "#features/search/read.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

/** Two full pages and one person more. */
const PEOPLE = 2 * CARDS_A_PAGE + 1;
const TODAY = "2026-01-01";

let app: TestApp;
const school = "5c0001000000000000000001";
beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("school")
    .values({
      public_id: school,
      name: "Paging College",
      name_key: "paging college",
      country: "Norway",
      country_code: "NO",
    })
    .execute();
  const join = async (): Promise<void> => {
    const user = await new ApiUser(app).signUp();
    const pipeline = [stop("Paging Works", "Engineer", "2020-01-01", "2021-01-01")];
    const answer = await user.save({ firstName: "Paula", lastName: "Testperson", school, pipeline });
    expect(answer.status, answer.text).toBe(200);
  };
  for (let n = 0; n < PEOPLE; n += 7) await Promise.all(Array.from({ length: Math.min(7, PEOPLE - n) }, join));
});
afterAll(() => app.stop());

const READS = {
  company: (page: RequestedPage) =>
    readCompanyPage(app.db, { idOrName: "paging works", today: TODAY, minRaters: 3, page }),
  search: (page: RequestedPage) =>
    readSearchPage(app.db, { company: "paging works", today: TODAY, minRaters: 3, page }),
  school: (page: RequestedPage) => readSchoolPage(app.db, { id: school, today: TODAY, page }),
};

for (const name of ["company", "search", "school"] as const) {
  it(`the pages of a ${name} show each person once, and the last one stands for all behind it`, async () => {
    const pages = await Promise.all([READS[name]({ page: 1 }), READS[name]({ page: 2 }), READS[name]({ page: 3 })]);
    expect(pages.map((one) => one?.cards.length)).toEqual([CARDS_A_PAGE, CARDS_A_PAGE, 1]);
    expect(pages.map((one) => one?.page)).toEqual([1, 2, 3]);
    expect(pages.map((one) => one?.pages)).toEqual([3, 3, 3]);
    expect(new Set(pages.flatMap((one) => one?.cards.map((card) => card._id) ?? [])).size).toBe(PEOPLE);
    expect(await READS[name]({ page: 900 })).toEqual(pages[2]);
  });
}

it("the API's cursor walks the same people in the same order", async () => {
  const numbered = await Promise.all([1, 2, 3].map((page) => READS.company({ page })));
  const walked: string[] = [];
  const company = numbered[0]?.company._id ?? "";
  for (let cursor = ""; ;) {
    const answer = await fetch(`${app.url}/api/company/employees/${company}${cursor}`);
    const people = (await answer.json()) as { _id: string }[];
    walked.push(...people.map(({ _id }) => _id));
    const next = /[?&]cursor=([0-9a-z]+)/.exec(answer.headers.get("link") ?? "")?.[1];
    if (next === undefined) break;
    cursor = `?cursor=${next}`;
  }
  expect(walked).toEqual(numbered.flatMap((one) => one?.cards.map((card) => card._id) ?? []));
});

for (const name of ["company", "search", "school"] as const) {
  it(`links beside a page of a ${name} lead to the pages that numbers lead to, from the row they name`, async () => {
    const numbered = await Promise.all([1, 2, 3].map((page) => READS[name]({ page })));
    const [first, second, third] = numbered.map((one) => one?.ends);
    if (!first || !second || !third) throw new Error("A page is empty.");
    expect(await READS[name]({ page: 2, after: first.after })).toEqual(numbered[1]);
    expect(await READS[name]({ page: 3, after: second.after })).toEqual(numbered[2]);
    expect(await READS[name]({ page: 2, before: third.before })).toEqual(numbered[1]);
    // The row decides, not the number beside it.
    expect((await READS[name]({ page: 3, after: first.after }))?.cards).toEqual(numbered[1]?.cards);
    // Nobody is behind the last one any more: the number leads on.
    expect(await READS[name]({ page: 2, after: third.after })).toEqual(numbered[1]);
  });
}

it("a page's links name rows, and no page that they lead to counts the rows before it", async () => {
  const { _id } = (await READS.company({ page: 1 }))?.company ?? { _id: "" };
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = openPool(app.databaseUrl, { max: 1 });
  const watched = fromPool(pool, ({ query }) => void asked.push(query));
  try {
    const page = await readCompanyPage(watched, { idOrName: _id, today: TODAY, minRaters: 3, page: { page: 1 } });
    await readCompanyPage(watched, {
      idOrName: _id,
      today: TODAY,
      minRaters: 3,
      page: { page: 2, after: page?.ends?.after ?? "" },
    });
    await readSchoolPage(watched, { id: school, today: TODAY });
  } finally {
    await watched.destroy();
  }
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter(({ sql }) => /\boffset [^0]|count\(\*\)/.test(sql))).toEqual([]);
});
