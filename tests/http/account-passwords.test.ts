import { argon2Sync, createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allAfterResponseDone } from "#server/after-response.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { fullCost } from "#tests/helpers/full-cost.ts";
import { jsonOf } from "#tests/helpers/raw.ts";
import { emailsTo, linkTo } from "#tests/helpers/emails.ts";
import { suspend } from "#tests/helpers/suspend.ts";

// S1 to S6: passwords over their whole life.

const PASSWORD = "correct-horse-battery";
const NEXT = "another-horse-battery";
const START = new Date("2026-11-15T12:00:00Z").getTime();
const HOUR = 3_600_000;
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

async function logIn(email: string, password: string): Promise<{ user: ApiUser; status: number }> {
  const user = new ApiUser(app);
  await user.fetchToken();
  const answer = await user.call("POST", "/api/user/login", { email, password });
  return { user, status: answer.status };
}

async function hashOf(email: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("account")
    .select("password_hash")
    .where("email_key", "=", email)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

const errorOf = (answer: { status: number; body: Record<string, unknown> }) => [answer.status, answer.body["code"]];

describe("a stored password", () => {
  test("S1: made at a lower cost is right, and made anew at the login", async () => {
    using _cost = fullCost();
    const user = await new ApiUser(app).signUp("old-cost@example.test", PASSWORD);
    const nonce = randomBytes(16);
    const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync("argon2id", { ...cost, message: Buffer.from(PASSWORD), nonce });
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`;
    await app.db.updateTable("account").set({ password_hash: old }).where("email_key", "=", user.email).execute();
    expect((await logIn(user.email, "wrong-horse-battery")).status).toBe(400);
    expect(await hashOf(user.email)).toBe(old);
    expect((await logIn(user.email, PASSWORD)).status).toBe(200);
    const raised = await hashOf(user.email);
    expect(raised).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(user.email, PASSWORD)).status).toBe(200);
    expect(await hashOf(user.email)).toBe(raised);
  });

  test("of an account without one: no password signs in, and it says the same", async () => {
    const user = await new ApiUser(app).signUp("no-password@example.test", PASSWORD);
    await app.db.updateTable("account").set({ password_hash: null }).where("email_key", "=", user.email).execute();
    for (const password of [PASSWORD, "null", "x"]) {
      const { status } = await logIn(user.email, password);
      expect(status, password).toBe(400);
    }
  });
});

describe("changing the password", () => {
  test("S6: ends every other session on every process, keeps this one, and tells the address", async () => {
    const user = await new ApiUser(app).signUp("change@example.test", PASSWORD);
    const others = [(await logIn(user.email, PASSWORD)).user, (await logIn(user.email, PASSWORD)).user];
    const browser = await new Browser(twin).signUp("bystander@example.test", PASSWORD);
    const elsewhere = new ApiUser(twin);
    elsewhere.token = others[1]?.token;
    expect((await elsewhere.call("GET", "/api/user/me")).status).toBe(200);
    const answer = await user.call("POST", "/api/user/password", { password: PASSWORD, newPassword: NEXT });
    expect(answer.body).toEqual({ message: "success" });
    expect((await elsewhere.call("GET", "/api/user/me")).status).toBe(401);
    expect((await elsewhere.call("PATCH", `/api/profile/${user.profileId}`, { location: "X" })).status).toBe(401);
    expect((await others[0]?.call("GET", "/api/user/me"))?.status).toBe(401);
    expect((await user.call("GET", "/api/user/me")).status).toBe(200);
    expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
    expect((await logIn(user.email, PASSWORD)).status).toBe(400);
    expect((await logIn(user.email, NEXT)).status).toBe(200);
    expect((await emailsTo(app, user.email)).map((mail) => mail.subject)).toContain("Your password was changed");
  });

  test("wants the present one, however fresh the session is", async () => {
    const user = await new ApiUser(app).signUp("present@example.test", PASSWORD);
    const change = (body: Record<string, unknown>) => user.call("POST", "/api/user/password", body);
    expect(errorOf(await change({ newPassword: NEXT }))).toEqual([403, "not-proven"]);
    expect(errorOf(await change({ password: "wrong-horse", newPassword: NEXT }))).toEqual([400, "invalid-credentials"]);
    expect((await logIn(user.email, PASSWORD)).status).toBe(200);
  });

  test("S3: refuses what is common, the site's name, the address and the person's own names", async () => {
    const user = await new ApiUser(app).signUp("marguerite@example.test", PASSWORD);
    await user.save({ firstName: "Annelore", lastName: "Zwiebelfisch Kantate", username: "leuchtturm" });
    for (const newPassword of [
      "password1",
      "my-Pipelines-1",
      "xMARGUERITEx1",
      "annelore-4711",
      "Zwiebelfisch99",
      "77kantate77",
      "LeuchtTurm.77",
      "short",
      "with a blank in it",
    ]) {
      const answer = await user.call("POST", "/api/user/password", { password: PASSWORD, newPassword });
      expect(errorOf(answer), newPassword).toEqual([400, "weak-password"]);
    }
    expect((await logIn(user.email, PASSWORD)).status).toBe(200);
  });

  test("an account without one sets its first by a fresh proof alone", async () => {
    const user = await new ApiUser(app).signUp("network-only@example.test", PASSWORD);
    await app.db.updateTable("account").set({ password_hash: null }).where("email_key", "=", user.email).execute();
    try {
      now = START + 11 * 60_000;
      expect(errorOf(await user.call("POST", "/api/user/password", { newPassword: NEXT }))).toEqual([
        403,
        "not-proven",
      ]);
      now = START + 9 * 60_000;
      expect((await user.call("POST", "/api/user/password", { newPassword: NEXT })).status).toBe(200);
    } finally {
      now = START;
    }
    expect((await logIn(user.email, NEXT)).status).toBe(200);
  });

  test("is for the signed-in, and a broken body is refused", async () => {
    const visitor = new ApiUser(app);
    expect((await visitor.call("POST", "/api/user/password", { newPassword: NEXT })).status).toBe(401);
    await visitor.fetchToken();
    expect(errorOf(await visitor.call("POST", "/api/user/password", { newPassword: NEXT }))).toEqual([
      403,
      "not-yours",
    ]);
    expect((await visitor.call("POST", "/api/user/password", { newPassword: 7 })).status).toBe(400);
  });

  test("of two at once with the old one only one is taken, and no login by the old one survives it", async () => {
    const user = await new ApiUser(app).signUp("race@example.test", PASSWORD);
    const [one, two] = await Promise.all(
      ["first-new-horse", "second-new-horse"].map((newPassword) =>
        user.call("POST", "/api/user/password", { password: PASSWORD, newPassword }),
      ),
    );
    expect([one?.status, two?.status].filter((status) => status === 200)).toHaveLength(1);
    const current = one?.status === 200 ? "first-new-horse" : "second-new-horse";
    const [change, ...logins] = await Promise.all([
      user.call("POST", "/api/user/password", { password: current, newPassword: NEXT }),
      ...Array.from({ length: 4 }, () => logIn(user.email, current)),
    ]);
    expect(change.status).toBe(200);
    for (const { user: other } of logins) expect((await other.call("GET", "/api/user/me")).status).not.toBe(200);
  });
});

describe("a forgotten password", () => {
  async function ask(email: string): Promise<void> {
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    const answer = await visitor.call("POST", "/api/user/reset/ask", { email });
    expect(answer.body).toEqual({ message: "If this address has an account, an e-mail is on its way." });
    await allAfterResponseDone();
  }

  async function reset(token: string, password: string) {
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    return visitor.call("POST", "/api/user/reset", { token, password });
  }

  test("is replaced by a mailed link: sessions end, the address counts as confirmed and is told", async () => {
    const user = await new ApiUser(app).signUp("forgot@example.test", PASSWORD);
    await ask("FORGOT@example.test");
    const mail = (await emailsTo(app, user.email)).at(-1);
    expect(mail).toMatchObject({ kind: "reset-password", subject: "Choose a new password" });
    expect(mail?.action?.href).toMatch(/^http:\/\/localhost:\d+\/reset-password#[\w-]{43}$/);
    const token = await linkTo(app, user.email, "reset-password");
    const stored = await app.db
      .selectFrom("account_link")
      .selectAll()
      .where("purpose", "=", "reset-password")
      .execute();
    expect(stored.map((row) => row.token_hash.toString("hex"))).toEqual([
      createHash("sha256").update(token).digest("hex"),
    ]);
    expect((await reset(token, NEXT)).body).toEqual({ message: "success" });
    expect((await user.call("GET", "/api/user/me")).status).toBe(401);
    expect((await logIn(user.email, PASSWORD)).status).toBe(400);
    const { user: back, status } = await logIn(user.email, NEXT);
    expect(status).toBe(200);
    expect((await back.call("GET", "/api/user/account")).body).toMatchObject({ isEmailVerified: true });
    expect((await emailsTo(app, user.email)).at(-1)?.subject).toBe("Your password was changed");
  });

  test("a link works once, a weak password does not use it up, an older one and an old one are dead", async () => {
    const user = await new ApiUser(app).signUp("links@example.test", PASSWORD);
    await ask(user.email);
    const older = await linkTo(app, user.email, "reset-password");
    await ask(user.email);
    const token = await linkTo(app, user.email, "reset-password");
    expect(errorOf(await reset(older, NEXT))).toEqual([400, "bad-link"]);
    expect(errorOf(await reset(token, "password1"))).toEqual([400, "weak-password"]);
    try {
      now = START + HOUR;
      expect(errorOf(await reset(token, NEXT))).toEqual([400, "bad-link"]);
    } finally {
      now = START;
    }
    const both = await Promise.all([reset(token, NEXT), reset(token, "third-horse-battery")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(errorOf(await reset(token, NEXT))).toEqual([400, "bad-link"]);
    for (const junk of ["", "x", "A".repeat(43), `${token}x`, token.toLowerCase()])
      expect(errorOf(await reset(junk, NEXT)), junk).toEqual([400, "bad-link"]);
  });

  test("every link dies when the password is changed", async () => {
    const user = await new ApiUser(app).signUp("dead-links@example.test", PASSWORD);
    await ask(user.email);
    const token = await linkTo(app, user.email, "reset-password");
    await user.call("POST", "/api/user/password", { password: PASSWORD, newPassword: NEXT });
    expect(errorOf(await reset(token, "third-horse-battery"))).toEqual([400, "bad-link"]);
    const verify = await linkTo(app, user.email, "verify-email");
    expect(errorOf(await user.call("POST", "/api/user/verify-email", { token: verify }))).toEqual([400, "bad-link"]);
  });

  test("a link of another purpose resets nothing", async () => {
    const user = await new ApiUser(app).signUp("purpose@example.test", PASSWORD);
    const token = await linkTo(app, user.email, "verify-email");
    expect(errorOf(await reset(token, NEXT))).toEqual([400, "bad-link"]);
    expect((await user.call("POST", "/api/user/verify-email", { token })).status).toBe(200);
  });

  test("L19: unknown, suspended and known addresses get one answer; only the last gets a mail", async () => {
    const suspended = await new ApiUser(app).signUp("ask-suspended@example.test", PASSWORD);
    await suspend(app, suspended.email);
    for (const email of ["nobody-asks@example.test", suspended.email, "no address at all", ""]) await ask(email);
    expect(await emailsTo(app, "nobody-asks@example.test")).toEqual([]);
    expect((await emailsTo(app, suspended.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect((await new ApiUser(app).call("POST", "/api/user/reset/ask", { email: "x@y.z" })).status).toBe(401);
  });
});

describe("a browser", () => {
  test("keeps its session after its own change", async () => {
    const browser = await new Browser(app).signUp("browser-change@example.test", PASSWORD);
    const answer = await browser.send("POST", "/api/user/password", { password: PASSWORD, newPassword: NEXT });
    expect(jsonOf(answer)).toEqual({ message: "success" });
    expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
  });
});
