import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Trx } from "#db/connect.ts";
import { deleteLinks } from "#features/account/link-write.server.ts";
import { endAllSessions } from "#features/session/write.server.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Authenticator } from "#tests/helpers/authenticator.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { emailsTo } from "#tests/helpers/emails.ts";
import { begin, ORIGIN } from "#tests/helpers/passkeys.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// Calls that began before a password or an e-mail address was changed, and write after it.

const PASSWORD = "correct-horse-battery";
const NEXT = "another-horse-battery";
const now = new Date("2026-11-15T12:00:00Z");
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { BASE_URL: ORIGIN } });
});
afterAll(() => app.stop());

async function accountOf(user: ApiUser): Promise<string> {
  const row = await app.db
    .selectFrom("account")
    .select("id")
    .where("email_key", "=", user.email)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Makes a call while somebody else changes the account: it waits for the lock, and writes after the change. */
async function during<T>(accountId: string, change: (trx: Trx) => Promise<void>, call: () => Promise<T>): Promise<T> {
  const answer = await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().execute();
    const asked = call();
    await expect.poll(() => waitingForLocks(app.db)).toBe(1);
    await change(trx);
    return { asked };
  });
  return answer.asked;
}

describe("a call of a session that a new password ends meanwhile", () => {
  const end = (accountId: string) => (trx: Trx) => endAllSessions(trx, accountId, now);

  test("makes no access token", async () => {
    const user = await new ApiUser(app).signUp();
    const accountId = await accountOf(user);
    const answer = await during(accountId, end(accountId), () =>
      user.call("POST", "/api/user/access-tokens", { name: "x", scope: "write", days: 300 }),
    );
    expect([answer.status, answer.body["code"]]).toEqual([401, "no-session"]);
  });

  test("adds no passkey", async () => {
    const user = await new ApiUser(app).signUp();
    const accountId = await accountOf(user);
    const response = new Authenticator(ORIGIN).create(await begin(user));
    const answer = await during(accountId, end(accountId), () =>
      user.call("POST", "/api/user/passkeys", { name: "x", response }),
    );
    expect([answer.status, answer.body["code"]]).toEqual([401, "no-session"]);
    await user.logIn();
    expect((await user.call("GET", "/api/user/passkeys")).body).toEqual([]);
  });

  test("leads to no other e-mail address", async () => {
    const user = await new ApiUser(app).signUp();
    const accountId = await accountOf(user);
    const answer = await during(accountId, end(accountId), () =>
      user.call("POST", "/api/user/email", { email: "thief@example.test" }),
    );
    expect([answer.status, answer.body["code"]]).toEqual([401, "no-session"]);
    expect(await emailsTo(app, "thief@example.test")).toEqual([]);
  });
});

test("a link for a new password does not go to an address that the account has left meanwhile", async () => {
  const user = await new ApiUser(app).signUp("left-behind@example.test");
  const accountId = await accountOf(user);
  await during(
    accountId,
    async (trx) => {
      const email = "moved@example.test";
      await trx.updateTable("account").set({ email, email_key: email }).where("id", "=", accountId).execute();
      await deleteLinks(trx, accountId);
    },
    () => user.call("POST", "/api/user/reset/ask", { email: user.email }),
  );
  expect((await emailsTo(app, user.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
});

describe("S5: a copy of a browser's cookie", () => {
  test.for([
    ["a new password", "POST", "/api/user/password", { password: PASSWORD, newPassword: NEXT }],
    ["signing out everywhere else", "DELETE", "/api/user/sessions", undefined],
  ] as const)("ends with %s", async ([, method, path, body]) => {
    const browser = await new Browser(app, ORIGIN).signUp(`copied-${method.toLowerCase()}@example.test`, PASSWORD);
    const thief = new Browser(app, ORIGIN);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await thief.send("GET", "/api/user/me")).status).toBe(200);
    expect((await browser.send(method, path, body)).status).toBe(200);
    expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
    expect((await thief.send("GET", "/api/user/me")).status).toBe(401);
    const sessions = await browser.send("GET", "/api/user/sessions");
    expect(JSON.parse(sessions.text)).toMatchObject([{ current: true, kind: "browser" }]);
  });
});
