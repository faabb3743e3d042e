import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scopeOfCall } from "#features/session/rules.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { emailsTo } from "#tests/helpers/emails.ts";
import { ROUTES } from "./authorisation.ts";

type Made = { _id: string; token: string; name: string; scope: string; expiresOn: string; lastUsed: string };
const PASSWORD = "correct-horse-battery";

let app: TestApp;
let now = new Date("2026-11-15T12:00:00Z");
beforeAll(async () => {
  app = await startTestApp({ now: () => now });
});
afterAll(() => app.stop());
beforeEach(() => {
  now = new Date("2026-11-15T12:00:00Z");
});

async function make(user: ApiUser, input: Record<string, unknown> = {}): Promise<Made> {
  const sent = { name: "Backup script", scope: "write", days: 30, ...input };
  const answer = await user.call<Made>("POST", "/api/user/access-tokens", sent);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Somebody with a profile, and their program with a token of this scope. */
async function start(scope: "read" | "write"): Promise<{ user: ApiUser; program: ApiUser; made: Made }> {
  const user = await new ApiUser(app).signUp();
  await user.save({ pipeline: [stop("Alpha", "Engineer", "2020-01-01", "current")] });
  const made = await make(user, { scope });
  const program = new ApiUser(app);
  program.token = made.token;
  program.profileId = user.profileId;
  return { user, program, made };
}

const codeOf = (body: Record<string, unknown>): unknown => body["code"];

describe("a personal access token", () => {
  test("is shown once, and stored as its SHA-256 alone", async () => {
    const { user, made } = await start("read");
    expect(made.token).toMatch(/^pipelines_[\w-]{43}_[\w-]{22}$/);
    const list = await user.call<Made[]>("GET", "/api/user/access-tokens");
    expect(list.text).not.toContain(made.token);
    expect(list.body).toEqual([
      {
        _id: made._id,
        name: "Backup script",
        scope: "read",
        createdOn: "2026-11-15",
        expiresOn: "2026-12-15",
        lastUsed: "",
      },
    ]);
    const rows = await app.db.selectFrom("session").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(app.logged()).not.toContain(made.token);
  });

  test("reads what is public and its owner's profile; with read alone it changes nothing", async () => {
    const { program } = await start("read");
    const own = await program.call<{ pipeline: unknown[]; rev: number }>(
      "GET",
      `/api/profile/get/${program.profileId}`,
    );
    expect([own.status, own.body.pipeline.length, typeof own.body.rev]).toEqual([200, 1, "number"]);
    expect((await program.call("GET", "/api/user/me")).body["profileId"]).toBe(program.profileId);
    const refused = await program.call("PATCH", `/api/profile/${program.profileId}`, { location: "There" });
    expect([refused.status, codeOf(refused.body)]).toEqual([403, "read-only-token"]);
  });

  test("with read alone makes none of the calls that change something", async () => {
    const { program } = await start("read");
    const changes = Object.entries(ROUTES).flatMap(([key, row]) => {
      const [method = "", pattern = ""] = key.split(" ");
      const path = (row.path ?? pattern).replace(/\{\w+\}/g, "x");
      return scopeOfCall(method, path) === "write" ? [[method, path] as const] : [];
    });
    expect(changes.length).toBeGreaterThan(6);
    for (const [method, path] of changes) {
      const answer = await program.call(method, path, {});
      expect([answer.status, codeOf(answer.body)], `${method} ${path}`).toEqual([403, "read-only-token"]);
    }
  });

  test("with write it changes its owner's profile, and nobody else's", async () => {
    const { program } = await start("write");
    const saved = await program.call("PATCH", `/api/profile/${program.profileId}`, { location: "There" });
    expect([saved.status, saved.body["location"]]).toEqual([200, "There"]);
    const { user: other } = await start("read");
    const foreign = await program.call("PATCH", `/api/profile/${other.profileId}`, { location: "Elsewhere" });
    expect([foreign.status, codeOf(foreign.body)]).toEqual([403, "not-yours"]);
  });

  test("makes no call but those it is for, whatever the call", async () => {
    const { program } = await start("write");
    const calls = Object.entries(ROUTES).filter(([key]) => /^[A-Z]+ \/api\//.test(key) && key !== "GET /api/docs");
    expect(calls.length).toBeGreaterThan(80);
    for (const [key, row] of calls) {
      const [method = "", pattern = ""] = key.split(" ");
      const path = (row.path ?? pattern).replace(/\{\w+\}/g, "x");
      const scope = scopeOfCall(method, path.replace(/\?.*$/, ""));
      const isForAll = row.rule === "public" && method === "GET";
      expect(isForAll ? scope : "read", `${key}: a public read is for access tokens too`).toBe("read");
      if (scope !== undefined) continue;
      const body = method === "GET" ? undefined : {};
      const answer = await program.call(method, path, body);
      expect([answer.status, codeOf(answer.body)], key).toEqual([403, "not-for-access-tokens"]);
    }
  });

  test.each([
    ["GET", "/api/token"],
    ["GET", "/api/admin/me"],
    ["POST", "/api/admin/login"],
    ["POST", "/api/user/login"],
    ["POST", "/api/user/password"],
    ["POST", "/api/user/email"],
    ["POST", "/api/user/confirm"],
    ["DELETE", "/api/profile/x"],
    ["GET", "/api/user/access-tokens"],
    ["POST", "/api/user/access-tokens"],
    ["GET", "/api/user/sessions"],
    ["GET", "/api/user/archive"],
    ["DELETE", "/api/company/delete/alpha"],
  ])("%s %s is none of them", (method, path) => expect(scopeOfCall(method, path)).toBeUndefined());

  test("is nobody on pages", async () => {
    const { made } = await start("write");
    const answer = await fetch(`${app.url}/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.token}` },
      redirect: "manual",
    });
    expect(answer.status).toBe(401);
  });

  test("that is junk, forged, expired or revoked is not a token: 401", async () => {
    const { user, program, made } = await start("read");
    const isRefused = async (token: string): Promise<void> => {
      const holder = new ApiUser(app);
      holder.token = token;
      const answer = await holder.call("GET", "/api/user/me");
      expect([answer.status, codeOf(answer.body)], token).toEqual([401, "no-session"]);
    };
    const last = made.token.at(-2) === "A" ? "B" : "A";
    await isRefused(`${made.token.slice(0, -2)}${last}${made.token.at(-1) ?? ""}`);
    await isRefused(`pipelines_${"a".repeat(43)}_${"a".repeat(22)}`);
    now = new Date("2026-12-15T12:00:01Z");
    await isRefused(made.token);
    now = new Date("2026-11-15T12:00:00Z");
    expect((await program.call("GET", "/api/user/me")).status).toBe(200);
    const rest = await user.call<Made[]>("DELETE", `/api/user/access-tokens/${made._id}`);
    expect([rest.status, rest.body]).toEqual([200, []]);
    await isRefused(made.token);
    expect((await user.call("DELETE", `/api/user/access-tokens/${made._id}`)).status).toBe(404);
  });

  test("does not end by disuse, and says when it was used, to the hour", async () => {
    const { user, program } = await start("read");
    now = new Date("2026-12-10T09:40:00Z");
    expect((await program.call("GET", "/api/user/me")).status).toBe(200);
    await user.logIn();
    const [shown] = (await user.call<Made[]>("GET", "/api/user/access-tokens")).body;
    expect(shown?.lastUsed).toBe("2026-12-10T09:00:00.000Z");
  });

  test("is nobody else's to see or revoke, and no session", async () => {
    const { user, made } = await start("read");
    const other = await new ApiUser(app).signUp();
    expect((await other.call("GET", "/api/user/access-tokens")).body).toEqual([]);
    expect((await other.call("DELETE", `/api/user/access-tokens/${made._id}`)).status).toBe(404);
    expect((await user.call<unknown[]>("GET", "/api/user/sessions")).body).toHaveLength(1);
    expect((await user.call("DELETE", `/api/user/sessions/${made._id}`)).status).toBe(404);
  });
});

