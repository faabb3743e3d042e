import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "#features/admin/write.server.ts";
import { ADMIN_EMAIL, ADMIN_PASSWORD, adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

const SECOND = 1_000;
const INVALID = "invalid-credentials";
const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };

let app: TestApp;
let now = Date.parse("2026-11-15T12:00:00Z");

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  await createAdmin(app.db, credentials, new Date(now));
});
afterAll(() => app.stop());

const codeOf = (secret: string, at = now): string => generateSync({ secret, epoch: Math.floor(at / SECOND) });
const later = (): void => {
  now += 31 * SECOND;
};

async function logIn(body: Record<string, unknown>): Promise<{ status: number; code: unknown; client: ApiUser }> {
  const client = new ApiUser(app);
  await client.fetchToken();
  const answer = await client.call("POST", "/api/admin/login", { ...credentials, ...body });
  return { status: answer.status, code: answer.body["code"], client };
}

async function begin(client: ApiUser): Promise<string> {
  const answer = await client.call<{ secret: string; uri: string }>("POST", "/api/admin/totp/begin", {});
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.body.uri).toMatch(/^otpauth:\/\/totp\/Pipelines:/);
  expect(new URL(answer.body.uri).searchParams.get("secret")).toBe(answer.body.secret);
  return answer.body.secret;
}

/** Switched on for a client of its own. */
async function switchOn(): Promise<{ client: ApiUser; secret: string }> {
  later();
  const client = await adminClient(app);
  const secret = await begin(client);
  const answer = await client.call("POST", "/api/admin/totp/confirm", { code: codeOf(secret) });
  expect(answer.status).toBe(200);
  later();
  return { client, secret };
}

async function switchOff(client: ApiUser, secret: string): Promise<void> {
  later();
  const body = { password: ADMIN_PASSWORD, code: codeOf(secret) };
  expect((await client.call("POST", "/api/admin/totp/remove", body)).status).toBe(200);
}

