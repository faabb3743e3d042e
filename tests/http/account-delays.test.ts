import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hasZeroBits } from "#core/proof-of-work.ts";
import { issueToken } from "#server/token.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { fullCost } from "#tests/helpers/full-cost.ts";
import { kindsApart } from "#tests/helpers/interleaved.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { stopTimers } from "#tests/helpers/without-timers.ts";
import { suspend } from "#tests/helpers/suspend.ts";

// S8, S9, S10, L19: guessing passwords, with the limits of production.

const PASSWORD = "correct-horse-battery";
const WRONG = "wrong-horse-battery";
const START = new Date("2026-11-15T12:00:00Z").getTime();
const SECOND = 1_000;
const HOUR = 3_600_000;
let now = START;
let app: TestApp;
/** The same database and secret, with limits wide open: to make accounts. */
let open: TestApp;

beforeAll(async () => {
  open = await startTestApp({ now: () => new Date(now) });
  app = await startTestApp({
    databaseUrl: open.databaseUrl,
    now: () => new Date(now),
    env: { RATE_LIMITS: "on", SECRET_FILE: open.services.config.secretFile },
  });
});
afterAll(async () => {
  await app.stop();
  await open.stop();
});
beforeEach(stopTimers);
afterEach(() => void vi.useRealTimers());

