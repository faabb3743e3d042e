import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// L10 to L12: no published number and no level moves for one person, whatever that person does.

const DAY = 24 * 3_600_000;
const START = Date.parse("2026-11-15T12:00:00Z");
const PASSWORD = "correct-horse-battery";

/** A dozen accounts, each with a password to hash. */
const LONG = 90_000;

let app: TestApp;
let now = START;
beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => new Date(now) });
});
afterAll(() => app.stop());

/** An account whose e-mail was confirmed two days ago. */
async function newPerson(): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(now - 2 * DAY) })
    .where("email_key", "=", user.email)
    .execute();
  return user;
}

const route = (name: string, rating = 0) => [
  stop(`${name} One`, "Clerk", "2018-01-01", "2019-01-01", rating),
  stop(`${name} Two`, "Lead", "2019-02-01", "current", rating),
];

async function join(name: string, count: number, rating = 0, visibility = "private"): Promise<ApiUser[]> {
  const people: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await newPerson();
    expect((await user.save({ visibility, pipeline: route(name, rating) })).status).toBe(200);
    people.push(user);
  }
  // A page that everybody may see, though nobody to be seen is there.
  await app.db.updateTable("company").set({ status: "listed" }).where("name", "like", `${name} %`).execute();
  return people;
}

async function change(people: readonly ApiUser[], patch: Record<string, unknown>): Promise<void> {
  for (const user of people) expect((await user.save(patch)).status).toBe(200);
}

const remove = (user: ApiUser | undefined) =>
  user?.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD });

/** A batch for which nothing has to wait; and one as it is done every hour. */
const batch = () => publishBatch(app.services, { stop: 0, rating: 0 });
const hourly = () => publishBatch(app.services);

type Company = { employeesCount: number; ratingLevel: number };
const company = async (name: string): Promise<Company> =>
  JSON.parse((await sendRaw(app, { path: `/api/company/get/${name}%20one` })).text) as Company;
const peopleOf = async (name: string): Promise<number> => (await company(name)).employeesCount;
const levelOf = async (name: string): Promise<number> => (await company(name)).ratingLevel;

const isRight = async () => expect(await findDifferences(app.db)).toEqual([]);

describe("L11: a number of hidden people", { timeout: LONG }, () => {
  it("appears at five, stays for one who leaves after two others, and disappears at three for two", async () => {
    const people = await join("leaver", 6);
    await batch();
    expect(await peopleOf("leaver")).toBe(5);
    await change(people.splice(0, 2), { pipeline: [] });
    await batch();
    expect(await peopleOf("leaver")).toBe(5);
    await change(people.splice(0, 1), { pipeline: [] });
    await batch();
    expect(await peopleOf("leaver"), "one alone").toBe(5);
    await change(people.splice(0, 1), { pipeline: [] });
    await batch();
    expect(await peopleOf("leaver")).toBe(0);
    await isRight();
  });

  it("of five does not move for one who comes and goes twenty times", async () => {
    const [turning] = await join("turning", 5);
    await batch();
    const seen: number[] = [];
    for (let turn = 0; turn < tries({ all: 20, some: 7 }); turn += 1) {
      await turning?.save({ pipeline: turn % 2 === 0 ? [] : route("turning") });
      await publishBatch(app.services, { stop: 0, rating: 0, left: turn % 3 === 0 ? 0 : DAY });
      seen.push(await peopleOf("turning"));
    }
    expect(new Set(seen)).toEqual(new Set([5]));
    await isRight();
  });

  it("stays for one who is deleted, without that person, and goes with the next two", async () => {
    const people = await join("deleted", 5);
    await batch();
    const [gone, ...left] = people;
    const key = await keyOf(gone);
    expect((await remove(gone))?.status).toBe(200);
    expect(await tiesOf(key)).toEqual([]);
    for (let n = 0; n < 4; n += 1) {
      await batch();
      expect(await peopleOf("deleted")).toBe(5);
      await isRight();
    }
    await change(left.slice(0, 1), { pipeline: [] });
    await batch();
    expect(await peopleOf("deleted")).toBe(0);
    await isRight();
  });

  it("counts somebody who becomes public twice until a second one changes", async () => {
    const people = await join("goer", 5);
    await batch();
    await change(people.slice(0, 1), { visibility: "public" });
    await batch();
    expect(await peopleOf("goer")).toBe(6);
    await change(people.slice(1, 2), { visibility: "public" });
    await batch();
    expect(await peopleOf("goer")).toBe(2);
    await isRight();
  });

  it("counts a stop once it is a day old, however old the account", async () => {
    await join("aged", 4);
    await batch();
    await join("aged", 2);
    const before = now;
    try {
      await hourly();
      expect(await peopleOf("aged")).toBe(0);
      now = before + DAY - 60_000;
      await hourly();
      expect(await peopleOf("aged")).toBe(0);
      // Dated by the day alone: counted once a whole day has passed, within two.
      now = before + 2 * DAY;
      await hourly();
      expect(await peopleOf("aged")).toBe(5);
    } finally {
      now = before;
    }
    await isRight();
  });
});

