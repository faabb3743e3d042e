import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { quickest } from "#tests/helpers/quickest.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// S12, S13, S23, S36 on the built pages, as they are served in production.

let app: TestApp;
let user: ApiUser;
let companyId = "";

const PAYLOADS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><script>alert(2)</script>",
  "javascript:alert(1)",
  "'-alert(1)-'",
  "<!--",
  "\u2028alert(1)\u2029",
  "{{constructor}}",
  "</title><svg/onload=alert(1)>",
];

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { NODE_ENV: "production", RATE_LIMITS: "on" } });
  user = await new ApiUser(app).signUp();
  const payload = PAYLOADS.join("").slice(0, 80);
  const pipeline = PAYLOADS.map((text, n) =>
    stop(`Firm ${text}`.slice(0, 80), `Job ${text}`, `20${10 + n}-01-01`, `20${11 + n}-01-01`),
  );
  const saved = await user.save({
    firstName: payload,
    lastName: PAYLOADS[2],
    location: PAYLOADS[1],
    school: `${PAYLOADS[2]} School`,
    pipeline,
  });
  if (saved.status !== 200) throw new Error(saved.text);
  companyId = saved.body.pipeline[2]?.companyId ?? "";
});
afterAll(() => app.stop());

const pages = (): string[] => [
  "/",
  "/search",
  "/discover",
  "/login",
  "/signup",
  "/edit",
  "/nowhere",
  `/user/${user.profileId}`,
  `/company/${companyId}`,
  `/search?company=${companyId}`,
  `/search?company=${encodeURIComponent(PAYLOADS[2] ?? "")}`,
  "/user/nobody",
  "/school/nobody",
  "/api/docs",
];

test("every page: a policy without unsafe words, the hash of every inline script in it, and no other", async () => {
  let count = 0;
  for (const path of pages()) {
    // Twice: the second may come from memory.
    for (const _time of [1, 2]) {
      const answer = await sendRaw(app, { path });
      if (answer.status >= 300 && answer.status < 400) continue;
      expect([200, 404], `${path} ${answer.text.slice(0, 300)}`).toContain(answer.status);
      const policy = answer.headers.get("content-security-policy")?.[0] ?? "";
      const named = /script-src ((?:'sha256-[\w+/]{43}=' )+)'strict-dynamic'/.exec(policy)?.[1] ?? "";
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      for (const part of [
        "default-src 'none'",
        "style-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(policy, path).toContain(part);
      const inline = [...answer.text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
      expect(inline.length, path).toBeGreaterThan(0);
      const hashes = inline.map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(new Set(named.trim().split(" ")), path).toEqual(new Set(hashes));
      for (const [, attributes = ""] of inline) expect(attributes, path).not.toMatch(/\b(src|nonce)=/);
      const markup = answer.text
        .replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1</script>")
        .replace(/="[^"]*"/g, '=""');
      expect(markup, path).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/i);
      expect(answer.text).not.toMatch(/(src|href)="(https?:)?\/\/(?!localhost)/);
      for (const [name, value] of [
        ["x-content-type-options", "nosniff"],
        ["referrer-policy", "no-referrer"],
        ["x-frame-options", "DENY"],
        ["content-type", "text/html; charset=utf-8"],
      ] as const)
        expect(answer.headers.get(name), `${path} ${name}`).toEqual([value]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
});

test("what people typed never becomes markup, in HTML, hydration data or .data", async () => {
  let seen = 0;
  for (const path of pages()) {
    const html = await sendRaw(app, { path });
    if (html.text.includes("alert(")) seen += 1;
    expect(html.text, path).not.toMatch(/<script>alert|<img src=x|<svg\/onload|<!--(?!\s|\/?\$|>|-->)[^-]*alert/);
    // Inside a script a "</script" or U+2028 would end or break it.
    for (const script of html.text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g))
      expect(script[1], path).not.toMatch(/<script|<!--|\u2028|\u2029/);
    const scripts = html.text.match(/<script\b/g)?.length ?? 0;
    expect(html.text.match(/<\/script>/g)?.length ?? 0, path).toBe(scripts);
    const data = await sendRaw(app, { path: `${path === "/" ? "/_root" : path.split("?")[0]}.data` });
    expect(data.headers.get("content-type")?.[0] ?? "", path).not.toContain("html");
    expect(data.headers.get("x-content-type-options")).toEqual(["nosniff"]);
    expect(data.headers.get("content-type")?.[0], path).toContain("charset=utf-8");
  }
  expect(seen).toBeGreaterThanOrEqual(3);
});

test("pages of somebody signed in are kept by nobody", async () => {
  const browser = await new Browser(app).signUp("pages@example.test", "correct-horse-battery");
  for (const path of [
    "/",
    `/user/${browser.profileId}`,
    "/edit",
    `/user/${user.profileId}`,
    `/user/${user.profileId}.data`,
  ]) {
    const answer = await browser.send("GET", path);
    expect(answer.headers.get("cache-control")?.[0], path).toContain("no-store");
  }
  const visitor = await sendRaw(app, { path: `/user/${browser.profileId}` });
  expect(visitor.status).toBe(404);
});

describe("/__manifest", () => {
  test.each([10_000, 900, 100])("with %i paths is refused cheaply", async (count) => {
    const path = `/__manifest?${Array.from({ length: count }, (_, n) => `p=%2Fu%2F${n}`).join("&")}&version=x`;
    const took = await quickest(3, async () => {
      const answer = await sendRaw(app, { path });
      expect([answer.status >= 400 && answer.status < 500, answer.text.slice(0, 100)], String(answer.status)).toEqual([
        true,
        expect.anything(),
      ]);
    });
    expect(took).toBeLessThan(200);
  });
});

test("files that are not there, maps and the server's own bundle are not served", async () => {
  for (const path of [
    "/assets/../../server/index.js",
    "/assets/..%2f..%2fserver%2findex.js",
    "/assets/%2e%2e%2f%2e%2e%2fserver/index.js",
    "/assets/..%5cserver%5cindex.js",
    "//assets/../../server/index.js",
    "/server/index.js",
    "/assets/stop.client.js.map",
  ]) {
    const answer = await sendRaw(app, { path });
    expect(answer.status, path).toBe(404);
    expect(answer.text, path).not.toContain("createRequestHandler");
  }
});

test("a request cannot tell the router things about itself", async () => {
  const path = `/user/${user.profileId}`;
  const plain = await sendRaw(app, { path });
  const forged = await sendRaw(app, {
    path,
    headers: {
      "x-react-router-data-request": "yes",
      "x-react-router-request-document": "x",
      "x-react-router-spa-mode": "yes",
      "x-react-router-prerender-data": "[]",
    },
  });
  expect([forged.status, forged.headers.get("content-type")]).toEqual([
    plain.status,
    plain.headers.get("content-type"),
  ]);
});
