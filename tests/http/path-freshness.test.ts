import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { calendarDay } from "#core/calendar.ts";
import { EngineKeeper } from "#features/path/running/engine-keeper.ts";
import type { Questions } from "#features/path/pure/calls.ts";
import { readLines } from "#features/path/read.server.ts";
import { PathChild } from "#app/path-child.server.ts";
import { everybodyIn } from "#app/path-engine-reads.server.ts";
import { roleStep, routeOf } from "#tests/helpers/path-lines.ts";
import { PathService } from "#features/path/paths.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { expectEachChange, five, job, pathOf, person, seen, shown } from "#tests/helpers/path-people.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { startTcpProxy } from "#tests/helpers/tcp-proxy.ts";

// Tests that a change appears in the answers of the path engine: at once in the process that made it, soon in the
// other.

let here: TestApp;
let there: TestApp;
let admin: ApiUser;
let time = Date.parse("2026-11-15T12:00:00Z");
const now = (): Date => new Date(time);

beforeAll(async () => {
  here = await startTestApp({ now });
  there = await startTestApp({ databaseUrl: here.databaseUrl, now });
  admin = await adminClient(here);
  await Promise.all([waitForPaths(here), waitForPaths(there)]);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

/** The change appears at once in the process that made it; the other process is notified. */
async function expectEverywhere(name: string, users: readonly ApiUser[], people: number | null): Promise<void> {
  expect(await seen(here, name)).toEqual(shown(users, people));
  await expect.poll(() => seen(there, name), { timeout: 20_000 }).toEqual(shown(users, people));
}

describe("an answer of the path engine", () => {
  it("knows of a save, a switch to private and back, an undisclosed stop, a suspension and its end, a deletion", async () => {
    await expectEachChange(here, { admin, pass: () => (time += 1_000), expectEverywhere });
  });

  it("follows a company that is renamed, merged and parted again; links by the old name stay good", async () => {
    const members = await five(here, "Old Works");
    const more = await five(here, "New Works");
    const all = [...members, ...more];
    await expectEverywhere("New Works", more, 5);
    const renamed = await admin.call("PATCH", "/api/company/update/new%20works", { displayName: "Newest Works" });
    expect(renamed.status, renamed.text).toBe(200);
    const nameIn = async (app: TestApp) => {
      const answer = await new ApiUser(app).call<{ candidates: { name: string }[] }>("GET", "/api/paths/next");
      return answer.body.candidates.map((one) => one.name);
    };
    for (const app of [here, there])
      await expect.poll(() => nameIn(app), { timeout: 20_000 }).toContain("Newest Works");
    const merged = await admin.call<{ _id: string }>("POST", "/api/admin/companies/merge", {
      from: "old works",
      into: "new works",
    });
    expect(merged.status, merged.text).toBe(200);
    // Questions in this process wait until these people were read again.
    expect(await seen(here, "Old Works")).toEqual(shown(all, 10));
    for (const app of [here, there]) {
      for (const name of ["Old Works", "New Works"])
        await expect.poll(() => seen(app, name), { timeout: 20_000 }).toEqual(shown(all, 10));
    }
    await admin.call("POST", `/api/admin/companies/merge/${merged.body._id}/undo`, {});
    for (const app of [here, there])
      await expect.poll(() => seen(app, "Old Works"), { timeout: 20_000 }).toEqual(shown(members, 5));
  });

  it("ends what was kept while everybody was read again", async () => {
    const clear = vi.spyOn(here.services.cache, "clear");
    here.services.cache.purge(["*"]);
    expect(clear).toHaveBeenCalledTimes(1);
    await expect.poll(() => clear.mock.calls.length, { timeout: 20_000 }).toBe(2);
    clear.mockRestore();
  });

  it("is the same to the last byte, tag included, after what changes nothing visible", async () => {
    const [open] = await five(here, "Same Works");
    const hidden = await person(here, { visibility: "private", pipeline: [job("Same Works")] });
    const look = async (app: TestApp) => {
      const answer = await sendRaw(app, { path: pathOf("Same Works") });
      expect(answer.status, answer.text).toBe(200);
      return [answer.headers.get("etag")?.[0], answer.text];
    };
    await expect.poll(async () => (await seen(there, "Same Works")).people, { timeout: 20_000 }).toBe(5);
    const before = await look(here);
    await hidden.save({
      pipeline: [job("Same Works"), job("Other Works", { startDate: "2019-02-01", endDate: "2020-01-01" })],
    });
    await open?.save({ pipeline: [job("Same Works", { rating: 20 })] });
    await open?.save({ firstName: "Some" });
    const leaving = await hidden.call("DELETE", `/api/profile/${hidden.profileId}`, {
      password: "correct-horse-battery",
    });
    expect(leaving.status).toBe(200);
    for (const app of [here, there]) expect(await look(app)).toEqual(before);
  });

  it("is read anew after the connection that hears of changes was cut", async () => {
    const members = await five(here, "Cut Works");
    await expectEverywhere("Cut Works", members, 5);
    // Each save is announced twice. Once later ones are read, no announcement of these is on its way.
    await expectEverywhere("Later Works", await five(here, "Later Works"), 5);
    // A change without a notification.
    const [first, ...rest] = members;
    await here.db
      .updateTable("profile")
      .set({ suspended: true })
      .where("public_id", "=", first?.profileId ?? "")
      .execute();
    expect((await seen(here, "Cut Works")).people).toBe(5);
    const cut = async (name: string): Promise<number> => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${name} and datname = current_database()`.execute(here.db);
      return rows.length;
    };
    expect(await cut("pipelines-purge")).toBeGreaterThanOrEqual(2);
    const missed = await person(here, { pipeline: [job("Cut Works")] });
    for (const app of [here, there])
      await expect.poll(() => seen(app, "Cut Works"), { timeout: 30_000 }).toEqual(shown([...rest, missed], 5));
    // And the engine's own connections: a change after that is read all the same.
    expect(await cut("pipelines-paths")).toBeGreaterThan(0);
    const later = await person(here, { pipeline: [job("Cut Works")] });
    for (const app of [here, there])
      await expect.poll(() => seen(app, "Cut Works"), { timeout: 30_000 }).toEqual(shown([...rest, missed, later], 6));
  });

  it("shows nobody who was changed between the engine's answer and the reading of profiles", async () => {
    const [first, second, third, ...rest] = await five(here, "Quick Works");
    // A person who becomes anonymous gets another id.
    const changed = [first, second].map((user) => user?.profileId).toSorted();
    const today = calendarDay(here.services.clock());
    const { visible } = everybodyIn(here.db);
    const keeper = new EngineKeeper(visible, today);
    await keeper.readAll();
    const search = {
      route: routeOf([roleStep({})]),
      page: { sort: "recent", limit: 48, cursor: null },
    } as const;
    const { lines } = (await keeper.answer("search", search)) as Questions["search"]["answer"];
    const before = await readLines(here.db, lines, today);
    expect(before).toHaveLength(lines.length);
    // An earlier job moves the role that matched; an anonymous person may be listed only among five.
    await first?.save({
      pipeline: [job("Older Works", { startDate: "2015-01-01", endDate: "2016-01-01" }), job("Quick Works")],
    });
    await second?.save({ visibility: "anonymous" });
    await third?.save({ firstName: "Quick" });
    const after = await readLines(here.db, lines, today);
    const gone = before.filter(({ profile }) => !after.some((line) => line.profile._id === profile._id));
    expect(gone.map(({ profile }) => profile._id).toSorted()).toEqual(changed);
    const left = after.map((line) => line.profile._id);
    expect(left).toEqual(expect.arrayContaining([third, ...rest].map((user) => user?.profileId)));
  });

  it("never counts somebody who withdrew while a process could not hear of it", async () => {
    const members = await five(here, "Deaf Works");
    const sixth = await person(here, { pipeline: [job("Deaf Works")] });
    const url = new URL(here.databaseUrl);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const deaf = await startTestApp({ databaseUrl: url.href });
    try {
      await waitForPaths(deaf);
      await expect.poll(() => seen(deaf, "Deaf Works"), { timeout: 20_000 }).toMatchObject({ people: 6 });
      proxy.cut();
      await sixth.save({ visibility: "private" });
      proxy.pass();
      const counts: (number | null)[] = [];
      const ask = async (): Promise<number | null> => {
        const { people, status } = await seen(deaf, "Deaf Works");
        if (people === undefined) throw new Error(`The answer is ${status}.`);
        counts.push(people);
        return people;
      };
      await expect.poll(ask, { timeout: 30_000 }).toBe(5);
      expect(new Set(counts)).toEqual(new Set([5]));
      expect(await seen(deaf, "Deaf Works")).toEqual(shown(members, 5));
    } finally {
      await deaf.stop();
      await proxy.stop();
    }
  });

  it("comes from a process that is killed, starts again by itself and is filled", async () => {
    const { databaseUrl, services } = here;
    const children: PathChild[] = [];
    const paths = new PathService({
      start: (today) => {
        const child = new PathChild({ databaseUrl, today, log: services.log });
        children.push(child);
        return child;
      },
      today: () => "2026-11-15",
      log: services.log,
    });
    try {
      paths.changed(["*"]);
      await expect.poll(() => paths.isReady(), { timeout: 30_000 }).toBe(true);
      const before = await paths.ask("titles", null);
      expect(before.titles.length).toBeGreaterThan(0);
      await children[0]?.terminate();
      // A question would wait for the next one (src/features/path/paths.server.test.ts).
      expect(paths.isReady()).toBe(false);
      await expect.poll(() => paths.isReady(), { timeout: 30_000 }).toBe(true);
      expect(children).toHaveLength(2);
      expect(await paths.ask("titles", null)).toEqual(before);
      expect(await paths.ask("verify", null)).toMatchObject({ differences: [] });
    } finally {
      await paths.close();
    }
  });
});

describe("questions to the path engine", () => {
  it("are limited by address: 240 in five minutes, the next says when to come back", async () => {
    const strict = await startTestApp({ databaseUrl: here.databaseUrl, env: { RATE_LIMITS: "on" } });
    try {
      const ask = (from: string) => sendRaw(strict, { path: "/api/paths/read?q=google", from });
      for (let n = 0; n < 240; n += 1) expect((await ask("127.0.0.2")).status).toBe(200);
      const refused = await ask("127.0.0.2");
      expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("too-many-requests")]);
      expect(Number(refused.headers.get("retry-after")?.[0])).toBeGreaterThanOrEqual(1);
      expect((await ask("127.0.0.3")).status).toBe(200);
      // Everything else still works for somebody who asked too often.
      expect((await sendRaw(strict, { path: "/api/company/names", from: "127.0.0.2" })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

it("L9: a title that only anonymous people hold answers like one that nobody holds, until they are five", async () => {
  const bare = ({
    status,
    text,
    headers,
  }: {
    status: number;
    text: string;
    headers: ReadonlyMap<string, string[]>;
  }) => [
    status,
    text.replace(/"requestId":"[^"]*"/, ""),
    [...headers].filter(([name]) => !/^(?:date$|x-request-id$|(?:x-)?ratelimit)/.test(name)),
  ];
  const ask = async (slug: string) => bare(await sendRaw(here, { path: `/api/title/${slug}` }));
  const holder = () =>
    person(here, {
      visibility: "anonymous",
      pipeline: [job("Title Works", { title: "Distinguished Software Engineer" })],
    });
  const nobody = await ask("distinguished-software");
  expect(nobody[0]).toBe(404);
  await Promise.all([holder(), holder(), holder(), holder()]);
  const path = "/api/paths/search?stop=company:Title%20Works";
  const people = async () => (await new ApiUser(here).call<{ people: number }>("GET", path)).body.people;
  await expect.poll(people, { timeout: 20_000 }).toBe(4);
  expect(await ask("distinguished-software")).toEqual(nobody);
  const list = await sendRaw(here, { path: "/api/title" });
  expect(list.text).not.toContain("distinguished-software");
  await holder();
  await expect.poll(async () => (await ask("distinguished-software"))[0], { timeout: 20_000 }).toBe(200);
});
