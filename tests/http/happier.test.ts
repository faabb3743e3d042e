import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { findDifferences, type Difference } from "#features/stats/recount.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";

// Answers from ratings, about a company and beside the stops before and after it: shown from twenty people on, in
// fives, in batches, and never changed by one person alone.

const DAY = 24 * 3_600_000;
/** Two dozen accounts, each with a password to hash. */
const LONG = 120_000;
/** Ratings of the second stop beside the first one's 60: worse, same, better. */
const [WORSE, SAME, BETTER] = [40, 60, 80] as const;
type Rating = typeof WORSE | typeof SAME | typeof BETTER;

let app: TestApp;
let now = Date.parse("2026-11-15T12:00:00Z");
let visitor: ApiUser;
/** Twenty-one people who went from Old Works to New Works: eight worse off, six the same, seven better off. */
const people: ApiUser[] = [];

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  visitor = new ApiUser(app);
  await waitForPaths(app);
}, LONG);
afterAll(() => app.stop());

/** The latest rated role's rating counts. */
const line = (rating: Rating) => [
  stop("Old Works", "Clerk", "2018-01-01", "2019-01-01", 60),
  {
    ...stop("New Works", "Head", "2021-04-01", "current"),
    roles: [
      stop("", "Head", "2021-04-01", "current"),
      stop("", "Lead", "2020-03-01", "2021-03-01", rating),
      stop("", "Clerk", "2019-02-01", "2020-02-01", 100),
    ].map(({ companyId: _id, companyName: _name, ...role }) => role),
  },
];

async function join(rating: Rating, visibility = "public"): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(now - 2 * DAY) })
    .where("email_key", "=", user.email)
    .execute();
  const { status, text } = await user.save({ visibility, pipeline: line(rating) });
  expect(status, text).toBe(200);
  return user;
}

type Moves = { worse: number; same: number; better: number };
type Insights = { happier: { cameHere: Moves | null; leftHere: Moves | null } | null; faces: number[] | null };
async function shown(company: string): Promise<Insights> {
  const { status, body } = await visitor.call<Insights>("GET", `/api/company/${company}/insights`);
  expect(status).toBe(200);
  return { happier: body.happier, faces: body.faces };
}
const insightsOfBoth = async () => ({ old: await shown("old works"), new: await shown("new works") });

/** A batch for which nothing has to wait; and one as it is done every hour. */
const batch = () => publishBatch(app.services, { stop: 0, rating: 0 });
const hourly = () => publishBatch(app.services);
const twoDaysLater = async () => {
  await hourly();
  now += 2 * DAY;
  await hourly();
};
const isRight = async () => expect(await findDifferences(app.db)).toEqual([]);

const NOTHING: Insights = { happier: null, faces: null };
const FIVES: Moves = { worse: 5, same: 5, better: 5 };
const PUBLISHED = {
  old: { happier: { cameHere: null, leftHere: FIVES }, faces: [0, 0, 20, 0, 0] },
  new: { happier: { cameHere: FIVES, leftHere: null }, faces: [0, 5, 5, 5, 0] },
};

