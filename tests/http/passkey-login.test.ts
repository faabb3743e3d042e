import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Authenticator, type Twist } from "#tests/helpers/authenticator.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { ask, begin, expectRefused, listKeys, logIn, ORIGIN, withPasskey, withToken } from "#tests/helpers/passkeys.ts";
import { jsonOf } from "#tests/helpers/raw.ts";

const MINUTE = 60_000;
const PASSWORD = "correct-horse-battery";

let app: TestApp;
let now = Date.parse("2026-11-15T12:00:00Z");

beforeAll(async () => {
  app = await startTestApp({ env: { BASE_URL: ORIGIN }, now: () => new Date(now) });
});
afterAll(() => app.stop());

describe("a login by passkey", () => {
  it("gives the user as any login does, and binds the token", async () => {
    const { user, key } = await withPasskey(app);
    const { user: again, answer } = await logIn(app, key);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        _id: user.profileId,
        profileId: user.profileId,
        email: user.email,
        profileCreated: false,
        username: answer.body["username"],
      },
    ]);
    expect((await again.call("GET", "/api/user/me")).body["profileId"]).toBe(user.profileId);
    expect(await listKeys(user)).toMatchObject([{ lastUsed: "2026-11-15T12:00:00.000Z" }]);
    // A proof in itself: nothing asks for the password now.
    expect((await begin(again)).challenge).not.toBe("");
  });

  it("L19: asks everybody the same, and names no account", async () => {
    const { user } = await withPasskey(app);
    const shapes = await Promise.all(
      [user, await withToken(app)].map(async (caller) => {
        const { challenge, ...rest } = await ask(caller);
        return { ...rest, length: challenge.length };
      }),
    );
    expect(shapes[0]).toEqual({
      rpId: "pipelines.example",
      timeout: 5 * MINUTE,
      userVerification: "required",
      length: 43,
    });
    expect(shapes[1]).toEqual(shapes[0]);
  });

  it.each<[string, Twist]>([
    ["another origin", { origin: "https://evil.example" }],
    ["our origin over plain http", { origin: "http://pipelines.example" }],
    ["another port of ours", { origin: "https://pipelines.example:8443" }],
    ["another party's id", { rpId: "evil.example" }],
    ["no user verification", { userVerified: false }],
    ["nobody present", { userPresent: false }],
    ["an answer to the other question", { type: "webauthn.create" }],
    ["a challenge that nobody asked", { challenge: "A".repeat(43) }],
    ["an empty challenge", { challenge: "" }],
    ["a foreign page's frame", { crossOrigin: true }],
    ["a forged signature", { forge: true }],
    ["no name of the account", { userHandle: undefined }],
    ["another account's name", { userHandle: Buffer.alloc(32, 1).toString("base64url") }],
    ["a foreign credential", { credentialId: Buffer.alloc(32, 2) }],
  ])("S8: refuses %s with one sentence", async (_what, twist) => {
    const { key } = await withPasskey(app);
    await expectRefused(app, key, twist);
    expect((await logIn(app, key)).answer.status).toBe(200);
  });

  it("refuses a credential under somebody else's id", async () => {
    const [mine, yours] = [await withPasskey(app), await withPasskey(app)];
    await expectRefused(app, mine.key, { credentialId: yours.key.held?.id ?? Buffer.alloc(1) });
    const handle = yours.key.held?.userHandle;
    await expectRefused(app, mine.key, { userHandle: handle });
  });

  it("a challenge is good for one answer, a failed one too, for five minutes and for its own token", async () => {
    const { key } = await withPasskey(app);
    const user = await withToken(app);
    const send = async (caller: ApiUser, response: unknown) =>
      (await caller.call("POST", "/api/user/passkey-login", { response })).status;
    const first = key.get(await ask(user));
    expect(await send(user, first)).toBe(200);
    expect(await send(user, first)).toBe(400);
    const second = await ask(user);
    expect(await send(user, key.get(second, { forge: true }))).toBe(400);
    expect(await send(user, key.get(second))).toBe(400);
    const third = await ask(user);
    now += 5 * MINUTE;
    expect(await send(user, key.get(third))).toBe(400);
    const fourth = key.get(await ask(user));
    const thief = await withToken(app);
    expect(await send(thief, fourth)).toBe(400);
    expect((await thief.call("GET", "/api/user/me")).status).toBe(403);
    expect(await send(user, fourth)).toBe(200);
  });

  it("R4: a call without a token uses nothing up", async () => {
    const { key } = await withPasskey(app);
    const user = await withToken(app);
    const response = key.get(await ask(user));
    expect((await new ApiUser(app).call("POST", "/api/user/passkey-login", { response })).status).toBe(401);
    expect((await user.call("POST", "/api/user/passkey-login", { response })).status).toBe(200);
  });

  it("one answer sent many times at once signs in once", async () => {
    const { key } = await withPasskey(app);
    const user = await withToken(app);
    const response = key.get(await ask(user));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => user.call("POST", "/api/user/passkey-login", { response })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("refuses a counter that stands still or goes back: somebody has a copy", async () => {
    const { key } = await withPasskey(app);
    expect((await logIn(app, key, { counter: 9 })).answer.status).toBe(200);
    for (const counter of [9, 8, 1, 0]) await expectRefused(app, key, { counter });
    expect((await logIn(app, key, { counter: 10 })).answer.status).toBe(200);
  });

  it("two answers with one count at once: one is refused", async () => {
    const { key } = await withPasskey(app);
    const callers = await Promise.all(Array.from({ length: 4 }, () => withToken(app)));
    const responses = await Promise.all(callers.map(async (caller) => key.get(await ask(caller), { counter: 50 })));
    const answers = await Promise.all(
      callers.map((caller, n) => caller.call("POST", "/api/user/passkey-login", { response: responses[n] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("takes synchronised passkeys, which never count", async () => {
    const { key } = await withPasskey(app, false);
    for (let n = 0; n < 3; n += 1) expect((await logIn(app, key)).answer.status).toBe(200);
  });

  it("signs nobody in to a suspended account, and says no more than that", async () => {
    const { user, key } = await withPasskey(app);
    const admin = await adminClient(app);
    // Administrators find people by a page of theirs.
    await user.save({ username: `person.${Date.now() % 1_000_000}` });
    const path = `/api/admin/people/${user.profileId}`;
    expect((await admin.call("POST", `${path}/suspend`, { reason: "spam" })).status).toBe(200);
    await expectRefused(app, key);
    expect((await admin.call("POST", `${path}/unsuspend`, {})).status).toBe(200);
    expect((await logIn(app, key)).answer.status).toBe(200);
  });

  it("is refused in one form however broken it is", async () => {
    const { key } = await withPasskey(app);
    const user = await withToken(app);
    const good = key.get(await ask(user));
    const base64 = (text: string) => Buffer.from(text).toString("base64url");
    const client = (value: unknown) => base64(JSON.stringify(value));
    const broken: unknown[] = [
      {},
      { ...good, id: "" },
      { ...good, rawId: "AAAA" },
      { ...good, type: "password" },
      { ...good, id: "+/=", rawId: "+/=" },
      ...[
        "",
        "x",
        base64("{"),
        base64("null"),
        base64("[]"),
        client({}),
        client({ challenge: 7 }),
        client({ challenge: {} }),
      ].map((clientDataJSON) => ({ ...good, response: { ...good.response, clientDataJSON } })),
    ];
    for (const response of broken) {
      const answer = await user.call("POST", "/api/user/passkey-login", { response });
      expect(answer.status, JSON.stringify(response).slice(0, 200)).toBe(400);
    }
    for (const [field, value] of [
      ["authenticatorData", ""],
      ["authenticatorData", base64("x".repeat(36))],
      ["authenticatorData", base64(`${"x".repeat(32)}\u0045${"x".repeat(4)}`)],
      ["signature", ""],
      ["signature", base64("x")],
    ] as const) {
      const fresh = key.get(await ask(user));
      const response = { ...fresh, response: { ...fresh.response, [field]: value } };
      expect((await user.call("POST", "/api/user/passkey-login", { response })).status).toBe(400);
    }
    expect((await logIn(app, key)).answer.status).toBe(200);
  });

  it("S5: rotates a browser's session", async () => {
    const { user, key } = await withPasskey(app);
    const browser = new Browser(app, ORIGIN);
    await browser.send("GET", "/api/token");
    const planted = browser.cookies.get("__Host-token") ?? "";
    const asked = jsonOf(await browser.send("POST", "/api/user/passkey-login/begin", {}));
    const response = key.get({ challenge: String(asked["challenge"]), rpId: String(asked["rpId"]) });
    const answer = await browser.send("POST", "/api/user/passkey-login", { response });
    expect([answer.status, jsonOf(answer)["profileId"]]).toEqual([200, user.profileId]);
    expect(browser.cookies.get("__Host-token")).not.toBe(planted);
    expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
    const attacker = new Browser(app, ORIGIN);
    attacker.cookies.set("__Host-token", planted);
    expect([401, 403]).toContain((await attacker.send("GET", "/api/user/me")).status);
  });

  it("S33: the log tells of logins and failed ones, and holds no credential", async () => {
    const last = (await app.db.selectFrom("audit_log").select("id").orderBy("id", "desc").executeTakeFirst())?.id ?? 0;
    const { user, key, keyId } = await withPasskey(app);
    await logIn(app, key);
    await expectRefused(app, key, { forge: true });
    await user.call("DELETE", `/api/user/passkeys/${keyId}`);
    const lines = await app.db.selectFrom("audit_log").selectAll().where("id", ">", last).orderBy("id").execute();
    expect(lines.map(({ action }) => action)).toEqual([
      "account.sign-up",
      "account.passkey-added",
      "account.login",
      "account.login-failed",
      "account.passkey-removed",
    ]);
    expect(new Set(lines.map(({ actor }) => actor)).size).toBe(1);
    for (const word of [key.id, user.email, "Telephone"]) expect(JSON.stringify(lines)).not.toContain(word);
    expect(app.logged()).not.toContain(key.id);
  });
});

describe("a passkey as a proof", () => {
  it("opens what asks for one, for this session alone", async () => {
    const { user, key } = await withPasskey(app);
    now += 10 * MINUTE + 1;
    expect((await user.call("POST", "/api/user/passkeys/begin", {})).body["code"]).toBe("not-proven");
    const response = key.get(await ask(user));
    const answer = await user.call("POST", "/api/user/passkeys/confirm", { response });
    expect([answer.status, answer.body]).toEqual([200, { message: "success" }]);
    expect((await begin(user)).challenge).not.toBe("");
    now += 10 * MINUTE + 1;
    expect((await user.call("POST", "/api/user/passkeys/begin", {})).status).toBe(403);
    expect((await user.call("POST", "/api/user/passkeys/confirm", { response })).status).toBe(400);
  });

  it("of somebody else proves nothing", async () => {
    const [mine, yours] = [await withPasskey(app), await withPasskey(app)];
    now += 10 * MINUTE + 1;
    const response = yours.key.get(await ask(mine.user));
    const answer = await mine.user.call("POST", "/api/user/passkeys/confirm", { response });
    expect([answer.status, answer.body["code"]]).toEqual([400, "passkey-failed"]);
    expect((await mine.user.call("POST", "/api/user/passkeys/begin", {})).status).toBe(403);
    const visitor = await withToken(app);
    const stolen = yours.key.get(await ask(visitor));
    expect((await visitor.call("POST", "/api/user/passkeys/confirm", { response: stolen })).status).toBe(403);
  });
});

describe("deletion and limits", () => {
  it("L24: a deleted account leaves no passkey", async () => {
    const { user, key } = await withPasskey(app);
    expect((await user.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD })).status).toBe(200);
    await expectRefused(app, key);
    expect(await app.db.selectFrom("passkey").select("id").where("id", "=", key.id).execute()).toEqual([]);
  });

  it("S9: tries from one address are counted", async () => {
    const strict = await startTestApp({ env: { BASE_URL: ORIGIN, RATE_LIMITS: "on" } });
    try {
      const user = await withToken(strict);
      const statuses = new Set<number>();
      let last: string | null = null;
      for (let n = 0; n < 61; n += 1) {
        const answer = await user.call("POST", "/api/user/passkey-login/begin", {});
        statuses.add(answer.status);
        last = answer.headers.get("retry-after");
      }
      expect([...statuses]).toEqual([200, 429]);
      expect(Number(last)).toBeGreaterThan(0);
      // One open challenge per token, however often the token asks.
      expect(await strict.db.selectFrom("passkey_challenge").select("challenge").execute()).toHaveLength(1);
    } finally {
      await strict.stop();
    }
  });

  it("another site's passkey is worth nothing on plain localhost either", async () => {
    const local = await startTestApp();
    try {
      const user = await new ApiUser(local).signUp();
      const options = await begin(user);
      expect(options.rp.id).toBe("localhost");
      const response = new Authenticator(ORIGIN).create(options);
      expect((await user.call("POST", "/api/user/passkeys", { name: "x", response })).status).toBe(400);
      const own = new Authenticator(local.services.config.baseUrl).create(await begin(user));
      expect((await user.call("POST", "/api/user/passkeys", { name: "x", response: own })).status).toBe(200);
    } finally {
      await local.stop();
    }
  });
});
