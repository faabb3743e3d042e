import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFollowState } from "#features/follow/read.server.ts";
import { isRouteSaved } from "#features/saved-route/read.server.ts";
import { MAX_SAVED_ROUTES } from "#features/saved-route/rules.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Saved = { query: string; words: string }[];
const QUERY = "stop=kind:intern&then=next,18m&stop=level:senior";

async function addCompany(public_id: string, display_name: string): Promise<void> {
  const name = display_name.toLowerCase();
  await app.db.insertInto("company").values({ public_id, name, display_name, status: "listed" }).execute();
}

describe("saved routes", () => {
  it("are kept once each, told to their owner alone, and forgotten", async () => {
    const [owner, other] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    await owner.call("POST", "/api/user/routes", { query: QUERY });
    const { body } = await owner.call<Saved>("POST", "/api/user/routes", { query: QUERY });
    expect(body).toEqual([{ query: QUERY, words: "Intern, next stop Senior or above within 18 months" }]);
    expect((await owner.call<Saved>("GET", "/api/user/routes")).body).toEqual(body);
    expect((await other.call<Saved>("GET", "/api/user/routes")).body).toEqual([]);
    await other.call("POST", "/api/user/routes", { query: QUERY, saved: "no" });
    expect((await owner.call<Saved>("GET", "/api/user/routes")).body).toHaveLength(1);
    expect((await owner.call<Saved>("POST", "/api/user/routes", { query: QUERY, saved: "no" })).body).toEqual([]);
  });

  it("come the latest first", async () => {
    const owner = await new ApiUser(app).signUp();
    const [older, newer] = ["stop=kind:intern&since=1955", "stop=level:senior&since=1955"];
    for (const query of [newer, older]) await owner.call("POST", "/api/user/routes", { query });
    await app.db
      .updateTable("saved_route")
      .set({ created_at: new Date(0) })
      .where("query", "=", older)
      .execute();
    const { body } = await owner.call<Saved>("GET", "/api/user/routes");
    expect(body.map(({ query }) => query)).toEqual([newer, older]);
  });

  it("are forgotten by names too, though they are kept by ids", async () => {
    const owner = await new ApiUser(app).signUp();
    const id = "c0ffee".repeat(4);
    await addCompany(id, "Lake Works");
    const query = "stop=company:Lake Works";
    const { body } = await owner.call<Saved>("POST", "/api/user/routes", { query });
    expect(body.map((one) => one.query)).toEqual([`stop=company:${id}`]);
    expect((await owner.call<Saved>("POST", "/api/user/routes", { query, saved: "no" })).body).toEqual([]);
    // A route whose company is gone is forgotten as it is kept.
    await owner.call("POST", "/api/user/routes", { query });
    await app.db.deleteFrom("company").where("public_id", "=", id).execute();
    const kept = { query: `stop=company:${id}`, saved: "no" };
    expect((await owner.call<Saved>("POST", "/api/user/routes", kept)).body).toEqual([]);
  });

  it("are routes, and so many", async () => {
    const owner = await new ApiUser(app).signUp();
    for (const query of ["", "stop=", "stop=nothing", "x".repeat(2_001)])
      expect((await owner.call("POST", "/api/user/routes", { query })).status, query).toBe(400);
    for (let year = 1960; year < 1960 + MAX_SAVED_ROUTES; year += 1)
      await owner.call("POST", "/api/user/routes", { query: `stop=kind:intern&since=${year}` });
    const { status, body } = await owner.call<{ error: string }>("POST", "/api/user/routes", { query: QUERY });
    expect([status, body.error]).toEqual([400, "You can save up to 50 routes."]);
  });

  it("are not more when two processes save at once", async () => {
    const owner = await new ApiUser(app).signUp();
    const account = app.db.selectFrom("account").select("id").where("email", "=", owner.email);
    const { id: account_id } = await account.executeTakeFirstOrThrow();
    const queryOf = (n: number): string => `stop=kind:intern&since=${1960 + n}`;
    const rows = Array.from({ length: MAX_SAVED_ROUTES }, (_, n) => ({
      account_id,
      query: queryOf(n),
      created_at: new Date(),
    }));
    await app.db.insertInto("saved_route").values(rows.slice(1)).execute();
    // The other process has the lock, and saves the last route.
    const other = await app.db.startTransaction().execute();
    await other.selectFrom("account").select("id").where("id", "=", account_id).forUpdate().execute();
    await other.insertInto("saved_route").values(rows.slice(0, 1)).execute();
    const saving = owner.call("POST", "/api/user/routes", { query: queryOf(MAX_SAVED_ROUTES) });
    await expect.poll(() => waitingForLocks(app.db)).toBe(1);
    await other.commit().execute();
    expect((await saving).status).toBe(400);
  });

  it("stay saved and followed when a company is merged, and are listed once", async () => {
    const owner = await new ApiUser(app).signUp();
    const [from, into] = ["0a".repeat(12), "0b".repeat(12)] as const;
    await addCompany(from, "Old Weir Works");
    await addCompany(into, "New Weir Works");
    const query = `stop=company:${from}&then=any&stop=level:senior`;
    const now = query.replace(from, into);
    await owner.call("POST", "/api/user/follows", { kind: "route", id: query });
    const admin = await adminClient(app);
    const merge = { from: "old weir works", into: "new weir works" };
    expect((await admin.call("POST", "/api/admin/companies/merge", merge)).status).toBe(200);
    const kept = [{ query, words: "New Weir Works, then Senior or above" }];
    const list = async () => (await owner.call<Saved>("GET", "/api/user/routes")).body;
    expect((await owner.call<Saved>("POST", "/api/user/routes", { query: now })).body).toEqual(kept);
    const { body } = await owner.call<object[]>("POST", "/api/user/follows", { kind: "route", id: now });
    expect(body).toEqual([expect.objectContaining({ id: query })]);
    // The route's own page knows the route by the id that the company has after the merge.
    const row = await app.db.selectFrom("saved_route").selectAll().where("query", "=", query).executeTakeFirstOrThrow();
    expect(await isRouteSaved(app.db, row.account_id, now)).toBe(true);
    const viewer = {
      accountId: row.account_id,
      profileId: owner.profileId,
      email: "",
      username: "",
      profileKey: 0,
      profileCreated: false,
      sessionsFrom: new Date(0),
    };
    expect(await readFollowState(app.db, viewer, { kind: "route", thing: now })).toBe("following");
    // Both saved before the merge.
    await app.db
      .insertInto("saved_route")
      .values({ ...row, query: now, created_at: new Date(0) })
      .execute();
    expect(await list()).toEqual(kept);
    expect(
      (await owner.call<object[]>("POST", "/api/user/follows", { kind: "route", id: now, following: "no" })).body,
    ).toEqual([]);
    await owner.call("POST", "/api/user/routes", { query: now, saved: "no" });
    expect(await list()).toEqual([]);
  });

  it("name their company again when its merge is undone; those saved meanwhile stay with the other one", async () => {
    const owner = await new ApiUser(app).signUp();
    const [from, into] = ["2a".repeat(12), "2b".repeat(12)] as const;
    await addCompany(from, "Old Ford Works");
    await addCompany(into, "New Ford Works");
    const [before, meanwhile] = [`stop=company:${from}`, `stop=company:${into}&then=any&stop=level:senior`];
    await owner.call("POST", "/api/user/follows", { kind: "route", id: before });
    const admin = await adminClient(app);
    const names = { from: "old ford works", into: "new ford works" };
    const { body } = await admin.call<{ _id: string }>("POST", "/api/admin/companies/merge", names);
    const list = async () => (await owner.call<Saved>("GET", "/api/user/routes")).body.map(({ words }) => words);
    expect(await list()).toEqual(["New Ford Works"]);
    await owner.call("POST", "/api/user/routes", { query: meanwhile.replace(into, "Old Ford Works") });
    expect((await admin.call("POST", `/api/admin/companies/merge/${body._id}/undo`, {})).status).toBe(200);
    expect(await list()).toEqual(expect.arrayContaining(["Old Ford Works", "New Ford Works, then Senior or above"]));
    expect((await owner.call<object[]>("GET", "/api/user/follows")).body).toEqual([
      expect.objectContaining({ kind: "route", id: before }),
    ]);
    // The other company's route is another one again.
    await owner.call("POST", "/api/user/routes", { query: `stop=company:${into}`, saved: "no" });
    expect(await list()).toContain("Old Ford Works");
  });

  it("stay one route when a company of a stop is merged into another one of it", async () => {
    const owner = await new ApiUser(app).signUp();
    const [from, into] = ["0d".repeat(12), "0e".repeat(12)] as const;
    await addCompany(from, "Old Lock Works");
    await addCompany(into, "New Lock Works");
    const query = `stop=company:${from},company:${into}&then=any&stop=level:senior`;
    await owner.call("POST", "/api/user/follows", { kind: "route", id: query });
    const admin = await adminClient(app);
    const merge = { from: "old lock works", into: "new lock works" };
    expect((await admin.call("POST", "/api/admin/companies/merge", merge)).status).toBe(200);
    const now = `stop=company:${into}&then=any&stop=level:senior`;
    const kept = [{ query, words: "New Lock Works, then Senior or above" }];
    expect((await owner.call<Saved>("POST", "/api/user/routes", { query: now })).body).toEqual(kept);
    expect((await owner.call<object[]>("POST", "/api/user/follows", { kind: "route", id: now })).body).toHaveLength(1);
    const unfollow = { kind: "route", id: now, following: "no" };
    expect((await owner.call<object[]>("POST", "/api/user/follows", unfollow)).body).toEqual([]);
    expect((await owner.call<Saved>("POST", "/api/user/routes", { query: now, saved: "no" })).body).toEqual([]);
  });

  it("do not use up the limit when their company is gone", async () => {
    const owner = await new ApiUser(app).signUp();
    const id = "0c".repeat(12);
    await app.db
      .insertInto("company")
      .values({ public_id: id, name: "gone works", display_name: "Gone Works", status: "listed" })
      .execute();
    for (let year = 1960; year < 1960 + MAX_SAVED_ROUTES; year += 1)
      await owner.call("POST", "/api/user/routes", {
        query: `stop=${year > 1961 ? "kind:intern" : `company:${id}`}&since=${year}`,
      });
    const other = await new ApiUser(app).signUp();
    await other.call("POST", "/api/user/routes", { query: `stop=company:${id}&since=1960` });
    await app.db.deleteFrom("company").where("public_id", "=", id).execute();
    const { status, body } = await owner.call<Saved>("POST", "/api/user/routes", { query: QUERY });
    expect([status, body.length]).toEqual([200, MAX_SAVED_ROUTES - 1]);
    const left = app.db.selectFrom("saved_route").select("query").where("query", "like", `%${id}%`);
    expect(await left.execute(), "somebody else's").toHaveLength(1);
    expect(body.map((one) => one.query)).toContain(QUERY);
  });

  it("count once against the limit when a merge has made them equal, and the followed one stays", async () => {
    const owner = await new ApiUser(app).signUp();
    const [from, into] = ["1a".repeat(12), "1b".repeat(12)] as const;
    await addCompany(from, "Old Mole Works");
    await addCompany(into, "New Mole Works");
    const query = `stop=company:${from}&then=any&stop=level:senior`;
    const equal = query.replace(from, into);
    await owner.call("POST", "/api/user/follows", { kind: "route", id: query });
    await owner.call("POST", "/api/user/routes", { query: equal });
    for (let year = 1962; year < 1960 + MAX_SAVED_ROUTES; year += 1)
      await owner.call("POST", "/api/user/routes", { query: `stop=kind:intern&since=${year}` });
    // Before the merge they are fifty routes.
    expect((await owner.call("POST", "/api/user/routes", { query: QUERY })).status).toBe(400);
    const admin = await adminClient(app);
    const merge = { from: "old mole works", into: "new mole works" };
    expect((await admin.call("POST", "/api/admin/companies/merge", merge)).status).toBe(200);
    const { status, body } = await owner.call<Saved>("POST", "/api/user/routes", { query: QUERY });
    expect([status, body.length]).toEqual([200, MAX_SAVED_ROUTES]);
    const queries = body.map((one) => one.query);
    expect(queries).toContain(QUERY);
    expect(queries).toContain(query);
    expect(queries).not.toContain(equal);
    expect((await owner.call<object[]>("GET", "/api/user/follows")).body).toEqual([
      expect.objectContaining({ kind: "route", id: query }),
    ]);
    const another = await owner.call("POST", "/api/user/routes", { query: "stop=kind:intern" });
    expect(another.status).toBe(400);
  });

  it("are in the export, and go with the account", async () => {
    const owner = await new ApiUser(app).signUp();
    await owner.call("POST", "/api/user/routes", { query: QUERY });
    const { body } = await owner.call<{ savedRoutes: { query: string }[] }>("GET", "/api/user/export");
    expect(body.savedRoutes.map(({ query }) => query)).toEqual([QUERY]);
    const count = async () =>
      (await app.db.selectFrom("saved_route").select("query").where("query", "=", QUERY).execute()).length;
    const before = await count();
    await owner.call("DELETE", `/api/profile/${owner.profileId}`, { password: "correct-horse-battery" });
    expect(await count()).toBe(before - 1);
  });

  it("are saved by a plain form, which leads back to the route", async () => {
    const owner = await new ApiUser(app).signUp();
    const answer = await fetch(`${app.url}/search?${QUERY}`, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Bearer ${owner.token}`,
        origin: app.url,
      },
      body: new URLSearchParams({ query: QUERY, saved: "yes" }),
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/search?${QUERY}&kept`]);
    expect((await owner.call<Saved>("GET", "/api/user/routes")).body).toHaveLength(1);
  });
});
