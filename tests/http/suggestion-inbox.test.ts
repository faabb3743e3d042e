import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

type Stored = { _id: string; type: string; text: string; createdAt: string; state: string; forwarded: boolean };
type Inbox = { suggestions: Stored[]; next: string };

const PATH = "/api/suggestions";
const INBOX = "/api/admin/suggestions";
const FORM = "application/x-www-form-urlencoded";
const UNKNOWN = "0123456789abcdef01234567";

let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
});
afterAll(() => app.stop());
beforeEach(() => app.db.deleteFrom("suggestion").execute());

const inbox = async (query = "") => (await admin.call<Inbox>("GET", `${INBOX}${query}`)).body;
async function suggest(...texts: string[]): Promise<void> {
  const user = new ApiUser(app);
  await user.fetchToken();
  for (const text of texts) {
    const answer = await user.call("POST", PATH, { type: "other", text });
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

describe("the inbox of suggestions", () => {
  it("shows what came, newest first, and nothing of who sent it", async () => {
    const user = await new ApiUser(app).signUp();
    await user.call("POST", PATH, { type: "company", text: "One" });
    await suggest("Two");
    const { suggestions, next } = await inbox();
    expect(next).toBe("");
    expect(suggestions).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        type: "other",
        text: "Two",
        createdAt: "2026-11-15T12:00:00.000Z",
        state: "open",
        forwarded: false,
      },
      expect.objectContaining({ type: "company", text: "One" }),
    ]);
  });

  it("comes 50 a page, each once", async () => {
    await app.db
      .insertInto("suggestion")
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          public_id: n.toString(16).padStart(24, "0"),
          type: "other" as const,
          text: String(n),
          created_at: new Date(),
        })),
      )
      .execute();
    const seen: string[] = [];
    let next = "";
    do {
      const page = await inbox(next === "" ? "" : `?cursor=${next}`);
      seen.push(...page.suggestions.map(({ text }) => text));
      next = page.next;
    } while (next !== "");
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => String(119 - n)));
  });

  it("moves a suggestion among the done ones and back, and removes it", async () => {
    await suggest("Keep", "Handle");
    const [handle] = (await inbox()).suggestions;
    const path = `${INBOX}/${handle?._id}`;
    const done = await admin.call("PATCH", path, { done: true });
    expect([done.status, done.body["state"], done.body["text"]]).toEqual([200, "done", "Handle"]);
    await admin.call("PATCH", path, { done: true });
    expect((await inbox("?state=open")).suggestions.map(({ text }) => text)).toEqual(["Keep"]);
    expect((await inbox("?state=done")).suggestions.map(({ text }) => text)).toEqual(["Handle"]);
    expect((await admin.call("PATCH", path, { done: false })).body["state"]).toBe("open");
    const gone = await admin.call("DELETE", path);
    expect([gone.status, gone.body]).toEqual([200, { message: "success" }]);
    expect((await inbox()).suggestions.map(({ text }) => text)).toEqual(["Keep"]);
    for (const [method, body] of [["PATCH", { done: true }] as const, ["DELETE", undefined] as const]) {
      const answer = await admin.call(method, path, body);
      expect([answer.status, answer.body["code"]]).toEqual([404, "not-found"]);
    }
    const noted = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("target", "=", handle?._id ?? "")
      .execute();
    expect(noted.map(({ action }) => action)).toEqual(["suggestion.done", "suggestion.reopen", "suggestion.delete"]);
  });

  it("refuses every other caller and every other form", async () => {
    const user = await new ApiUser(app).signUp();
    await suggest("x");
    const id = (await inbox()).suggestions[0]?._id;
    const calls: [string, string, unknown][] = [
      ["GET", INBOX, undefined],
      ["PATCH", `${INBOX}/${id}`, { done: true }],
      ["DELETE", `${INBOX}/${id}`, undefined],
    ];
    for (const [method, path, body] of calls) {
      expect((await new ApiUser(app).call(method, path, body)).body["code"]).toBe("no-session");
      expect((await user.call(method, path, body)).body["code"]).toBe("not-admin");
    }
    for (const query of ["?state=all", "?cursor=1", "?state=open&state=done"]) {
      expect((await admin.call("GET", `${INBOX}${query}`)).status, query).toBe(400);
    }
    for (const body of [{}, { done: "true" }, { done: null }, [], { state: "done" }]) {
      expect((await admin.call("PATCH", `${INBOX}/${id}`, body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const other of [UNKNOWN, "1", "..", "%25"]) {
      expect([400, 404]).toContain((await admin.call("DELETE", `${INBOX}/${other}`)).status);
    }
    expect((await inbox()).suggestions).toHaveLength(1);
  });
});

describe("a suggestion as a plain form", () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    sendRaw(app, {
      method: "POST",
      path: PATH,
      body,
      headers: {
        "content-type": FORM,
        accept: "text/html,application/xhtml+xml",
        origin: app.url,
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    });
  const texts = async () => (await inbox()).suggestions.map(({ text }) => text);

  it("works from our page without a token and without JavaScript, and leads to a page that says thanks", async () => {
    const answer = await send("type=company&text=Two+lines%0D%0Aof+t%C3%A9xt&website=");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, ["/suggestions?sent"]]);
    expect(await texts()).toEqual(["Two lines\nof téxt"]);
  });

  it("answers JSON to a program that asks with a token", async () => {
    const user = new ApiUser(app);
    const token = await user.fetchToken();
    const answer = await sendRaw(app, {
      method: "POST",
      path: PATH,
      body: "type=other&text=Program",
      headers: { "content-type": `${FORM}; charset=utf-8`, authorization: `Bearer ${token}` },
    });
    expect([answer.status, jsonOf(answer)]).toEqual([200, { message: "success" }]);
    expect(await texts()).toEqual(["Program"]);
  });

  it("S11: is refused from every other page and without any sign of ours", async () => {
    const browser = await new Browser(app).signUp("form@example.test", "correct-horse-battery");
    const cookie = browser.cookieHeader;
    const foreign: Record<string, string>[] = [
      { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site", cookie },
      { origin: "https://elsewhere.example", "sec-fetch-site": "same-site", cookie },
      { origin: "null", "sec-fetch-site": "cross-site", cookie },
      { origin: "null", "sec-fetch-site": "none", cookie },
    ];
    for (const headers of foreign) {
      const answer = await send("type=other&text=Foreign", headers);
      expect([answer.status, jsonOf(answer)["code"]], JSON.stringify(headers)).toEqual([403, "cross-site"]);
    }
    const bare = await sendRaw(app, {
      method: "POST",
      path: PATH,
      body: "type=other&text=Bare",
      headers: { "content-type": FORM },
    });
    expect([bare.status, jsonOf(bare)["code"]]).toEqual([401, "no-session"]);
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencodedx", ""]) {
      const answer = await send("type=other&text=Other", { "content-type": type, cookie });
      expect(answer.status, type).toBe(415);
    }
    // A form is taken here and nowhere else.
    const login = await sendRaw(app, {
      method: "POST",
      path: "/api/user/login",
      body: "email=a&password=b",
      headers: { "content-type": FORM, origin: app.url, "sec-fetch-site": "same-origin", cookie },
    });
    expect(login.status).toBe(415);
    expect(await texts()).toEqual([]);
  });

  it("that is refused leads back with the reason, and stores nothing", async () => {
    const cases: [string, string][] = [
      ["type=other&text=+%0A", "fields-missing"],
      [`type=other&text=${"a".repeat(2_001)}`, "bad-request"],
      ["type=praise&text=a", "bad-request"],
      ["text=a", "bad-request"],
      ["type=other&text=a&text=b", "bad-request"],
      ["type=other&text=a%00b", "bad-request"],
      ["", "bad-request"],
      [`type=other&text=${"a".repeat(70_000)}`, "body-too-large"],
    ];
    for (const [body, code] of cases) {
      const answer = await send(body);
      expect([answer.status, answer.headers.get("location")], body.slice(0, 40)).toEqual([
        303,
        [`/suggestions?problem=${code}`],
      ]);
    }
    const trapped = await send("type=other&text=Buy&website=https%3A%2F%2Fspam.example");
    expect(trapped.headers.get("location")).toEqual(["/suggestions?sent"]);
    expect(await texts()).toEqual([]);
  });
});
