import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteExpiredAdminSessions } from "#features/admin/session-write.server.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { ADMIN_EMAIL, ADMIN_PASSWORD, adminBrowser, adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { fullCost } from "#tests/helpers/full-cost.ts";
import { jsonOf } from "#tests/helpers/raw.ts";
import { issueDeviceMark } from "#server/known-device.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const INVALID = "Invalid username or password.";
const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
const START = Date.parse("2026-11-15T12:00:00Z");

let app: TestApp;
let now = START;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  await createAdmin(app.db, credentials, new Date(now));
});
afterAll(() => app.stop());

async function withToken(): Promise<ApiUser> {
  const user = new ApiUser(app);
  await user.fetchToken();
  return user;
}

async function withHandle(handle: string, path = "/api/token?adminToken="): Promise<ApiUser> {
  const user = new ApiUser(app);
  user.token = (await user.call<string>("GET", `${path}${encodeURIComponent(handle)}`)).body;
  return user;
}

const me = async (user: ApiUser) => (await user.call("GET", "/api/admin/me")).status;

describe("an administrator's login", () => {
  it("R5: gives the rights to the very bearer token that carried it", async () => {
    const user = await withToken();
    expect(await me(user)).toBe(403);
    const answer = await user.call("POST", "/api/admin/login", credentials);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["token"]]);
    expect((await user.call("GET", "/api/admin/me")).body).toMatchObject({ email: ADMIN_EMAIL, totp: false });
    expect(answer.body["token"]).not.toBe(user.token);
  });

  it("takes the e-mail in any case, and an empty code as none", async () => {
    const user = await withToken();
    const answer = await user.call("POST", "/api/admin/login", {
      ...credentials,
      email: "ADMIN@Example.Test",
      code: "",
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["a wrong password", { ...credentials, password: "violet-anchor-42" }],
    ["an unknown e-mail", { ...credentials, email: "nobody@example.test" }],
    ["what is not an e-mail", { ...credentials, email: "x" }],
    ["nothing", { email: "", password: "" }],
    ["a code where none is set up, and a wrong password", { ...credentials, password: "x", code: "123456" }],
  ])("S8: refuses %s with one sentence", async (_what, body) => {
    const user = await withToken();
    const answer = await user.call("POST", "/api/admin/login", body);
    expect([answer.status, answer.body["error"], answer.body["code"]]).toEqual([400, INVALID, "invalid-credentials"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await me(user)).toBe(403);
  });

  it("S8: an unknown e-mail takes as long as a wrong password", async () => {
    using _cost = fullCost();
    const timed = "timed@example.test";
    await createAdmin(app.db, { email: timed, password: ADMIN_PASSWORD }, new Date(now));
    const user = await withToken();
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 9; n += 1) {
      for (const [kind, email] of [
        ["known", timed],
        ["unknown", `nobody-${n}@example.test`],
      ] as const) {
        const started = performance.now();
        await user.call("POST", "/api/admin/login", { email, password: "violet-anchor-42" });
        times[kind]?.push(performance.now() - started);
      }
    }
    const [known = 0, unknown = 0] = Object.values(times).map((list) => list.toSorted((a, b) => a - b)[4]);
    // A skipped derivation would be a tenth of it.
    expect(unknown).toBeGreaterThan(known / 3);
    expect(known).toBeGreaterThan(unknown / 3);
  });

  it("R2: needs a token, before the body is looked at", async () => {
    for (const path of ["login", "verify", "logout", "totp/begin", "totp/confirm", "totp/remove"]) {
      expect((await new ApiUser(app).call("POST", `/api/admin/${path}`, {})).status, path).toBe(401);
    }
    for (const path of ["me", "sessions"]) {
      expect((await new ApiUser(app).call("GET", `/api/admin/${path}`)).status, path).toBe(401);
    }
  });
});

