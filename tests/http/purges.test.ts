import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { countFollowed, publishBatch } from "#app/jobs.server.ts";
import { newPublicId } from "#server/ids.ts";
import { announce } from "#server/purge-channel.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Tests that answers do not show saves. An answer that suddenly takes milliseconds, because it was made again, would
// show that something behind it was saved.

let app: TestApp;
let time = Date.parse("2026-11-15T12:00:00Z");
let school: string;

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => new Date(time) });
  school = newPublicId();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Purge Institute", name_key: "purge institute", country: "", country_code: "" })
    .execute();
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

const job = (name: string, rest: Record<string, unknown> = {}) => ({
  ...stop(name, "Clerk", "2018-01-01", "2019-01-01", 80),
  ...rest,
});

async function person(patch: Record<string, unknown>): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save(patch);
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** Somebody private, whose e-mail was confirmed long enough ago to count. */
async function hiddenPerson(schoolId: string, company: string): Promise<ApiUser> {
  const user = await person({ visibility: "private", school: schoolId, pipeline: [job(company)] });
  const settled = { email_verified_at: new Date("2026-11-01T00:00:00Z") };
  await app.db.updateTable("account").set(settled).where("email_key", "=", user.email).execute();
  return user;
}

const publish = () => publishBatch(app.services, { stop: 0, rating: 0 });

const PATHS = [
  "/company/warm%20works",
  "/search?company=warm%20works",
  "/api/company/get/warm%20works",
  "/search",
  "/api/company/names",
];

/** Asks for every answer until it is kept. */
async function warm(...more: string[]): Promise<string[]> {
  const paths = [...PATHS, `/school/${school}`, ...more];
  await expect
    .poll(
      async () => {
        for (const path of paths) expect((await sendRaw(app, { path })).status, path).toBe(200);
        return cold(paths);
      },
      // A busy machine may need seconds for one round of pages.
      { timeout: 60_000 },
    )
    .toEqual([]);
  return paths;
}

/** Those of the paths that are not cached any more. */
const cold = (paths: readonly string[]): string[] =>
  paths.filter((path) => app.services.cache.get(`${path}\n`, app.services.clock().getTime()) === undefined);

let marks = 0;

/** The tags that some work purges, here and through the channel to every process. */
async function purgedBy(work: () => Promise<unknown>): Promise<string[]> {
  const purge = vi.spyOn(app.services.cache, "purge");
  await work();
  // Announcements come in order: after this mark, nothing of the work follows.
  marks += 1;
  const mark = `mark:${marks}`;
  await app.db.transaction().execute((trx) => announce(trx, [mark]));
  const tags = () => purge.mock.calls.flatMap(([named]) => [...named]);
  await expect.poll(tags, { timeout: 10_000 }).toContain(mark);
  const found = new Set(tags().filter((tag) => tag !== mark));
  purge.mockRestore();
  return [...found].toSorted();
}

const companyTag = async (name: string): Promise<string> => {
  const row = await app.db.selectFrom("company").select("public_id").where("name", "=", name).executeTakeFirst();
  return `company:${row?.public_id ?? "?"}`;
};

