import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCompanyPage } from "#features/company/read.server.ts";
import { readSchoolPage } from "#features/school/read.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  // Two schools of their own.
  await sql`insert into school (public_id, name, name_key, country, country_code)
    values (${SCHOOL}, 'Crowd College', 'crowd college', 'Canada', 'CA'),
      (${SMALL}, 'Small College', 'small college', 'Canada', 'CA')`.execute(app.db);
});
afterAll(() => app.stop());

const SCHOOL = "c".repeat(24);
const SMALL = "d".repeat(24);
const TODAY = "2026-01-15";

type Stops = readonly (readonly [company: string, start: string, end: string | "current"])[];

async function save(stops: Stops, more: Record<string, unknown> = {}): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const answer = await user.save({
    firstName: "Flora",
    lastName: "Testperson",
    pipeline: stops.map(([name, start, end]) => stop(name, "Engineer", start, end)),
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return user;
}

async function saveMany(people: number, stops: Stops, more: Record<string, unknown> = {}): Promise<void> {
  for (let person = 0; person < people; person += 1) await save(stops, more);
}

/** One job a year from 2010 on, each ended. */
const jobs = (...companies: readonly string[]): Stops =>
  companies.map((name, n) => [name, `${2010 + n}-01-01`, `${2010 + n}-12-01`]);

async function flow(idOrName: string, today = TODAY) {
  const page = await readCompanyPage(app.db, { idOrName, today, minRaters: 3 });
  const side = (rows: readonly { displayName: string; people: number }[] = []) =>
    rows.map(({ displayName, people }) => `${displayName} ${people}`);
  return page?.flow && { prior: side(page.flow.prior), next: side(page.flow.next) };
}

it("names five companies a side, and what is left as one flow, each from five people on", async () => {
  await saveMany(4, jobs("Aye Works", "Hub Works"));
  expect(await flow("hub works"), "fewer than five people").toBeUndefined();
  await save(jobs("Aye Works", "Bee Works", "Hub Works", "Zed Works"));
  expect(await flow("hub works")).toEqual({ prior: ["Aye Works 5"], next: [] });
  await saveMany(3, jobs("Bee Works", "Hub Works", "Zed Works"));
  expect(await flow("hub works"), "four at Bee and Zed").toEqual({ prior: ["Aye Works 5"], next: [] });
  await save(jobs("Cee Works", "Hub Works", "Zed Works"));
  expect(await flow("hub works")).toEqual({ prior: ["Aye Works 5", "Other companies 5"], next: ["Zed Works 5"] });
  await saveMany(5, jobs("Dee Works", "Eff Works", "Gee Works", "Aitch Works", "Eye Works", "Hub Works"));
  const now = await flow("hub works");
  // Five of six with five people each are named; the rest is the sixth, four at Bee and one at Cee.
  expect(now?.prior).toHaveLength(6);
  expect(now?.prior.at(-1)).toBe("Other companies 10");
});

it("shows who began here and who still is, on the day, from five people on and never of private ones", async () => {
  const first = (end: string): Stops => [["Start Works", "2020-01-01", end]];
  await saveMany(2, first("2021-01-01"));
  const leaving = await save(first("current"));
  expect(await flow("start works")).toBeUndefined();
  await saveMany(3, first("current"));
  // Before it a stop without a page of its own: the line did not begin here.
  await saveMany(3, [
    ["Start Works", "2020-01-01", "2020-06-01"],
    ["Early Works", "2019-01-01", "2019-06-01"],
  ]);
  // Still to come, however open its end: not here yet.
  await save([["Start Works", "2026-03-01", "current"]]);
  await saveMany(2, [
    ["Other Works", "2018-01-01", "2018-06-01"],
    ["Start Works", "2018-06-01", "2019-01-01"],
  ]);
  const few = { prior: ["First stop 7", "Other companies 5"], next: [] };
  expect(await flow("start works"), "four people are here: too few to tell").toEqual(few);
  // An internship whose end is already known; until then the person still works there.
  await save(first("2026-04-01"));
  const now = { prior: ["First stop 8", "Other companies 5"], next: ["Still here 5"] };
  expect(await flow("start works")).toEqual(now);
  expect((await flow("start works", "2026-03-02"))?.next, "one has come").toEqual(["Still here 6"]);
  expect((await flow("start works", "2026-04-01"))?.next, "its last day").toEqual(["Still here 6"]);
  expect((await flow("start works", "2026-04-02"))?.next).toEqual(["Still here 5"]);
  // Private people are in no number. A person who becomes private is removed from it.
  await save(first("current"), { visibility: "private" });
  expect(await flow("start works")).toEqual(now);
  const answer = await leaving.save({ visibility: "private" });
  expect(answer.status, answer.text).toBe(200);
  expect(await flow("start works")).toEqual(few);
  expect(await findDifferences(app.db)).toEqual([]);
});

/** The numbers on a school's page. */
async function school(id: string) {
  const page = await readSchoolPage(app.db, { id, today: TODAY });
  return {
    people: page?.people,
    common: page?.common.map(({ displayName, people }) => `${displayName} ${people}`),
    first: page?.flow?.next.map(({ displayName, people }) => `${displayName} ${people}`),
  };
}

it("of a school shows everybody's first stop once, from five people on", async () => {
  const from = { school: SMALL };
  await saveMany(4, jobs("Dawn Works", "Noon Works"), from);
  expect(await school(SMALL)).toEqual({ people: 4, common: [], first: undefined });
  // Hidden people do not make it five.
  await save(jobs("Noon Works"), { ...from, visibility: "private" });
  expect((await school(SMALL)).first).toBeUndefined();
  await save(jobs("Dusk Works", "Noon Works"), from);
  expect(await school(SMALL), "four at Dawn and one at Dusk are told together").toEqual({
    people: 5,
    common: ["Noon Works 5"],
    first: ["Other companies 5"],
  });
  const fifth = await save(jobs("Dawn Works"), from);
  expect(await school(SMALL), "one at Dusk alone is in no flow").toEqual({
    people: 6,
    common: ["Dawn Works 5", "Noon Works 5"],
    first: ["Dawn Works 5"],
  });
  await saveMany(4, jobs("Dusk Works"), from);
  expect((await school(SMALL)).first).toEqual(["Dawn Works 5", "Dusk Works 5"]);
  await fifth.save({ pipeline: [stop("Rare Works", "Engineer", "2009-01-01", "2009-06-01")] });
  expect((await school(SMALL)).first).toEqual(["Dusk Works 5", "Other companies 5"]);
  expect(await findDifferences(app.db)).toEqual([]);
});

/** So many people of the school who were at Crowd Works before Next Works: nobody has the time to sign them all up. */
async function makePeople(people: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await sql`insert into company (public_id, name, display_name)
      values (${"1".repeat(24)}, 'crowd works', 'Crowd Works'), (${"2".repeat(24)}, 'next works', 'Next Works')`.execute(
      trx,
    );
    await sql`insert into company_term (company_id, term) select id, 'crowd works' from company where name = 'crowd works'`.execute(
      trx,
    );
    await sql`insert into profile (public_id, sort_key, created, stops, school_id)
      select left(md5('person' || n), 24), n, true, 2, s.id from generate_series(1, ${people}::integer) n, school s
      where s.public_id = ${SCHOOL}`.execute(trx);
    await sql`insert into stop (public_id, profile_id, company_id, company_name, sort_key, listed)
      select left(md5(c.name || p.id), 24), p.id, c.id, c.display_name, p.sort_key, true
      from profile p join school s on s.id = p.school_id and s.public_id = ${SCHOOL}, company c
      where c.name in ('crowd works', 'next works')`.execute(trx);
    await sql`insert into role (stop_id, profile_id, title, kind, date_precision, start_date, end_date, is_current)
      select e.id, e.profile_id, 'Clerk', case when e.sort_key % 3 = 0 then 'intern' else 'full-time' end, 'day',
        case c.name when 'crowd works' then date '2015-01-01' else date '2016-01-01' end, date '2017-01-01', false
      from stop e join company c on c.id = e.company_id where c.name in ('crowd works', 'next works')`.execute(trx);
    await refreshStats(trx);
  });
}

