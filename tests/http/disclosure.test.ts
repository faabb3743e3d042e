import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { findDifferences } from "#features/tally/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// L10 to L15: what is counted of people whom nobody sees comes in batches, in fives, and never tells of one.

const NOW = "2026-11-15T12:00:00Z";

/** A dozen accounts, each with a password to hash. */
const LONG = 90_000;

let app: TestApp;
let school: string;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  school = newPublicId();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Batch Institute", name_key: "batch institute", country: "", country_code: "" })
    .execute();
});
afterAll(() => app.stop());

/** An account whose e-mail was confirmed so many hours ago. */
async function newPerson(hours = 48): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(Date.parse(NOW) - hours * 3_600_000) })
    .where("email_key", "=", user.email)
    .execute();
  return user;
}

const route = (name: string, rating = 0) => [
  stop(`${name} One`, "Clerk", "2018-01-01", "2019-01-01", rating),
  stop(`${name} Two`, "Lead", "2019-02-01", "current", rating),
];

async function hide(name: string, user: ApiUser, rating = 0): Promise<ApiUser> {
  const { status } = await user.save({ visibility: "private", school, pipeline: route(name, rating) });
  expect(status).toBe(200);
  // Kept by an administrator: what hidden people alone typed has no page and no numbers.
  await app.db.updateTable("company").set({ status: "listed" }).where("name", "like", `${name} %`).execute();
  return user;
}

const hideMany = async (name: string, count: number, hours?: number): Promise<ApiUser[]> => {
  const people: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) people.push(await hide(name, await newPerson(hours)));
  return people;
};

