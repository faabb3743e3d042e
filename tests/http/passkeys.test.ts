import { createServer } from "node:http";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Authenticator, type Twist } from "#tests/helpers/authenticator.ts";
import {
  ask,
  begin,
  expectRefused,
  type Key,
  listKeys,
  logIn,
  ORIGIN,
  withPasskey,
  withToken,
} from "#tests/helpers/passkeys.ts";

const MINUTE = 60_000;
const PASSWORD = "correct-horse-battery";

let app: TestApp;
let now = Date.parse("2026-11-15T12:00:00Z");

beforeAll(async () => {
  app = await startTestApp({ env: { BASE_URL: ORIGIN }, now: () => new Date(now) });
});
afterAll(() => app.stop());

const mailsOf = async (email: string) =>
  (await app.db.selectFrom("mail").selectAll().where("recipient", "=", email).orderBy("created_at").execute()).filter(
    ({ kind }) => kind === "account-notice",
  );

describe("adding a passkey", () => {
  it("gives options of our own settings, that name the account by nothing else uses", async () => {
    const user = await new ApiUser(app).signUp();
    const options = await begin(user);
    expect(options).toMatchObject({
      rp: { id: "pipelines.example", name: "Pipelines" },
      attestation: "none",
      timeout: 5 * MINUTE,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, "base64url")).toHaveLength(32);
    expect(Buffer.from(options.user.id, "base64url")).toHaveLength(32);
    const again = await begin(user);
    expect([again.user.id === options.user.id, again.challenge === options.challenge]).toEqual([true, false]);
    const account = await app.db.selectFrom("account").select("id").where("email", "=", user.email).executeTakeFirst();
    for (const id of [account?.id ?? "none", user.profileId]) expect(JSON.stringify(options)).not.toContain(id);
  });

  it("lists it by name and day, and tells the account's address", async () => {
    const { user, key } = await withPasskey(app);
    expect(await listKeys(user)).toEqual([
      { _id: expect.stringMatching(/^[0-9a-f]{24}$/), name: "Telephone", createdOn: "2026-11-15", lastUsed: "" },
    ]);
    expect((await begin(user)).excludeCredentials).toEqual([
      { id: key.id, type: "public-key", transports: ["internal"] },
    ]);
    const mails = await mailsOf(user.email);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0]?.letter)).toContain("A passkey was added to your account");
  });

  it.each<[string, Twist]>([
    ["another origin", { origin: "https://evil.example" }],
    ["our origin over plain http", { origin: "http://pipelines.example" }],
    ["a subdomain", { origin: "https://www.pipelines.example" }],
    ["another party's id", { rpId: "evil.example" }],
    ["no user verification", { userVerified: false }],
    ["nobody present", { userPresent: false, userVerified: false }],
    ["an answer to the other question", { type: "webauthn.get" }],
    ["another challenge", { challenge: "A".repeat(43) }],
    ["a foreign page's frame", { crossOrigin: true }],
    ["an algorithm we did not offer", { algorithm: -36 }],
    ["an unknown statement", { format: "made-up" }],
    ["a statement inside none", { statement: new Map([["sig", new Uint8Array(8)]]) }],
    [
      "a self-signed statement that is wrong",
      {
        format: "packed",
        statement: new Map<string, unknown>([
          ["alg", -7],
          ["sig", new Uint8Array(64)],
        ]),
      },
    ],
    ["an id longer than any", { credentialId: Buffer.alloc(1_024, 7) }],
  ])("refuses %s", async (_what, twist) => {
    const user = await new ApiUser(app).signUp();
    const response = new Authenticator(ORIGIN).create(await begin(user), twist);
    const answer = await user.call("POST", "/api/user/passkeys", { name: "Telephone", response });
    expect(answer.status, answer.text).toBe(400);
    expect(["passkey-failed", "bad-request"]).toContain(answer.body["code"]);
    expect(await listKeys(user)).toEqual([]);
    expect(await mailsOf(user.email)).toEqual([]);
  });

  it("S27: refuses a statement with certificates before it looks into them", async () => {
    let hits = 0;
    const canary = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    try {
      const address = canary.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const certificatesOf = `http://127.0.0.1:${port}/revoked.crl`;
      const user = await new ApiUser(app).signUp();
      for (const format of ["android-key", "packed", "fido-u2f", "tpm", "apple", "android-safetynet"]) {
        const response = new Authenticator(ORIGIN).create(await begin(user), { format, certificatesOf });
        const answer = await user.call("POST", "/api/user/passkeys", { name: "x", response });
        expect([format, answer.status, answer.body["code"]]).toEqual([format, 400, "passkey-failed"]);
      }
      expect(hits).toBe(0);
      // The statement is one that does make the library look: without our refusal it would have.
      const options = await begin(user);
      const response = new Authenticator(ORIGIN).create(options, { format: "android-key", certificatesOf });
      const unguarded = verifyRegistrationResponse({
        response: { ...response, type: "public-key", authenticatorAttachment: "platform" },
        expectedChallenge: options.challenge,
        expectedOrigin: ORIGIN,
        expectedRPID: "pipelines.example",
      });
      await expect(unguarded).rejects.toThrow("not a known root");
      expect(hits).toBeGreaterThan(0);
    } finally {
      canary.close();
    }
  });

  it("a challenge is good for one answer, a failed one too, and five minutes", async () => {
    const user = await new ApiUser(app).signUp();
    const send = (response: unknown) => user.call("POST", "/api/user/passkeys", { name: "Key", response });
    const first = await begin(user);
    expect((await send(new Authenticator(ORIGIN).create(first))).status).toBe(200);
    expect((await send(new Authenticator(ORIGIN).create(first))).body["code"]).toBe("passkey-failed");
    const second = await begin(user);
    expect((await send(new Authenticator(ORIGIN).create(second, { userVerified: false }))).status).toBe(400);
    expect((await send(new Authenticator(ORIGIN).create(second))).status).toBe(400);
    const third = await begin(user);
    now += 5 * MINUTE;
    expect((await send(new Authenticator(ORIGIN).create(third))).status).toBe(400);
    const fourth = await begin(user);
    await begin(user);
    expect((await send(new Authenticator(ORIGIN).create(fourth))).status).toBe(400);
    expect(await listKeys(user)).toHaveLength(1);
  });

  it("a challenge works for the session that asked alone, and not for a login", async () => {
    const [user, other] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    const response = new Authenticator(ORIGIN).create(await begin(user));
    expect((await other.call("POST", "/api/user/passkeys", { name: "x", response })).status).toBe(400);
    const same = new ApiUser(app);
    await same.fetchToken();
    await same.call("POST", "/api/user/login", { email: user.email, password: PASSWORD });
    expect((await same.call("POST", "/api/user/passkeys", { name: "x", response })).status).toBe(400);
    // It is still there for its own session.
    expect((await user.call("POST", "/api/user/passkeys", { name: "x", response })).status).toBe(200);
    const { user: owner, key } = await withPasskey(app);
    const { challenge } = await begin(owner);
    const mixed = key.get({ challenge, rpId: "pipelines.example" });
    expect((await owner.call("POST", "/api/user/passkey-login", { response: mixed })).status).toBe(400);
    const created = new Authenticator(ORIGIN).create({
      ...(await begin(owner)),
      challenge: (await ask(owner)).challenge,
    });
    expect((await owner.call("POST", "/api/user/passkeys", { name: "x", response: created })).status).toBe(400);
  });

  it("one credential belongs to one account, once", async () => {
    const { user, key } = await withPasskey(app);
    const credentialId = key.held?.id ?? Buffer.alloc(0);
    for (const somebody of [user, await new ApiUser(app).signUp()]) {
      const before = await listKeys(somebody);
      const response = new Authenticator(ORIGIN).create(await begin(somebody), { credentialId });
      const answer = await somebody.call("POST", "/api/user/passkeys", { name: "Copy", response });
      expect([answer.status, answer.body["code"]]).toEqual([400, "passkey-failed"]);
      expect(await listKeys(somebody)).toEqual(before);
    }
    expect((await logIn(app, key)).answer.status).toBe(200);
  });

  it("needs a proof of the last ten minutes, or the password", async () => {
    const user = await new ApiUser(app).signUp();
    now += 10 * MINUTE + 1;
    const stale = await user.call("POST", "/api/user/passkeys/begin", {});
    expect([stale.status, stale.body["code"]]).toEqual([403, "not-proven"]);
    const wrong = await user.call("POST", "/api/user/passkeys/begin", { password: "wrong-horse-battery" });
    expect([wrong.status, wrong.body["code"]]).toEqual([400, "invalid-credentials"]);
    expect((await user.call("POST", "/api/user/passkeys/begin", { password: PASSWORD })).status).toBe(200);
    await begin(user);
  });

  it("stops at twenty, two at once too", async () => {
    const { user } = await withPasskey(app);
    const { account_id } = await app.db
      .selectFrom("account")
      .innerJoin("passkey", "passkey.account_id", "account.id")
      .select("account_id")
      .where("email", "=", user.email)
      .executeTakeFirstOrThrow();
    const row = await app.db
      .selectFrom("passkey")
      .selectAll()
      .where("account_id", "=", account_id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 18 }, (_, n) => ({
      ...row,
      id: `${row.id.slice(0, 20)}${n}`,
      public_id: n.toString(16).padStart(2, "0") + row.public_id.slice(2).split("").toReversed().join(""),
    }));
    await app.db.insertInto("passkey").values(more).execute();
    const session = new ApiUser(app);
    await session.fetchToken();
    await session.call("POST", "/api/user/login", { email: user.email, password: PASSWORD });
    const [one, two] = [await begin(user), await begin(session)];
    const answers = await Promise.all([
      user.call("POST", "/api/user/passkeys", { name: "20", response: new Authenticator(ORIGIN).create(one) }),
      session.call("POST", "/api/user/passkeys", { name: "21", response: new Authenticator(ORIGIN).create(two) }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await listKeys(user)).toHaveLength(20);
    const refused = await user.call("POST", "/api/user/passkeys/begin", {});
    expect([refused.status, refused.body["code"]]).toEqual([409, "too-many-passkeys"]);
  });
});

