import { afterAll, beforeAll, expect, test } from "vitest";
import { allAfterResponseDone } from "#server/after-response.ts";
import { issueToken } from "#server/token.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// S9, S35: limits as they are in production. Every test comes from an address of its own.

const START = new Date("2026-11-15T12:00:00Z").getTime();
let now = START;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now), env: { RATE_LIMITS: "on" } });
});
afterAll(() => app.stop());

async function post(
  path: string,
  body: unknown,
  from: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const authorization = `Bearer ${issueToken(app.services.secret, new Date(now))}`;
  return sendRaw(app, {
    method: "POST",
    path,
    body: JSON.stringify(body),
    from,
    headers: { "content-type": "application/json", authorization, ...headers },
  });
}

function expectRefused(answer: RawAnswer): void {
  expect(answer.status).toBe(429);
  expect(jsonOf(answer)).toMatchObject({
    error: "Too many requests. Wait a moment and try again.",
    code: "too-many-requests",
  });
  expect(Number(answer.headers.get("retry-after")?.[0])).toBeGreaterThanOrEqual(1);
}

test("25 logins in five minutes from one address, whatever the e-mail", async () => {
  // A blank in the password is refused after the count and before the costly derivation.
  const attempt = (n: number, from = "127.0.0.2", headers = {}) =>
    post("/api/user/login", { email: `u${n}@example.test`, password: "a b" }, from, headers);
  for (let n = 0; n < 25; n += 1) expect((await attempt(n)).status).toBe(400);
  expectRefused(await attempt(25));
  expectRefused(await attempt(26, "127.0.0.2", { "x-forwarded-for": "203.0.113.9" }));
  expectRefused(await attempt(27, "127.0.0.2", { forwarded: "for=203.0.113.9", "x-real-ip": "203.0.113.9" }));
  expect((await attempt(28, "127.0.0.3")).status).toBe(400);
  now = START + 300_000;
  expect((await attempt(29)).status).toBe(400);
  now = START;
});

test("5 sign-ups in half an hour from one address", async () => {
  const attempt = (from = "127.0.0.4") => post("/api/user/signup", { email: "x", password: "y" }, from);
  for (let n = 0; n < 5; n += 1) expect((await attempt()).status).toBe(400);
  expectRefused(await attempt());
  expect((await attempt("127.0.0.5")).status).toBe(400);
});

test("300 logins a day for one e-mail, from however many addresses", async () => {
  let refused = 0;
  // 25 an hour, so that none of them needs a puzzle.
  const oneInTheNight = START + 13 * 3_600_000;
  for (let n = 0; n < 304; n += 1) {
    now = oneInTheNight + Math.floor(n / 25) * 3_600_000;
    const answer = await post(
      "/api/user/login",
      { email: n % 2 === 0 ? "day@example.test" : "DAY@example.test", password: "a b" },
      `127.0.1.${Math.floor(n / 20) + 1}`,
    );
    if (answer.status === 429) refused += 1;
  }
  now = START;
  expect(refused).toBe(4);
});

test("300 API calls in five minutes from one address, answers from memory included; loopback is no exception", async () => {
  const path = "/api/company/get/companies";
  for (let n = 0; n < 300; n += 1) expect((await sendRaw(app, { path, from: "127.0.0.6" })).status).toBe(200);
  expectRefused(await sendRaw(app, { path, from: "127.0.0.6" }));
  expectRefused(
    await sendRaw(app, { path: "/api/token", from: "127.0.0.6", headers: { "x-forwarded-for": "203.0.113.1" } }),
  );
  expect((await sendRaw(app, { path, from: "127.0.0.7" })).status).toBe(200);
  expect((await sendRaw(app, { path: "/healthz", from: "127.0.0.6" })).status).toBe(200);
  expect(app.logged()).not.toMatch(/127\.0\.0\.6|203\.0\.113/);
});

test.each([
  "/assets/../api/company/get/companies",
  "http://elsewhere.test/api/company/get/companies",
  "/%61pi/company/get/companies",
])("300 API calls however their address is spelt: %s", async (path) => {
  const from = `127.0.1.${path.length}`;
  for (let n = 0; n < 300; n += 1) expect((await sendRaw(app, { path, from })).status).toBe(200);
  expectRefused(await sendRaw(app, { path, from }));
});