const keyOf = async (user: ApiUser | undefined): Promise<number> =>
  (
    await app.db
      .selectFrom("profile")
      .select("id")
      .where("public_id", "=", user?.profileId ?? "")
      .executeTakeFirstOrThrow()
  ).id;

/** Tables in which somebody is tied to something counted. */
async function tiesOf(key: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select 'number' as kind from published_member where profile_id = ${key}
    union all select 'rating' from published_rating_member where profile_id = ${key}
    union all select 'waiting number' from waiting_member where profile_id = ${key}
    union all select 'waiting rating' from waiting_rating where profile_id = ${key}`.execute(app.db);
  return rows.map(({ kind }) => kind);
}

describe("whoever left", { timeout: LONG }, () => {
  it("is tied to nothing a day later, though nobody else changed", async () => {
    const [leaver] = await join("tied", 2, 40);
    await batch();
    const key = await keyOf(leaver);
    expect(await tiesOf(key)).toContain("number");
    type Held = { counted: { what: string; company: string }[] };
    const held = (await leaver?.call<Held>("GET", "/api/user/export"))?.body.counted ?? [];
    expect(held).toContainEqual(
      expect.objectContaining({ what: "employees", company: "tied One", waitingSince: "", leftAt: "" }),
    );
    expect(held.map(({ what }) => what)).toEqual(expect.arrayContaining(["move", "rating"]));
    await change(leaver ? [leaver] : [], { pipeline: [] });
    const before = now;
    try {
      await hourly();
      expect(await tiesOf(key)).toContain("number");
      now = before + DAY;
      await hourly();
      expect(await tiesOf(key)).toEqual([]);
    } finally {
      now = before;
    }
    expect((await leaver?.call<Held>("GET", "/api/user/export"))?.body.counted).toEqual([]);
    await isRight();
  });
});

describe("whoever is counted without being seen", { timeout: LONG }, () => {
  it("L10: does not read in their own export that somebody else who is hidden has changed", async () => {
    await join("watched", 6, 40);
    await batch();
    const [watcher] = await join("watched", 1, 40);
    type Held = { counted: object[] };
    const counted = async () => {
      await watcher?.call("POST", "/api/user/confirm", { password: PASSWORD });
      return (await watcher?.call<Held>("GET", "/api/user/export"))?.body.counted;
    };
    const before = now;
    try {
      await hourly();
      now = before + 2 * DAY;
      await hourly();
      // One who joined alone waits.
      const alone = await counted();
      expect(alone).toContainEqual(expect.objectContaining({ what: "employees", company: "watched One" }));
      await join("watched", 1, 40);
      await batch();
      expect(await tiesOf(await keyOf(watcher))).not.toContain("waiting number");
      expect(await counted()).toEqual(alone);
      // What they changed waits too, and what they left is known only until somebody else changes.
      await change(watcher ? [watcher] : [], { pipeline: route("watched", 100).slice(0, 1) });
      await hourly();
      const changed = await counted();
      expect(changed).not.toEqual(alone);
      await join("watched", 1, 40);
      await batch();
      expect(await counted()).toEqual(changed);
    } finally {
      now = before;
    }
    await isRight();
  });
});

describe("L12: a level", { timeout: LONG }, () => {
  it("does not move for one private person who comes and goes, nor for what the hidden ones give together", async () => {
    await join("block", 3, 100, "public");
    await join("block", 4, 20);
    await batch();
    expect(await levelOf("block")).toBe(5);
    const [victim] = await join("block", 1, 20);
    const seen: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await batch();
      seen.push(await levelOf("block"));
      await victim?.save({ pipeline: turn % 2 === 0 ? [] : route("block", 20) });
    }
    expect(seen).toEqual([5, 5, 5, 5, 5, 5]);
    await isRight();
  });

  it("of five private people stays when one is deleted, and when one becomes public", async () => {
    for (const [name, one] of [
      ["removal", (user: ApiUser | undefined) => remove(user)],
      ["outing", (user: ApiUser | undefined) => user?.save({ visibility: "public" })],
    ] as const) {
      const people = await join(name, 5, 100);
      await batch();
      expect(await levelOf(name)).toBe(5);
      expect((await one(people[0]))?.status).toBe(200);
      await batch();
      expect(await levelOf(name), name).toBe(5);
      await isRight();
      await change(people.slice(1, 3), { pipeline: [] });
      await batch();
      expect(await levelOf(name), "three are left").toBe(0);
    }
    await isRight();
  });

  it("of visible people stays when one is deleted, and is hidden once a second one changed", async () => {
    const people = await join("leaving", 3, 100, "public");
    await batch();
    expect(await levelOf("leaving")).toBe(5);
    const key = await keyOf(people[0]);
    await remove(people[0]);
    expect(await tiesOf(key)).toEqual([]);
    await batch();
    expect(await levelOf("leaving")).toBe(5);
    await change(people.slice(1, 2), { pipeline: route("leaving", 80) });
    await batch();
    expect(await levelOf("leaving")).toBe(0);
    await isRight();
  });

  it("is moved by nobody alone, however often; and two who know theirs need a day for each try", async () => {
    const [one, two] = await join("solve", 3, 100, "public");
    await batch();
    const seen: number[] = [];
    for (const rating of [20, 40, 60, 80, 20]) {
      await change(one ? [one] : [], { pipeline: route("solve", rating) });
      await batch();
      seen.push(await levelOf("solve"));
    }
    expect(seen).toEqual([5, 5, 5, 5, 5]);
    const before = now;
    try {
      for (const rating of [40, 60, 20]) {
        await change(one && two ? [one, two] : [], { pipeline: route("solve", rating) });
        await hourly();
        now += 3_600_000;
        await hourly();
        expect(await levelOf("solve")).toBe(5);
      }
      now += 2 * DAY;
      await hourly();
      expect(await levelOf("solve")).toBe(2);
    } finally {
      now = before;
    }
    await isRight();
  });

  it("takes no rating up on its first day: two fresh accounts show nobody's", async () => {
    await join("fresh", 1, 20, "public");
    const before = now;
    try {
      await hourly();
      now += 2 * DAY;
      await hourly();
      for (const rating of [100, 80, 100]) {
        await join("fresh", 2, rating, "public");
        await hourly();
        expect(await levelOf("fresh")).toBe(0);
      }
      now += 2 * DAY;
      await hourly();
      expect(await levelOf("fresh")).not.toBe(0);
    } finally {
      now = before;
    }
    await isRight();
  });

  it("neither appears nor goes when everything is counted anew", async () => {
    await join("anew", 6, 40);
    await batch();
    expect([await levelOf("anew"), await peopleOf("anew")]).toEqual([2, 5]);
    await join("unseen", 3, 100, "public");
    await app.db.transaction().execute(refreshStats);
    app.services.cache.clear();
    expect([await levelOf("anew"), await peopleOf("anew")]).toEqual([2, 5]);
    expect([await levelOf("unseen"), await peopleOf("unseen")]).toEqual([0, 3]);
    await isRight();
  });
});

it("a school's people are no fewer than one of its rows says", { timeout: LONG }, async () => {
  const school = newPublicId();
  await app.db
    .insertInto("school")
    .values({ public_id: school, name: "Row Institute", name_key: "row institute", country: "", country_code: "" })
    .execute();
  const shown = async () => {
    const { text } = await sendRaw(app, { path: `/school/${school}` });
    const words = text.replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ");
    return /People\s+(\d+)/.exec(words)?.[1];
  };
  expect(await shown()).toBe("0");
  const people = await join("row", 5);
  await change(people, { school });
  await batch();
  expect(await shown()).toBe("5");
  await change(await join("row", 2, 0, "public"), { school });
  expect(await shown()).toBe("7");
  await isRight();
});
