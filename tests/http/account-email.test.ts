import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { emailsTo, linkTo } from "#tests/helpers/emails.ts";

// Confirming and changing an address: L26, U13, S9.

const PASSWORD = "correct-horse-battery";
const START = new Date("2026-11-15T12:00:00Z").getTime();
const MINUTE = 60_000;
const DAY = 86_400_000;
let now = START;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
});
afterAll(() => app.stop());

async function visitor(where = app): Promise<ApiUser> {
  const user = new ApiUser(where);
  await user.fetchToken();
  return user;
}

const errorOf = (answer: { status: number; body: Record<string, unknown> }) => [answer.status, answer.body["code"]];

async function isVerified(user: ApiUser): Promise<unknown> {
  return (await user.call("GET", "/api/user/account")).body["isEmailVerified"];
}

describe("an address is confirmed", () => {
  test("by the link that sign-up mails, once, from any browser, within a day", async () => {
    const user = await new ApiUser(app).signUp("verify@example.test", PASSWORD);
    const [mail] = await emailsTo(app, user.email);
    expect(mail).toMatchObject({ kind: "verify-email", subject: "Confirm your e-mail address" });
    expect(mail?.action?.href).toMatch(/^http:\/\/localhost:\d+\/verify-email#[\w-]{43}$/);
    const token = await linkTo(app, user.email, "verify-email");
    const rows = await app.db.selectFrom("account_link").select("token_hash").execute();
    expect(rows.map((row) => row.token_hash.toString("hex"))).toContain(
      createHash("sha256").update(token).digest("hex"),
    );
    expect(await isVerified(user)).toBe(false);
    try {
      now = START + DAY;
      expect(errorOf(await (await visitor()).call("POST", "/api/user/verify-email", { token }))).toEqual([
        400,
        "bad-link",
      ]);
    } finally {
      now = START;
    }
    expect((await (await visitor()).call("POST", "/api/user/verify-email", { token })).body).toEqual({
      message: "success",
    });
    expect(await isVerified(user)).toBe(true);
    expect(errorOf(await user.call("POST", "/api/user/verify-email", { token }))).toEqual([400, "bad-link"]);
  });

  test("by a link sent again, which kills the older one; a confirmed one gets none", async () => {
    const user = await new ApiUser(app).signUp("again@example.test", PASSWORD);
    const older = await linkTo(app, user.email, "verify-email");
    expect((await user.call("POST", "/api/user/verify-email/send", {})).body).toEqual({ message: "success" });
    const token = await linkTo(app, user.email, "verify-email");
    expect(errorOf(await user.call("POST", "/api/user/verify-email", { token: older }))).toEqual([400, "bad-link"]);
    expect((await user.call("POST", "/api/user/verify-email", { token })).status).toBe(200);
    const before = await emailsTo(app, user.email);
    expect((await user.call("POST", "/api/user/verify-email/send", {})).status).toBe(200);
    expect(await emailsTo(app, user.email)).toEqual(before);
  });

  test("of many uses at once one counts", async () => {
    const user = await new ApiUser(app).signUp("once@example.test", PASSWORD);
    const token = await linkTo(app, user.email, "verify-email");
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.call("POST", "/api/user/verify-email", { token })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test("never without a token, and by nothing that is not a link", async () => {
    expect((await new ApiUser(app).call("POST", "/api/user/verify-email", { token: "x" })).status).toBe(401);
    expect((await new ApiUser(app).call("POST", "/api/user/verify-email/send", {})).status).toBe(401);
    const nobody = await visitor();
    expect(errorOf(await nobody.call("POST", "/api/user/verify-email/send", {}))).toEqual([403, "not-yours"]);
    for (const body of [{}, { token: null }, { token: 1 }, { token: "x".repeat(101) }])
      expect(errorOf(await nobody.call("POST", "/api/user/verify-email", body))).toEqual([400, "bad-request"]);
  });
});

describe("an address is changed", () => {
  const ask = (user: ApiUser, email: string, password?: string) =>
    user.call("POST", "/api/user/email", { email, ...(password === undefined ? {} : { password }) });
  const confirm = async (token: string) => (await visitor()).call("POST", "/api/user/email/confirm", { token });

  test("once the new one has used its link; the old one is told twice and is free again", async () => {
    const user = await new ApiUser(app).signUp("old.address@example.test", PASSWORD);
    const reset = await visitor();
    await reset.call("POST", "/api/user/reset/ask", { email: user.email });
    const resetToken = await linkTo(app, user.email, "reset-password");
    expect((await ask(user, "New.Address@example.test", PASSWORD)).status).toBe(200);
    expect((await user.call("GET", "/api/user/me")).body).toMatchObject({ email: user.email });
    expect((await emailsTo(app, user.email)).at(-1)?.subject).toBe("A new e-mail address for your account");
    const token = await linkTo(app, "New.Address@example.test", "change-email");
    expect((await confirm(token)).body).toEqual({ message: "success" });
    expect((await user.call("GET", "/api/user/account")).body).toMatchObject({
      email: "New.Address@example.test",
      isEmailVerified: true,
    });
    expect((await emailsTo(app, user.email)).at(-1)?.subject).toBe("Your e-mail address was changed");
    // A link that went to the old address lets nobody in any more.
    expect(
      errorOf(await reset.call("POST", "/api/user/reset", { token: resetToken, password: "third-horse-battery" })),
    ).toEqual([400, "bad-link"]);
    const logIn = async (email: string) =>
      (await (await visitor()).call("POST", "/api/user/login", { email, password: PASSWORD })).status;
    expect([await logIn("new.address@example.test"), await logIn(user.email)]).toEqual([200, 400]);
    await new ApiUser(app).signUp(user.email, "third-horse-battery");
    expect(errorOf(await confirm(token))).toEqual([400, "bad-link"]);
  });

  test("with a fresh proof or the password alone", async () => {
    const user = await new ApiUser(app).signUp("proof@example.test", PASSWORD);
    expect(errorOf(await ask(user, "x@example.test", "wrong-horse"))).toEqual([400, "invalid-credentials"]);
    try {
      now = START + 11 * MINUTE;
      expect(errorOf(await ask(user, "x@example.test"))).toEqual([403, "not-proven"]);
      expect((await user.call("POST", "/api/user/confirm", { password: PASSWORD })).status).toBe(200);
      now += 9 * MINUTE;
      expect((await ask(user, "x@example.test")).status).toBe(200);
    } finally {
      now = START;
    }
    for (const email of ["", "x", "a b@c.de", "a@b.de\u202e"])
      expect(errorOf(await ask(user, email)), email).toEqual([400, "bad-request"]);
    expect((await new ApiUser(app).call("POST", "/api/user/email", { email: "x@y.z" })).status).toBe(401);
    expect(errorOf(await ask(await visitor(), "x@example.test"))).toEqual([403, "not-yours"]);
  });

  test("L19: an address that has an account gets one answer and other words; nothing can be taken from it", async () => {
    const owner = await new ApiUser(app).signUp("taken@example.test", PASSWORD);
    const user = await new ApiUser(app).signUp("taker@example.test", PASSWORD);
    const [taken, free] = [await ask(user, "TAKEN@example.test"), await ask(user, "free@example.test")];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect((await emailsTo(app, "TAKEN@example.test")).map(({ subject }) => subject)).toEqual([
      "Your e-mail address on Pipelines",
    ]);
    expect((await owner.call("GET", "/api/user/me")).body).toMatchObject({ email: "taken@example.test" });
  });

  test("L19: nor does the caller's own archive tell whether an address has an account", async () => {
    await new ApiUser(app).signUp("listed@example.test", PASSWORD);
    const user = await new ApiUser(app).signUp("archivist@example.test", PASSWORD);
    for (const email of ["listed@example.test", "not-listed@example.test"])
      expect((await ask(user, email)).status).toBe(200);
    const { mails } = (await user.call("GET", "/api/user/export")).body as { mails: { recipient: string }[] };
    expect(mails.filter(({ recipient }) => recipient !== user.email)).toEqual([]);
  });

  test("not when somebody else took it meanwhile", async () => {
    const user = await new ApiUser(app).signUp("slow@example.test", PASSWORD);
    await ask(user, "wanted@example.test");
    const token = await linkTo(app, "wanted@example.test", "change-email");
    await new ApiUser(app).signUp("wanted@example.test", PASSWORD);
    expect(errorOf(await confirm(token))).toEqual([400, "email-in-use"]);
    expect((await user.call("GET", "/api/user/me")).body).toMatchObject({ email: user.email });
    expect((await new ApiUser(app).call("POST", "/api/user/email/confirm", { token })).status).toBe(401);
  });
});

test("L26: no e-mail names an employer, a title, a name or a pipeline", async () => {
  const user = await new ApiUser(app).signUp("quiet@example.test", PASSWORD);
  await user.save({
    firstName: "Canarius",
    lastName: "Testperson",
    username: "canary_name",
    pipeline: [stop("Canary Employer", "Canary Title", "2020-01-01", "current")],
  });
  await user.call("POST", "/api/user/email", { email: "quiet.new@example.test" });
  await user.call("POST", "/api/user/reset/ask", { email: user.email });
  await user.call("POST", "/api/user/verify-email/send", {});
  await user.call("POST", "/api/user/password", { password: PASSWORD, newPassword: "third-horse-battery" });
  const emails = [...(await emailsTo(app, user.email)), ...(await emailsTo(app, "quiet.new@example.test"))];
  expect(emails.length).toBeGreaterThanOrEqual(6);
  for (const mail of emails) {
    expect(JSON.stringify(mail)).not.toMatch(/canar|testperson|employer|clerk/i);
    expect(mail.subject).not.toMatch(/@|pipeline(?!s\b)/i);
  }
});

test("U13, S9: three mails a day to one address, thirty an hour for one sender, and one answer", async () => {
  const strict = await startTestApp({ now: () => new Date(now), env: { RATE_LIMITS: "on" } });
  try {
    const user = await new ApiUser(strict).signUp("flood@example.test", PASSWORD);
    const asker = await visitor(strict);
    const texts = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const answer = await asker.call("POST", "/api/user/reset/ask", {
        email: n % 2 === 0 ? user.email : "FLOOD@example.test",
      });
      texts.add(`${answer.status} ${answer.text}`);
    }
    expect(texts.size).toBe(1);
    // The one of the sign-up counts.
    expect(await emailsTo(strict, user.email)).toHaveLength(3);
    for (let n = 5; n < 30; n += 1)
      expect((await asker.call("POST", "/api/user/reset/ask", { email: `n${n}@example.test` })).status).toBe(200);
    const answer = await asker.call("POST", "/api/user/reset/ask", { email: "n30@example.test" });
    expect(errorOf(answer)).toEqual([429, "too-many-requests"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});

test("L19: whoever asks for a new address does not learn whether others had e-mails sent to it today", async () => {
  const strict = await startTestApp({ now: () => new Date(now), env: { RATE_LIMITS: "on" } });
  try {
    const user = await new ApiUser(strict).signUp("curious@example.test", PASSWORD);
    const asker = await visitor(strict);
    for (let n = 0; n < 3; n += 1) await asker.call("POST", "/api/user/reset/ask", { email: "busy@example.test" });
    type Export = { log: { action: string }[]; links: { purpose: string }[]; mails: { kind: string }[] };
    const seen = async () => {
      const { log, links, mails } = (await user.call<Export>("GET", "/api/user/export")).body;
      const asked = log.filter(({ action }) => action === "account.email-change-asked").length;
      const change = links.filter(({ purpose }) => purpose === "change-email");
      return { asked, change, notices: mails.filter(({ kind }) => kind === "account-notice").length };
    };
    const ask = (email: string) => user.call("POST", "/api/user/email", { email });
    await ask("quiet@example.test");
    expect(await seen()).toEqual({ asked: 1, change: [], notices: 1 });
    await ask("busy@example.test");
    expect(await seen()).toEqual({ asked: 2, change: [], notices: 2 });
    expect(await emailsTo(strict, "busy@example.test")).toEqual([]);
  } finally {
    await strict.stop();
  }
});

test("L23: no token, address or password is in the log", async () => {
  const tokens = await app.db.selectFrom("mail").select(["letter", "recipient"]).execute();
  expect(tokens.length).toBeGreaterThan(10);
  const logged = app.logged();
  const mailed = tokens.flatMap(({ letter }) => /#([\w-]{43})/.exec(JSON.stringify(letter))?.[1] ?? []);
  expect(mailed.length).toBeGreaterThan(10);
  for (const secret of [...mailed, ...tokens.map(({ recipient }) => recipient)]) expect(logged).not.toContain(secret);
  expect(logged).not.toContain(PASSWORD);
});