test("600 pages in five minutes from one address, those at addresses like a file's included", async () => {
  for (let n = 0; n < 600; n += 1)
    expect((await sendRaw(app, { path: "/faviconx", from: "127.0.1.1" })).status).toBe(404);
  expect((await sendRaw(app, { path: "/manifest", from: "127.0.1.1" })).status).toBe(429);
});

test("behind a trusted proxy the client's own address counts, and only the proxy may say it", async () => {
  const proxied = await startTestApp({
    now: () => new Date(now),
    env: { RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.8" },
  });
  try {
    const attempt = (from: string, client: string) =>
      sendRaw(proxied, {
        method: "POST",
        path: "/api/user/signup",
        body: JSON.stringify({ email: "x", password: "y" }),
        from,
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": client,
          authorization: `Bearer ${issueToken(proxied.services.secret, new Date(now))}`,
        },
      });
    for (let n = 0; n < 5; n += 1) expect((await attempt("127.0.0.8", "203.0.113.5")).status).toBe(400);
    expect((await attempt("127.0.0.8", "203.0.113.5")).status).toBe(429);
    // Addresses that the client itself added in front are ignored.
    expect((await attempt("127.0.0.8", "198.51.100.7, 203.0.113.5")).status).toBe(429);
    expect((await attempt("127.0.0.8", "203.0.113.6")).status).toBe(400);
    for (let n = 0; n < 5; n += 1) expect((await attempt("127.0.0.9", `203.0.113.${n + 50}`)).status).toBe(400);
    expect((await attempt("127.0.0.9", "203.0.113.99")).status).toBe(429);
    // A whole /64 is one client.
    for (let n = 0; n < 5; n += 1) expect((await attempt("127.0.0.8", `2001:db8:0:1::${n + 1}`)).status).toBe(400);
    expect((await attempt("127.0.0.8", "2001:db8::1:ffff:0:0:9")).status).toBe(429);
    expect((await attempt("127.0.0.8", "2001:db8:0:2::1")).status).toBe(400);
  } finally {
    await proxied.stop();
  }
});

test("60 new addresses of shared links in an hour and 30 wishes for the weekly e-mail: each leaves a mark in all backups", async () => {
  const user = await new ApiUser(app).signUp();
  await user.save({ pipeline: [stop("Limit Works", "Clerk", "2018-01-01", "2019-01-01")] });
  const change = (action: string) => user.call("POST", "/api/user/links", { level: "only-line", action });
  for (let n = 0; n < 60; n += 1) expect((await change(n % 2 === 0 ? "make" : "renew")).status).toBe(200);
  expect((await change("renew")).status).toBe(429);
  expect((await change("make")).status).toBe(429);
  // A link can always be switched off.
  expect((await change("off")).status).toBe(200);
  expect((await change("off")).status).toBe(200);
  const confirmed = { email_verified_at: new Date(START) };
  await app.db.updateTable("account").set(confirmed).where("email_key", "=", user.email).execute();
  const want = (wanted: boolean) => user.call("PATCH", "/api/user/weekly-letter", { wanted });
  for (let n = 0; n < 30; n += 1) expect((await want(true)).status).toBe(200);
  expect((await want(true)).status).toBe(429);
  expect((await want(false)).status).toBe(200);
  now = START + 3_600_000;
  expect((await change("make")).status).toBe(200);
  expect((await want(true)).status).toBe(200);
  now = START;
});

