import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "#app/api.server.ts";
import { isOpenWhenClosed } from "#features/early-access/rules.ts";
import { ADMIN_EMAIL, ADMIN_PASSWORD, adminBrowser, adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { findSecrets, newCanary } from "#tests/helpers/canary.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

const CHECK = "/api/earlyAccess/check";
const START = Date.parse("2026-11-15T12:00:00Z");
const DAY = 86_400_000;
const PASSWORD = "correct-horse-battery";

let app: TestApp;
let admin: ApiUser;
let now = START;
const secret = newCanary();
let shown: ApiUser;
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { EARLY_ACCESS: "on" }, now: () => new Date(now) });
  admin = await adminClient(app);
  shown = await member();
  await shown.save({
    firstName: secret,
    lastName: "Shown",
    username: secret,
    pipeline: [stop(`${secret} Works`, "Engineer", "2018-01-01", "current")],
  });
});
afterAll(() => app.stop());

type Code = {
  _id: string;
  code: string;
  label: string;
  uses: number;
  maxUses: number;
  state: string;
  expiresAt: string;
};

async function makeCode(body: Record<string, unknown> = {}): Promise<Code> {
  const answer = await admin.call<Code>("POST", "/api/admin/codes", { label: "Friends", maxUses: 10, ...body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
async function client(): Promise<ApiUser> {
  const user = new ApiUser(app);
  await user.fetchToken();
  return user;
}
async function guest(code: string): Promise<ApiUser> {
  const user = await client();
  const answer = await user.call("POST", CHECK, { code });
  if (answer.status !== 200) throw new Error(answer.text);
  return user;
}
/** Somebody who came in by a code of their own and has an account. */
async function member(email = `${newCanary()}@example.test`): Promise<ApiUser> {
  const user = await guest((await makeCode({ maxUses: 1 })).code);
  const answer = await user.call<{ profileId: string }>("POST", "/api/user/signup", { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(answer.text);
  return Object.assign(user, { profileId: answer.body.profileId, email });
}
const usesOf = async (id: string) =>
  (await admin.call<{ codes: Code[] }>("GET", "/api/admin/codes")).body.codes.find(({ _id }) => _id === id);
const random = (user: ApiUser) => user.call("GET", "/api/profile/random");

describe("U14: the closed site", () => {
  const pages = () => [
    "/",
    "/search",
    "/discover",
    "/signup",
    "/edit",
    "/suggestions",
    "/api/docs",
    "/nothing/here",
    `/user/${shown.profileId}`,
    `/user/${secret}`,
    `/company/${encodeURIComponent(`${secret} works`)}`,
    "/sitemap.xml",
    "/pictures/0123456789abcdef01234567.webp",
    "/_root.data",
    "/discover.data",
    `/user/${secret}.data`,
    "/__manifest?p=/discover",
    "//code",
    "/code/../discover",
    "/admin/%2e%2e/discover",
    "/admin/..%2fdiscover",
    "/newsletter/confirm/../../discover",
    "/CODE/x",
    "/code%2f..%2fdiscover",
    "/admin/../discover.data",
  ];

  it("shows the coming-soon page at every address, to nobody's cache", async () => {
    for (const path of pages()) {
      for (let n = 0; n < 2; n += 1) {
        const answer = await sendRaw(app, { path });
        expect(answer.status, path).toBe(403);
        expect(findSecrets(answer.text, { secret }), path).toEqual([]);
        // A page's data and a picture say the same in their own form.
        const ending = /\.(?:data|webp)$/.exec(path)?.[0] ?? "";
        const said =
          { ".data": '"isClosed",true', ".webp": '"code":"early-access"' }[ending] ?? "Pipelines Coming Soon";
        expect(answer.text, path).toContain(said);
        expect(answer.headers.get("cache-control"), path).toEqual(["private, no-store"]);
        expect(answer.headers.get("x-robots-tag"), path).toEqual(["noindex"]);
      }
    }
    const home = await sendRaw(app, { path: "/" });
    expect(home.status).toBe(403);
    expect(home.text).toContain("Pipelines Coming Soon");
    expect(home.text).toContain("Notify Me!");
    expect(home.text).toContain('name="robots" content="noindex"');
    expect(home.text).not.toContain('class="hdr"');
    expect(home.text).not.toContain('class="ftr"');
    const head = await sendRaw(app, { method: "HEAD", path: "/" });
    expect([head.status, head.text]).toEqual([403, ""]);
    expect(app.services.cache.size).toBe(0);
  });

  it("shows the login of accounts that came in before, without the ways that stay closed", async () => {
    const { status, text } = await sendRaw(app, { path: "/login" });
    expect(status).toBe(200);
    expect(text).toContain('action="/login"');
    for (const path of ["/signup", "/forgot-password"]) expect(text).not.toContain(`href="${path}`);
    expect(text).toContain('href="/code"');
  });

  it("gives somebody inside everything, and nothing of it to the next visitor", async () => {
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    expect((await browser.send("POST", CHECK, { code: (await makeCode()).code })).status).toBe(200);
    for (const path of ["/", `/user/${secret}`, "/discover", `/api/profile/get/${secret}`]) {
      const inside = await browser.send("GET", path);
      expect(inside.status, path).toBe(200);
      expect(inside.headers.get("cache-control"), path).toEqual(["private, no-store"]);
      const outside = await sendRaw(app, { path });
      expect(outside.status, path).toBe(403);
      expect(findSecrets(outside.text, { secret }), path).toEqual([]);
      // A second browser window has the cookie without its token.
      const access = browser.cookies.get("earlyAccess");
      expect((await sendRaw(app, { path, headers: { cookie: `earlyAccess=${access}` } })).status, path).toBe(200);
    }
    const home = await browser.send("GET", "/");
    expect(home.text).toContain('class="hdr"');
    expect(home.text).toContain('class="ftr"');
    expect(app.services.cache.size).toBe(0);
  });

  it("leaves open what leads in or out, without header and footer", async () => {
    for (const path of [
      "/code",
      "/newsletter/confirm",
      "/newsletter/unsubscribe",
      "/verify-email",
      "/reset-password",
    ]) {
      const answer = await sendRaw(app, { path });
      expect(answer.status, path).toBe(200);
      expect(answer.text, path).not.toContain("Coming Soon");
      expect(answer.text, path).not.toContain('class="hdr"');
      expect(answer.text, path).not.toContain('class="ftr"');
    }
    expect((await sendRaw(app, { path: "/code/" })).headers.get("location")).toEqual(["/code"]);
    const code = await sendRaw(app, { path: "/code" });
    expect(code.text).toContain("Secret code");
    for (const path of ["/healthz", "/readyz"]) expect((await sendRaw(app, { path })).status).toBe(200);
    // A closed site must tell search engines so. An error would mean to them that everything is allowed.
    const robots = await sendRaw(app, { path: "/robots.txt" });
    expect([robots.status, robots.text]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
    const asset = /\/assets\/[\w.-]+\.js/.exec(code.text)?.[0] ?? "";
    expect((await sendRaw(app, { path: asset })).status).toBe(200);
    const logout = await sendRaw(app, {
      method: "POST",
      path: "/logout",
      headers: { origin: app.url, cookie: `token=${shown.token}` },
    });
    expect(logout.status).toBe(303);
    shown = await member();
    await shown.save({ firstName: secret, pipeline: [stop(`${secret} Works`, "Engineer", "2018-01-01", "current")] });
  });

  it("refuses every call of the API that is not open, with a token and without", async () => {
    const document = openApiDocument(app.services) as { paths: Record<string, Record<string, unknown>> };
    const outside = await client();
    let closed = 0;
    for (const [path, item] of Object.entries(document.paths)) {
      for (const verb of Object.keys(item)) {
        const method = verb.toUpperCase();
        if (isOpenWhenClosed(method, path)) continue;
        closed += 1;
        const target = path.replaceAll(/\{[^}]+\}/g, shown.profileId);
        const body = method === "GET" ? undefined : {};
        const answer = await outside.call(method, target, body);
        expect([answer.status, answer.body["code"]], `${method} ${path}`).toEqual([403, "early-access"]);
        const bare = await new ApiUser(app).call(method, target, body);
        // A question that is sent as a body changes nothing.
        const expected =
          method === "GET" || path === "/api/paths/similar" ? [403, "early-access"] : [401, "no-session"];
        expect([bare.status, bare.body["code"]], `${method} ${path} without a token`).toEqual(expected);
      }
    }
    expect(closed).toBeGreaterThan(30);
    for (const path of [
      "/api/openapi.json",
      "/api/nothing",
      "/api/admin/../profile/random",
      "/api/admin/%2e%2e/profile/random",
    ]) {
      const answer = await sendRaw(app, { path, headers: { authorization: `Bearer ${outside.token}` } });
      expect([403, 404], path).toContain(answer.status);
      expect(answer.text).not.toContain(secret);
    }
    const form = await sendRaw(app, {
      method: "POST",
      path: "/api/suggestions",
      body: "type=other&text=x",
      headers: { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${outside.token}` },
    });
    expect([form.status, jsonOf(form)["code"]]).toEqual([403, "early-access"]);
  });

  it("lets administrators in, and nobody else to their calls", async () => {
    expect((await random(admin)).status).toBe(200);
    const browser = await adminBrowser(app);
    expect((await browser.send("GET", "/discover")).status).toBe(200);
    const outside = await client();
    const refused = await outside.call("GET", "/api/admin/codes");
    expect([refused.status, refused.body["code"]]).toEqual([403, "not-admin"]);
    const wrong = await outside.call("POST", "/api/admin/login", { email: ADMIN_EMAIL, password: "wrong-password-1" });
    expect(wrong.body["code"]).toBe("invalid-credentials");
    expect(
      (await outside.call("POST", "/api/admin/login", { email: ADMIN_EMAIL, password: ADMIN_PASSWORD })).status,
    ).toBe(200);
  });

  it("takes newsletter requests, and the mailed links' calls", async () => {
    const outside = await client();
    expect((await outside.call("POST", "/api/email/newsletter", { email: "out@example.test" })).status).toBe(200);
    for (const path of [
      "/api/email/newsletter/confirm",
      "/api/email/newsletter/unsubscribe",
      "/api/user/verify-email",
    ]) {
      const answer = await outside.call(path === "" ? "GET" : "POST", path, { token: "junk" });
      expect([answer.status, answer.body["code"]], path).toEqual([400, "bad-link"]);
    }
  });
});

describe("entering a code", () => {
  it("answers the code as it was sent, in any spelling, and lets that token in", async () => {
    const { code } = await makeCode();
    for (const spelled of [code, code.toLowerCase(), code.replaceAll("-", ""), ` ${code.replaceAll("-", " ")} `]) {
      const user = await client();
      expect((await random(user)).status).toBe(403);
      const answer = await user.call("POST", CHECK, { code: spelled });
      expect([answer.status, answer.body]).toEqual([200, { code: spelled }]);
      expect((await random(user)).status).toBe(200);
    }
    expect((await random(await client())).status).toBe(403);
  });

  it("says what is missing and what is wrong, the same for every wrong code", async () => {
    const user = await client();
    for (const body of [{}, { code: "" }, { code: null }, { code: " - " }]) {
      const answer = await user.call("POST", CHECK, body);
      expect([answer.status, answer.body["code"], answer.body["error"]]).toEqual([400, "no-code", "No code provided."]);
    }
    const usedUp = await makeCode({ maxUses: 1 });
    await guest(usedUp.code);
    const expired = await makeCode({ expiresAt: new Date(START + DAY).toISOString() });
    const expiresNow = await makeCode({ expiresAt: new Date(START + 2 * DAY).toISOString() });
    const revoked = await makeCode();
    await admin.call("DELETE", `/api/admin/codes/${revoked._id}`);
    now = START + 2 * DAY;
    const wrong = await client();
    const texts = new Set<string>();
    const guesses = ["AAAA-BBBB-CCCC", "x", "🚂", "%", "a".repeat(200)];
    const ended = [usedUp, expired, expiresNow, revoked].map(({ code }) => code);
    for (const code of [...guesses, ...ended]) {
      const answer = await wrong.call("POST", CHECK, { code });
      expect([answer.status, answer.body["code"], answer.body["error"]]).toEqual([
        400,
        "incorrect-code",
        "Incorrect code.",
      ]);
      texts.add(answer.text.replace(/"requestId":"[^"]+"/, ""));
    }
    now = START;
    expect(texts.size).toBe(1);
    for (const body of [{ code: 1 }, { code: ["a"] }, { code: { $ne: 1 } }, { code: "a".repeat(201) }, []]) {
      const answer = await user.call("POST", CHECK, body);
      expect([answer.status, answer.body["code"]], JSON.stringify(body)).toEqual([400, "bad-request"]);
    }
    const nobody = await new ApiUser(app).call("POST", CHECK, { code: "x" });
    expect([nobody.status, nobody.body["code"]]).toEqual([401, "no-session"]);
    expect((await random(user)).status).toBe(403);
  });

  it("of ten uses at fifty places at once lets exactly ten in", async () => {
    const { code, _id } = await makeCode({ maxUses: 10 });
    const users = await Promise.all(Array.from({ length: 50 }, client));
    const answers = await Promise.all(users.map((user) => user.call("POST", CHECK, { code })));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBe(10);
    expect(answers.filter(({ body }) => body["code"] === "incorrect-code")).toHaveLength(40);
    const inside = await Promise.all(users.map(random));
    expect(inside.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await usesOf(_id)).toMatchObject({ uses: 10, state: "used-up" });
  });

  it("counts once for one holder: again, and many times at once", async () => {
    const { code, _id } = await makeCode({ maxUses: 2 });
    const user = await client();
    const answers = await Promise.all(Array.from({ length: 20 }, () => user.call("POST", CHECK, { code })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    for (let n = 0; n < 3; n += 1) expect((await browser.send("POST", CHECK, { code })).status).toBe(200);
    // A new token beside the cookie is the same browser.
    browser.cookies.delete("token");
    await browser.send("GET", "/api/token");
    expect((await browser.send("POST", CHECK, { code })).status).toBe(200);
    expect(await usesOf(_id)).toMatchObject({ uses: 2, state: "used-up" });
  });

  it("is refused while the code is being revoked, also to who holds it already", async () => {
    const { code, _id } = await makeCode();
    const holder = await guest(code);
    const revoking = await app.db.startTransaction().execute();
    await revoking
      .updateTable("early_access_code")
      .set({ revoked_at: new Date(now) })
      .where("public_id", "=", _id)
      .execute();
    const entering = holder.call("POST", CHECK, { code });
    await expect.poll(() => waitingForLocks(app.db, { words: "early_access_code" })).toBe(1);
    await revoking.commit().execute();
    const answer = await entering;
    expect([answer.status, answer.body["code"]]).toEqual([400, "incorrect-code"]);
  });

  it("is revoked once, however often somebody asks", async () => {
    const { _id } = await makeCode();
    for (let n = 0; n < 2; n += 1)
      expect((await admin.call("DELETE", `/api/admin/codes/${_id}`)).body).toMatchObject({ state: "revoked" });
    const noted = app.db.selectFrom("audit_log").select("action").where("target", "=", _id).orderBy("id");
    expect((await noted.execute()).map(({ action }) => action)).toEqual([
      "early-access.create-code",
      "early-access.revoke-code",
    ]);
  });

  it("counts one account for a code that its owner enters again", async () => {
    const { code, _id } = await makeCode();
    const user = await guest(code);
    const email = `${newCanary()}@example.test`;
    expect((await user.call("POST", "/api/user/signup", { email, password: PASSWORD })).status).toBe(200);
    expect((await user.call("POST", CHECK, { code })).status).toBe(200);
    expect(await usesOf(_id)).toMatchObject({ joined: 1 });
  });

  it("sets a signed cookie that no script reads and nobody makes", async () => {
    const { code, _id } = await makeCode();
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    const answer = await browser.send("POST", CHECK, { code });
    const line = answer.headers.get("set-cookie")?.find((cookie) => cookie.startsWith("earlyAccess="));
    expect(line).toMatch(
      /^earlyAccess=[0-9a-f]{24}\.[0-9a-z]+\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const value = browser.cookies.get("earlyAccess") ?? "";
    const [id = "", until = "", signature = ""] = value.split(".");
    const forged = [
      "true",
      "1",
      "",
      `${id}.${until}`,
      `${id}.${until}.${"A".repeat(43)}`,
      `${id}.zzzzzzz.${signature}`,
      `${"0".repeat(24)}.${until}.${signature}`,
      `${value}A`,
    ];
    for (const cookie of forged) {
      expect((await sendRaw(app, { path: "/", headers: { cookie: `earlyAccess=${cookie}` } })).status, cookie).toBe(
        403,
      );
    }
    expect((await sendRaw(app, { path: "/", headers: { cookie: `earlyAccess=${value}` } })).status).toBe(200);
    now = START + 181 * DAY;
    expect((await sendRaw(app, { path: "/", headers: { cookie: `earlyAccess=${value}` } })).status).toBe(403);
    now = START;
    await admin.call("DELETE", `/api/admin/codes/${_id}`);
    expect((await sendRaw(app, { path: "/", headers: { cookie: `earlyAccess=${value}` } })).status, "revoked").toBe(
      403,
    );
  });

  it("stays with the account, on every device it signs in on", async () => {
    const user = await member("keeper@example.test");
    expect((await random(user)).status).toBe(200);
    const elsewhere = await client();
    expect((await random(elsewhere)).status).toBe(403);
    expect((await elsewhere.call("POST", "/api/user/login", { email: user.email, password: PASSWORD })).status).toBe(
      200,
    );
    expect((await random(elsewhere)).status).toBe(200);
    // An account that never came in gets no further than its login.
    await app.db.updateTable("account").set({ early_access: false }).where("email", "=", user.email).execute();
    const outside = await client();
    expect((await outside.call("POST", "/api/user/login", { email: user.email, password: PASSWORD })).status).toBe(200);
    expect((await random(outside)).status).toBe(403);
  });

  it("U14: ten tries an hour from one address, whatever the token", async () => {
    const env = { EARLY_ACCESS: "on", RATE_LIMITS: "on", SECRET_FILE: app.services.config.secretFile };
    const limited = await startTestApp({ databaseUrl: app.databaseUrl, env, now: () => new Date(now) });
    try {
      const { code } = await makeCode();
      const attempt = async (from: string, tried: string) => {
        const token = await sendRaw(limited, { path: "/api/token", from });
        return sendRaw(limited, {
          method: "POST",
          path: CHECK,
          from,
          body: JSON.stringify({ code: tried }),
          headers: { "content-type": "application/json", authorization: `Bearer ${JSON.parse(token.text)}` },
        });
      };
      for (let n = 0; n < 10; n += 1) expect((await attempt("127.0.3.1", "wrong")).status).toBe(400);
      const refused = await attempt("127.0.3.1", code);
      expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
      expect(Number(refused.headers.get("retry-after")?.[0])).toBeGreaterThan(0);
      expect((await attempt("127.0.3.2", code)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
