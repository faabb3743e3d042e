import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { jsonOf } from "#tests/helpers/raw.ts";

// S5, S6: the list of one's sessions, and their end.

const PASSWORD = "correct-horse-battery";
const START = new Date("2026-11-15T12:34:56Z").getTime();
const DAY = 86_400_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
let now = START;
let app: TestApp;
let twin: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  twin = await startTestApp({ databaseUrl: app.databaseUrl, now: () => new Date(now) });
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
});

type Listed = { _id: string; device: string; kind: string; createdOn: string; lastUsed: string; current: boolean };

async function logIn(email: string, where = app, headers: Record<string, string> = {}): Promise<ApiUser> {
  const user = new ApiUser(where);
  await user.fetchToken();
  const answer = await user.call("POST", "/api/user/login", { email, password: PASSWORD }, headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return user;
}

async function list(user: ApiUser): Promise<Listed[]> {
  return (await user.call<Listed[]>("GET", "/api/user/sessions")).body;
}

async function isIn(user: ApiUser): Promise<boolean> {
  return (await user.call("GET", "/api/user/me")).status === 200;
}

describe("the list of sessions", () => {
  test("names device, kind and day, and which one asks; no token, no address, no browser's sentence", async () => {
    const user = await new ApiUser(app).signUp("list@example.test", PASSWORD);
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    await browser.send(
      "POST",
      "/api/user/login",
      { email: user.email, password: PASSWORD },
      { headers: { "user-agent": FIREFOX } },
    );
    const answer = await user.call<Listed[]>("GET", "/api/user/sessions");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.body.map(({ _id, ...rest }) => rest)).toEqual(
      expect.arrayContaining([
        {
          device: "Firefox on Linux",
          kind: "browser",
          createdOn: "2026-11-15",
          lastUsed: "2026-11-15T12:00:00.000Z",
          current: false,
        },
        {
          device: "An app",
          kind: "client",
          createdOn: "2026-11-15",
          lastUsed: "2026-11-15T12:00:00.000Z",
          current: true,
        },
      ]),
    );
    expect(answer.body).toHaveLength(2);
    expect(answer.text).not.toMatch(/Gecko|127\.0\.0|token/);
    const stored = await app.db.selectFrom("session").select("device").execute();
    expect(JSON.stringify(stored)).not.toContain("Gecko");
    const seen = JSON.parse((await browser.send("GET", "/api/user/sessions")).text) as Listed[];
    expect(seen.find(({ current }) => current)?.device).toBe("Firefox on Linux");
  });

  test("shows what is live alone", async () => {
    const user = await new ApiUser(app).signUp("live@example.test", PASSWORD);
    const gone = await logIn(user.email);
    await gone.call("POST", "/api/user/logout", {});
    const idle = await logIn(user.email);
    expect(await list(user)).toHaveLength(2);
    try {
      now = START + 13 * DAY;
      expect(await isIn(user)).toBe(true);
      now = START + 15 * DAY;
      expect(await list(user)).toHaveLength(1);
      expect(await isIn(idle)).toBe(false);
    } finally {
      now = START;
    }
  });

  test("is the signed-in person's alone", async () => {
    for (const [method, path] of [
      ["GET", "/api/user/sessions"],
      ["DELETE", "/api/user/sessions"],
      ["DELETE", "/api/user/sessions/0123456789abcdef01234567"],
      ["GET", "/api/user/account"],
      ["POST", "/api/user/confirm"],
    ] as const) {
      const body = method === "POST" ? { password: PASSWORD } : undefined;
      const visitor = new ApiUser(app);
      expect((await visitor.call(method, path, body)).status, path).toBe(401);
      await visitor.fetchToken();
      expect((await visitor.call(method, path, body)).body, path).toMatchObject({ code: "not-yours" });
    }
  });
});

