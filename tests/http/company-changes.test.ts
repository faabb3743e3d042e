import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everybodyIn } from "#app/path-engine-reads.server.ts";
import { calendarDay } from "#core/calendar.ts";
import { changeCompanies } from "#features/catalogue/change-companies-write.server.ts";
import { EngineKeeper } from "#features/path/running/engine-keeper.ts";
import type { AdminContext } from "#server/context.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { startTestApp, type ApiUser, type TestApp } from "#tests/helpers/app.ts";
import { job, person } from "#tests/helpers/path-people.ts";

// An administrator's change of a company drops all kept answers, and has the path engine read only those people again
// whom others see otherwise. Whoever is announced although others see no difference would be known by it.

let app: TestApp;
let admin: ApiUser;
let listener: pg.Client;
let heard: string[] = [];
let keeper: EngineKeeper;
let people: Record<string, ApiUser>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
  const at = (...pipeline: Record<string, unknown>[]) => person(app, { pipeline });
  const later = (name: string, rest: Record<string, unknown> = {}) =>
    job(name, { startDate: "2020-01-01", endDate: "2021-01-01", ...rest });
  people = {
    named: await at(job("Old Works")),
    anonymous: await person(app, { visibility: "anonymous", pipeline: [job("Old Works")] }),
    hidden: await person(app, { visibility: "private", pipeline: [job("Old Works"), later("New Works")] }),
    undisclosed: await at(job("Old Works", { undisclosed: true }), later("Other Works")),
    withBoth: await at(job("Old Works"), later("New Works")),
    withOldUndisclosed: await at(job("Old Works", { undisclosed: true }), later("New Works")),
    withBothUndisclosed: await at(job("Old Works", { undisclosed: true }), later("New Works", { undisclosed: true })),
    elsewhere: await at(job("New Works")),
    onTheWay: await at(job("Other Works")),
  };
  const { visible } = everybodyIn(app.db);
  keeper = new EngineKeeper(visible, calendarDay(app.services.clock()));
  await keeper.readAll();
  listener = new pg.Client({ connectionString: app.databaseUrl });
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => heard.push(...payload.split(" ")));
  await listener.query("listen pipelines_purge");
});
afterAll(async () => {
  await listener.end();
  await app.stop();
});

/**
 * Makes the change and returns the names of the people it announces. Expects that the tag for all answers comes last,
 * and that an engine which reads these people again equals the database.
 */
async function announced(change: Promise<{ status: number; text: string }>): Promise<string[]> {
  heard = [];
  const { status, text } = await change;
  expect([200, 201], text).toContain(status);
  // Answered after the notifications that were sent before it.
  await listener.query("select 1");
  expect(heard.at(-1)).toBe("answers");
  await keeper.readSome(heard.filter((tag) => tag.startsWith("profile:")).map((tag) => tag.slice("profile:".length)));
  expect(await keeper.answer("verify", null)).toMatchObject({ differences: [] });
  const names = new Map(Object.entries(people).map(([name, user]) => [`profile:${user.profileId}`, name]));
  return heard
    .slice(0, -1)
    .map((tag) => names.get(tag) ?? tag)
    .toSorted();
}

const update = (form: object) => admin.call("PATCH", "/api/company/update/old%20works", form);

describe("an administrator's change of a company", () => {
  it("has nobody read again whose pipeline is shown as before", async () => {
    expect(
      await announced(admin.call("POST", "/api/company/create", { name: "empty works", displayName: "Empty Works" })),
    ).toEqual([]);
    expect(await announced(admin.call("POST", "/api/admin/companies/old%20works/keep", {}))).toEqual([]);
    const aliases = "/api/admin/companies/old%20works/aliases";
    expect(await announced(admin.call("POST", aliases, { alias: "The Works" }))).toEqual([]);
    expect(await announced(admin.call("DELETE", aliases, { alias: "The Works" }))).toEqual([]);
    expect(await announced(update({ description: "Works." }))).toEqual([]);
    expect(await announced(update({ displayName: "Old Works", description: "" }))).toEqual([]);
  });

  it("has those read again whose stop is renamed, moved, returned or turned into text", async () => {
    const shown = ["anonymous", "named", "withBoth"];
    const joined = [...shown, "withBothUndisclosed", "withOldUndisclosed"].toSorted();
    expect(await announced(update({ displayName: "Older Works" }))).toEqual(shown);
    let merge = "";
    const merging = admin
      .call<{ _id: string }>("POST", "/api/admin/companies/merge", { from: "old works", into: "new works" })
      .then((answer) => {
        merge = answer.body._id;
        return answer;
      });
    expect(await announced(merging)).toEqual(joined);
    expect(await announced(admin.call("POST", `/api/admin/companies/merge/${merge}/undo`, {}))).toEqual(joined);
    expect(await announced(admin.call("DELETE", "/api/company/delete/old%20works"))).toEqual(shown);
  });

  it("has everybody read again only where more than ten thousand people are shown otherwise", async () => {
    const ids = Array.from({ length: 10_001 }, (_, at) => String(at).padStart(24, "0"));
    const change = async (shown: readonly string[]): Promise<readonly string[]> => {
      let purged: readonly string[] = [];
      const ctx = { db: app.db, purge: (tags: readonly string[]) => (purged = tags) };
      await changeCompanies(ctx as unknown as AdminContext, async (_trx, notePeople) => notePeople(shown));
      return purged;
    };
    expect(await change(ids)).toEqual(["*"]);
    const some = ids.slice(1);
    expect(await change([...some, ...some])).toEqual([...some.map((id) => `profile:${id}`), "answers"]);
  });

  it("waits for a save that adds the company while it is renamed", async () => {
    const trx = await app.db.startTransaction().execute();
    await sql`update stop set company_id = (select id from company where name = 'new works')
      where profile_id = (select id from profile where public_id = ${people["onTheWay"]?.profileId})`.execute(trx);
    const renaming = admin.call("PATCH", "/api/company/update/new%20works", { displayName: "Newer Works" });
    const first = await Promise.race([renaming, setTimeout(600, "waits")]);
    await trx.commit().execute();
    expect(first).toBe("waits");
    expect(await announced(renaming)).toContain("onTheWay");
  });

  it("misses nobody who comes into view while a company is renamed", async () => {
    const body = { name: "quiet works", displayName: "Quiet Works" };
    expect((await admin.call("POST", "/api/company/create", body)).status).toBe(201);
    const quiet = await person(app, { visibility: "private", pipeline: [job("Quiet Works")] });
    // As if a batch had published how many hidden people are there. Without a row, showing them waits for the company.
    await sql`insert into company_stats (company_id) select id from company where name = 'quiet works'`.execute(app.db);
    heard = [];
    const readAnnounced = async () => {
      await listener.query("select 1");
      await keeper.readSome(heard.flatMap((tag) => (tag.startsWith("profile:") ? tag.slice("profile:".length) : [])));
      heard = [];
    };
    // The renaming finds its people, and then waits.
    const holder = await app.db.startTransaction().execute();
    await sql`lock table audit_log in exclusive mode`.execute(holder);
    const renaming = admin.call("PATCH", "/api/company/update/quiet%20works", { displayName: "Quieter Works" });
    await setTimeout(600);
    const showing = quiet.save({ visibility: "public" });
    await Promise.race([showing, setTimeout(600)]);
    await readAnnounced();
    await holder.commit().execute();
    expect([(await renaming).status, (await showing).status]).toEqual([200, 200]);
    await readAnnounced();
    expect(await keeper.answer("verify", null)).toMatchObject({ differences: [] });
  });
});
