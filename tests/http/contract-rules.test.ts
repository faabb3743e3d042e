import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// The rules for every call, R1 to R12 of the HTTP contract.

const ORIGIN = "https://client.example";
let app: TestApp;
let owner: ApiUser;
let companyId = "";

beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: `${ORIGIN}, https://second.example` } });
  owner = await new ApiUser(app).signUp();
  const saved = await owner.save({
    firstName: "Ada",
    lastName: "Testperson",
    username: "ada.t",
    pipeline: [stop("Acme Works", "Engineer", "2020-01-01", "current", 80)],
  });
  companyId = saved.body.pipeline[0]?.companyId ?? "";
});
afterAll(() => app.stop());

const SESSION_CALLS: [string, string, unknown][] = [
  ["POST", "/api/user/signup", { email: "r2@example.test", password: "correct-horse-battery" }],
  ["POST", "/api/user/login", { email: "r2@example.test", password: "correct-horse-battery" }],
  ["POST", "/api/user/verify", { email: "r2@example.test", token: "x" }],
  ["POST", "/api/user/logout", {}],
  ["PATCH", "/api/profile/0123456789abcdef01234567", { firstName: "X" }],
  ["PATCH", "/api/profile/get/0123456789abcdef01234567", { firstName: "X" }],
  ["PATCH", "/api/company/update", [[], [], ["", ""]]],
  ["PATCH", "/api/company/update/0123456789abcdef01234567", [{}, [], ""]],
  ["PATCH", "/api/school/update/", [{ schoolTally: [] }, ""]],
  ["PATCH", "/api/school/update/0123456789abcdef01234567", [{ schoolTally: [] }, ""]],
];
const reads = (): string[] => [
  "/api/profile/random?amount=3",
  `/api/profile/get/${owner.profileId}`,
  "/api/profile/get/ada.t",
  "/api/company/get/companies",
  "/api/company/get/companies/acme",
  `/api/company/get/${companyId}`,
  `/api/company/getid/${companyId}`,
  "/api/company/getBy?name=acme works",
  `/api/company/employees/${companyId}`,
  "/api/school/get/schools/uni",
  "/api/mongodbId/x",
  "/api/token",
];

const JUNK: [string, Record<string, string>][] = [
  ["no token", {}],
  ["Bearer undefined", { authorization: "Bearer undefined" }],
  ["Bearer null", { authorization: "Bearer null" }],
  ["an empty bearer", { authorization: "Bearer " }],
  ["junk", { authorization: "Bearer a.b.c" }],
  ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }],
  ["a long junk", { authorization: `Bearer ${"x".repeat(5_000)}` }],
];

describe.each(JUNK)("R2: %s", (_what, headers) => {
  test("public reads answer", async () => {
    for (const path of reads())
      expect((await new ApiUser(app).call("GET", path, undefined, headers)).status, path).toBe(200);
  });
  test("everything that needs a session answers 401", async () => {
    for (const [method, path, body] of SESSION_CALLS) {
      const answer = await new ApiUser(app).call(method, path, body, headers);
      expect([answer.status, answer.body["code"], answer.body["error"]], `${method} ${path}`).toEqual([
        401,
        "no-session",
        "Your session has ended. Log in again.",
      ]);
    }
  });
  test("from a listed origin too, so that a client there fetches a token", async () => {
    if (headers["authorization"] === undefined) return;
    for (const [method, path, body] of SESSION_CALLS) {
      const answer = await new ApiUser(app).call(method, path, body, {
        ...headers,
        origin: ORIGIN,
        "sec-fetch-site": "cross-site",
      });
      expect(answer.status, `${method} ${path}`).toBe(401);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    }
  });
});

