import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FOLLOWS } from "#features/follow/rules.ts";
import { ALL_TITLES } from "#features/title/classify.ts";
import { newPublicId } from "#server/ids.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";
import { companyId, follow } from "#tests/helpers/weeks.ts";

let app: TestApp;
let schoolId: string;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  schoolId = newPublicId();
  await app.db
    .insertInto("school")
    .values({
      public_id: schoolId,
      name: "Larch University",
      name_key: "larch university",
      country: "Norway",
      country_code: "NO",
    })
    .execute();
  for (const name of ["Alder Works", "Birch Works"]) await worker(name);
  await waitForPaths(app);
});
afterAll(() => app.stop());

async function worker(company: string): Promise<void> {
  const user = await new ApiUser(app).signUp();
  const { status, text } = await user.save({
    pipeline: [stop(company, "Senior Software Engineer", "2018-01-01", "2019-01-01")],
  });
  expect(status, text).toBe(200);
}

const ROUTE = "stop=kind:intern&then=next,18m&stop=level:senior";
const WORDS = "Intern, next stop Senior or above within 18 months";
const page = async (user: ApiUser, path: string): Promise<string> =>
  (await sendRaw(app, { path, headers: { authorization: `Bearer ${user.token}` } })).text;

describe("following", () => {
  it("keeps companies, schools, titles and routes once each, told to their owner alone", async () => {
    const [owner, other] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    const alder = await companyId(app, "Alder Works");
    for (const [kind, id] of [
      ["company", alder],
      ["school", schoolId],
      ["title", "senior-software"],
      ["route", ROUTE],
      ["company", alder],
    ] as const)
      await follow(owner, kind, id);
    const { body } = await owner.call<object[]>("GET", "/api/user/follows");
    expect(body).toHaveLength(4);
    expect(body).toEqual(
      expect.arrayContaining([
        {
          kind: "company",
          id: alder,
          name: "Alder Works",
          path: `/company/${alder}`,
          feed: `/feeds/company/${alder}.atom`,
        },
        expect.objectContaining({ kind: "school", name: "Larch University", path: `/school/${schoolId}` }),
        expect.objectContaining({ kind: "title", path: "/title/senior-software" }),
        { kind: "route", id: ROUTE, name: WORDS, path: `/search?${ROUTE}`, feed: `/feeds/route.atom?${ROUTE}` },
      ]),
    );
    expect((await other.call<object[]>("GET", "/api/user/follows")).body).toEqual([]);
    await follow(other, "company", alder, "no");
    expect(await follow(owner, "title", "senior-software", "no")).toHaveLength(3);
    expect(await follow(owner, "title", "senior-software", "no")).toHaveLength(3);
  });

  it("takes what has a page for everybody, and so many", async () => {
    const owner = await new ApiUser(app).signUp();
    // Nobody else may know of a company that one hidden person typed.
    const hidden = await new ApiUser(app).signUp();
    const saved = await hidden.save({
      visibility: "private",
      pipeline: [stop("Cedar Hideout", "Clerk", "2018-01-01", "2019-01-01")],
    });
    for (const [kind, id] of [
      ["company", newPublicId()],
      ["company", "Alder Works"],
      ["company", saved.body.pipeline[0]?.companyId ?? ""],
      ["school", "Larch University"],
      ["title", "no-such-title"],
      ["route", "stop="],
      ["person", owner.profileId],
      ["route", "x".repeat(2_001)],
    ] as const) {
      const { status } = await owner.call("POST", "/api/user/follows", { kind, id });
      expect(status, `${kind} ${id.slice(0, 40)}`).toBe(400);
    }
    expect((await owner.call("GET", "/api/user/follows")).body).toEqual([]);
    const slugs = ALL_TITLES.map(({ slug }) => slug);
    expect(slugs.length).toBeGreaterThan(MAX_FOLLOWS);
    for (const slug of slugs.slice(0, MAX_FOLLOWS)) await follow(owner, "title", slug);
    const more = await owner.call<{ error: string }>("POST", "/api/user/follows", {
      kind: "title",
      id: slugs[MAX_FOLLOWS],
    });
    expect([more.status, more.body.error]).toEqual([400, "You can follow up to 100 things."]);
  });

  it("takes no more when two processes follow at once", async () => {
    const owner = await new ApiUser(app).signUp();
    const account = app.db.selectFrom("account").select("id").where("email", "=", owner.email);
    const { id: account_id } = await account.executeTakeFirstOrThrow();
    const rows = ALL_TITLES.slice(0, MAX_FOLLOWS).map(({ slug }) => ({
      account_id,
      kind: "title" as const,
      thing: slug,
      created_at: new Date(),
    }));
    await app.db.insertInto("follow").values(rows.slice(1)).execute();
    // The other process has the lock, and follows the last thing.
    const other = await app.db.startTransaction().execute();
    await other.selectFrom("account").select("id").where("id", "=", account_id).forUpdate().execute();
    await other.insertInto("follow").values(rows.slice(0, 1)).execute();
    const id = ALL_TITLES[MAX_FOLLOWS]?.slug;
    const following = owner.call("POST", "/api/user/follows", { kind: "title", id });
    await expect.poll(() => waitingForLocks(app.db)).toBe(1);
    await other.commit().execute();
    expect((await following).status).toBe(400);
  });

  it("of a route saves it, and ends when the route is forgotten", async () => {
    const owner = await new ApiUser(app).signUp();
    await follow(owner, "route", ROUTE);
    expect((await owner.call<{ words: string }[]>("GET", "/api/user/routes")).body).toEqual([
      { query: ROUTE, words: WORDS },
    ]);
    expect(await follow(owner, "route", ROUTE, "no")).toEqual([]);
    expect((await owner.call<object[]>("GET", "/api/user/routes")).body).toHaveLength(1);
    await follow(owner, "route", ROUTE);
    await owner.call("POST", "/api/user/routes", { query: ROUTE, saved: "no" });
    expect((await owner.call<object[]>("GET", "/api/user/follows")).body).toEqual([]);
  });

  it("goes over with a company that is merged, and comes back with it", async () => {
    const admin = await adminClient(app);
    await worker("Dogwood Works");
    const [dogwood, birch] = [await companyId(app, "Dogwood Works"), await companyId(app, "Birch Works")];
    const [one, both] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    await follow(one, "company", dogwood);
    for (const id of [dogwood, birch]) await follow(both, "company", id);
    const { body } = await admin.call<{ _id: string }>("POST", "/api/admin/companies/merge", {
      from: "Dogwood Works",
      into: "Birch Works",
    });
    for (const user of [one, both]) {
      const list = (await user.call<{ name: string; path: string }[]>("GET", "/api/user/follows")).body;
      expect(list).toEqual([expect.objectContaining({ name: "Birch Works", path: `/company/${birch}` })]);
      expect(await page(user, `/company/${birch}`)).toContain("Following");
    }
    await admin.call("POST", `/api/admin/companies/merge/${body._id}/undo`, {});
    const back = (await one.call<{ name: string }[]>("GET", "/api/user/follows")).body;
    expect(back).toEqual([expect.objectContaining({ name: "Dogwood Works", path: `/company/${dogwood}` })]);
    await admin.call("POST", "/api/admin/companies/merge", { from: "Dogwood Works", into: "Birch Works" });
    expect(await follow(both, "company", birch, "no")).toEqual([]);
  });

  it("L4: does not lead to a company that only hidden people have by now, through one that was merged into it", async () => {
    const [owner, admin] = [await new ApiUser(app).signUp(), await adminClient(app)];
    const last = await new ApiUser(app).signUp();
    const at = (...companies: string[]) => ({
      pipeline: companies.map((name) => stop(name, "Clerk", "2018-01-01", "2019-01-01")),
    });
    await last.save(at("Hazel Works", "Yew Works"));
    const hazel = await companyId(app, "Hazel Works");
    await follow(owner, "company", hazel);
    const merge = { from: "Hazel Works", into: "Yew Works" };
    expect((await admin.call("POST", "/api/admin/companies/merge", merge)).status).toBe(200);
    const hidden = await new ApiUser(app).signUp();
    await hidden.save({ ...at("Yew Works"), visibility: "private" });
    await last.save({ pipeline: [] });
    const gone = { kind: "company", id: hazel, name: "", path: "", feed: "" };
    expect((await owner.call("GET", "/api/user/follows")).body).toEqual([gone]);
    await hidden.save({ pipeline: [] });
    expect((await owner.call("GET", "/api/user/follows")).body).toEqual([gone]);
    expect(await follow(owner, "company", hazel, "no")).toEqual([]);
  });

  it("shows what is gone as gone, so that it can be ended", async () => {
    const [owner, admin] = [await new ApiUser(app).signUp(), await adminClient(app)];
    await worker("Elm Works");
    const elm = await companyId(app, "Elm Works");
    await follow(owner, "company", elm);
    expect((await admin.call("DELETE", "/api/company/delete/elm%20works")).status).toBe(200);
    const gone = { kind: "company", id: elm, name: "", path: "", feed: "" };
    expect((await owner.call("GET", "/api/user/follows")).body).toEqual([gone]);
    expect(await follow(owner, "company", elm, "no")).toEqual([]);
  });

  it("is in the export, and goes with the account", async () => {
    const owner = await new ApiUser(app).signUp();
    await follow(owner, "title", "lead-software");
    const { body } = await owner.call<{ follows: { kind: string; id: string }[] }>("GET", "/api/user/export");
    expect(body.follows).toEqual([{ kind: "title", id: "lead-software", createdAt: "2026-11-15T12:00:00.000Z" }]);
    const count = async (): Promise<number> =>
      (await app.db.selectFrom("follow").select("kind").where("thing", "=", "lead-software").execute()).length;
    const before = await count();
    await owner.call("DELETE", `/api/profile/${owner.profileId}`, { password: "correct-horse-battery" });
    expect(await count()).toBe(before - 1);
  });
});