describe("answers of ratings", { timeout: LONG }, () => {
  it("are told of nobody up to nineteen, not for a twentieth alone, and of twenty-one in whole fives, two days later", async () => {
    for (const rating of [WORSE, SAME, BETTER] as const) {
      for (let n = 0; n < 6; n += 1) people.push(await join(rating));
    }
    people.push(await join(BETTER));
    await batch();
    expect(await insightsOfBoth(), "nineteen").toEqual({ old: NOTHING, new: NOTHING });
    people.push(await join(WORSE));
    await batch();
    expect(await insightsOfBoth(), "one alone").toEqual({ old: NOTHING, new: NOTHING });
    people.push(await join(WORSE));
    expect(await insightsOfBoth(), "at the save").toEqual({ old: NOTHING, new: NOTHING });
    await hourly();
    expect(await insightsOfBoth(), "on the first day").toEqual({ old: NOTHING, new: NOTHING });
    await twoDaysLater();
    expect(await insightsOfBoth()).toEqual(PUBLISHED);
    await isRight();
  });

  it("move for one person neither by a change, a level, a deletion, nor ten times on and off", async () => {
    const [one] = people;
    const seen = async (what: string) => {
      await batch();
      expect(await insightsOfBoth(), what).toEqual(PUBLISHED);
    };
    for (const rating of [BETTER, SAME, WORSE]) {
      await one?.save({ pipeline: line(rating) });
      await seen(`rated ${rating}`);
    }
    for (const visibility of ["private", "anonymous", "public"]) {
      await one?.save({ visibility });
      await seen(visibility);
    }
    for (let turn = 0; turn < 20; turn += 1) {
      await one?.save({ pipeline: turn % 2 === 0 ? [] : line(BETTER) });
      await publishBatch(app.services, { stop: 0, rating: 0, left: turn % 3 === 0 ? 0 : DAY });
      expect(await insightsOfBoth(), `turn ${turn}`).toEqual(PUBLISHED);
    }
    const path = `/api/profile/${one?.profileId ?? ""}`;
    expect((await one?.call("DELETE", path, { password: "correct-horse-battery" }))?.status).toBe(200);
    await seen("deleted");
    await isRight();
  });

  it("take private people in from five on who answer alike, and let them go again", async () => {
    const hidden: ApiUser[] = [];
    for (let n = 0; n < 4; n += 1) hidden.push(await join(BETTER, "private"));
    await batch();
    expect(await insightsOfBoth(), "four").toEqual(PUBLISHED);
    hidden.push(await join(BETTER, "private"), await join(BETTER, "private"));
    await batch();
    const more = { worse: 5, same: 5, better: 10 };
    expect(await insightsOfBoth(), "six").toEqual({
      old: { happier: { cameHere: null, leftHere: more }, faces: [0, 0, 25, 0, 0] },
      new: { happier: { cameHere: more, leftHere: null }, faces: [0, 5, 5, 10, 0] },
    });
    await isRight();
    for (const user of hidden.slice(0, 3)) await user.save({ pipeline: [] });
    await batch();
    expect(await insightsOfBoth(), "three").toEqual(PUBLISHED);
    await isRight();
  });

  it("need stops side by side: another one between them parts them", async () => {
    const between = (rating: Rating) => [
      ...line(rating).slice(0, 1),
      stop("Between", "Clerk", "2019-01-02", "2019-01-20"),
      ...line(rating).slice(1),
    ];
    const same = people.slice(6, 12);
    for (const user of same) expect((await user.save({ pipeline: between(SAME) })).status).toBe(200);
    await batch();
    // Thirteen or fourteen are left: too few for the moves, while the faces are as they were.
    expect(await insightsOfBoth()).toEqual({
      old: { happier: null, faces: PUBLISHED.old.faces },
      new: { happier: null, faces: PUBLISHED.new.faces },
    });
    for (const user of same) await user.save({ pipeline: line(SAME) });
    await batch();
    expect(await insightsOfBoth()).toEqual(PUBLISHED);
    await isRight();
  });

  it("are in one's own archive, with whose numbers they are", async () => {
    type Held = { counted: { what: string; part: string; company: string }[] };
    // The export needs a recent sign-in; people who signed up two days ago do not have one.
    const late = await join(SAME);
    await batch();
    const held = (await late.call<Held>("GET", "/api/user/export")).body.counted;
    for (const [what, company] of [
      ["face-3", "Old Works"],
      ["face-3", "New Works"],
      ["left-same", "Old Works"],
      ["came-same", "New Works"],
    ]) {
      expect(held).toContainEqual(expect.objectContaining({ what, company, part: "visible" }));
    }
    await late.save({ pipeline: [] });
  });
});

describe("the recount of answers", { timeout: LONG }, () => {
  class Undo extends Error {}

  /** The differences that the recount reports after a planted mistake, which is then undone. */
  async function planted(statement: RawBuilder<unknown>): Promise<Difference[]> {
    let found: Difference[] = [];
    const undone = app.db.transaction().execute(async (trx) => {
      expect((await statement.execute(trx)).numAffectedRows).toBe(1n);
      found = await findDifferences(trx);
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
    return found;
  }

  const company = sql`(select id from company where name = 'new works')`;

  it("finds a number that nobody is behind, one of too many, and a member too many", async () => {
    await isRight();
    expect(
      await planted(sql`update published_aggregate set people = people + 5
        where kind = 'came-same' and company_id = ${company}`),
    ).toContainEqual(expect.objectContaining({ table: "published_aggregate", stored: "6,10", counted: "6,5" }));
    expect(
      await planted(sql`update published_aggregate set people = 7
        where kind = 'face-3' and company_id = ${company}`),
    ).toContainEqual(expect.objectContaining({ table: "published_aggregate" }));
    expect(
      await planted(sql`insert into published_aggregate (kind, company_id, next_company_id, school_id, members, people)
        values ('demo-face-3', ${company}, 0, 0, 25, 25)`),
    ).toMatchObject([{ table: "published_aggregate", stored: "25,25", counted: "0,0" }]);
    expect(
      await planted(sql`update published_aggregate set members = 5
        where kind = 'came-same' and company_id = ${company}`),
    ).toContainEqual(expect.objectContaining({ table: "published_member" }));
  });

  it("counts demo people at once, apart from everybody else", async () => {
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable("profile").set({ demo: true, owner_key: null }).execute();
      await refreshStats(trx);
    });
    const after = await insightsOfBoth();
    expect(after.old.faces).not.toEqual(PUBLISHED.old.faces);
    const { rows } = await sql<{ kind: string; members: number; people: number }>`
      select kind, members, people from published_aggregate
      where kind like 'demo-came-%' and company_id = ${company} order by kind`.execute(app.db);
    expect(rows).toEqual([
      { kind: "demo-came-better", members: 7, people: 5 },
      { kind: "demo-came-same", members: 6, people: 5 },
      { kind: "demo-came-worse", members: 7, people: 5 },
    ]);
  });

  it("tells nothing of demo people any more once their ratings are gone", async () => {
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable("role").set({ rating: null }).execute();
      await refreshStats(trx);
    });
    const { rows } = await sql`select kind from published_aggregate where kind like 'demo-%'`.execute(app.db);
    expect(rows).toEqual([]);
  });
});
