import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_SAVED_ROUTES } from "#features/saved-route/rules.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Saved = { query: string; words: string }[];
const QUERY = "stop=kind:intern&then=next,18m&stop=level:senior";

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

  it("are forgotten by names too, though they are kept by ids", async () => {
    const owner = await new ApiUser(app).signUp();
    const id = "c0ffee".repeat(4);
    await app.db
      .insertInto("company")
      .values({ public_id: id, name: "lake works", display_name: "Lake Works", status: "listed" })
      .execute();
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