const ASSERTED = {
  id: "a",
  rawId: "a",
  type: "public-key",
  response: { clientDataJSON: "", authenticatorData: "", signature: "" },
};
const LOGIN = { email: "x@example.test", password: "a b" };
test.each<[limit: string, by: "visitor" | "user" | "admin", path: string, body: unknown]>([
  ["passkey-address", "visitor", "/api/user/passkey-login/begin", {}],
  ["passkey-address", "visitor", "/api/user/passkey-login", { response: ASSERTED }],
  ["passkey-address", "user", "/api/user/passkeys/confirm", { response: ASSERTED }],
  ["account-mail-sender", "user", "/api/user/verify-email/send", {}],
  ["account-mail-sender", "user", "/api/user/email", { email: "y@example.test" }],
  [
    "account-mail-sender",
    "user",
    "/api/user/password",
    { password: "correct-horse-battery", newPassword: "b-horse-b" },
  ],
  ["account-mail-sender", "visitor", "/api/user/reset/ask", { email: "y@example.test" }],
  ["access-token-made", "user", "/api/user/access-tokens", { name: "a", scope: "read", days: 1 }],
  ["report", "visitor", "/api/reports/answer", { token: "a", text: "b" }],
  ["admin-address", "visitor", "/api/admin/login", LOGIN],
  ["admin-email", "visitor", "/api/admin/login", LOGIN],
  ["admin-email-day", "visitor", "/api/admin/login", LOGIN],
  ["admin-code", "admin", "/api/admin/totp/confirm", { code: "123456" }],
  ["admin-code", "admin", "/api/admin/totp/remove", { password: "a", code: "123456" }],
  ["invitations", "admin", "/api/admin/invitations", { label: "a", emails: ["y@example.test"] }],
])("the limit %s stops %s at %s", async (limit, by, path, body) => {
  const caller = by === "admin" ? await adminClient(app) : new ApiUser(app);
  if (by === "visitor") await caller.fetchToken();
  if (by === "user") await caller.signUp();
  expect((await caller.call("POST", path, body)).status).not.toBe(429);
  const counters = app.db.updateTable("rate_limit").set({ hits: 100_000 });
  await counters.where("bucket", "like", `${limit}:%`).execute();
  expect((await caller.call("POST", path, body)).body).toMatchObject({ code: "too-many-requests" });
  await app.db.deleteFrom("rate_limit").execute();
  await app.db.deleteFrom("login_failure").execute();
});

test("30 mails an hour by one account, from however many addresses: whoever made it may not own its e-mail", async () => {
  now = START + 4 * 3_600_000;
  const user = await new ApiUser(app).signUp();
  const send = (path: string, body: object, from: string) =>
    sendRaw(app, {
      method: "POST",
      path,
      body: JSON.stringify(body),
      from,
      headers: { "content-type": "application/json", authorization: `Bearer ${user.token}` },
    });
  const words = ["correct-horse-battery", "another-horse-battery"];
  const change = async (n: number) => {
    const body = { password: words[n % 2], newPassword: words[(n + 1) % 2] };
    return (await send("/api/user/password", body, `127.0.23.${n + 1}`)).status;
  };
  for (let n = 0; n < 30; n += 1) expect(await change(n)).toBe(200);
  expect(await change(30)).toBe(429);
  for (const path of ["/api/user/email", "/api/user/verify-email/send"])
    expect((await send(path, { email: "z@example.test" }, "127.0.23.99")).status, path).toBe(429);
  now = START;
});

test("30 feeds of routes a day from one address: it cannot take all that are counted", async () => {
  const read = async (year: number, from: string): Promise<void> => {
    const answer = await sendRaw(app, { path: `/feeds/route.atom?stop=level:senior&since=${year}`, from });
    expect(answer.status).toBe(200);
    await allAfterResponseDone();
  };
  const noted = async (): Promise<number> => (await app.db.selectFrom("feed_route").select("query").execute()).length;
  for (let n = 0; n < 35; n += 1) await read(1_980 + n, "127.0.0.21");
  expect(await noted()).toBe(30);
  await read(2_020, "127.0.0.22");
  expect(await noted()).toBe(31);
  now = START + 86_400_000;
  await read(2_014, "127.0.0.21");
  expect(await noted()).toBe(32);
  now = START;
});