test("R3, R4: the token is judged before the body", async () => {
  const wrong = ["{", "[]", "1", '{"email":1}', `"${"x".repeat(70_000)}"`];
  for (const [method, path] of SESSION_CALLS) {
    for (const body of wrong)
      expect((await new ApiUser(app).call(method, path, body)).status, `${method} ${path} ${body.slice(0, 9)}`).toBe(
        401,
      );
    // A page of ours whose cookie is gone.
    const ours = await sendRaw(app, {
      method,
      path,
      body: "{",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    });
    expect(ours.status, `${method} ${path} from a page`).toBe(401);
  }
});

test("R3: a live token that no sign-in has bound is refused with 403, not 401", async () => {
  const stranger = new ApiUser(app);
  await stranger.fetchToken();
  for (const [method, path, body] of SESSION_CALLS.slice(4)) {
    expect((await stranger.call(method, path, body)).status, `${method} ${path}`).toBe(403);
  }
  expect((await stranger.call("GET", "/api/profile/")).status).toBe(403);
  expect((await stranger.call("GET", "/api/user/me")).status).toBe(403);
});

test("R5: a sign-in binds the bearer that carried it, and no other", async () => {
  const other = new ApiUser(app);
  await other.fetchToken();
  const late = new ApiUser(app);
  const token = await late.fetchToken();
  const answer = await late.call("POST", "/api/user/login", { email: owner.email, password: "correct-horse-battery" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect((await late.call("POST", "/api/user/verify", { email: owner.email, token })).body).toEqual({
    isVerified: true,
  });
  expect((await other.call("POST", "/api/user/verify", { email: owner.email, token })).body).toEqual({
    isVerified: false,
  });
  expect((await late.call("PATCH", `/api/profile/${owner.profileId}`, { location: "Here" })).status).toBe(200);
});

test("R6: /api/token&adminToken= is understood, and tokens differ every time", async () => {
  const answers = await Promise.all(
    [
      "/api/token",
      "/api/token?linkedinToken=x&adminToken=y",
      "/api/token&adminToken=x",
      "/api/token&adminToken=x&linkedinToken=%zz",
    ].map((path) => sendRaw(app, { path })),
  );
  for (const answer of answers) {
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.parse(answer.text)).toMatch(/^[\w-]{43}\.[0-9a-z]+\.[\w-]{22}$/);
    expect(answer.headers.get("cache-control")).toEqual(["no-store"]);
  }
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(4);
});

test("R7: a success always has a body; R8: an error has two strings", async () => {
  for (const path of reads()) {
    const answer = await new ApiUser(app).call("GET", path);
    expect([answer.status, answer.text.length > 1], path).toEqual([200, true]);
  }
  for (const path of [
    "/api/nowhere",
    "/api/",
    "/api/company",
    "/api/company/get/nobody-knows-it",
    "/api/profile/random?amount=x",
  ]) {
    const answer = await new ApiUser(app).call("GET", path);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect([typeof answer.body["error"], typeof answer.body["code"]], path).toEqual(["string", "string"]);
  }
});

test("R10: no nulls, and pipeline is an array, for an empty profile too", async () => {
  const fresh = await new ApiUser(app).signUp();
  const empty = await fresh.call("GET", `/api/profile/get/${fresh.profileId}`);
  expect(empty.body).toMatchObject({
    firstName: "",
    lastName: "",
    username: "",
    linkedin: "",
    location: "",
    pfp: "",
    school: "",
    pipeline: [],
    created: false,
  });
  for (const path of reads()) expect((await new ApiUser(app).call("GET", path)).text, path).not.toContain("null");
});

test("R11: nothing inside an experience is empty, and tempId2 never comes back", async () => {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({
    firstName: "Bo",
    lastName: "T",
    pipeline: [
      { ...stop("Plain Firm", "clerk", "2020-01-01", "2021-01-01"), tempId2: 7, logo: "", displayName: "", _id: "" },
    ],
  });
  const shown = await new ApiUser(app).call("GET", `/api/profile/get/${user.profileId}`);
  for (const body of [saved.body, shown.body]) {
    const [experience] = body["pipeline"] as Record<string, unknown>[];
    for (const field of ["companyId", "companyName", "displayName", "logo", "title", "startDate", "endDate"])
      expect(experience?.[field], field).toMatch(/\S/);
    expect(Object.values(experience ?? {})).not.toContain("");
    expect(JSON.stringify(body)).not.toContain("tempId2");
  }
});

test("R12: companies are found by id, name, or name in another case; documents carry _id", async () => {
  const found = await Promise.all(
    [companyId, "acme works", "ACME Works", "  Acme   Works ", "Ａcme Works"].map((text) =>
      sendRaw(app, { path: `/api/company/get/${encodeURIComponent(text)}` }),
    ),
  );
  for (const answer of found)
    expect(jsonOf(answer), answer.head).toMatchObject({ _id: companyId, id: companyId, name: "acme works" });
});

test("R1: the content type that clients send on every call is fine where there is no body", async () => {
  const user = await new ApiUser(app).signUp();
  for (const path of [
    "/api/user/network",
    "/api/user/sessions",
    `/api/pfp/${user.profileId}`,
    `/api/profile/${user.profileId}`,
  ]) {
    const answer = await user.call("DELETE", path, undefined, { "content-type": "application/json" });
    expect(answer.body, path).toEqual({ message: "success" });
  }
});

describe("R1: CORS", () => {
  test("a listed origin is allowed, with what its clients send", async () => {
    const preflight = await sendRaw(app, {
      method: "OPTIONS",
      path: "/api/profile/x",
      headers: {
        origin: ORIGIN,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toEqual([ORIGIN]);
    expect(preflight.headers.get("access-control-allow-methods")?.[0]).toMatch(/GET,POST,PATCH,DELETE/);
    expect(preflight.headers.get("access-control-allow-headers")?.[0]?.toLowerCase()).toMatch(
      /authorization.*content-type/,
    );
    expect(Number(preflight.headers.get("access-control-max-age")?.[0])).toBeGreaterThanOrEqual(600);
    expect(preflight.headers.get("access-control-allow-credentials")).toBeUndefined();
  });
  test("no other origin is", async () => {
    for (const origin of [
      "https://evil.example",
      "null",
      `${ORIGIN}.evil.example`,
      ORIGIN.toUpperCase(),
      "http://client.example",
    ]) {
      const answer = await sendRaw(app, { path: "/api/mongodbId/x", headers: { origin } });
      expect(answer.headers.get("access-control-allow-origin"), origin).toBeUndefined();
    }
  });
  test("a kept answer never carries another reader's permission, nor lacks one", async () => {
    const path = `/api/company/get/${companyId}`;
    const read = async (origin?: string) =>
      (await sendRaw(app, { path, headers: origin === undefined ? {} : { origin } })).headers.get(
        "access-control-allow-origin",
      )?.[0];
    for (const origin of [
      undefined,
      ORIGIN,
      "https://second.example",
      undefined,
      ORIGIN,
      "https://evil.example",
      "https://second.example",
    ]) {
      expect(await read(origin)).toBe(origin === "https://evil.example" ? undefined : origin);
    }
  });
});

test("a kept answer that cannot be packed is refused, and its client does not wait for ever", async () => {
  const path = `/api/company/get/${companyId}`;
  const headers = { "accept-encoding": "gzip" };
  await expect
    .poll(async () => {
      await sendRaw(app, { path });
      return app.services.cache.get(`${path}\n`, app.services.clock().getTime());
    })
    .toBeDefined();
  const kept = app.services.cache.get(`${path}\n`, app.services.clock().getTime());
  if (!kept) throw new Error("Nothing is kept.");
  vi.spyOn(kept.body, "encodingFor").mockReturnValueOnce("gzip");
  vi.spyOn(kept.body, "in").mockRejectedValueOnce(new Error("No memory is left."));
  const refused = await sendRaw(app, { path, headers });
  expect([refused.status, refused.headers.get("retry-after")?.[0]]).toEqual([503, "2"]);
  expect((await sendRaw(app, { path, headers })).status).toBe(200);
});
