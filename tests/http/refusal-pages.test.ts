import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "#server/rate-limit.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// What a browser shows where a request is refused before a page is made. Every test comes from an address of its own.

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

// Twenty seconds into a window of five minutes.
const START = new Date("2026-11-15T12:00:20Z").getTime();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => new Date(START), env: { RATE_LIMITS: "on" } });
});
afterAll(() => app.stop());

function expectPage(answer: RawAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")?.[0]).toMatch(/^text\/html/);
  expect(answer.headers.get("cache-control")).toEqual(["no-store"]);
  expect(answer.text).toMatch(/^<!DOCTYPE html>/);
  expect(answer.text).not.toContain("requestId");
  // Its style is the only thing that it may use.
  const [policy = ""] = answer.headers.get("content-security-policy") ?? [];
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; frame-ancestors 'none'/);
  expect(answer.text).not.toMatch(/<(?:script|link|img)\b/);
  // It says whose page it is, and looks like the others: our sign, and a line that stops.
  expect(answer.text).toMatch(/<svg [^>]*aria-hidden="true"[^>]*>.*<\/svg>Pipelines<\/p><svg [^>]*aria-hidden="true"/);
}

test("after too many pages a browser gets a page that says how long to wait; programs get JSON", async () => {
  const from = "127.0.0.31";
  for (let n = 0; n < LIMITS.pages.hits; n += 1) await sendRaw(app, { path: "/moderation", from });
  const shown = await sendRaw(app, { path: "/moderation", from, headers: BROWSER });
  expectPage(shown, 429);
  expect(shown.headers.get("retry-after")).toEqual(["280"]);
  expect(shown.text).toContain("<h1>Too many requests.</h1><p>Try again in 5 minutes.</p>");
  expect(shown.text).toContain('<a href="">Try again</a>');
  for (const path of ["/moderation", "/moderation.data"]) {
    const refused = await sendRaw(app, { path, from });
    expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
  }
  const sent = await sendRaw(app, {
    method: "POST",
    path: "/report?company=0123456789abcdef01234567",
    from,
    body: "words=mine",
    headers: { ...BROWSER, "content-type": "application/x-www-form-urlencoded" },
  });
  expectPage(sent, 429);
  expect(sent.text).toContain("Go back to find what you typed, and send it again.");
});

test("an address of the API answers JSON, whatever the client accepts", async () => {
  const answer = await sendRaw(app, {
    path: "/api/nothing/here",
    method: "POST",
    from: "127.0.0.32",
    headers: BROWSER,
  });
  expect(jsonOf(answer)).toHaveProperty("code");
});

test("a plain form past its limit says how long to wait and keeps what was typed", async () => {
  const send = () =>
    sendRaw(app, {
      method: "POST",
      path: "/report?company=0123456789abcdef01234567",
      from: "127.0.0.33",
      body: new URLSearchParams({
        subject: "company",
        id: "0123456789abcdef01234567",
        reason: "spam",
        words: "This is what I typed.",
      }).toString(),
      headers: { ...BROWSER, origin: app.url, "content-type": "application/x-www-form-urlencoded" },
    });
  for (let n = 0; n < LIMITS.report.hits; n += 1) expect((await send()).status).not.toBe(429);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Too many requests. Try again in 60 minutes.");
  expect(refused.text).toContain("This is what I typed.");
});