/** Everything that numbers of these two companies and the school are told by. */
async function numbersOf(name: string): Promise<string[]> {
  const paths = [
    `/api/company/get/${name} one`,
    `/api/company/get/${name} two`,
    `/api/company/get/companies/${name}`,
    `/api/school/get/${school}`,
    `/company/${name} one`,
    `/search?company=${name} two`,
    `/school/${school}`,
  ];
  const answers = await Promise.all(paths.map((path) => sendRaw(app, { path: path.replaceAll(" ", "%20") })));
  return answers.map(({ text }) => text.replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"/g, ""));
}

async function countsOf(name: string): Promise<{ one: number; two: number; move: number; school: number }> {
  const read = async (company: string) =>
    JSON.parse((await sendRaw(app, { path: `/api/company/get/${name}%20${company}` })).text) as {
      _id: string;
      employeesCount: number;
      postCompanies: Record<string, number>;
    };
  const [one, two] = [await read("one"), await read("two")];
  const { schoolTally } = JSON.parse((await sendRaw(app, { path: `/api/school/get/${school}` })).text) as {
    schoolTally: Record<string, number>;
  };
  return {
    one: one.employeesCount,
    two: two.employeesCount,
    move: one.postCompanies[two._id] ?? 0,
    school: schoolTally[one._id] ?? 0,
  };
}

const batch = () => publishBatch(app.services);

describe("private people", { timeout: LONG }, () => {
  it("L10: are in no number at their save, in none after a batch with one of them, and in all once they are five", async () => {
    await (await newPerson()).save({ pipeline: route("tenth") });
    const before = await numbersOf("tenth");
    const [first] = await hideMany("tenth", 1);
    expect(await numbersOf("tenth")).toEqual(before);
    await batch();
    expect(await numbersOf("tenth")).toEqual(before);
    await hideMany("tenth", 3);
    await batch();
    expect(await numbersOf("tenth")).toEqual(before);
    await hideMany("tenth", 2);
    expect(await numbersOf("tenth")).toEqual(before);
    await batch();
    expect(await countsOf("tenth")).toEqual({ one: 6, two: 6, move: 6, school: 5 });
    expect(await findDifferences(app.db)).toEqual([]);
    // One who goes, and is deleted at that, shows in nothing.
    const with6 = await numbersOf("tenth");
    expect(
      (await first?.call("DELETE", `/api/profile/${first.profileId}`, { password: "correct-horse-battery" }))?.status,
    ).toBe(200);
    await batch();
    expect(await numbersOf("tenth")).toEqual(with6);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L11: count only once their e-mail has been confirmed for a day, and one who comes and goes flips nothing", async () => {
    await (await newPerson()).save({ pipeline: route("eleventh") });
    await hideMany("eleventh", 4);
    await batch();
    const before = await numbersOf("eleventh");
    const sybils = await hideMany("eleventh", 3, 23);
    await batch();
    expect(await numbersOf("eleventh")).toEqual(before);
    const [sybil] = sybils;
    const late = await newPerson(25);
    await hide("eleventh", late);
    for (let turn = 0; turn < 4; turn += 1) {
      await late.save({ pipeline: turn % 2 === 0 ? [] : route("eleventh") });
      await sybil?.save({ pipeline: turn % 2 === 0 ? [] : route("eleventh") });
      await batch();
      expect(await numbersOf("eleventh")).toEqual(before);
    }
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L13, L14, L15: are in no list and on no card, however many they are", async () => {
    await hideMany("fourteenth", 6);
    await batch();
    expect((await countsOf("fourteenth")).one).toBe(5);
    expect((await sendRaw(app, { path: "/api/company/employees/fourteenth%20one" })).text).toBe("[]");
    const { text } = await sendRaw(app, { path: "/search?company=fourteenth%20one" });
    expect(text).toContain("No users on this site for this company :/");
  });

  it("who become public are counted at once, and not twice after the next batch", async () => {
    const people = await hideMany("open", 6);
    await batch();
    for (const user of people) await user.save({ visibility: "public" });
    await batch();
    expect(await countsOf("open")).toMatchObject({ one: 6, two: 6, move: 6 });
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("ratings", { timeout: LONG }, () => {
  const levelOf = async (name: string) =>
    (JSON.parse((await sendRaw(app, { path: `/api/company/get/${name}%20one` })).text) as { ratingLevel: number })
      .ratingLevel;

  it("L12: never move at a save, and not for one that changed since the last batch", async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    for (const user of people) await user.save({ pipeline: route("twelfth", 100) });
    expect(await levelOf("twelfth")).toBe(0);
    await batch();
    expect(await levelOf("twelfth")).toBe(5);
    const [one, two] = people;
    await one?.save({ pipeline: route("twelfth", 20) });
    await batch();
    expect(await levelOf("twelfth")).toBe(5);
    await two?.save({ pipeline: route("twelfth", 20) });
    expect(await levelOf("twelfth")).toBe(5);
    await batch();
    expect(await levelOf("twelfth")).toBe(2);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("of hidden people count only where five of them rated", async () => {
    for (const rating of [100, 100, 100]) await (await newPerson()).save({ pipeline: route("mixed", rating) });
    for (let n = 0; n < 4; n += 1) await hide("mixed", await newPerson(), 20);
    await batch();
    expect(await levelOf("mixed")).toBe(5);
    for (let n = 0; n < 2; n += 1) await hide("mixed", await newPerson(), 20);
    await batch();
    expect(await levelOf("mixed")).toBe(2);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("of a deleted account leave with the next batch, alone too", async () => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    for (const user of people) await user.save({ pipeline: route("leaving", 100) });
    await batch();
    expect(await levelOf("leaving")).toBe(5);
    const [gone] = people;
    await gone?.call("DELETE", `/api/profile/${gone.profileId}`, { password: "correct-horse-battery" });
    await batch();
    expect(await levelOf("leaving")).toBe(0);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

it("the recount can fail: a planted number of hidden people, and a planted rating", async () => {
  const company = app.db.selectFrom("company").select("id").where("name", "=", "tenth one");
  const plant = (change: { hidden_employees?: number; rating_sum?: number }) =>
    app.db.updateTable("company_stats").set(change).where("company_id", "=", company).execute();
  await plant({ hidden_employees: 10 });
  expect(await findDifferences(app.db)).toMatchObject([{ table: "hidden employees", stored: "10", counted: "5" }]);
  await plant({ hidden_employees: 5, rating_sum: 100 });
  expect(await findDifferences(app.db)).toMatchObject([{ table: "rating_member" }]);
  await plant({ rating_sum: 0 });
  expect(await findDifferences(app.db)).toEqual([]);
});