async function logIn(email: string, password: string, from: string, token?: string): Promise<RawAnswer> {
  return sendRaw(app, {
    method: "POST",
    path: "/api/user/login",
    body: JSON.stringify({ email, password }),
    from,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token ?? issueToken(app.services.secret, new Date(now))}`,
    },
  });
}

const retryAfter = (answer: RawAnswer) => Number(answer.headers.get("retry-after")?.[0]);

/** Wrong passwords until the wait is this many seconds. */
async function fail(email: string, from: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const answer = await logIn(email, WRONG, from);
    if (answer.status === 429) throw new Error(`refused at ${n}`);
  }
}

describe("S10: after wrong passwords", () => {
  test("three cost nothing, each further one doubles the wait, up to fifteen minutes; the same for nobody's address", async () => {
    await new ApiUser(open).signUp("wait@example.test", PASSWORD);
    try {
      for (const [email, network] of [
        ["wait@example.test", "127.0.3"],
        ["nobody-waits@example.test", "127.0.4"],
      ] as const) {
        now = START;
        await fail(email, `${network}.1`, 3);
        const waits: number[] = [];
        for (let n = 0; n < 13; n += 1) {
          expect((await logIn(email, WRONG, `${network}.1`)).status).toBe(400);
          const refused = await logIn(email, WRONG, `${network}.1`);
          expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
          waits.push(retryAfter(refused));
          // Not a moment before, and never by the right password.
          now += (waits.at(-1) ?? 0) * SECOND - 1;
          expect((await logIn(email, PASSWORD, `${network}.1`)).status).toBe(429);
          now += 1;
          // Past the other limits, which count by the hour.
          await app.db.deleteFrom("rate_limit").execute();
        }
        expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
      }
    } finally {
      now = START;
    }
  });

  test("the right one is taken from another address, and takes its own count back", async () => {
    await new ApiUser(open).signUp("elsewhere@example.test", PASSWORD);
    await fail("elsewhere@example.test", "127.0.5.1", 4);
    expect((await logIn("elsewhere@example.test", PASSWORD, "127.0.5.1")).status).toBe(429);
    await fail("elsewhere@example.test", "127.0.5.2", 3);
    expect((await logIn("elsewhere@example.test", PASSWORD, "127.0.5.2")).status).toBe(200);
    await fail("elsewhere@example.test", "127.0.5.2", 3);
    expect((await logIn("elsewhere@example.test", PASSWORD, "127.0.5.2")).status).toBe(200);
    expect((await logIn("elsewhere@example.test", PASSWORD, "127.0.5.1")).status).toBe(429);
  });

  test("the right one is taken from a known device behind the same address, whatever a stranger does there", async () => {
    const email = "known@example.test";
    const from = "127.0.6.1";
    const browser = new Browser(app);
    await browser.send("GET", "/api/token", undefined, { from });
    await new ApiUser(open).signUp(email, PASSWORD);
    const attempt = (password: string, who = browser) =>
      who.send("POST", "/api/user/login", { email, password }, { from });
    expect((await attempt(PASSWORD)).status).toBe(200);
    await browser.send("POST", "/api/user/logout", {}, { from });
    expect([...browser.cookies.keys()]).toEqual(["device"]);
    await browser.send("GET", "/api/token", undefined, { from });
    await fail(email, from, 4);
    expect((await logIn(email, PASSWORD, from)).status).toBe(429);
    // The day's hard limit for strangers is used up as well.
    await app.db.updateTable("rate_limit").set({ hits: 1_000 }).where("bucket", "like", "login-email-day:%").execute();
    expect((await logIn(email, PASSWORD, "127.0.6.2")).status).toBe(429);
    expect((await attempt(PASSWORD)).status).toBe(200);
    await app.db.deleteFrom("rate_limit").execute();
    // A device that guesses waits like anybody else.
    for (let n = 0; n < 4; n += 1) expect((await attempt(WRONG)).status).toBe(400);
    expect((await attempt(PASSWORD)).status).toBe(429);
  });

  test("a mark of another account, or one made up, is none", async () => {
    const [mine, theirs] = ["mark-mine@example.test", "mark-theirs@example.test"];
    const from = "127.0.7.1";
    for (const email of [mine, theirs]) await new ApiUser(open).signUp(email, PASSWORD);
    await fail(theirs, from, 4);
    const browser = new Browser(app);
    await browser.send("GET", "/api/token", undefined, { from });
    await browser.send("POST", "/api/user/login", { email: mine, password: PASSWORD }, { from });
    const attempt = () => browser.send("POST", "/api/user/login", { email: theirs, password: PASSWORD }, { from });
    expect((await attempt()).status).toBe(429);
    browser.cookies.set("device", `${"A".repeat(22)}.${"A".repeat(22)}`);
    expect((await attempt()).status).toBe(429);
  });

  test("a new password ends the marks of all devices but the one that chose it", async () => {
    const email = "mark-ends@example.test";
    const from = "127.0.12.1";
    await new ApiUser(open).signUp(email, PASSWORD);
    const [thief, owner] = [new Browser(app), new Browser(app)];
    const attempt = (who: Browser, password: string) =>
      who.send("POST", "/api/user/login", { email, password }, { from });
    for (const browser of [thief, owner]) {
      await browser.send("GET", "/api/token", undefined, { from });
      expect((await attempt(browser, PASSWORD)).status).toBe(200);
    }
    const change = { password: PASSWORD, newPassword: "third-horse-battery" };
    expect((await owner.send("POST", "/api/user/password", change, { from })).status).toBe(200);
    await owner.send("POST", "/api/user/logout", {}, { from });
    for (const browser of [thief, owner]) {
      browser.cookies.delete("token");
      await browser.send("GET", "/api/token", undefined, { from });
    }
    await fail(email, from, 4);
    expect((await attempt(thief, WRONG)).status).toBe(429);
    expect((await attempt(owner, change.newPassword)).status).toBe(200);
  });

  test("a session of the account is a known device too", async () => {
    const user = await new ApiUser(open).signUp("session-known@example.test", PASSWORD);
    const from = "127.0.8.1";
    await fail(user.email, from, 4);
    expect((await logIn(user.email, PASSWORD, from)).status).toBe(429);
    expect((await logIn(user.email, PASSWORD, from, user.token)).status).toBe(200);
  });

  test("many at once are not all the first", async () => {
    await new ApiUser(open).signUp("parallel@example.test", PASSWORD);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => logIn("parallel@example.test", WRONG, "127.0.9.1")),
    );
    const tried = answers.filter(({ status }) => status === 400);
    expect(tried).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  });

  test("a confirmation of the password waits likewise", async () => {
    const user = await new ApiUser(open).signUp("confirm-wait@example.test", PASSWORD);
    const strict = new ApiUser(app);
    strict.token = user.token;
    const confirm = (password: string) => strict.call("POST", "/api/user/confirm", { password });
    for (let n = 0; n < 4; n += 1) expect((await confirm(WRONG)).status).toBe(400);
    expect((await confirm(PASSWORD)).status).toBe(429);
    try {
      now = START + SECOND;
      expect((await confirm(PASSWORD)).status).toBe(200);
    } finally {
      now = START;
    }
  });

  test("the count begins anew after a day, and holds no address and no e-mail", async () => {
    const email = "next-day@example.test";
    await fail(email, "127.0.10.1", 4);
    const rows = await app.db.selectFrom("login_failure").select("key").execute();
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    try {
      now = START + 25 * HOUR;
      await fail(email, "127.0.10.1", 4);
      expect((await logIn(email, WRONG, "127.0.10.1")).status).toBe(429);
    } finally {
      now = START;
    }
  });
});

/** Each is a password's hash at its full cost, for each kind of account. */
const ROUNDS = tries({ all: 30, some: 12 });

test(
  "L19, S8: six kinds of account, again and again: one status, one set of headers, one text, one time",
  { timeout: 240_000 },
  async () => {
    using _cost = fullCost();
    const make = async (name: string) => {
      const user = await new ApiUser(open).signUp(`${name}@example.test`, PASSWORD);
      return user.email;
    };
    const kinds: Record<string, string> = {
      known: await make("kind-known"),
      unknown: "kind-unknown@example.test",
      suspended: await make("kind-suspended"),
      network: await make("kind-network"),
      verified: await make("kind-verified"),
      deleted: await make("kind-deleted"),
    };
    const change = (kind: string) => app.db.updateTable("account").where("email_key", "=", kinds[kind] ?? "");
    await suspend(app, kinds["suspended"] ?? "");
    await change("network").set({ password_hash: null }).execute();
    await change("verified")
      .set({ email_verified_at: new Date(now) })
      .execute();
    await app.db
      .deleteFrom("account")
      .where("email_key", "=", kinds["deleted"] ?? "")
      .execute();
    const seen = new Map<string, Set<string>>();
    const bodies = {
      "/api/user/login": (email: string) => ({ email, password: WRONG }),
      "/api/user/reset/ask": (email: string) => ({ email }),
    };
    for (const [index, [path, body]] of Object.entries(bodies).entries()) {
      const apart = await kindsApart(async (time) => {
        const times = new Map<string, number[]>();
        for (let round = 0; round < ROUNDS; round += 1) {
          // Compare tries that are accepted, and not the puzzle after 25 of them.
          await app.db.deleteFrom("rate_limit").where("bucket", "like", "login-email-all:%").execute();
          for (const [kind, email] of Object.entries(kinds)) {
            const started = performance.now();
            const answer = await sendRaw(app, {
              method: "POST",
              path,
              body: JSON.stringify(body(email)),
              // One try an address: what is compared is the answer, not the wait.
              from: `127.${1 + index * 3 + time}.${round}.${Object.keys(kinds).indexOf(kind) + 1}`,
              headers: {
                "content-type": "application/json",
                authorization: `Bearer ${issueToken(app.services.secret, new Date(now))}`,
              },
            });
            times.set(kind, [...(times.get(kind) ?? []), performance.now() - started]);
            const head = answer.head.replace(/^(date|x-request-id|ratelimit.*): .*$/gim, "");
            const text = `${head}${answer.text.replace(/"requestId":"[^"]+"/, "")}`;
            seen.set(path, (seen.get(path) ?? new Set()).add(text));
          }
        }
        return times;
      });
      // A skipped derivation would be nearly all of a login's time.
      expect(apart, path).toEqual([]);
    }
    expect([...seen.values()].map((texts) => texts.size)).toEqual([1, 1]);
  },
);

