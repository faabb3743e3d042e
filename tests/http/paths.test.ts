import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { readNames } from "#features/path/read.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { documentedGets } from "#tests/helpers/openapi.ts";
import { createDemoDatabase, waitForPaths } from "#tests/helpers/path-site.ts";
import { ASKED_SENTENCES, HELD_OUT_SENTENCES } from "#tests/helpers/sentences.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { apiAt } from "#tests/paths/recount/api.ts";
import { recount } from "#tests/paths/recount.ts";

// The calls of the path engine on a site of demo people; each answer is held against the document by `ApiUser`.

const PEOPLE = 250;

let database: TestDatabase;
let app: TestApp;
let visitor: ApiUser;
/** The answer to the first question, before anything was read. */
let first: { status: number; code: string; retryAfter: string | null };

beforeAll(async () => {
  const now = new Date();
  database = await createDemoDatabase(PEOPLE, now);
  app = await startTestApp({ databaseUrl: database.url, now: () => now });
  visitor = new ApiUser(app);
  const answer = await visitor.call<{ code: string }>("GET", "/api/paths/search?stop=any");
  first = { status: answer.status, code: answer.body.code, retryAfter: answer.headers.get("retry-after") };
  await waitForPaths(app);
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

type Found = { lines: { profile: { _id: string; pipeline: { companyId: string; _id: string }[]; school: string } }[] };

/** Somebody on the site, a company and a school of theirs that have pages. */
async function somebody(): Promise<{ profile: string; company: string; school: string }> {
  const { body } = await visitor.call<Found>("GET", "/api/paths/search?stop=any&limit=48");
  for (const { profile } of body.lines) {
    const entry = profile.pipeline.find(({ companyId, _id }) => companyId !== _id);
    if (entry && /^[0-9a-f]{24}$/.test(profile.school))
      return { profile: profile._id, company: entry.companyId, school: profile.school };
  }
  throw new Error("Nobody has a company and a school.");
}

const PATHS_CALLS = /^\/api\/(?:paths\/|title|(?:company|school)\/insights|profile\/similar)/;

describe("the calls of the path engine", () => {
  it("say that the engine is not ready until it is filled", () => {
    expect(first).toEqual({ status: 503, code: "paths-not-ready", retryAfter: "2" });
  });

  it("answer 200 as the document declares, each of them", async () => {
    const { profile, company, school } = await somebody();
    const asked: Record<string, string> = {
      "/api/paths/search": `?stop=company:${company}&then=any,6y&stop=any`,
      "/api/paths/next": `?stop=company:${company}`,
      "/api/paths/routes": `?from=company:${company}&to=kind:full-time`,
      "/api/paths/flow": `?stop=company:${company}&hops=3&direction=before`,
      "/api/paths/read": "?q=from%20google%20to%20stripe",
      "/api/company/insights/{id}": "?kind=everyone&since=2010&until=2030",
      "/api/school/insights/{id}": "?since=2000",
    };
    const calls = documentedGets().filter(({ path }) => PATHS_CALLS.test(path));
    expect(calls.length).toBe(10);
    for (const { path } of calls) {
      const filled = path
        .replace("company/insights/{id}", `company/insights/${company}`)
        .replace("school/insights/{id}", `school/insights/${school}`)
        .replace("similar/{id}", `similar/${profile}`)
        .replace("{slug}", "mid-software");
      const answer = await visitor.call("GET", `${filled}${asked[path] ?? ""}`);
      expect(answer.status, `${filled} ${answer.text}`).toBe(200);
      expect(answer.headers.get("cache-control"), filled).toBe("no-cache");
    }
    const sent = { pipeline: [stop("Google", "Software Engineer", "2018-01-01", "current")], school: "" };
    // Without a token, as every other call.
    const similar = await visitor.call("POST", "/api/paths/similar", sent);
    expect([similar.status, similar.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  });

  it("tell the nearest of the first two unknown companies alone: each costs a search", async () => {
    const query = Array.from({ length: 8 }, (_, n) => `stop=company:micosoft${n}`).join("&then=any&");
    const { status, body } = await visitor.call<{ issues: { message: string }[] }>("GET", `/api/paths/search?${query}`);
    expect(status).toBe(400);
    expect(body.issues).toHaveLength(8);
    const near = body.issues.map(({ message }) => message.includes("Microsoft"));
    expect(near).toEqual([true, true, ...Array<boolean>(6).fill(false)]);
  });

  it("name what is wrong with its place, and the nearest names", async () => {
    const bad = async (path: string) => {
      const answer = await visitor.call<{ issues: { path: string; message: string }[] }>("GET", path);
      expect(answer.status, path).toBe(400);
      return answer.body.issues;
    };
    const [unknown] = await bad("/api/paths/search?stop=any&stop=company:Gogle");
    expect(unknown).toMatchObject({ path: "stop[1]" });
    expect(unknown?.message).toMatch(/Did you mean .*Google/);
    for (const [path, place] of [
      ["/api/paths/search", "stop[0]"],
      ["/api/paths/search?stop=level:intern", "stop[0]"],
      ["/api/paths/search?stop=any&stop=title:junior-software,level:staff", "stop[1]"],
      ["/api/paths/routes?from=kind:intern,level:senior&to=any", "from"],
      ["/api/paths/search?stop=any&then=next", "then[0]"],
      ["/api/paths/search?stop=any&limit=49", "limit"],
      ["/api/paths/search?stop=any&limit=5&limit=6", "limit"],
      ["/api/paths/search?stop=any&sort=oldest", "sort"],
      ["/api/paths/search?stop=any&cursor=x", "cursor"],
      ["/api/paths/search?stop=any&first=2", "first"],
      ["/api/paths/routes?from=company:Google", "to"],
      ["/api/paths/flow?stop=company:Google&hops=4", "hops"],
      ["/api/paths/flow", "stop[0]"],
      ["/api/paths/flow?stop=any&stop=any", "stop"],
      ["/api/paths/routes?to=any&to=any&from=any", "to"],
      ["/api/paths/read", "q"],
      ["/api/paths/read?q=a&q=b", "q"],
      ["/api/company/google/insights?kind=intern&kind=everyone", "kind"],
      ["/api/company/google/insights?kind=nobody", "kind"],
      ["/api/company/google/insights?since=20x", "since"],
    ] as const) {
      const issues = await bad(path);
      expect(issues[0]?.path, `${path} ${JSON.stringify(issues)}`).toBe(place);
      // A sentence of ours, and not the parser's.
      for (const { message } of issues) expect(message, path).not.toMatch(/^Invalid|expected|received/);
    }
  });

  it("say 404 for a company, school, title or person that is not there", async () => {
    for (const [path, code] of [
      ["/api/company/nothing of the kind/insights", "company-not-found"],
      ["/api/school/000000000000000000000000/insights", "school-not-found"],
      ["/api/title/mid-nothing", "not-found"],
      ["/api/profile/000000000000000000000000/similar", "profile-not-found"],
    ]) {
      const answer = await visitor.call<{ code: string }>("GET", encodeURI(path ?? ""));
      expect([answer.status, answer.body.code], path).toEqual([404, code]);
    }
  });

  it("are unchanged while nothing visible changes: the same ETag, and 304 to who has it", async () => {
    const path = "/api/paths/search?stop=any&limit=3";
    const one = await sendRaw(app, { path });
    const etag = one.headers.get("etag")?.[0] ?? "";
    expect(etag).toMatch(/^(?:W\/)?".+"$/);
    const again = await sendRaw(app, { path, headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")?.[0]]).toEqual([304, "", etag]);
    const other = await sendRaw(app, { path, headers: { "if-none-match": '"other"' } });
    expect([other.status, other.text]).toEqual([200, one.text]);
  });

  it("list everybody once, page by page, with the next page in the Link header", async () => {
    const seen: string[] = [];
    let path: string | undefined = "/api/paths/search?stop=any&limit=48";
    while (path !== undefined) {
      const answer: Awaited<ReturnType<typeof visitor.call<Found>>> = await visitor.call<Found>("GET", path);
      seen.push(...answer.body.lines.map((line) => line.profile._id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    const rows = await app.db.selectFrom("profile").select("public_id").where("listed", "=", true).execute();
    expect(seen.toSorted()).toEqual(rows.map((row) => row.public_id).toSorted());
  });
});

type Read = { query: string | null; understood: { as: string }[]; notUnderstood: string[] };

describe("a sentence", () => {
  const readAloud = async (text: string): Promise<Read> =>
    (await visitor.call<Read>("GET", `/api/paths/read?q=${encodeURIComponent(text)}`)).body;

  it.each([
    ["MIT graduates at Google", ["Massachusetts Institute of Technology", "Google"]],
    ["from UC Berkeley or MIT to Stripe", ["University of California, Berkeley", "Stripe"]],
    ["UBC students at Shopify", ["University of British Columbia", "Shopify"]],
    ["U of T to Shopify", ["University of Toronto", "Shopify"]],
    ["who studied at Georgia Tech", ["Georgia Institute of Technology"]],
    ["from Canada to Google", ["school in Canada", "Google"]],
    ["engineers from schools in Canada", ["Software Engineer", "school in Canada"]],
    ["new grads at Stripe from MIT", ["Stripe", "Massachusetts Institute of Technology"]],
    ["from Waterloo to Stripe", ["University of Waterloo", "Stripe"]],
  ])("names what people mean among all schools: %s", async (text, understood) => {
    expect((await readAloud(text)).understood.map(({ as }) => as)).toEqual(understood);
  });

  it("is read as a route without a mistake", async () => {
    const more = [
      "from Waterloo or MIT to Google",
      "interned as a senior engineer at Google",
      "senior interns at Google",
      "staff engineer or intern at Meta",
      "junior staff at Google",
    ];
    for (const text of [...ASKED_SENTENCES, ...HELD_OUT_SENTENCES].map((one) => one.text).concat(more)) {
      const { query } = await readAloud(text);
      if (query === null) continue;
      const params = new URLSearchParams(query);
      expect(parseRoute(params, await readNames(app.db, params)), text).toHaveProperty("route");
    }
  });
});

describe("every number", { timeout: 600_000 }, () => {
  it("is what anybody can recount who pages through the site", async () => {
    const result = await recount(apiAt(app.url), { questions: 25, seed: 7 });
    expect(result.differences.slice(0, 20)).toEqual([]);
    expect(result.people).toBeGreaterThan(PEOPLE / 2);
  });
});

/** Last: nobody is left afterwards. */
it("no answer knows of demo people once they are removed", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/demo-remove.ts"], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      DATABASE_URL: database.url,
      DATA_DIR: app.services.config.dataDir,
    },
  });
  expect(stdout).toContain("demo people removed.");
  const { body } = await visitor.call<Found>("GET", "/api/paths/search?stop=any");
  expect(body.lines).toEqual([]);
  const people = async () => (await visitor.call<{ people: number }>("GET", "/api/paths/search?stop=any")).body.people;
  await expect.poll(people, { timeout: 30_000 }).toBe(0);
});
