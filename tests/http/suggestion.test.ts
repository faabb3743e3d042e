import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

const PATH = "/api/suggestions";
const START = new Date("2026-11-15T12:00:00Z").getTime();
let now = START;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
});
afterAll(() => app.stop());
beforeEach(() => app.db.deleteFrom("suggestion").execute());

const stored = () => app.db.selectFrom("suggestion").selectAll().orderBy("id").execute();

describe("sending a suggestion", () => {
  test("stores kind, text and time, and nothing of who sent it", async () => {
    const user = await new ApiUser(app).signUp();
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    const first = await user.call("POST", PATH, { type: "company", text: "  Please add Acme.\nTwice. 🚂 " });
    expect([first.status, first.body]).toEqual([200, { message: "success" }]);
    expect((await visitor.call("POST", PATH, { type: "website-issues", text: "x", website: "" })).status).toBe(200);
    expect(
      (await visitor.call("POST", PATH, { type: "other", text: "y", author: "me", created_at: "2000" })).status,
    ).toBe(200);
    const rows = await stored();
    expect(rows.map(({ type, text, created_at }) => ({ type, text, created_at }))).toEqual([
      { type: "company", text: "Please add Acme.\nTwice. 🚂", created_at: new Date(now) },
      { type: "website-issues", text: "x", created_at: new Date(now) },
      { type: "other", text: "y", created_at: new Date(now) },
    ]);
    expect(app.logged()).not.toContain("Please add Acme");
  });

  test("works from our own pages with the cookie alone, and from no foreign page", async () => {
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    expect((await browser.send("POST", PATH, { type: "other", text: "own" })).status).toBe(200);
    const foreign = await browser.send(
      "POST",
      PATH,
      { type: "other", text: "foreign" },
      { headers: { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" } },
    );
    expect([foreign.status, jsonOf(foreign)["code"]]).toEqual([403, "cross-site"]);
    expect((await stored()).map(({ text }) => text)).toEqual(["own"]);
  });

  test("needs a token, before anything else is looked at", async () => {
    const nobody = new ApiUser(app);
    for (const body of [{ type: "other", text: "z" }, { type: "other", text: "" }, {}]) {
      const answer = await nobody.call("POST", PATH, body);
      expect([answer.status, answer.body["code"]]).toEqual([401, "no-session"]);
    }
    nobody.token = "junk";
    expect((await nobody.call("POST", PATH, { type: "other", text: "z" })).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  test("with what is missing, too long or of another form is refused and stores nothing", async () => {
    const user = new ApiUser(app);
    await user.fetchToken();
    const tooLong = "A suggestion has at most 2,000 characters; this one has 2,001.";
    const unreadable = "The request is not of the expected form.";
    const cases: [unknown, string, string][] = [
      [{ type: "other", text: "" }, "fields-missing", "Must fill out all input fields."],
      [{ type: "other", text: " \n\t\u00a0" }, "fields-missing", "Must fill out all input fields."],
      [{ type: "other", text: "", website: "https://x.example" }, "fields-missing", "Must fill out all input fields."],
      [{ type: "other", text: "a".repeat(2_001) }, "bad-request", tooLong],
      [{ type: "other", text: "🚂".repeat(2_001) }, "bad-request", tooLong],
      [{ type: "praise", text: "a" }, "bad-request", unreadable],
      [{ text: "a" }, "bad-request", unreadable],
      [{ type: "other" }, "bad-request", unreadable],
      [{ type: "other", text: ["a"] }, "bad-request", unreadable],
      [[], "bad-request", unreadable],
      [{ type: "other", text: "a\u0000" }, "bad-request", "A text holds characters that cannot be stored."],
    ];
    for (const [body, code, sentence] of cases) {
      const answer = await user.call<{ error: string; code: string; issues?: { path: string }[] }>("POST", PATH, body);
      expect([answer.status, answer.body.code, answer.body.error], JSON.stringify(body).slice(0, 80)).toEqual([
        400,
        code,
        sentence,
      ]);
    }
    const empty = await user.call<{ issues: unknown }>("POST", PATH, { type: "other", text: "" });
    expect(empty.body.issues).toEqual([{ path: "text", message: "Must fill out all input fields." }]);
    expect(await stored()).toEqual([]);
    for (const text of ["a".repeat(2_000), "🚂".repeat(2_000), ` ${"b".repeat(2_000)}\n`]) {
      expect((await user.call("POST", PATH, { type: "other", text })).status).toBe(200);
    }
    expect((await stored()).map(({ text }) => [...text].length)).toEqual([2_000, 2_000, 2_000]);
  });

  test("with the trap filled in looks the same and stores nothing", async () => {
    const user = new ApiUser(app);
    await user.fetchToken();
    const trapped = await user.call("POST", PATH, { type: "company", text: "Buy it", website: "https://spam.example" });
    const taken = await user.call("POST", PATH, { type: "company", text: "Real" });
    expect([trapped.status, trapped.text]).toEqual([taken.status, taken.text]);
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].toSorted();
    expect(names(trapped)).toEqual(names(taken));
    expect((await stored()).map(({ text }) => text)).toEqual(["Real"]);
  });

  test("the database itself refuses what the rules refuse", async () => {
    const row = { public_id: "0".repeat(24), type: "other" as const, text: "a", created_at: new Date(now) };
    for (const patch of [{ text: "" }, { text: "a".repeat(2_001) }, { type: "praise" as "other" }]) {
      await expect(
        app.db
          .insertInto("suggestion")
          .values({ ...row, ...patch })
          .execute(),
      ).rejects.toThrow("check constraint");
    }
    await app.db.insertInto("suggestion").values(row).execute();
    expect(await stored()).toHaveLength(1);
  });

  test("there is nothing to read at the address", async () => {
    expect((await new ApiUser(app).call("GET", PATH)).status).toBe(405);
  });
});

test("5 in an hour from one address, trapped ones counted, whatever the token", async () => {
  const limited = await startTestApp({
    now: () => new Date(now),
    databaseUrl: app.databaseUrl,
    env: { RATE_LIMITS: "on" },
  });
  try {
    const attempt = async (from: string, body: object = { type: "other", text: "again" }): Promise<RawAnswer> => {
      const token = await sendRaw(limited, { path: "/api/token", from });
      return sendRaw(limited, {
        method: "POST",
        path: PATH,
        from,
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", authorization: `Bearer ${JSON.parse(token.text)}` },
      });
    };
    for (let n = 0; n < 4; n += 1) expect((await attempt("127.0.0.21")).status).toBe(200);
    expect((await attempt("127.0.0.21", { type: "other", text: "spam", website: "x" })).status).toBe(200);
    const refused = await attempt("127.0.0.21");
    expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
    expect(Number(refused.headers.get("retry-after")?.[0])).toBe(3_600);
    expect((await attempt("127.0.0.22")).status).toBe(200);
    now = START + 3_600_000;
    expect((await attempt("127.0.0.21")).status).toBe(200);
    expect(await stored()).toHaveLength(6);
    const buckets = await limited.db
      .selectFrom("rate_limit")
      .select("bucket")
      .where("bucket", "like", "suggestion:%")
      .execute();
    expect(buckets.length).toBeGreaterThan(0);
    expect(JSON.stringify(buckets)).not.toContain("127.0.0");
  } finally {
    now = START;
    await limited.stop();
  }
});
