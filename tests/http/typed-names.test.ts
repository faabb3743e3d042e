import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepHouse, publishBatch } from "#app/jobs.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type Answer, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { drawPng, multipart } from "#tests/helpers/pictures.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Tests who may know that somebody typed a company's name.

/** A dozen accounts, each with a password to hash. */
const LONG = 90_000;

let app: TestApp;
let admin: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  admin = await adminClient(app);
});
afterAll(() => app.stop());

const job = (name: string) => stop(name, "Clerk", "2018-01-01", "2019-01-01");

async function person(visibility: string, ...pipeline: Record<string, unknown>[]): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ visibility, pipeline });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** Every address by which a name could be tried. */
const pathsOf = (name: string): string[] => {
  const part = encodeURIComponent(name);
  return [
    `/company/${part}`,
    `/search?company=${part}`,
    `/api/company/get/${part}`,
    `/api/company/getid/${part}`,
    `/api/company/getBy?name=${part}`,
    `/api/company/employees/${part}`,
    `/api/company/get/companies/${part}`,
    `/api/jump/${part}`,
    "/api/company/names",
    "/api/company/get/companies",
  ];
};

/** The answers to a name, without the name and without what is new in every answer. */
async function answersTo(name: string, user?: ApiUser): Promise<string[]> {
  const headers = user?.token === undefined ? {} : { authorization: `Bearer ${user.token}` };
  const answers = await Promise.all(pathsOf(name).map((path) => sendRaw(app, { path, headers })));
  const spellings = [name, encodeURIComponent(name), name.toLowerCase(), encodeURIComponent(name.toLowerCase())];
  return answers.map(({ status, text }) =>
    spellings
      .reduce((rest, spelling) => rest.replaceAll(spelling, "*"), `${status} ${text}`)
      .replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"|#[0-9a-f]{6}/gi, ""),
  );
}

/** Do the administrators' lists link to the page of a name? One answer for each list. */
async function ledTo(name: string): Promise<unknown[]> {
  type Row = { displayName: string; hasPage?: boolean };
  const all = await admin.call<Row[]>("GET", "/api/company/get/companies?cursor=zq");
  const found = await admin.call<{ companies: Row[] }>("GET", `/api/admin/companies?text=${encodeURIComponent(name)}`);
  return [all.body, found.body.companies].map((rows) => rows.find((one) => one.displayName === name)?.hasPage);
}

const statusOf = async (path: string): Promise<number> => (await sendRaw(app, { path })).status;
const stored = async (name: string) =>
  app.db
    .selectFrom("company")
    .select(["id", "public_id", "display_name"])
    .where("name", "=", name.toLowerCase())
    .executeTakeFirst();

