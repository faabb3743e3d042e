import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { drawJpeg } from "#tests/helpers/pictures.ts";
import { exchange, jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// The headers of every answer, whatever the call.

const ORIGIN = "https://client.example";
let app: TestApp;
let owner: ApiUser;
let hidden: ApiUser;
let companyId: string;
let schoolId: string;
let picture: string;

beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: ORIGIN, BASE_URL: "https://site.example" } });
  const school = await app.db
    .insertInto("school")
    .values({
      public_id: "0123456789abcdef01234567",
      name: "Header College",
      name_key: "header college",
      country: "Germany",
      country_code: "DE",
    })
    .returning("public_id")
    .executeTakeFirstOrThrow();
  schoolId = school.public_id;
  owner = await new ApiUser(app).signUp();
  const saved = await owner.save({
    school: schoolId,
    pipeline: [stop("Header Works", "Clerk", "2020-01-01", "current")],
  });
  companyId = saved.body.pipeline[0]?.companyId ?? "";
  hidden = await new ApiUser(app).signUp();
  await hidden.save({ anonymous: true, pipeline: [stop("Header Works", "Clerk", "2021-01-01", "current")] });
  const form = new FormData();
  form.append("pfp", new Blob([new Uint8Array(await drawJpeg())], { type: "image/jpeg" }), "me.jpg");
  const sent = await fetch(`${app.url}/api/pfp/${owner.profileId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  });
  const { pfp } = (await sent.json()) as { pfp: string };
  picture = new URL(pfp, app.url).pathname;
});
afterAll(() => app.stop());

const get = async (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> =>
  sendRaw(app, { path, headers, method });
const one = (answer: RawAnswer, name: string): string => answer.headers.get(name)?.join(", ") ?? "";

const PUBLIC_READS = (): string[] => [
  `/api/company/get/${companyId}`,
  "/api/company/get/companies/hea",
  "/api/company/get/companies",
  "/api/company/names",
  `/api/school/get/${schoolId}`,
  "/api/school/get/schools/hea",
  "/api/jump/hea",
  `/api/profile/get/${owner.profileId}`,
  "/api/openapi.json",
];

describe("ETag", () => {
  test("public reads have one, and answer 304 to a client that names it", async () => {
    for (const path of PUBLIC_READS()) {
      const first = await get(path);
      const etag = one(first, "etag");
      expect([first.status, etag !== ""], path).toEqual([200, true]);
      const again = await get(path, { "if-none-match": etag });
      expect([again.status, again.text, one(again, "etag")], path).toEqual([304, "", etag]);
      expect((await get(path, { "if-none-match": '"other"' })).status, path).toBe(200);
    }
  });

  test("what one caller alone sees, chance and an anonymous person have none", async () => {
    const bearer = { authorization: `Bearer ${owner.token}` };
    for (const [path, headers] of [
      [`/api/profile/get/${hidden.profileId}`, {}],
      // Anonymous people are in it.
      [`/api/company/employees/${companyId}`, {}],
      ["/api/profile/random", {}],
      ["/api/token", {}],
      ["/api/user/me", bearer],
    ] as const)
      expect([path, one(await get(path, headers), "etag")]).toEqual([path, ""]);
  });
});

test("every answer says how it may be kept", async () => {
  const bearer = { authorization: `Bearer ${owner.token}` };
  for (const path of [...PUBLIC_READS(), "/api/mongodbId/x", "/healthz", "/readyz", "/api/nothing", "/favicon.svg"])
    expect([path, one(await get(path), "cache-control")]).toEqual([path, expect.stringMatching(/^[a-z]/)]);
  for (const path of ["/api/user/me", "/api/user/sessions", `/api/company/get/${companyId}`])
    expect([path, one(await get(path, bearer), "cache-control")]).toEqual([path, "private, no-store"]);
  const saved = await owner.save({ location: "Here" });
  expect(saved.headers.get("cache-control")).toMatch(/no-store/);
});

test("HEAD has the length of what GET would send, and the same headers, without a body", async () => {
  for (const path of [...PUBLIC_READS(), picture, "/monogram/company/A.svg", "/api/nothing"]) {
    const [whole, head] = [await get(path), await get(path, {}, "HEAD")];
    expect([head.status, head.text], path).toEqual([whole.status, ""]);
    for (const name of ["content-type", "etag", "cache-control", "vary"])
      expect(one(head, name), `${path} ${name}`).toBe(one(whole, name));
    const length = one(head, "content-length");
    if (length !== "") expect(length, path).toBe(one(whole, "content-length"));
    expect(one(whole, "content-length"), path).not.toBe("0");
  }
});

describe("405", () => {
  test.each([
    ["PUT", "/api/company/get/x", "GET, HEAD"],
    ["POST", "/api/company/get/x", "GET, HEAD"],
    ["GET", "/api/user/signup", "POST"],
    ["DELETE", "/api/company/names", "GET, HEAD"],
    ["POST", "/api/profile/0123456789abcdef01234567", "PATCH, DELETE"],
    ["PATCH", "/api/openapi.json", "GET, HEAD"],
    ["PUT", "/company/x", "GET, HEAD"],
    ["PUT", "/login", "GET, HEAD, POST"],
    ["OPTIONS", "/api/token", "GET, HEAD"],
    ["POST", "/monogram/company/A.svg", "GET, HEAD"],
    ["DELETE", "/healthz", "GET, HEAD"],
  ])("%s %s names the methods that the address takes", async (method, path, allow) => {
    const answer = await get(path, {}, method);
    expect([answer.status, one(answer, "allow"), jsonOf(answer)["code"]]).toEqual([405, allow, "method-not-allowed"]);
  });

  test("an unknown address of the API stays a 404, whatever the method", async () => {
    for (const method of ["GET", "PUT"]) expect((await get("/api/nothing/here", {}, method)).status).toBe(404);
  });
});

test("401 says how to come in", async () => {
  const bare = await get("/api/user/me");
  expect([bare.status, one(bare, "www-authenticate")]).toEqual([401, 'Bearer realm="Pipelines"']);
  const junk = await get("/api/user/me", { authorization: "Bearer junk" });
  expect(one(junk, "www-authenticate")).toBe('Bearer realm="Pipelines", error="invalid_token"');
});

describe("what Node would answer without a word", () => {
  test("headers that are too large are a problem with 431", async () => {
    const answer = await get("/api/token", { "x-long": "x".repeat(20_000) });
    expect(answer.status).toBe(431);
    expect(jsonOf(answer)).toMatchObject({ code: "headers-too-large", error: expect.any(String) });
    expect(one(answer, "content-type")).toBe("application/json; charset=utf-8");
    expect(one(answer, "x-content-type-options")).toBe("nosniff");
  });

  test("an expectation that we do not know is a problem with 417", async () => {
    const answer = await get("/api/token", { expect: "tea" });
    expect([answer.status, jsonOf(answer)["code"]]).toEqual([417, "unknown-expectation"]);
    expect((await get("/api/mongodbId/x", { expect: "100-continue" })).text).toContain("response");
  });

  test("what is not HTTP is a problem with 400", async () => {
    const { port, hostname } = new URL(app.url);
    const bytes = await exchange({ port: Number(port), hostname }, Buffer.from("BLAH\r\n\r\n"));
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad-request"/);
    connect(Number(port), hostname).destroy();
  });
});

describe("RateLimit", () => {
  test("answers of the API say what is left of the allowance, those from memory too", async () => {
    const path = `/api/company/get/${companyId}`;
    const left: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await get(path);
      expect(one(answer, "ratelimit-policy")).toBe('"visitor";q=300000;w=300');
      expect(one(answer, "ratelimit")).toMatch(/^"visitor";r=\d+;t=\d+$/);
      expect(one(answer, "ratelimit-limit")).toBe("300000");
      expect(Number(one(answer, "ratelimit-reset"))).toBeGreaterThan(0);
      left.push(Number(one(answer, "ratelimit-remaining")));
    }
    expect(left).toEqual([0, 1, 2, 3].map((n) => (left[0] ?? 0) - n));
  });

  test("a refused call says that nothing is left", async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      let answer = await sendRaw(strict, { path: "/api/mongodbId/x" });
      expect(one(answer, "ratelimit-remaining")).toBe("299");
      for (let n = 0; n < 300; n += 1) answer = await sendRaw(strict, { path: "/api/mongodbId/x" });
      expect([answer.status, one(answer, "ratelimit-remaining")]).toEqual([429, "0"]);
      expect(one(answer, "ratelimit-reset")).toBe(one(answer, "retry-after"));
    } finally {
      await strict.stop();
    }
  });

  test("of two allowances the one that ends first is told", async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      let answer = await sendRaw(strict, { path: "/api/paths/next" });
      expect([one(answer, "ratelimit"), one(answer, "ratelimit-limit")]).toEqual([
        expect.stringMatching(/^"paths";r=239;/),
        "240",
      ]);
      for (let n = 0; n < 240; n += 1) answer = await sendRaw(strict, { path: "/api/paths/next" });
      expect([answer.status, one(answer, "ratelimit-remaining")]).toEqual([429, "0"]);
      // Other calls have their own remaining number.
      answer = await sendRaw(strict, { path: "/api/mongodbId/x" });
      expect(one(answer, "ratelimit-remaining")).toBe("58");
    } finally {
      await strict.stop();
    }
  });

  test("pages and files say nothing of it", async () => {
    for (const path of ["/", "/monogram/company/A.svg"]) expect(one(await get(path), "ratelimit")).toBe("");
  });
});

describe("other origins", () => {
  test("a listed one may show logos, monograms and public pictures", async () => {
    for (const path of ["/monogram/company/A.svg", picture]) {
      const listed = await get(path, { origin: ORIGIN });
      expect([listed.status, one(listed, "access-control-allow-origin")], path).toEqual([200, ORIGIN]);
      expect(one(listed, "cross-origin-resource-policy"), path).toBe("cross-origin");
      expect(one(listed, "vary").toLowerCase(), path).toContain("origin");
      // An <img> names no origin.
      expect(one(await get(path), "cross-origin-resource-policy"), path).toBe("cross-origin");
      const other = await get(path, { origin: "https://evil.example" });
      expect(one(other, "access-control-allow-origin"), path).toBe("");
      expect(one(other, "cross-origin-resource-policy"), path).toBe("same-origin");
    }
  });

  test("nothing changes for files where no origin is listed", async () => {
    const alone = await startTestApp();
    try {
      const answer = await sendRaw(alone, { path: "/monogram/company/A.svg", headers: { origin: ORIGIN } });
      expect(one(answer, "cross-origin-resource-policy")).toBe("same-origin");
      expect(one(answer, "access-control-allow-origin")).toBe("");
    } finally {
      await alone.stop();
    }
  });

  test("addresses are whole for API clients, and as before for our own pages", async () => {
    const path = `/api/company/get/${companyId}`;
    const logo = "/monogram/company/Header%20Works.svg";
    const bearer = { authorization: `Bearer ${await new ApiUser(app).fetchToken()}` };
    expect(jsonOf(await get(path))["logo"]).toBe(logo);
    expect(jsonOf(await get(path, { origin: ORIGIN }))["logo"]).toBe(`https://site.example${logo}`);
    expect(jsonOf(await get(path, bearer))["logo"]).toBe(`https://site.example${logo}`);
    const own = jsonOf(await get(`/api/profile/get/${owner.profileId}`, { authorization: `Bearer ${owner.token}` }));
    expect(own["pfp"]).toBe(`https://site.example${picture}`);
    expect(own["pipeline"]).toMatchObject([{ logo: `https://site.example${logo}` }]);
    // A client may send back the address that it got.
    const back = await owner.call("PATCH", `/api/profile/${owner.profileId}`, { pfp: own["pfp"] });
    expect([back.status, back.body["pfp"]]).toEqual([200, own["pfp"]]);
  });

  test("what clients send and read is allowed and exposed", async () => {
    const headers = { origin: ORIGIN, "access-control-request-method": "POST" };
    const preflight = await get("/api/email/send", headers, "OPTIONS");
    const allowed = one(preflight, "access-control-allow-headers").toLowerCase();
    for (const name of ["authorization", "content-type", "idempotency-key", "if-match", "if-none-match"])
      expect(allowed).toContain(name);
    const exposed = one(await get("/api/mongodbId/x", { origin: ORIGIN }), "access-control-expose-headers");
    for (const name of [
      "link",
      "etag",
      "retry-after",
      "idempotency-key",
      "ratelimit",
      "www-authenticate",
      "x-request-id",
    ])
      expect(exposed.toLowerCase().split(/,\s*/)).toContain(name);
  });
});

describe("If-Match", () => {
  test("is honoured as rev is", async () => {
    const path = `/api/profile/${owner.profileId}`;
    const read = await owner.call("GET", `/api/profile/get/${owner.profileId}`);
    const etag = `"${String(read.body["rev"])}"`;
    expect(read.headers.get("etag")).toBe(etag);
    const saved = await owner.call("PATCH", path, { location: "A" }, { "if-match": etag });
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, `"${String(saved.body["rev"])}"`]);
    for (const stale of [etag, `W/${etag}`, '"x"', "7, 8"]) {
      const late = await owner.call("PATCH", path, { location: "B" }, { "if-match": stale });
      expect([late.status, late.body["code"], (late.body["profile"] as { location: string }).location], stale).toEqual([
        409,
        "stale-revision",
        "A",
      ]);
    }
    expect((await owner.call("PATCH", path, { location: "C" }, { "if-match": "*" })).status).toBe(200);
  });
});