describe("the handle", () => {
  it("R6: gives a further bearer with the rights, on any client, in both spellings", async () => {
    const admin = await adminClient(app);
    const second = await withHandle(admin.handle);
    expect(second.token).not.toBe(admin.token);
    expect([await me(second), await me(await withHandle(admin.handle, "/api/token&adminToken="))]).toEqual([200, 200]);
  });

  it("is not a token itself, and junk in its place gives a token without rights", async () => {
    const admin = await adminClient(app);
    const asBearer = new ApiUser(app);
    asBearer.token = admin.handle;
    expect(await me(asBearer)).toBe(401);
    for (const junk of ["", "null", "a.x", `${admin.handle}x`, admin.token ?? "", "x".repeat(5_000)]) {
      expect(await me(await withHandle(junk)), junk.slice(0, 60)).toBe(403);
    }
  });

  it("is stored as a hash alone, as tokens are", async () => {
    const admin = await adminClient(app);
    const rows = JSON.stringify([
      await app.db.selectFrom("admin_session").selectAll().execute(),
      await app.db.selectFrom("admin_token").selectAll().execute(),
    ]);
    for (const secret of [admin.handle, admin.token ?? "none"]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(JSON.stringify([...Buffer.from(secret)]));
    }
    expect(app.logged()).not.toContain(admin.handle);
  });
});

describe("verify", () => {
  const verify = async (user: ApiUser, token: unknown) =>
    (await user.call("POST", "/api/admin/verify", { token })).body["isAdmin"];

  it("U11: is true for the caller's own live session alone", async () => {
    const admin = await adminClient(app);
    const second = await withHandle(admin.handle);
    const otherSession = await adminClient(app);
    const visitor = await withToken();
    const user = await new ApiUser(app).signUp();
    const cases: [string, ApiUser, unknown, boolean][] = [
      ["own handle", admin, admin.handle, true],
      ["own token", admin, admin.token, true],
      ["own handle, second token", second, admin.handle, true],
      ["another session's handle", otherSession, admin.handle, false],
      ["a visitor with the handle", visitor, admin.handle, false],
      ["a visitor with the token", visitor, admin.token, false],
      ["a user with the handle", user, admin.handle, false],
      ["a user's own token", user, user.token, false],
      ["nothing", admin, null, false],
      ["junk", admin, "a.junk", false],
      ["an empty text", admin, "", false],
      ["a cut handle", admin, admin.handle.slice(0, -1), false],
    ];
    for (const [what, caller, token, isAdmin] of cases)
      expect([what, await verify(caller, token)]).toEqual([what, isAdmin]);
  });
});

describe("a session of one kind", () => {
  it("S32: gives nothing of the other", async () => {
    const admin = await adminClient(app);
    expect((await admin.call("GET", "/api/user/me")).status).toBe(403);
    const user = await new ApiUser(app).signUp();
    expect(await me(user)).toBe(403);
    expect((await user.call("PATCH", `/api/profile/${user.profileId}`, { location: "Here" })).status).toBe(200);
    expect((await admin.call("PATCH", `/api/profile/${user.profileId}`, { location: "There" })).status).toBe(403);
  });

  it("S32: an account with an administrator's e-mail and password is none", async () => {
    const user = await new ApiUser(app).signUp(ADMIN_EMAIL, "violet-anchor-99");
    expect(await me(user)).toBe(403);
    const answer = await user.call("POST", "/api/admin/login", { email: ADMIN_EMAIL, password: "violet-anchor-99" });
    expect(answer.status).toBe(400);
    const login = await (await withToken()).call("POST", "/api/user/login", credentials);
    expect(login.status).toBe(400);
  });

  it("R6: one token may hold both, each ends by itself", async () => {
    const user = await new ApiUser(app).signUp();
    await user.call("POST", "/api/admin/login", credentials);
    expect([await me(user), (await user.call("GET", "/api/user/me")).status]).toEqual([200, 200]);
    await user.call("POST", "/api/admin/logout", {});
    expect([await me(user), (await user.call("GET", "/api/user/me")).status]).toEqual([403, 200]);
  });
});

describe("logout", () => {
  it("S6: ends the token, the further tokens and the handle at once", async () => {
    const admin = await adminClient(app);
    const second = await withHandle(admin.handle);
    expect((await second.call("POST", "/api/admin/logout", {})).status).toBe(200);
    expect([await me(admin), await me(second)]).toEqual([401, 401]);
    expect(await me(await withHandle(admin.handle))).toBe(403);
    const late = await withToken();
    expect((await late.call("POST", "/api/admin/verify", { token: admin.handle })).body).toEqual({ isAdmin: false });
  });

  it("is fine where there is nothing to end", async () => {
    expect((await (await withToken()).call("POST", "/api/admin/logout", {})).body).toEqual({ message: "success" });
  });

  it("a new login on the same token ends what the token held before", async () => {
    const admin = await adminClient(app);
    const answer = await admin.call<{ token: string }>("POST", "/api/admin/login", credentials);
    expect(await me(admin)).toBe(200);
    expect([await me(await withHandle(admin.handle)), await me(await withHandle(answer.body.token))]).toEqual([
      403, 200,
    ]);
  });
});