describe("a company that only hidden people named", () => {
  it(
    "L9: answers everywhere as a name that nobody ever typed, to visitors and to others",
    { timeout: LONG },
    async () => {
      const names = ["Zq Secret", "Zq Keeped", "Zq Masses"];
      const other = await person("public", job("Plain Works"));
      const before = new Map<string, [string[], string[]]>();
      for (const name of names) before.set(name, [await answersTo(name), await answersTo(name, other)]);
      const hidden = await person("private", job("Zq Secret"));
      const keeper = await person("public", { ...job("Zq Keeped"), undisclosed: true });
      // The number of people from which a batch publishes the numbers of a listed company.
      const masses: ApiUser[] = [];
      for (let n = 0; n < 5; n += 1) {
        const one = await person("private", job("Zq Masses"));
        masses.push(one);
        await app.db
          .updateTable("account")
          .set({ email_verified_at: new Date("2026-11-01T00:00:00Z") })
          .where("email_key", "=", one.email)
          .execute();
      }
      await publishBatch(app.services, { stop: 0, rating: 0 });
      for (const name of names) {
        expect([await answersTo(name), await answersTo(name, other)], name).toEqual(before.get(name));
        const id = (await stored(name))?.public_id ?? "?";
        const unknown = "f".repeat(24);
        for (const path of [
          `/company/${id}`,
          `/api/company/get/${id}`,
          `/api/company/employees/${id}`,
          `/link-pictures/company/${id}.png`,
        ])
          expect([path, await statusOf(path)]).toEqual([path, await statusOf(path.replace(id, unknown))]);
      }
      // Nor is it beside a company that everybody knows.
      const later = { ...job("Plain Works"), startDate: "2019-02-01", endDate: "2020-01-01" };
      for (const one of masses) await one.save({ pipeline: [job("Zq Masses"), later] });
      await publishBatch(app.services, { stop: 0, rating: 0 });
      const beside = await sendRaw(app, { path: "/api/company/get/plain%20works" });
      expect(JSON.parse(beside.text)).toMatchObject({ employeesCount: 6, prevCompanies: {} });
      // Its author uses it.
      for (const [who, name] of [
        [hidden, "Zq Secret"],
        [keeper, "Zq Keeped"],
      ] as const) {
        const part = encodeURIComponent(name);
        expect((await who.call("GET", `/api/company/get/${part}`)).body).toMatchObject({ displayName: name });
        expect((await who.call("GET", `/company/${part}`)).status).toBe(200);
        const { pipeline } = (
          await who.call<{ pipeline: { displayName: string; companyId: string }[] }>(
            "GET",
            `/api/profile/get/${who.profileId}`,
          )
        ).body;
        const own = pipeline.find((one) => one.displayName === name)?.companyId ?? "";
        expect(own).not.toBe((await stored(name))?.public_id);
        expect((await who.call("GET", `/api/company/get/${own}`)).body).toMatchObject({ _id: own, displayName: name });
        expect((await other.call("GET", `/api/company/get/${own}`)).status).toBe(404);
      }
      // From the first visible person on, it is an ordinary company. After the last one has left, nobody knows it any
      // more.
      expect(await ledTo("Zq Secret")).toEqual([false, false]);
      const seen = await person("public", job("Zq Secret"));
      expect(await statusOf("/company/zq%20secret")).toBe(200);
      expect(await ledTo("Zq Secret")).toEqual([true, true]);
      await seen.save({ visibility: "private" });
      expect([await statusOf("/company/zq%20secret"), await statusOf("/api/company/getBy?name=Zq%20Secret")]).toEqual([
        404, 404,
      ]);
      expect(await ledTo("Zq Secret")).toEqual([false, false]);
      await admin.call("POST", "/api/admin/companies/zq%20secret/keep", {});
      expect(await statusOf("/company/zq%20secret")).toBe(200);
      expect(await ledTo("Zq Secret")).toEqual([true, true]);
      expect((await sendRaw(app, { path: "/api/company/get/companies" })).text).not.toContain("hasPage");
    },
  );

  it("L9: tells nobody its first spelling: each who types it sees the own one, and so do others of who can be seen", async () => {
    const hidden = await person("private", job("ZqSpelt WORKS"));
    const own = async (user: ApiUser) =>
      (await user.call<{ pipeline: { displayName: string }[] }>("GET", `/api/profile/get/${user.profileId}`)).body
        .pipeline[0]?.displayName;
    const quiet = await person("private", job("zqspelt works"));
    expect([await own(hidden), await own(quiet)]).toEqual(["ZqSpelt WORKS", "zqspelt works"]);
    const open = await person("public", job("Zqspelt works"));
    const page = await sendRaw(app, { path: "/company/zqspelt%20works" });
    expect([page.status, page.text.includes("Zqspelt works"), page.text.includes("ZqSpelt")]).toEqual([
      200,
      true,
      false,
    ]);
    expect(await own(open)).toBe("Zqspelt works");
    expect((await sendRaw(app, { path: "/api/company/get/companies/zqspelt" })).text).not.toContain("ZqSpelt");
    // A save that leaves the stop as it is keeps the spelling, for each of them.
    for (const [user, name] of [
      [hidden, "ZqSpelt WORKS"],
      [open, "Zqspelt works"],
    ] as const) {
      const { body } = await user.call<{ pipeline: unknown[] }>("GET", `/api/profile/get/${user.profileId}`);
      expect((await user.save({ pipeline: body.pipeline })).body.pipeline[0]?.displayName).toBe(name);
    }
    // Nobody who comes later changes what the first one called it.
    await person("public", job("ZQSPELT works"));
    const { text } = await sendRaw(app, { path: "/api/company/get/zqspelt%20works" });
    expect(JSON.parse(text)).toMatchObject({ displayName: "Zqspelt works" });
    // After an administrator has deleted the company, each person still sees the spelling that they typed.
    expect((await admin.call("DELETE", "/api/company/delete/zqspelt%20works")).status).toBe(200);
    expect([await own(hidden), await own(quiet)]).toEqual(["ZqSpelt WORKS", "zqspelt works"]);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("a merge of a company that people typed", () => {
  type Merged = { _id: string };
  const merge = (from: string, into: string): Promise<Answer<Merged>> =>
    admin.call("POST", "/api/admin/companies/merge", { from, into });
  const uploadLogo = async (name: string): Promise<Response> => {
    const form = multipart([{ name: "logo", bytes: await drawPng({ width: 9, height: 9 }) }]);
    return fetch(`${app.url}/api/company/logo/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": form.type },
      body: new Uint8Array(form.body),
    });
  };
  const publicly = async (name: string) => {
    const part = encodeURIComponent(name);
    const paths = [`/api/company/names`, `/api/company/get/companies/${part}`, `/api/jump/${part}`];
    const texts = await Promise.all(paths.map(async (path) => (await sendRaw(app, { path })).text));
    return {
      isNamed: texts.some((text) => text.toLowerCase().includes(name.toLowerCase())),
      page: await statusOf(`/company/${part}`),
    };
  };

  beforeAll(async () => {
    await person("public", job("Merge Target"));
    await admin.call("POST", "/api/admin/companies/merge%20target/keep", {});
  });

  it("L9: leaves no trace of one that hidden people alone named, and can be undone", async () => {
    const untyped = await answersTo("Zqskunk Works");
    const hidden = await person("private", job("Zqskunk Works"));
    const pipeline = async () =>
      (await hidden.call<SavedProfile>("GET", `/api/profile/get/${hidden.profileId}`)).body.pipeline;
    const own = (await pipeline())[0]?.companyId;
    const id = (await stored("Zqskunk Works"))?.public_id ?? "?";
    const aliases = "/api/admin/companies/zqskunk works/aliases";
    await admin.call("POST", aliases, { alias: "Zqskunk Labs" });
    const done = await merge("zqskunk works", "merge target");
    expect(done.status, done.text).toBe(200);
    expect(await answersTo("Zqskunk Works")).toEqual(untyped);
    for (const name of ["Zqskunk Works", "Zqskunk Labs"])
      expect(await publicly(name)).toEqual({ isNamed: false, page: 404 });
    expect([await statusOf(`/company/${id}`), await statusOf(`/api/company/get/${id}`)]).toEqual([404, 404]);
    expect((await pipeline())[0]?.displayName).toBe("Merge Target");
    // The id in the author's form leads to the company it was merged into.
    expect(
      (await hidden.save({ pipeline: [{ ...job("Zqskunk Works"), companyId: own }] })).body.pipeline[0],
    ).toMatchObject({
      displayName: "Merge Target",
    });
    expect((await admin.call("POST", `/api/admin/companies/merge/${done.body._id}/undo`, {})).status).toBe(200);
    expect((await pipeline())[0]?.displayName).toBe("Zqskunk Works");
    expect(await publicly("Zqskunk Works")).toEqual({ isNamed: false, page: 404 });
    expect((await stored("Zqskunk Works"))?.public_id, "an id that is known leads nowhere again").not.toBe(id);
    expect((await admin.call("GET", aliases)).body).toEqual({ aliases: ["Zqskunk Labs"] });
    expect(await findDifferences(app.db)).toEqual([]);
    // Again, and its author goes: the record of the merge does not keep the name.
    await merge("zqskunk works", "merge target");
    expect(
      (await hidden.call("DELETE", `/api/profile/${hidden.profileId}`, { password: "correct-horse-battery" })).status,
    ).toBe(200);
    const left = await app.db.selectFrom("company_merge").select(["from_name", "undo"]).execute();
    expect(JSON.stringify(left).toLowerCase()).not.toContain("zqskunk");
    const log = await app.db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(log).toLowerCase()).not.toContain("zqskunk");
  });

  it("L9: into one that hidden people alone named gives nobody its spelling", async () => {
    await person("private", job("ZqInto WORKS"));
    const other = await person("private", job("Zqfrom Works"));
    expect((await merge("zqfrom works", "zqinto works")).status).toBe(200);
    const { text } = await other.call("GET", `/api/profile/get/${other.profileId}`);
    expect([text.includes("ZqInto"), text.includes("Zqfrom Works")]).toEqual([false, true]);
    const changed = { name: "zqinto works", description: "A works." };
    expect((await admin.call("PATCH", "/api/company/update/zqinto works", changed)).status).toBe(200);
    expect((await uploadLogo("zqinto works")).status).toBe(200);
    expect((await admin.call("DELETE", "/api/company/delete/zqinto works")).status).toBe(200);
    const log = await app.db.selectFrom("audit_log").select("detail").execute();
    const deleted = await app.db.selectFrom("company_deleted").select("name").execute();
    for (const name of ["zqinto", "zqfrom"])
      expect(JSON.stringify([log, deleted]).toLowerCase(), "what outlives the people").not.toContain(name);
  });

  it("L9: of one that everybody knows into one that hidden people alone named is refused, until it is kept", async () => {
    await person("private", job("ZqUnkept WORKS"));
    const open = await person("public", job("Zqshown Works"));
    const shown = async () => {
      const found = await answersTo("Zqunkept Works");
      const profile = await sendRaw(app, { path: `/api/profile/get/${open.profileId}` });
      return [...found, profile.text];
    };
    const before = await shown();
    const refused = await merge("zqshown works", "zqunkept works");
    expect([refused.status, refused.body]).toMatchObject([400, { code: "bad-request", issues: [{ path: "into" }] }]);
    expect(await shown()).toEqual(before);
    await admin.call("POST", "/api/admin/companies/zqunkept%20works/keep", {});
    expect((await merge("zqshown works", "zqunkept works")).status).toBe(200);
    expect(await statusOf("/company/zqshown%20works")).toBe(301);
  });

  it("L9: a hidden person's spelling does not become everybody's by what an administrator adds to the company", async () => {
    await person("private", job("ZqAdded WORKS"));
    const path = "/api/company/update/zqadded%20works";
    expect((await admin.call("PATCH", path, { displayName: "ZqAdded WORKS", description: "A works." })).status).toBe(
      200,
    );
    await admin.call("POST", "/api/admin/companies/zqadded%20works/aliases", { alias: "Zqmore Works" });
    expect((await uploadLogo("zqadded works")).status).toBe(200);
    const open = await person("public", job("zqadded works"));
    for (const shown of ["/api/company/get/zqadded%20works", `/api/profile/get/${open.profileId}`]) {
      const { status, text } = await sendRaw(app, { path: shown });
      expect([status, text.includes('"zqadded works"'), text.includes("ZqAdded")], shown).toEqual([200, true, false]);
    }
    expect((await sendRaw(app, { path: "/api/company/get/zqmore%20works" })).text).toContain("A works.");
    // A spelling that an administrator chooses is everybody's.
    expect((await admin.call("PATCH", path, { displayName: "ZQADDED" })).status).toBe(200);
    expect((await sendRaw(app, { path: `/api/profile/get/${open.profileId}` })).text).toContain('"ZQADDED"');
    for (const visibility of ["private", "public"]) await open.save({ visibility });
    expect((await sendRaw(app, { path: "/api/company/get/zqadded%20works" })).text).toContain('"ZQADDED"');
  });

  it("L9: that is undone shows of somebody who can be seen by then the own spelling, not a hidden person's", async () => {
    await person("private", job("ZqUndone WORKS"));
    const later = await person("private", job("zqundone works"));
    const done = await merge("zqundone works", "merge target");
    await later.save({ visibility: "public" });
    expect((await admin.call("POST", `/api/admin/companies/merge/${done.body._id}/undo`, {})).status).toBe(200);
    for (const path of ["/api/company/get/zqundone%20works", "/api/company/get/companies/zqundone"]) {
      const { status, text } = await sendRaw(app, { path });
      expect([status, text.includes("zqundone works"), text.includes("ZqUndone")], path).toEqual([200, true, false]);
    }
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L9: that is undone gives the other company a new id if nobody can be seen there any more", async () => {
    const first = await person("public", job("Zqtarget Works"));
    await person("public", job("Zqmoved Works"));
    const done = await merge("zqmoved works", "zqtarget works");
    await first.save({ visibility: "private" });
    const id = (await stored("Zqtarget Works"))?.public_id ?? "?";
    expect(await statusOf(`/api/company/get/${id}`)).toBe(200);
    expect((await admin.call("POST", `/api/admin/companies/merge/${done.body._id}/undo`, {})).status).toBe(200);
    expect(await statusOf("/api/company/get/zqmoved%20works")).toBe(200);
    expect(await statusOf(`/api/company/get/${id}`)).toBe(404);
    expect((await stored("Zqtarget Works"))?.public_id).not.toBe(id);
  });

  it("makes a name that could be seen one by which the other company is found", async () => {
    await person("anonymous", job("Zqknown Works"));
    await merge("zqknown works", "merge target");
    expect(await publicly("Zqknown Works")).toEqual({ isNamed: true, page: 301 });
  });
});

describe("a name that nobody's stop has any more", () => {
  it("L24: goes with the account at once, unless somebody else names it or an administrator kept it", async () => {
    const user = await person("public", job("Zqgone Works"), job("Zqshared Works"), job("Zqkept Works"));
    await person("private", job("Zqshared Works"));
    await admin.call("POST", "/api/admin/companies/zqkept%20works/keep", {});
    expect(await statusOf("/company/zqgone%20works")).toBe(200);
    await user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" });
    expect(await statusOf("/company/zqgone%20works")).toBe(404);
    expect(await stored("Zqgone Works")).toBeUndefined();
    const terms = await app.db.selectFrom("company_term").selectAll().where("term", "like", "zqgone%").execute();
    expect(terms).toEqual([]);
    expect(await stored("Zqshared Works")).toBeDefined();
    expect(await statusOf("/company/zqshared%20works")).toBe(404);
    expect(await statusOf("/company/zqkept%20works")).toBe(200);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("answers at once as if it had never been once its stop is removed or renamed, and goes with the next housekeeping", async () => {
    const user = await person("public", job("Zqremoved Works"), job("Zqrenamed Works"));
    const removed = (await stored("Zqremoved Works"))?.public_id ?? "?";
    expect((await user.call("PATCH", `/api/company/update/${removed}`, [{}, [], ""])).status).toBe(200);
    await user.save({ pipeline: [job("Zqother Works")] });
    for (const name of ["Zqremoved Works", "Zqrenamed Works"])
      expect(await statusOf(`/company/${encodeURIComponent(name)}`), name).toBe(404);
    await keepHouse(app.services);
    for (const name of ["Zqremoved Works", "Zqrenamed Works"]) expect(await stored(name), name).toBeUndefined();
    expect(await stored("Zqother Works")).toBeDefined();
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("stays while a merged company's address leads to it", async () => {
    const user = await person("public", job("Zqtarget Works"));
    await admin.call("POST", "/api/company/create", { name: "zqmerged works", displayName: "Zqmerged Works" });
    const merged = (await stored("Zqmerged Works"))?.public_id ?? "?";
    const body = { from: "zqmerged works", into: "zqtarget works" };
    expect((await admin.call("POST", "/api/admin/companies/merge", body)).status).toBe(200);
    await user.save({ pipeline: [job("Zqother Works")] });
    await keepHouse(app.services);
    expect(await stored("Zqtarget Works")).toBeDefined();
    await user.save({ pipeline: [job("Zqtarget Works")] });
    expect((await admin.call("GET", `/api/company/get/${merged}`)).body["name"]).toBe("zqtarget works");
  });
});