describe("the button", () => {
  const send = (user: ApiUser, path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${app.url}/follow?next=${encodeURIComponent(path)}`, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Bearer ${user.token}`,
        origin: app.url,
      },
      body: new URLSearchParams(fields),
    });

  it("is a plain form on each page, which leads back to it", async () => {
    const alder = await companyId(app, "Alder Works");
    const owner = await new ApiUser(app).signUp();
    for (const [kind, id, path] of [
      ["company", alder, `/company/${alder}`],
      ["school", schoolId, `/school/${schoolId}`],
      ["title", "senior-software", "/title/senior-software"],
      ["route", ROUTE, `/search?${ROUTE}`],
    ] as const) {
      const before = await page(owner, path);
      expect(before, path).toContain('action="/follow?next=');
      expect(before, path).not.toContain("Following");
      const answer = await send(owner, path, { kind, id, following: "yes" });
      expect([answer.status, answer.headers.get("location")], path).toEqual([303, path]);
      expect(await page(owner, path), path).toContain("Following");
      await send(owner, path, { kind, id, following: "no" });
      expect(await page(owner, path), path).not.toContain("Following");
    }
  });

  it("sends a visitor to login, and back to the page", async () => {
    const alder = await companyId(app, "Alder Works");
    for (const path of [`/company/${alder}`, `/school/${schoolId}`, "/title/senior-software", `/search?${ROUTE}`]) {
      const { text } = await sendRaw(app, { path });
      expect(text, path).toContain(`href="/login?next=${encodeURIComponent(path)}"`);
      expect(text, path).not.toContain('action="/follow');
    }
  });

  it("says “Tell me when someone does” where nobody took the route", async () => {
    const { text } = await sendRaw(app, { path: `/search?${ROUTE}` });
    expect(text).toContain("No one to show yet");
    expect(text).toContain("Tell me when someone does");
  });

  it("says what is wrong where nothing could be followed", async () => {
    const owner = await new ApiUser(app).signUp();
    const answer = await send(owner, "/discover", { kind: "title", id: "no-such-title", following: "yes" });
    const text = await answer.text();
    expect([answer.status, text.includes("There is nothing here that you can follow.")]).toEqual([400, true]);
    expect(text).toContain('href="/discover"');
  });

  it("is not on a company that only its reader may know of", async () => {
    const owner = await new ApiUser(app).signUp();
    const saved = await owner.save({
      visibility: "private",
      pipeline: [stop("Fir Hideout", "Clerk", "2018-01-01", "2019-01-01")],
    });
    const own = await page(owner, `/company/${saved.body.pipeline[0]?.companyId}`);
    expect(own).toContain("Fir Hideout");
    expect(own).not.toMatch(/\/follow\?|\/feeds\//);
  });
});