describe("the second factor", () => {
  it("S32: counts once a code has confirmed it", async () => {
    const client = await adminClient(app);
    const secret = await begin(client);
    expect((await logIn({})).status).toBe(200);
    const wrong = await client.call("POST", "/api/admin/totp/confirm", { code: codeOf(secret, now + 3_600 * SECOND) });
    expect([wrong.status, wrong.body["code"]]).toEqual([400, "incorrect-code"]);
    expect((await logIn({})).status).toBe(200);
    const right = await client.call("POST", "/api/admin/totp/confirm", { code: codeOf(secret) });
    expect([right.status, right.body]).toEqual([200, { message: "success" }]);
    expect((await client.call("GET", "/api/admin/me")).body).toMatchObject({ totp: true });
    expect((await logIn({})).code).toBe("totp-needed");
    await switchOff(client, secret);
    expect((await logIn({})).status).toBe(200);
  });

  it("is asked for only after the right password, and takes right codes alone", async () => {
    const { client, secret } = await switchOn();
    expect(await logIn({ password: "violet-anchor-42" })).toMatchObject({ status: 400, code: INVALID });
    expect(await logIn({ email: "nobody@example.test" })).toMatchObject({ status: 400, code: INVALID });
    expect(await logIn({})).toMatchObject({ status: 400, code: "totp-needed" });
    expect(await logIn({ code: "" })).toMatchObject({ status: 400, code: "totp-needed" });
    const right = codeOf(secret);
    const wrong = [
      "000000",
      "abcdef",
      "12345",
      "1234567",
      "-1",
      "１２３４５６",
      codeOf(secret, now - 120 * SECOND),
      codeOf(secret, now + 120 * SECOND),
    ].filter((code) => code !== right);
    for (const code of wrong) expect(await logIn({ code }), code).toMatchObject({ status: 400, code: INVALID });
    expect(await logIn({ password: "violet-anchor-42", code: right })).toMatchObject({ status: 400, code: INVALID });
    // With a space, as phones show it. None of the wrong tries has used up the code.
    expect((await logIn({ code: `${right.slice(0, 3)} ${right.slice(3)}` })).status).toBe(200);
    await switchOff(client, secret);
  });

  it("takes no code twice, nor an older one after it, nor one code for two calls at once", async () => {
    const { client, secret } = await switchOn();
    const before = codeOf(secret, now - 30 * SECOND);
    expect((await logIn({ code: codeOf(secret) })).status).toBe(200);
    expect(await logIn({ code: codeOf(secret) })).toMatchObject({ status: 400, code: INVALID });
    expect(await logIn({ code: before })).toMatchObject({ status: 400, code: INVALID });
    later();
    later();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn({ code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    await switchOff(client, secret);
  });

  it("a code used to confirm is used up", async () => {
    later();
    const client = await adminClient(app);
    const secret = await begin(client);
    const code = codeOf(secret);
    await client.call("POST", "/api/admin/totp/confirm", { code });
    expect(await logIn({ code })).toMatchObject({ status: 400, code: INVALID });
    later();
    await switchOff(client, secret);
  });

  it("ends the sessions that began without it", async () => {
    later();
    const other = await adminClient(app);
    const { client, secret } = await switchOn();
    expect((await other.call("GET", "/api/admin/me")).status).toBe(401);
    expect((await client.call("GET", "/api/admin/me")).status).toBe(200);
    await switchOff(client, secret);
  });

  it("goes only by password and code together", async () => {
    const { client, secret } = await switchOn();
    const code = codeOf(secret);
    for (const body of [
      { password: "violet-anchor-42", code },
      { password: ADMIN_PASSWORD, code: "000000" },
      { password: "", code: "" },
    ]) {
      const answer = await client.call("POST", "/api/admin/totp/remove", body);
      expect([answer.status, answer.body["code"]]).toEqual([400, INVALID]);
    }
    expect((await client.call("POST", "/api/admin/totp/remove", { password: ADMIN_PASSWORD, code })).status).toBe(200);
    const again = await client.call("POST", "/api/admin/totp/remove", { password: ADMIN_PASSWORD, code });
    expect(again.status).toBe(400);
    const nothing = await client.call("POST", "/api/admin/totp/confirm", { code });
    expect([nothing.status, nothing.body["code"]]).toEqual([400, "bad-request"]);
  });

  it("is set up only ten minutes after a login, so that a stolen session cannot lock its owner out", async () => {
    later();
    const client = await adminClient(app);
    now += 10 * 60 * SECOND + 1;
    const refused = await client.call("POST", "/api/admin/totp/begin", {});
    expect([refused.status, refused.body["code"], refused.body["error"]]).toEqual([
      403,
      "not-proven",
      "Log out and in again. Then set up the app within ten minutes.",
    ]);
    const again = await adminClient(app);
    now += 10 * 60 * SECOND;
    await begin(again);
  });

  it("cannot be replaced while it is on", async () => {
    const { client, secret } = await switchOn();
    const answer = await client.call("POST", "/api/admin/totp/begin", {});
    expect([answer.status, answer.body["error"]]).toEqual([400, "Remove the present app first."]);
    await switchOff(client, secret);
  });

  it("is stored sealed: neither readable nor of use in another administrator's row", async () => {
    const { client, secret } = await switchOn();
    const row = await app.db.selectFrom("admin").selectAll().where("email", "=", ADMIN_EMAIL).executeTakeFirstOrThrow();
    expect(row.totp_secret?.includes(Buffer.from(secret))).toBe(false);
    expect(app.logged()).not.toContain(secret);
    await createAdmin(app.db, { email: "other@example.test", password: ADMIN_PASSWORD }, new Date(now));
    await app.db
      .updateTable("admin")
      .set({ totp_secret: row.totp_secret, totp_enabled: true })
      .where("email", "=", "other@example.test")
      .execute();
    const other = new ApiUser(app);
    await other.fetchToken();
    const body = { email: "other@example.test", password: ADMIN_PASSWORD, code: codeOf(secret) };
    await expect(other.call("POST", "/api/admin/login", body)).rejects.toThrow("answered 500");
    expect((await other.call("GET", "/api/admin/me")).status).toBe(403);
    await switchOff(client, secret);
  });

  it("is taken away by the command for a lost telephone, which ends all sessions", async () => {
    const { client } = await switchOn();
    await createAdmin(app.db, credentials, new Date(now));
    expect((await client.call("GET", "/api/admin/me")).status).toBe(401);
    expect((await logIn({})).code).toBe("totp-needed");
    await createAdmin(app.db, { ...credentials, removeTotp: true }, new Date(now));
    expect((await logIn({})).status).toBe(200);
  });
});

describe("the audit log", () => {
  it("S33: tells of logins, failed ones, logouts and the second factor, and holds no secret", async () => {
    const last = (await app.db.selectFrom("audit_log").select("id").orderBy("id", "desc").executeTakeFirst())?.id ?? 0;
    const { client, secret } = await switchOn();
    await logIn({ password: "violet-anchor-42" });
    await logIn({ email: "nobody@example.test" });
    await switchOff(client, secret);
    await client.call("POST", "/api/admin/logout", {});
    const lines = await app.db.selectFrom("audit_log").selectAll().where("id", ">", last).orderBy("id").execute();
    const admin = await app.db
      .selectFrom("admin")
      .select("id")
      .where("email", "=", ADMIN_EMAIL)
      .executeTakeFirstOrThrow();
    expect(lines.map((line) => [line.action, line.actor_kind, line.actor, line.target])).toEqual([
      ["admin.login", "admin", admin.id, ""],
      ["admin.totp-on", "admin", admin.id, ""],
      ["admin.login-failed", "system", "", admin.id],
      ["admin.login-failed", "system", "", ""],
      ["admin.totp-off", "admin", admin.id, ""],
      ["admin.logout", "admin", admin.id, ""],
    ]);
    const text = JSON.stringify(lines);
    for (const word of [ADMIN_EMAIL, ADMIN_PASSWORD, "nobody", secret, client.token ?? "none"]) {
      expect(text).not.toContain(word);
    }
  });
});

describe("limits", () => {
  const REAL = { RATE_LIMITS: "on" };

  it("S9, S10: wrong passwords have to wait longer and longer, and a right one in time is let in", async () => {
    let at = Date.parse("2026-11-15T12:00:00Z");
    const strict = await startTestApp({ env: REAL, now: () => new Date(at) });
    try {
      await createAdmin(strict.db, credentials, new Date(at));
      const tryOnce = async (body: Record<string, unknown>) => {
        const client = new ApiUser(strict);
        await client.fetchToken();
        return client.call("POST", "/api/admin/login", { ...credentials, ...body });
      };
      const waits: (string | null)[] = [];
      for (let n = 0; n < 8; n += 1) {
        const answer = await tryOnce({ password: "violet-anchor-42" });
        if (answer.status === 429) {
          waits.push(answer.headers.get("retry-after"));
          at += Number(answer.headers.get("retry-after")) * SECOND;
        }
      }
      expect(waits.length).toBeGreaterThan(1);
      // An account of the same e-mail is counted apart, and so is whoever has waited.
      at += 900 * SECOND;
      expect((await tryOnce({})).status).toBe(200);
      expect((await tryOnce({ password: "violet-anchor-42" })).status).toBe(400);
    } finally {
      await strict.stop();
    }
  });

  it("S9: codes cannot be tried through at somebody's open session", async () => {
    const strict = await startTestApp({ env: REAL, now: () => new Date(now) });
    try {
      const client = await adminClient(strict);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) {
        statuses.push((await client.call("POST", "/api/admin/totp/confirm", { code: "000000" })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    } finally {
      await strict.stop();
    }
  });
});