it("an authenticator's answer by a token that nobody has signed in with adds nothing", async () => {
  const user = await new ApiUser(app).signUp();
  const response = new Authenticator(ORIGIN).create(await begin(user));
  const stranger = await withToken(app);
  const answer = await stranger.call("POST", "/api/user/passkeys", { name: "Mine", response });
  expect([answer.status, answer.body["code"]]).toEqual([403, "not-yours"]);
  expect(await listKeys(user)).toEqual([]);
});

describe("naming and removing", () => {
  it("is for the owner alone; to others it does not exist", async () => {
    const { user, keyId } = await withPasskey(app);
    const other = await new ApiUser(app).signUp();
    for (const [method, body] of [
      ["PATCH", { name: "Mine now" }],
      ["DELETE", undefined],
    ] as const) {
      expect((await other.call(method, `/api/user/passkeys/${keyId}`, body)).status).toBe(404);
      expect((await user.call(method, "/api/user/passkeys/junk", body)).status).toBe(404);
      expect((await (await withToken(app)).call(method, `/api/user/passkeys/${keyId}`, body)).status).toBe(403);
      expect((await new ApiUser(app).call(method, `/api/user/passkeys/${keyId}`, body)).status).toBe(401);
    }
    const renamed = await user.call<Key[]>("PATCH", `/api/user/passkeys/${keyId}`, { name: "  Work key " });
    expect(renamed.body.map(({ name }) => name)).toEqual(["Work key"]);
    for (const name of ["", "  ", "x".repeat(61), 7]) {
      expect((await user.call("PATCH", `/api/user/passkeys/${keyId}`, { name })).status).toBe(400);
    }
  });

  it("a removed one signs nobody in, and the account's address is told", async () => {
    const { user, key, keyId } = await withPasskey(app);
    now += 10 * MINUTE + 1;
    const stale = await user.call("DELETE", `/api/user/passkeys/${keyId}`);
    expect([stale.status, stale.body["code"]]).toEqual([403, "not-proven"]);
    await user.call("POST", "/api/user/confirm", { password: PASSWORD });
    const pending = await withToken(app);
    const late = key.get(await ask(pending));
    expect((await user.call("DELETE", `/api/user/passkeys/${keyId}`)).body).toEqual([]);
    await expectRefused(app, key);
    expect((await pending.call("POST", "/api/user/passkey-login", { response: late })).status).toBe(400);
    const mails = await mailsOf(user.email);
    expect(JSON.stringify(mails.at(-1)?.letter)).toContain("A passkey was removed from your account");
    expect((await user.call("DELETE", `/api/user/passkeys/${keyId}`)).status).toBe(404);
  });

  it("the only way in stays", async () => {
    const { user, key, keyId } = await withPasskey(app);
    await app.db.updateTable("account").set({ password_hash: null }).where("email", "=", user.email).execute();
    const answer = await user.call("DELETE", `/api/user/passkeys/${keyId}`);
    expect([answer.status, answer.body["code"]]).toEqual([409, "last-way-in"]);
    expect((await logIn(app, key)).answer.status).toBe(200);
    const second = new Authenticator(ORIGIN).create(await begin(user));
    expect((await user.call("POST", "/api/user/passkeys", { name: "Second", response: second })).status).toBe(200);
    expect((await user.call("DELETE", `/api/user/passkeys/${keyId}`)).status).toBe(200);
  });
});