describe("time", () => {
  it("S5: 30 minutes unused end a session, its handle too", async () => {
    const admin = await adminClient(app);
    now += 29 * MINUTE;
    expect(await me(admin)).toBe(200);
    now += 29 * MINUTE;
    expect(await me(await withHandle(admin.handle))).toBe(200);
    now += 30 * MINUTE;
    expect(await me(admin)).toBe(401);
    expect(await me(await withHandle(admin.handle))).toBe(403);
  });

  it("S5: 12 hours end it however much it is used, and no handle makes them longer", async () => {
    const admin = await adminClient(app);
    const began = now;
    let current: ApiUser = admin;
    while (now < began + 12 * HOUR - 20 * MINUTE) {
      now += 20 * MINUTE;
      current = await withHandle(admin.handle);
      expect(await me(admin)).toBe(200);
    }
    now = began + 12 * HOUR;
    expect([await me(admin), await me(current)]).toEqual([401, 401]);
    expect(await me(await withHandle(admin.handle))).toBe(403);
  });

  it("an ended one is known as such until its tokens have outlived themselves", async () => {
    const admin = await adminClient(app);
    await admin.call("POST", "/api/admin/logout", {});
    const rows = async () => (await app.db.selectFrom("admin_token").select("token_hash").execute()).length;
    const before = await rows();
    await deleteExpiredAdminSessions({ db: app.db, now: new Date(now + 29 * 24 * HOUR) });
    expect([await rows(), await me(admin)]).toEqual([before, 401]);
    await deleteExpiredAdminSessions({ db: app.db, now: new Date(now + 31 * 24 * HOUR) });
    expect(await rows()).toBe(0);
  });

  it("a session holds fifty tokens, the oldest give way", async () => {
    const admin = await adminClient(app);
    for (let n = 0; n < 50; n += 1) {
      now += 1_000;
      await withHandle(admin.handle);
    }
    expect([await me(admin), await me(await withHandle(admin.handle))]).toEqual([403, 200]);
    expect(await app.db.selectFrom("admin_token").select("token_hash").execute()).not.toHaveLength(0);
  });
});

describe("own sessions", () => {
  it("are listed without anything that could be used, and ended one by one or all others", async () => {
    await createAdmin(app.db, { email: "second@example.test", password: ADMIN_PASSWORD }, new Date(now));
    const [one, two, three] = [
      await adminClient(app, "second@example.test"),
      await adminClient(app, "second@example.test"),
      await adminClient(app, "second@example.test"),
    ];
    const stranger = await adminClient(app);
    const list = async (user: ApiUser) =>
      (await user.call<{ sessions: { _id: string; current: boolean; kind: string }[] }>("GET", "/api/admin/sessions"))
        .body.sessions;
    const sessions = await list(one);
    expect(sessions.map(({ kind }) => kind)).toEqual(["client", "client", "client"]);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const other = sessions.find(({ current }) => !current)?._id ?? "";
    const foreign = (await list(stranger)).find(({ current }) => current)?._id ?? "";
    expect((await one.call("DELETE", `/api/admin/sessions/${foreign}`)).status).toBe(404);
    expect((await one.call("DELETE", "/api/admin/sessions/junk")).status).toBe(404);
    expect(await me(stranger)).toBe(200);
    expect((await one.call("DELETE", `/api/admin/sessions/${other}`)).status).toBe(200);
    expect((await one.call("DELETE", `/api/admin/sessions/${other}`)).status).toBe(404);
    expect([await me(two), await me(three)].toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await one.call("DELETE", "/api/admin/sessions")).status).toBe(200);
    expect([await me(one), await me(two), await me(three)]).toEqual([200, 401, 401]);
    expect(await list(one)).toHaveLength(1);
    const log = await one.call("GET", "/api/admin/audit?action=admin.session-ended");
    expect(log.body["entries"]).toHaveLength(1);
  });

  it("are for administrators alone", async () => {
    const user = await new ApiUser(app).signUp();
    for (const [method, path] of [
      ["GET", "/api/admin/sessions"],
      ["DELETE", "/api/admin/sessions"],
      ["DELETE", "/api/admin/sessions/abc"],
      ["POST", "/api/admin/totp/begin"],
    ] as const) {
      const answer = await user.call(method, path, method === "POST" ? {} : undefined);
      expect([path, answer.status, answer.body["code"]]).toEqual([path, 403, "not-admin"]);
    }
    expect((await user.call("POST", "/api/admin/totp/confirm", { code: "123456" })).status).toBe(403);
    expect((await user.call("POST", "/api/admin/totp/remove", { code: "123456", password: "x" })).status).toBe(403);
  });

  it("S6: a new password from the command ends them all", async () => {
    await createAdmin(app.db, { email: "third@example.test", password: ADMIN_PASSWORD }, new Date(now));
    const third = await adminClient(app, "third@example.test");
    const stays = await adminClient(app);
    await createAdmin(app.db, { email: "third@example.test", password: "violet-anchor-77" }, new Date(now));
    expect([await me(third), await me(stays)]).toEqual([401, 200]);
    expect(await me(await withHandle(third.handle))).toBe(403);
  });
});