describe("ending sessions", () => {
  test("S6: one, at once on every process, and never somebody else's", async () => {
    const user = await new ApiUser(app).signUp("one@example.test", PASSWORD);
    const other = await logIn(user.email, twin);
    const stranger = await new ApiUser(app).signUp("one-stranger@example.test", PASSWORD);
    const id = (await list(user)).find(({ current }) => !current)?._id ?? "";
    const end = (who: ApiUser, which: string) => who.call("DELETE", `/api/user/sessions/${which}`);
    expect((await end(stranger, id)).body).toMatchObject({ code: "not-found" });
    expect(await isIn(other)).toBe(true);
    expect((await end(user, id)).body).toEqual({ message: "success" });
    expect(await isIn(other)).toBe(false);
    expect((await end(user, id)).body).toMatchObject({ code: "not-found", error: "There is no such session." });
    expect((await end(user, "junk")).status).toBe(404);
    expect(await list(user)).toHaveLength(1);
  });

  test("S6: all others, and this one stays", async () => {
    const user = await new ApiUser(app).signUp("all@example.test", PASSWORD);
    const others = [await logIn(user.email), await logIn(user.email, twin)];
    const stranger = await new ApiUser(app).signUp("all-stranger@example.test", PASSWORD);
    expect((await user.call("DELETE", "/api/user/sessions")).body).toEqual({ message: "success" });
    expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    expect([await isIn(user), await isIn(stranger)]).toEqual([true, true]);
  });

  test("one's own is a logout", async () => {
    const user = await new ApiUser(app).signUp("self@example.test", PASSWORD);
    const [own] = await list(user);
    expect((await user.call("DELETE", `/api/user/sessions/${own?._id}`)).status).toBe(200);
    expect(await isIn(user)).toBe(false);
  });
});

describe("a proof of being there", () => {
  test("holds ten minutes, is one session's own, and is renewed by the password", async () => {
    const user = await new ApiUser(app).signUp("proof@example.test", PASSWORD);
    const other = await logIn(user.email);
    const exported = async (who: ApiUser) => (await who.call("GET", "/api/user/export")).status;
    try {
      now = START + 600_000;
      expect(await exported(user)).toBe(200);
      now += 1;
      expect(await exported(user)).toBe(403);
      expect((await user.call("POST", "/api/user/confirm", { password: "wrong-horse" })).body).toMatchObject({
        code: "invalid-credentials",
      });
      expect(await exported(user)).toBe(403);
      expect((await user.call("POST", "/api/user/confirm", { password: PASSWORD })).body).toEqual({
        message: "success",
      });
      expect([await exported(user), await exported(other)]).toEqual([200, 403]);
    } finally {
      now = START;
    }
  });

  test("S5: a browser's session is another one after the login, and the old one is worth nothing", async () => {
    const browser = await new Browser(app).signUp("rotation@example.test", PASSWORD);
    const before = browser.cookies.get("token") ?? "";
    await browser.send("POST", "/api/user/login", { email: "rotation@example.test", password: PASSWORD });
    expect(browser.cookies.get("token")).not.toBe(before);
    const thief = new Browser(app);
    thief.cookies.set("token", before);
    expect((await thief.send("GET", "/api/user/me")).status).toBe(401);
    expect(jsonOf(await browser.send("GET", "/api/user/me"))).toMatchObject({ email: "rotation@example.test" });
  });
});

test("S7: the mark of a known device is HttpOnly, Lax and gives no right", async () => {
  const secure = await startTestApp({ env: { BASE_URL: "https://pipelines.example" } });
  try {
    const browser = new Browser(secure, "https://pipelines.example");
    await browser.send("GET", "/api/token");
    const answer = await browser.send("POST", "/api/user/signup", { email: "mark@example.test", password: PASSWORD });
    const line = (answer.headers.get("set-cookie") ?? []).find((one) => one.startsWith("__Host-device=")) ?? "";
    for (const part of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i, /; Max-Age=15552000/i])
      expect(line).toMatch(part);
    browser.cookies.delete("__Host-token");
    expect((await browser.send("GET", "/api/user/me")).status).toBe(401);
  } finally {
    await secure.stop();
  }
});
