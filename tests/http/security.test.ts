import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { quickest } from "#tests/helpers/quickest.ts";
import { exchange, jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// S11, S13, S14, S34, S36, S39: headers, cross-site calls, odd requests, what is not served.

let app: TestApp;
let user: ApiUser;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp();
  user = await new ApiUser(app).signUp();
  await user.save({ firstName: "Ada", lastName: "T", pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current")] });
  browser = await new Browser(app).signUp("csrf@example.test", "correct-horse-battery");
});
afterAll(() => app.stop());

const SAFE_HEADERS: [string, RegExp][] = [
  ["content-security-policy", /default-src 'none'/],
  ["content-security-policy", /frame-ancestors 'none'/],
  ["x-content-type-options", /^nosniff$/],
  ["referrer-policy", /^no-referrer$/],
  ["cross-origin-opener-policy", /^same-origin$/],
  ["cross-origin-resource-policy", /^same-origin$/],
  ["x-frame-options", /^DENY$/],
];

function expectSafe(answer: RawAnswer, what: string): void {
  for (const [name, form] of SAFE_HEADERS) expect(answer.headers.get(name)?.[0], `${what}: ${name}`).toMatch(form);
  for (const name of ["x-powered-by", "server", "access-control-allow-origin", "x-pipelines-share"])
    expect(answer.headers.get(name), `${what}: ${name}`).toBeUndefined();
  if (answer.text !== "")
    expect(answer.headers.get("content-type")?.[0], `${what}: content-type`).toMatch(
      /^[a-z]+\/[a-z+-]+; ?(version=[\d.]+; ?)?charset=utf-8$/i,
    );
  expect(answer.headers.get("content-type")?.length ?? 1, `${what}: one content-type`).toBe(1);
}

const KINDS: [string, string, string][] = [
  ["JSON", "GET", "/api/mongodbId/x"],
  ["a shared answer", "GET", "/api/company/get/alpha"],
  ["the same from memory", "GET", "/api/company/get/alpha"],
  ["HEAD", "HEAD", "/api/company/get/alpha"],
  ["OPTIONS", "OPTIONS", "/api/company/get/alpha"],
  ["a missing call", "GET", "/api/nowhere"],
  ["a refused call", "POST", "/api/user/login"],
  ["a missing page", "GET", "/nowhere"],
  ["a wrong method", "DELETE", "/search"],
  ["health", "GET", "/healthz"],
  ["readiness", "GET", "/readyz"],
  ["metrics", "GET", "/metrics"],
  ["a mark", "GET", "/monogram/company/Alpha.svg"],
  ["a missing file", "GET", "/assets/nothing.js"],
  ["the document", "GET", "/api/openapi.json"],
  ["a NUL", "GET", "/user/%00"],
];

test.each(KINDS)("headers of %s", async (what, method, path) => {
  const answer = await sendRaw(app, { method, path });
  expectSafe(answer, what);
  expect(answer.headers.get("strict-transport-security")).toBeUndefined();
});

test("over TLS, HSTS everywhere", async () => {
  const secure = await startTestApp({ env: { BASE_URL: "https://pipelines.example" } });
  try {
    for (const [what, method, path] of KINDS) {
      const answer = await sendRaw(secure, { method, path });
      expect(answer.headers.get("strict-transport-security"), what).toEqual(["max-age=31536000; includeSubDomains"]);
    }
  } finally {
    await secure.stop();
  }
});

describe("a change by cookie", () => {
  const attempt = async (headers: Record<string, string>, body = "{}") => {
    const cookie = browser.cookieHeader;
    const given = headers["origin"] === "https-of-ours" ? { origin: `https://${host()}` } : {};
    return sendRaw(app, {
      method: "PATCH",
      path: `/api/profile/${browser.profileId}`,
      body,
      headers: { cookie, "content-type": "application/json", ...headers, ...given },
    });
  };
  const host = () => new URL(app.url).host;

  test("from our own page is taken", async () => {
    expect((await attempt({ "sec-fetch-site": "same-origin", origin: app.url })).status).toBe(200);
    expect((await attempt({ origin: app.url })).status).toBe(200);
  });

  test.each([
    ["no Origin at all", {}],
    ["a foreign page", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a foreign page in an old browser", { origin: "https://evil.example" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a sandboxed frame in a new browser", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["another port or subdomain", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }],
    ["a typed address", { "sec-fetch-site": "none" }],
    // The server of this test is at plain http.
    ["our host at another scheme", { origin: "https-of-ours" }],
    ["a host that begins alike", { origin: "http://127.0.0.1.evil.example" }],
    ["a referer only", { referer: "http://127.0.0.1/" }],
    ["a forged forwarded host", { origin: "https://evil.example", "x-forwarded-host": "evil.example" }],
    ["an Authorization that is junk", { origin: "https://evil.example", authorization: "Bearer x" }],
  ])("from %s is refused", async (_what, headers) => {
    const answer = await attempt(headers);
    expect([401, 403]).toContain(answer.status);
    const shown = await browser.send("GET", `/api/profile/get/${browser.profileId}`);
    expect(jsonOf(shown)["firstName"]).toBe("");
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
    "application/jsonp",
    "text/json",
    "application/xml",
    "application/json-patch+json",
  ])("as %j is refused, from our page and with a bearer", async (type) => {
    const ours = await attempt(
      { "sec-fetch-site": "same-origin", origin: `http://${host()}`, "content-type": type },
      '{"firstName":"X"}',
    );
    expect([ours.status, jsonOf(ours)["error"]]).toEqual([415, "Send the body as application/json."]);
    const bearer = await user.call("PATCH", `/api/profile/${user.profileId}`, '{"firstName":"X"}', {
      "content-type": type,
    });
    expect(bearer.status).toBe(415);
  });

  test("a form post to a page changes nothing and shows nothing", async () => {
    for (const path of ["/", "/login", "/edit", "/login.data", "/user/x"]) {
      const answer = await sendRaw(app, {
        method: "POST",
        path,
        body: "a=b",
        headers: {
          cookie: browser.cookieHeader,
          "content-type": "application/x-www-form-urlencoded",
          origin: "https://evil.example",
        },
      });
      // Login takes plain forms, of our own pages only.
      expect(answer.status, path).toBe(path === "/login" ? 403 : 405);
    }
  });
});

describe("odd requests", () => {
  test.each([
    "//etc/passwd",
    "/assets/../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets//../../package.json",
    "/logos/..%2f..%2f..%2fsrc/main.server.ts",
    "/assets/%00",
    "/assets/.%2e/.%2e/package.json",
    "/icon-/../../package.json",
    "/.git/HEAD",
    "/.env",
    "/package.json",
    "/data/secret",
    "/src/main.server.ts",
    "/assets/",
    "/logos",
    "/assets/x.js.map",
    "/build/server/index.js",
    "/robots.txt/../../package.json",
    "/assets/....//....//package.json",
    "/%2e%2e/%2e%2e/etc/passwd",
  ])("%s shows no file", async (path) => {
    const answer = await sendRaw(app, { path });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/root:|"dependencies"|import |refs\/heads/);
  });

  test("TRACE, CONNECT and unknown methods are refused with the safe headers where we answer", async () => {
    const trace = await sendRaw(app, { method: "TRACE", path: "/", headers: { cookie: "token=secretvalue" } });
    expect([400, 405, 501]).toContain(trace.status);
    expect(trace.text).not.toContain("secretvalue");
    expectSafe(trace, "TRACE");
    for (const method of ["TRACK", "DEBUG", "PUT", "PROPFIND"]) {
      const answer = await sendRaw(app, { method, path: "/api/profile/x" });
      expect(answer.status, method).toBeGreaterThanOrEqual(400);
      expect(answer.status, method).toBeLessThan(500);
    }
  });

  test("a flood of headers is cut off", async () => {
    const headers = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-flood-${n}`, "y".repeat(60)]));
    expect([400, 431]).toContain((await sendRaw(app, { path: "/healthz", headers })).status);
    expect([400, 414, 431]).toContain((await sendRaw(app, { path: `/${"x".repeat(20_000)}` })).status);
    expect((await sendRaw(app, { path: "/healthz" })).status).toBe(200);
  });

  test("two lengths, or a length and chunks, are no request", async () => {
    const { hostname, port } = new URL(app.url);
    const smuggle = (lines: string[]) =>
      exchange(
        { hostname, port: Number(port) },
        Buffer.from(
          `POST /api/user/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join("\r\n")}\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n`,
        ),
      );
    for (const lines of [
      ["Content-Length: 5", "Transfer-Encoding: chunked"],
      ["Content-Length: 5", "Content-Length: 6"],
      ["Transfer-Encoding: xchunked", "Content-Length: 5"],
      ["Transfer-Encoding : chunked"],
    ]) {
      const answers = (await smuggle(lines)).toString("latin1");
      expect(answers, lines.join()).toMatch(/^HTTP\/1\.1 400/);
      expect(answers).not.toContain("process_cpu");
    }
  });

  test("a foreign Host and forwarded headers change nothing that is answered", async () => {
    const plain = await sendRaw(app, { path: `/api/profile/get/${user.profileId}` });
    for (const headers of [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example" },
      { "x-forwarded-proto": "https", forwarded: "host=evil.example" },
      { "x-original-url": "/metrics" },
    ]) {
      const answer = await sendRaw(app, { path: `/api/profile/get/${user.profileId}`, headers });
      expect([answer.status, answer.text]).toEqual([200, plain.text]);
      expect(`${answer.head}`).not.toContain("evil");
    }
    expect((await sendRaw(app, { path: "/api/profile/get/x", headers: { host: "" } })).status).toBeLessThan(500);
    expect((await sendRaw(app, { path: "/api/profile/get/x", headers: { host: "a b/:99999" } })).status).toBeLessThan(
      500,
    );
  });

  test("the router's list of routes is cheap, however many are asked for", async () => {
    const path = `/__manifest?${Array.from({ length: 900 }, (_, n) => `p=/user/${n}`).join("&")}`;
    const took = await quickest(3, async () => {
      const answer = await sendRaw(app, { path });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    });
    expect(took).toBeLessThan(500);
  });
});

describe("/metrics", () => {
  test("is for this machine's collector alone", async () => {
    const own = await sendRaw(app, { path: "/metrics" });
    expect(own.text).toContain("http_requests_total");
    for (const headers of [
      { "x-forwarded-for": "127.0.0.1" },
      { forwarded: "for=127.0.0.1" },
      { "x-real-ip": "127.0.0.1" },
      { via: "1.1 proxy" },
    ]) {
      expect((await sendRaw(app, { path: "/metrics", headers })).status, JSON.stringify(headers)).toBe(404);
    }
    expect((await sendRaw(app, { path: "/metrics", from: "127.0.0.2" })).status).toBe(404);
  });

  test("names routes by their pattern, never an id or a name", async () => {
    await sendRaw(app, { path: `/api/profile/get/${user.profileId}` });
    await sendRaw(app, { path: "/api/company/get/unheardofname" });
    const { text } = await sendRaw(app, { path: "/metrics" });
    expect(text).not.toMatch(/[0-9a-f]{24}|unheardofname/);
  });
});

test("answers to errors say no stack, SQL, path or version, and the log no person", async () => {
  await app.db.schema.alterTable("company").renameTo("company_away").execute();
  try {
    const broken = await sendRaw(app, { path: "/api/company/get/somebodysname?token=tokenvalue" });
    expect(broken.status).toBe(500);
    expect(jsonOf(broken)).toEqual({
      error: "Something went wrong on our side.",
      code: "server-error",
      requestId: broken.headers.get("x-request-id")?.[0],
    });
    expectSafe(broken, "500");
  } finally {
    await app.db.schema.alterTable("company_away").renameTo("company").execute();
  }
  const logged = app.logged();
  expect(logged).toContain("request failed");
  for (const secret of [
    "somebodysname",
    "tokenvalue",
    user.token ?? "?",
    user.email,
    "csrf@example.test",
    "correct-horse",
    browser.cookies.get("token") ?? "?",
    "Ada",
    "127.0.0.1",
  ]) {
    expect(logged, secret).not.toContain(secret);
  }
});