describe("in a browser", () => {
  it("S10: strangers cannot use up the tries of a device that was signed in before", async () => {
    const limited = await startTestApp({ now: () => new Date(now), env: { RATE_LIMITS: "on" } });
    const { db, services } = limited;
    await createAdmin(db, credentials, new Date(now));
    const browser = new Browser(limited);
    await browser.send("GET", "/api/token");
    const logIn = async (password: string): Promise<number> =>
      (await browser.send("POST", "/api/admin/login", { ...credentials, password })).status;
    expect(await logIn(ADMIN_PASSWORD)).toBe(200);
    const mark = browser.cookies.get("admin-device") ?? "";
    // The first of the day's tries was this device's, before it was known.
    const ctx = { db, secret: services.secret, now: new Date(now) };
    const used = [{ limit: LIMITS.adminEmailDay, who: ADMIN_EMAIL }];
    for (let n = 1; n < LIMITS.adminEmailDay.hits; n += 1) await takeShared(ctx, used, { rateLimitFactor: 1 });
    const stranger = new ApiUser(limited);
    await stranger.fetchToken();
    expect((await stranger.call("POST", "/api/admin/login", credentials)).status).toBe(429);
    expect(await logIn(ADMIN_PASSWORD)).toBe(200);
    expect(browser.cookies.get("admin-device")).toBe(mark);
    // A mark of another administrator, of an account, or of nobody is none.
    for (const foreign of [issueDeviceMark(services.secret, "0".repeat(24)), `${"A".repeat(22)}.${"A".repeat(22)}`]) {
      browser.cookies.set("admin-device", foreign);
      expect(await logIn(ADMIN_PASSWORD)).toBe(429);
    }
    browser.cookies.set("admin-device", mark);
    // Its own failures do make it wait.
    const own: number[] = [];
    for (let n = 0; n < 5; n += 1) own.push(await logIn("violet-anchor-42"));
    expect(own).toEqual([400, 400, 400, 400, 429]);
    await limited.stop();
  });

  it("S7: the session is a cookie of its own: HttpOnly, Strict, twelve hours", async () => {
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    const before = browser.cookies.get("token");
    const answer = await browser.send("POST", "/api/admin/login", credentials);
    const [line = "", ...others] = answer.headers.get("set-cookie") ?? [];
    expect(others).toEqual([
      expect.stringMatching(
        /^admin-device=[\w-]{22}\.[\w-]{22}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(line).toMatch(/^admin=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(browser.cookies.get("token")).toBe(before);
    expect((await browser.send("GET", "/api/admin/me")).status).toBe(200);
  });

  it("S7: over TLS it is Secure and bound to the host", async () => {
    const secure = await startTestApp({ env: { BASE_URL: "https://pipelines.example" } });
    try {
      await createAdmin(secure.db, credentials);
      const browser = new Browser(secure, "https://pipelines.example");
      await browser.send("GET", "/api/token");
      const answer = await browser.send("POST", "/api/admin/login", credentials);
      expect(answer.headers.get("set-cookie")?.[0]).toMatch(
        /^__Host-admin=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect((await browser.send("GET", "/api/admin/me")).status).toBe(200);
    } finally {
      await secure.stop();
    }
  });

  it("U11: the handle is worth nothing without the cookie, the cookie nothing as a bearer", async () => {
    const browser = await adminBrowser(app);
    const verified = await browser.send("POST", "/api/admin/verify", { token: browser.handle });
    expect(jsonOf(verified)).toEqual({ isAdmin: true });
    expect(await me(await withHandle(browser.handle))).toBe(403);
    const elsewhere = new Browser(app);
    await elsewhere.send("GET", `/api/token?adminToken=${browser.handle}`);
    expect((await elsewhere.send("GET", "/api/admin/me")).status).toBe(403);
    expect(jsonOf(await elsewhere.send("POST", "/api/admin/verify", { token: browser.handle }))).toEqual({
      isAdmin: false,
    });
    const bearer = new ApiUser(app);
    bearer.token = browser.cookies.get("admin");
    expect(await me(bearer)).toBe(403);
    const client = await adminClient(app);
    elsewhere.cookies.set("admin", client.token ?? "");
    expect((await elsewhere.send("GET", "/api/admin/me")).status).toBe(403);
  });

  it("S5: a cookie that was planted before the login stays rightless (fixation)", async () => {
    const victim = new Browser(app);
    await victim.send("GET", "/api/token");
    const planted = (await new ApiUser(app).fetchToken()) ?? "";
    victim.cookies.set("admin", planted);
    await victim.send("POST", "/api/admin/login", credentials);
    expect(victim.cookies.get("admin")).not.toBe(planted);
    const attacker = new Browser(app);
    await attacker.send("GET", "/api/token");
    attacker.cookies.set("admin", planted);
    expect((await attacker.send("GET", "/api/admin/me")).status).toBe(403);
    attacker.cookies.set("token", victim.cookies.get("token") ?? "");
    expect((await attacker.send("GET", "/api/admin/me")).status).toBe(403);
  });

  it("S6: logout takes the cookie back, and an old one replayed is worth nothing", async () => {
    const browser = await adminBrowser(app);
    const old = browser.cookies.get("admin") ?? "";
    const answer = await browser.send("POST", "/api/admin/logout", {});
    expect(answer.headers.get("set-cookie")?.[0]).toMatch(/^admin=; Max-Age=0; Path=\//);
    expect(browser.cookies.has("admin")).toBe(false);
    browser.cookies.set("admin", old);
    expect((await browser.send("GET", "/api/admin/me")).status).toBe(403);
    expect(jsonOf(await browser.send("POST", "/api/admin/verify", { token: browser.handle }))).toEqual({
      isAdmin: false,
    });
  });

  it("a second login ends the session of the first", async () => {
    const browser = await adminBrowser(app);
    const old = browser.cookies.get("admin") ?? "";
    await browser.send("POST", "/api/admin/login", credentials);
    const fresh = browser.cookies.get("admin") ?? "";
    browser.cookies.set("admin", old);
    expect([fresh === old, (await browser.send("GET", "/api/admin/me")).status]).toEqual([false, 403]);
  });

  it("S11: a foreign page can do nothing with the cookie, with a bearer of its own neither", async () => {
    const browser = await adminBrowser(app);
    const own = await withToken();
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const attempts: Record<string, string>[] = [
      foreign,
      { ...foreign, authorization: `Bearer ${own.token}` },
      { "sec-fetch-site": "same-site", origin: "https://sub.example", authorization: `Bearer ${own.token}` },
    ];
    for (const headers of attempts) {
      const answer = await browser.send("POST", "/api/admin/totp/begin", {}, { headers });
      expect(answer.status).toBe(403);
    }
    // Nor with the administrator's cookie alone beside a bearer of its own.
    const cookie = `admin=${browser.cookies.get("admin")}`;
    const answer = await browser.send(
      "POST",
      "/api/admin/totp/begin",
      {},
      {
        headers: { cookie, authorization: `Bearer ${own.token}` },
      },
    );
    expect([answer.status, jsonOf(answer)["code"]]).toEqual([403, "not-admin"]);
  });
});
