import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { linkTo } from "#tests/helpers/emails.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Forms as browsers send them before our script runs, or without it.

const PASSWORD = "correct-horse-battery";
const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

let app: TestApp;
let closed: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  const env = { EARLY_ACCESS: "on", SECRET_FILE: app.services.config.secretFile };
  closed = await startTestApp({ pages: true, databaseUrl: app.databaseUrl, env });
});
afterAll(async () => {
  await closed.stop();
  await app.stop();
});

function post(browser: Browser, path: string, fields: Record<string, string>) {
  return browser.send("POST", path, new URLSearchParams(fields).toString(), { headers: FORM });
}

const signedIn = async (browser: Browser) => (await browser.send("GET", "/api/user/me")).status === 200;

describe("login and sign-up", () => {
  test("sign somebody up who was never here, and lead on", async () => {
    const browser = new Browser(app);
    const answer = await post(browser, "/signup?next=%2Fedit", { email: "plain@example.test", password: PASSWORD });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, ["/edit"]]);
    expect(await signedIn(browser)).toBe(true);
  });

  test("show the page again with its error and what was typed, but no password", async () => {
    await new ApiUser(app).signUp("known-plain@example.test", PASSWORD);
    const browser = new Browser(app);
    const refused = await post(browser, "/login", { email: "known-plain@example.test", password: "wrong-horse" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Invalid username or password.");
    expect(refused.text).toContain('value="known-plain@example.test"');
    expect(refused.text).not.toContain("wrong-horse");
    expect(refused.headers.get("cache-control")).toEqual(["private, no-store"]);
    expect(await signedIn(browser)).toBe(false);

    const taken = await post(browser, "/login?next=//evil.example", {
      email: "known-plain@example.test",
      password: PASSWORD,
    });
    expect([taken.status, taken.headers.get("location")]).toEqual([303, ["/"]]);
    expect(await signedIn(browser)).toBe(true);
  });

  test("weak passwords are refused in the rule's words", async () => {
    const answer = await post(new Browser(app), "/signup", { email: "weak@example.test", password: "short" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("A password has at least 8 characters.");
  });

  test.each([
    ["a foreign page", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
    ["nobody's page", {}, 401],
  ])("are refused from %s", async (_who, headers, status) => {
    const body = new URLSearchParams({ email: "plain@example.test", password: PASSWORD }).toString();
    const answer = await sendRaw(app, { method: "POST", path: "/login", body, headers: { ...FORM, ...headers } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("set-cookie")).toBeUndefined();
  });
});

test("a forgotten password: the link is asked for, and used by pasting its address", async () => {
  const user = await new ApiUser(app).signUp("forgot-plain@example.test", PASSWORD);
  const browser = new Browser(app);
  const wrong = await post(browser, "/forgot-password", { email: "x".repeat(1_001) });
  expect([wrong.status, wrong.text.includes("x".repeat(1_001))]).toEqual([400, true]);
  const asked = await post(browser, "/forgot-password", { email: user.email });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, ["/forgot-password?sent"]]);
  expect((await browser.send("GET", "/forgot-password?sent")).text).toContain("Check your inbox.");
  const token = await linkTo(app, user.email, "reset-password");

  const pasted = `http://localhost/reset-password#${token}`;
  const weak = await post(browser, "/reset-password", { token: pasted, password: "short" });
  expect([weak.status, weak.text.includes("A password has at least 8 characters.")]).toEqual([400, true]);
  expect(weak.text).not.toContain(token);
  const done = await post(browser, "/reset-password", { token: pasted, password: "nine-grey-otters" });
  expect([done.status, done.headers.get("location")]).toEqual([303, ["/reset-password?done"]]);
  expect((await browser.send("GET", "/reset-password?done")).text).toContain("Your password was changed.");
});

test("a suggestion is kept in the form while it is refused", async () => {
  const browser = new Browser(app);
  const long = `first line\r\n${"y".repeat(2_000)}`;
  const refused = await post(browser, "/suggestions", { type: "other", text: long, website: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("A suggestion has at most 2,000 characters");
  expect(refused.text).toContain("y".repeat(2_000));
  const taken = await post(browser, "/suggestions", { type: "other", text: "Add Quillon", website: "" });
  expect([taken.status, taken.headers.get("location")]).toEqual([303, ["/suggestions?sent"]]);
});

describe("the closed site", () => {
  test("takes a code and a login", async () => {
    const admin = await adminClient(closed);
    const { body } = await admin.call<{ code: string }>("POST", "/api/admin/codes", { label: "plain", maxUses: 5 });
    const browser = new Browser(closed);
    const wrong = await post(browser, "/code", { code: "WRONG-CODE" });
    expect([wrong.status, wrong.text.includes("Incorrect code.")]).toEqual([400, true]);
    expect(wrong.text).toContain('value="WRONG-CODE"');
    expect((await post(browser, "/code", { code: body.code })).status).toBe(303);
    expect((await browser.send("GET", "/discover")).status).toBe(200);
    expect((await post(new Browser(closed), "/signup", { email: "a@example.test", password: PASSWORD })).status).toBe(
      403,
    );
  });

  test("takes an address for the newsletter, and says so on its page", async () => {
    const browser = new Browser(closed);
    const refused = await post(browser, "/newsletter", { email: "no address" });
    expect(refused.text).toContain("This is not an e-mail address.");
    expect(refused.text).toContain('value="no address"');
    const taken = await post(browser, "/newsletter", { email: "news-plain@example.test" });
    expect(taken.text).toContain("Check your inbox");
    expect(taken.text).toContain("Pipelines Coming Soon");
  });
});

/** The fields of a page's forms with this address, as a browser would send them: checked and hidden ones have values. */
function formsTo(html: string, action: string): Map<string, string>[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].filter(
    ([, head = ""]) => head.includes(` action="${action}"`) && head.includes(' method="post"'),
  );
  return forms.map(([, , inside = ""]) => {
    const fields = [...inside.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([field]) => field);
    return new Map(
      fields.flatMap((field): [string, string][] => {
        const name = /\bname="([^"]*)"/.exec(field)?.[1];
        return name === undefined ? [] : [[name, /\bvalue="([^"]*)"/.exec(field)?.[1] ?? ""]];
      }),
    );
  });
}

test.each([
  ["/login", "/login", ["email", "password"]],
  ["/login?next=/settings", "/login?next=%2Fsettings", ["email", "password"]],
  ["/signup", "/signup?next=%2Fedit", ["email", "password"]],
  ["/forgot-password", "/forgot-password", ["email"]],
  ["/reset-password", "/reset-password", ["password", "token"]],
  ["/suggestions", "/suggestions", ["text", "type", "website"]],
  ["/code", "/code", ["code"]],
  ["/", "/newsletter", ["email"]],
])("the form on %s goes to %s, with the fields that are sent above", async (page, action, names) => {
  const isOfClosed = page === "/code" || action === "/newsletter";
  const { text } = await new Browser(isOfClosed ? closed : app).send("GET", page);
  const [form] = formsTo(text, action);
  expect([...(form?.keys() ?? [])].toSorted()).toEqual(names);
});

test("a page of one's own leads to the login, which leads back, and the login to log-out", async () => {
  const browser = new Browser(app);
  const away = await browser.send("GET", "/settings");
  expect([away.status, away.headers.get("location")]).toEqual([302, ["/login?next=/settings"]]);
  const email = (await new ApiUser(app).signUp()).email;
  const known = await post(browser, "/login?next=/settings", { email, password: PASSWORD });
  expect([known.status, known.headers.get("location")]).toEqual([303, ["/settings"]]);
  expect(formsTo((await browser.send("GET", "/settings")).text, "/logout").length).toBeGreaterThan(0);
  expect((await post(browser, "/logout", {})).status).toBe(303);
  expect(await signedIn(browser)).toBe(false);
});

test("a form of a page of one's own, sent after the session has ended, leads to the login", async () => {
  const answer = await post(new Browser(app), "/share?level=no-name", { level: "no-name", action: "make" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, ["/login?next=/share"]]);
});

test("a shared link is made and ended by the forms of its page", async () => {
  const browser = new Browser(app);
  await post(browser, "/signup", { email: "plain-sharer@example.test", password: PASSWORD });
  const me = JSON.parse((await browser.send("GET", "/api/user/me")).text) as { profileId: string };
  const names = { firstName: "Plain", lastName: "Sharer", created: true, username: "plain.sharer" };
  expect((await browser.send("PATCH", `/api/profile/${me.profileId}`, names)).status).toBe(200);
  const share = async (): Promise<string> => (await browser.send("GET", "/share?level=no-name")).text;
  const press = async (action: string): Promise<void> => {
    const html = await share();
    const address = /action="(\/share[^"]*)"[^>]*>\s*<input[^>]*name="level"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    const form = formsTo(html, address?.replaceAll("&", "&amp;") ?? "").find((one) => one.get("action") === action);
    const answer = await post(browser, address ?? "", Object.fromEntries(form ?? []));
    expect([answer.status, answer.headers.get("location")?.[0]]).toEqual([303, expect.stringContaining("no-name")]);
  };
  expect(await share()).toMatch(/type="radio"[^>]*name="level"|name="level"[^>]*type="radio"/);
  await press("make");
  const link = /\/s\/[0-9a-f]{24}/.exec(await share())?.[0] ?? "";
  expect((await sendRaw(app, { path: link })).status).toBe(200);
  await press("off");
  expect(await share()).toContain("This level has no link yet.");
  expect((await sendRaw(app, { path: link })).status).toBe(404);
});