it("a company's people are one number in suggestions, search, page and API", async () => {
  const people = 1_234;
  await makePeople(people);
  const visitor = new ApiUser(app);
  const get = async <Body>(path: string) => (await visitor.call<Body>("GET", path)).body;
  const text = async (path: string) => {
    const read = () => fetch(`${app.url}${path}`);
    let answer = await read();
    // On a busy machine a look-up may take longer than it may.
    for (let n = 0; answer.status === 503 && n < 10; n += 1) answer = await read();
    // React separates joined texts with comments. Only the words count here.
    return (await answer.text()).replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, "\n");
  };
  type Company = { _id: string; people: number; employeesCount: number; internsCount: number };
  type Detail = Company & { prevCompanies: Record<string, number>; postCompanies: Record<string, number> };

  const [suggested] = await get<Company[]>("/api/company/get/companies/crowd");
  const popular = (await get<Company[]>("/api/company/get/companies")).find((one) => one._id === suggested?._id);
  const detail = await get<Detail>(`/api/company/get/${suggested?._id}`);
  expect([suggested?.people, popular?.people, detail.people]).toEqual([people, people, people]);
  expect([detail.employeesCount, detail.internsCount]).toEqual([people - 411, 411]);

  expect(await text("/search?company=crowd%20works")).toContain("1,234 people stopped at Crowd Works");
  expect(await text("/search?company=crow"), "companies alike").toMatch(/Crowd Works\s+1,234 people/);
  const page = await text(`/company/${suggested?._id}`);
  expect(page).toMatch(/People\s+1,234\s+Interned only\s+411\s/);

  // Between companies: the API, the tables and the diagram.
  const nextId = "2".repeat(24);
  expect(detail.postCompanies).toEqual({ [nextId]: people });
  expect((await get<Detail>(`/api/company/get/${nextId}`)).prevCompanies).toEqual({ [detail._id]: people });
  expect(page.match(/Next Works\s+1,234\s/g)?.length, "picture and both tables").toBe(3);
  expect(await flow("crowd works")).toEqual({ prior: ["First stop 1234"], next: ["Next Works 1234"] });

  // For a school: its own figure, its table, its first stops, and the API.
  const counts = (await get<{ schoolTally: Record<string, number> }>(`/api/school/get/${SCHOOL}`)).schoolTally;
  expect(counts).toEqual({ [detail._id]: people, [nextId]: people });
  expect(await school(SCHOOL)).toEqual({
    people,
    common: ["Crowd Works 1234", "Next Works 1234"],
    first: ["Crowd Works 1234"],
  });
  const ofSchool = await text(`/school/${SCHOOL}`);
  expect(ofSchool).toMatch(/Rank\s+N\/A\s+People\s+1,234\s/);
  expect(ofSchool.match(/Crowd Works\s+1,234\s/g)?.length, "picture and both tables").toBe(3);
});