describe("a write purges", () => {
  it("L10: nothing where others see nothing of it: private people, undisclosed stops, hidden schools, ratings", async () => {
    const open = await person({ school, pipeline: [job("Warm Works", { rating: 0 })] });
    const hidden = await person({ visibility: "private", school, pipeline: [job("Warm Works")] });
    const keeper = await person({ school, hideSchool: true, pipeline: [job("Keeper Works")] });
    const paths = await warm();
    const saves: [string, () => Promise<unknown>][] = [
      ["a private person's save", () => hidden.save({ school, pipeline: [job("Warm Works"), job("More Works")] })],
      ["a private person's deletion of a stop", () => hidden.save({ pipeline: [] })],
      ["a rating", () => open.save({ pipeline: [job("Warm Works", { rating: 20 })] })],
      ["a save that changes nothing", () => open.save({ firstName: "Some" })],
      ["a new private person", () => person({ visibility: "private", school, pipeline: [job("Warm Works")] })],
      [
        "a private person who leaves",
        () => hidden.call("DELETE", `/api/profile/${hidden.profileId}`, { password: "correct-horse-battery" }),
      ],
    ];
    for (const [name, save] of saves) {
      expect(await purgedBy(save), name).toEqual([]);
      expect(cold(paths), name).toEqual([]);
    }
    // A public person makes a stop undisclosed and hides the school: purges only what shows them.
    const own = [await companyTag("keeper works"), `profile:${keeper.profileId}`].toSorted();
    const kept = [
      job("Keeper Works"),
      job("Warm Works", { undisclosed: true, startDate: "2020-01-01", endDate: "2021-01-01" }),
    ];
    expect(await purgedBy(() => keeper.save({ school: "Another School" }))).toEqual([]);
    expect(await purgedBy(() => keeper.save({ school, pipeline: kept }))).toEqual(own);
    expect(cold(paths)).toEqual([]);
  });

  it("nothing where somebody anonymous, whose page shows years, moves a date within a year", async () => {
    const during = (endDate: string) => [job("Warm Works", { startDate: "2024-02-01", endDate, rating: 0 })];
    const user = await person({ visibility: "anonymous", pipeline: during("2025-03-01") });
    const paths = await warm();
    expect(await purgedBy(() => user.save({ pipeline: during("2025-06-10") }))).toEqual([]);
    expect(cold(paths)).toEqual([]);
    // The number of people who are there follows all the same, day by day.
    const company = app.db.selectFrom("company").select("id").where("name", "=", "warm works");
    const days = await app.db
      .selectFrom("company_day")
      .select(["day", "change"])
      .where("company_id", "=", company)
      .where("change", "<>", 0)
      .execute();
    expect(days).toEqual([{ day: "2025-06-11", change: -1 }]);
    expect(await purgedBy(() => user.save({ pipeline: during("2026-06-10") }))).toContain(`profile:${user.profileId}`);
  });

  it("L16: figures of everybody's lines, when somebody whose companies are all undisclosed comes or goes", async () => {
    const nowhere = (title: string) => [job("Hidden Works", { title, undisclosed: true, rating: 0 })];
    const user = await person({ pipeline: nowhere("Data Scientist") });
    const other = await person({ pipeline: nowhere("Data Scientist") });
    for (let n = 0; n < 4; n += 1) await person({ pipeline: nowhere("Data Scientist") });
    await person({ school, pipeline: [job("Warm Works", { rating: 0 })] });
    const paths = ["/", "/title/mid-data"];
    const kept = async () => {
      await warm(...paths);
      return cold(paths);
    };
    const changes: [string, () => Promise<unknown>][] = [
      ["a switch to private", () => user.save({ visibility: "private" })],
      ["a switch back", () => user.save({ visibility: "anonymous" })],
      [
        "a deletion",
        () => user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" }),
      ],
    ];
    for (const [name, change] of changes) {
      expect(await kept(), name).toEqual([]);
      // The page of a title has tags of the people on its cards, and most are on none.
      expect(await purgedBy(change), name).toContain("people");
      expect(cold(paths), name).toEqual(paths);
    }
    // A name is in no figure.
    expect(await purgedBy(() => other.save({ lastName: "Renamed" }))).toEqual([`profile:${other.profileId}`]);
  });

  it("L16: everything that showed somebody, or shows them now: at a switch, a suspension, a picture, a deletion", async () => {
    const admin = await adminClient(app);
    const user = await person({
      school,
      pipeline: [
        job("Warm Works"),
        job("Kept Works", { undisclosed: true, startDate: "2020-01-01", endDate: "2021-01-01" }),
      ],
    });
    const all = async () => {
      const warmed = await warm(`/api/profile/get/${user.profileId}`);
      const tags = ["people", `profile:${user.profileId}`, `school:${school}`, await companyTag("warm works")];
      return { warmed, tags: tags.toSorted() };
    };
    const before = await all();
    const purged = await purgedBy(() => user.save({ visibility: "private" }));
    expect(purged).toEqual(before.tags);
    expect(cold(before.warmed)).toEqual(before.warmed);
    const back = await purgedBy(() => user.save({ visibility: "anonymous" }));
    const seen = await all();
    expect(back).toEqual(seen.tags);
    const suspended = await purgedBy(() =>
      admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "spam" }),
    );
    expect(suspended).toEqual(seen.tags);
    expect(cold(seen.warmed)).toEqual(seen.warmed);
    expect(await purgedBy(() => admin.call("POST", `/api/admin/people/${user.profileId}/unsuspend`, {}))).toEqual(
      seen.tags,
    );
    const last = await all();
    // The suspension ended the sessions that began before it; they do not come back.
    time += 1_000;
    await user.logIn();
    const gone = await purgedBy(() =>
      user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" }),
    );
    expect(gone).toEqual(last.tags);
    expect(cold(last.warmed)).toEqual(last.warmed);
  });

  it("L10: what a batch publishes, and no cell that it only counts", async () => {
    const hidden: ApiUser[] = [];
    await person({ pipeline: [job("Batch Works")] });
    for (let n = 0; n < 2; n += 1) hidden.push(await hiddenPerson(school, "Batch Works"));
    const paths = await warm("/company/batch%20works");
    expect(await purgedBy(publish)).toEqual([]);
    expect(cold(paths)).toEqual([]);
    for (let n = 0; n < 3; n += 1) hidden.push(await hiddenPerson(school, "Batch Works"));
    const tags = ["people", await companyTag("batch works"), `school:${school}`].toSorted();
    expect(await purgedBy(publish)).toEqual(tags);
    expect(await purgedBy(publish)).toEqual([]);
    // A move is on the pages of both companies: of the second one, nothing else changes.
    for (const user of hidden)
      await user.save({ pipeline: [stop("Before Works", "Clerk", "2016-01-01", "2017-01-01"), job("Batch Works")] });
    expect(await purgedBy(publish)).toEqual([...tags, await companyTag("before works")].toSorted());
  });

  it("L10: a school whose people are shown, though no company has enough of them", async () => {
    const other = newPublicId();
    const named = { name: "Scattered Institute", name_key: "scattered institute", country: "", country_code: "" };
    await app.db
      .insertInto("school")
      .values({ public_id: other, ...named })
      .execute();
    for (let n = 0; n < 5; n += 1) await hiddenPerson(other, `Scattered Works ${n}`);
    expect(await purgedBy(publish)).toEqual(["people", `school:${other}`]);
  });

  it("feeds, in every process, when a week was counted", async () => {
    // This process purges its own answers at once; the others hear of it through the channel.
    const cache = { purge: () => {} };
    expect(await purgedBy(() => countFollowed({ ...app.services, cache }))).toEqual(["feeds"]);
    expect(await purgedBy(() => countFollowed({ ...app.services, cache }))).toEqual([]);
  });

  it("the tags of a list that is too long for one notification, and nothing else", async () => {
    const paths = await warm();
    const many = Array.from({ length: 700 }, (_, n) => `company:${String(n).padStart(24, "0")}`);
    const tags = [...many, await companyTag("warm works")];
    const announced = () => app.db.transaction().execute((trx) => announce(trx, tags));
    expect(await purgedBy(announced)).toEqual(tags.toSorted());
    // Other pages are still kept, and the path engine did not read everybody again.
    expect(cold(paths)).toEqual(PATHS.slice(0, 3));
  });
});