test("S33: logins that succeed and fail leave a line, without an address", async () => {
  const user = await new ApiUser(open).signUp("audited@example.test", PASSWORD);
  await open.db.deleteFrom("rate_limit").execute();
  const count = async (action: string) =>
    (await app.db.selectFrom("audit_log").selectAll().where("action", "=", action).execute()).length;
  const [failures, logins] = [await count("account.login-failed"), await count("account.login")];
  await logIn(user.email, WRONG, "127.0.12.1");
  await logIn("nobody-audited@example.test", WRONG, "127.0.12.1");
  await logIn(user.email, PASSWORD, "127.0.12.1");
  expect([await count("account.login-failed"), await count("account.login")]).toEqual([failures + 2, logins + 1]);
  const rows = await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
  expect(JSON.stringify(rows)).not.toMatch(/@example|horse/);
  expect(rows.at(-1)).toMatchObject({ actor_kind: "account", action: "account.login", origin: "127.0.12.0/24" });
});

type Work = { challenge: string; bits: number };

function solve({ challenge, bits }: Work): string {
  for (let n = 0; ; n += 1) {
    const hash = createHash("sha256").update(`${challenge}.${n}`).digest();
    if (hasZeroBits(hash, bits)) return String(n);
  }
}

describe("S9: one e-mail tried from many addresses", () => {
  const email = "many@example.test";
  const send = (from: string, password: string, work?: string) =>
    sendRaw(app, {
      method: "POST",
      path: "/api/user/login",
      body: JSON.stringify({ email, password, ...(work === undefined ? {} : { work }) }),
      from,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${issueToken(app.services.secret, new Date(now))}`,
      },
    });

  test("25 an hour are taken over all of them, the others get a puzzle; a known device does not", async () => {
    now = START + 24 * HOUR;
    const browser = new Browser(app);
    await new ApiUser(open).signUp(email, PASSWORD);
    const known = (password: string) =>
      browser.send("POST", "/api/user/login", { email, password }, { from: "127.0.20.1" });
    await browser.send("GET", "/api/token", undefined, { from: "127.0.20.1" });
    expect((await known(PASSWORD)).status).toBe(200);
    await app.db.deleteFrom("rate_limit").execute();

    const statuses: number[] = [];
    for (let n = 1; n <= 40; n += 1) statuses.push((await send(`127.0.21.${n}`, WRONG)).status);
    expect(statuses).toEqual([...Array.from({ length: 25 }, () => 400), ...Array.from({ length: 15 }, () => 429)]);
    expect((await known(PASSWORD)).status).toBe(200);
  });

  test("L19: does not tell that its owner logged in on new devices in this hour", async () => {
    now = START + 48 * HOUR;
    await app.db.deleteFrom("rate_limit").execute();
    for (let n = 1; n <= 10; n += 1) expect((await send(`127.0.23.${n}`, PASSWORD)).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 1; n <= 26; n += 1) statuses.push((await send(`127.0.24.${n}`, WRONG)).status);
    expect(statuses).toEqual([...Array.from({ length: 25 }, () => 400), 429]);
  });

  test("the owner on a new device solves the puzzle and is in; an answer counts once, for its address alone", async () => {
    const refused = await send("127.0.22.1", PASSWORD);
    expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
    const work = jsonOf(refused)["work"] as Work;
    const answer = solve(work);
    expect((await send("127.0.22.1", PASSWORD, `${answer}x`)).status).toBe(429);
    expect((await send("127.0.22.2", PASSWORD, answer)).status).toBe(429);
    expect((await send("127.0.22.1", WRONG, answer)).status).toBe(400);
    expect((await send("127.0.22.1", PASSWORD, answer)).status).toBe(429);
    // Another answer to the same puzzle: full work again.
    let second = Number(answer) + 1;
    const isRight = (n: number) =>
      hasZeroBits(createHash("sha256").update(`${work.challenge}.${n}`).digest(), work.bits);
    while (!isRight(second)) second += 1;
    expect((await send("127.0.22.1", PASSWORD, String(second))).status).toBe(200);
    now = START;
  });
});