test("300 names of new companies a day for one account, whether they exist or not; the person's own do not count", async () => {
  const [user, other] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
  const jobs = (names: readonly string[]) =>
    names.map((name, n) => stop(name, "Clerk", `${1960 + n}-01-01`, `${1960 + n}-11-01`));
  const namesOf = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} Works ${n}`);
  const save = (by: ApiUser, names: readonly string[]) => by.save({ pipeline: jobs(names) });
  expect((await save(other, namesOf("Hidden", 50))).status).toBe(200);
  expect((await other.save({ visibility: "private" })).status).toBe(200);
  for (const word of ["Ay", "Be", "Ce", "De", "Eh"]) expect((await save(user, namesOf(word, 50))).status).toBe(200);
  // The last 50, of which others hide ten.
  const last = [...namesOf("Hidden", 10), ...namesOf("Ef", 39)];
  expect((await save(user, last)).status).toBe(200);
  const again = await user.save({ pipeline: jobs(last).map((job) => ({ ...job, rating: 80 })) });
  expect(again.status, "the person's own names").toBe(200);
  // One is left. Whether the two exist makes no difference.
  for (const two of [namesOf("Hidden", 12).slice(10), namesOf("Ge", 2)]) {
    const refused = await save(user, [...last.slice(0, 40), ...two]);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        error: "Too many new company names in one day. Save fewer of them now, and the rest tomorrow.",
        code: "too-many-requests",
      },
    ]);
  }
  // What was refused is not counted.
  expect((await save(user, [...last.slice(0, 40), "Hidden Works 20"])).status).toBe(200);
  expect((await save(user, [...last.slice(0, 40), "Hidden Works 21"])).status).toBe(429);
  await app.db.updateTable("company").set({ status: "listed" }).where("name", "like", "hidden works 3%").execute();
  expect((await save(user, namesOf("Hidden", 40).slice(30))).status, "names that everybody may know").toBe(200);
  now = START + 86_400_000;
  expect((await save(user, namesOf("Ge", 50))).status).toBe(200);
  now = START;
});

test("10 new usernames a day for one account: its earlier ones do not count, and neither does a name it does not get", async () => {
  // Sign-ups are limited too.
  now = START + 3_600_000;
  const [user, other] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
  expect((await other.save({ username: "daily_taken" })).status).toBe(200);
  // Ten in ten minutes may be tried.
  const claim = (username: string) => {
    now += 60_000;
    return user.save({ username });
  };
  for (let n = 0; n < 5; n += 1) expect((await claim(`daily_name_${n}`)).status).toBe(200);
  expect((await claim("daily_taken")).status).toBe(409);
  for (const earlier of ["daily_name_0", "Daily_Name_4"]) expect((await claim(earlier)).status).toBe(200);
  for (let n = 5; n < 10; n += 1) expect((await claim(`daily_name_${n}`)).status).toBe(200);
  const refused = await claim("daily_name_10");
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { error: "Too many new usernames in one day. Choose a new one tomorrow, or an earlier one of yours today." },
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
  expect((await claim("daily_name_3")).status, "an earlier one").toBe(200);
  expect((await user.save({ location: "Here" })).status).toBe(200);
  // A refused name is reserved for nobody.
  now += 60_000;
  expect((await other.save({ username: "daily_name_10" })).status).toBe(200);
  now = START + 86_400_000;
  expect((await claim("daily_name_11")).status).toBe(200);
  now = START;
});

test("3,000 names of new companies a day from one address, through however many accounts", async () => {
  now = START + 7_200_000;
  const [first, second] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
  const save = async (user: ApiUser, word: string, count: number, from: string): Promise<RawAnswer> => {
    const pipeline = Array.from({ length: count }, (_, n) =>
      stop(`${word} Address Works ${n}`, "Clerk", `${1960 + n}-01-01`, `${1960 + n}-11-01`),
    );
    return sendRaw(app, {
      method: "PATCH",
      path: `/api/profile/${user.profileId}`,
      body: JSON.stringify({ pipeline, firstName: "Ada", lastName: "Example", created: true }),
      from,
      headers: { "content-type": "application/json", authorization: `Bearer ${user.token ?? ""}` },
    });
  };
  expect((await save(first, "Many", 50, "127.0.0.31")).status).toBe(200);
  const counted = app.db.updateTable("rate_limit").where("bucket", "like", "typed-names-of-address:%");
  const ofToday = counted.set({ hits: 2_995 }).where("hits", "=", 50).where("window_start", "<", new Date(now));
  const { numUpdatedRows } = await ofToday.executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  const refused = await save(second, "One", 6, "127.0.0.31");
  expect([refused.status, jsonOf(refused)]).toMatchObject([
    429,
    {
      error: "Too many new company names from your network in one day. Save fewer of them now, and the rest tomorrow.",
      code: "too-many-requests",
    },
  ]);
  expect((await save(second, "One", 5, "127.0.0.31")).status).toBe(200);
  expect((await save(first, "Few", 1, "127.0.0.31")).status).toBe(429);
  expect((await save(first, "Few", 1, "127.0.0.32")).status, "another address").toBe(200);
  expect((await save(second, "One", 5, "127.0.0.31")).status, "the person's own names").toBe(200);
  now = START + 86_400_000;
  expect((await save(first, "Some", 1, "127.0.0.31")).status).toBe(200);
  now = START;
});