describe("what ends sessions ends access tokens", () => {
  const changes: Record<string, (user: ApiUser) => Promise<unknown>> = {
    "a new password": (user) =>
      user.call("POST", "/api/user/password", { password: PASSWORD, newPassword: "nine-grey-otters" }),
    "signing out everywhere else": (user) => user.call("DELETE", "/api/user/sessions"),
    deletion: (user) => user.call("DELETE", `/api/profile/${user.profileId}`, {}),
  };
  test.each(Object.entries(changes))("%s", async (_name, change) => {
    const { user, program } = await start("write");
    await change(user);
    expect((await program.call("GET", "/api/user/me")).status).toBe(401);
  });

  test("a suspension, and it does not come back when that is lifted", async () => {
    const { program } = await start("write");
    const admin = await adminClient(app);
    for (const act of ["suspend", "unsuspend"]) {
      const body = act === "suspend" ? { reason: "spam" } : {};
      expect((await admin.call("POST", `/api/admin/people/${program.profileId}/${act}`, body)).status, act).toBe(200);
      expect((await program.call("GET", "/api/user/me")).status, act).toBe(401);
    }
  });
});

describe("making one", () => {
  test("needs a fresh proof, and mails the account", async () => {
    const user = await new ApiUser(app).signUp();
    now = new Date("2026-11-15T12:11:00Z");
    const input = { name: "Script", scope: "read", days: 7 };
    const refused = await user.call("POST", "/api/user/access-tokens", input);
    expect([refused.status, codeOf(refused.body)]).toEqual([403, "not-proven"]);
    await user.call("POST", "/api/user/confirm", { password: PASSWORD });
    expect((await user.call("POST", "/api/user/access-tokens", input)).status).toBe(201);
    const emails = await emailsTo(app, user.email);
    expect(emails.map(({ subject }) => subject)).toContain("An access token was made for your account");
  });

  test.each([
    [{ name: " " }],
    [{ name: "x".repeat(61) }],
    [{ scope: "admin" }],
    [{ days: 0 }],
    [{ days: 366 }],
    [{ days: 1.5 }],
  ])("%j is refused", async (change) => {
    const user = await new ApiUser(app).signUp();
    const answer = await user.call("POST", "/api/user/access-tokens", {
      name: "Script",
      scope: "read",
      days: 7,
      ...change,
    });
    expect([answer.status, codeOf(answer.body)]).toEqual([400, "bad-request"]);
  });

  test("stops at 20, also of two calls at once", async () => {
    const user = await new ApiUser(app).signUp();
    for (let n = 0; n < 19; n += 1) await make(user, { name: `Script ${n}` });
    const input = { name: "Last", scope: "read", days: 7 };
    const both = await Promise.all([1, 2].map(() => user.call("POST", "/api/user/access-tokens", input)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.map(({ body }) => codeOf(body))).toContain("too-many-access-tokens");
  });
});

test("a program has an allowance of its own, and cannot shut its owner out", async () => {
  const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
  try {
    const user = await new ApiUser(strict).signUp();
    const made = await make(user);
    const read = (token: string | undefined): Promise<number> =>
      fetch(`${strict.url}/api/user/me`, { headers: { authorization: `Bearer ${token ?? ""}` } }).then(
        ({ status }) => status,
      );
    let refused = 0;
    for (let n = 0; n < LIMITS.accessToken.hits + 5; n += 1) if ((await read(made.token)) === 429) refused += 1;
    expect(refused).toBeGreaterThan(0);
    expect(await read(user.token)).toBe(200);
  } finally {
    await strict.stop();
  }
});
