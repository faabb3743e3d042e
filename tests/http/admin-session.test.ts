import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "#features/admin/write.server.ts";
import { ADMIN_EMAIL, ADMIN_PASSWORD, adminBrowser, adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { jsonOf } from "#tests/helpers/raw.ts";

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
    ["what is no e-mail", { ...credentials, email: "x" }],
    ["nothing", { email: "", password: "" }],
    ["a code where none is set up, and a wrong password", { ...credentials, password: "x", code: "123456" }],
  ])("S8: refuses %s with one sentence", async (_what, body) => {
    const user = await withToken();
    const answer = await user.call("POST", "/api/admin/login", body);
    expect([answer.status, answer.body["error"], answer.body["code"]]).toEqual([400, INVALID, "invalid-credentials"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await me(user)).toBe(403);
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

  it("is no token itself, and junk in its place gives a token without rights", async () => {
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
void [describe, Browser, jsonOf, adminBrowser, HOUR];
