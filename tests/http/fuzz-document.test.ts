import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openApiDocument } from "#app/api.server.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { normaliseRequestPath } from "#server/request-path.ts";
import { seedOfTheDay, tries } from "#tests/helpers/amount.ts";
import { ApiUser, createAppDatabase, stop } from "#tests/helpers/app.ts";
import { AppProcess, FuzzClient, type FuzzAnswer } from "#tests/helpers/fuzz-client.ts";
import { makeRequest, readOperations, type FuzzRequest, type Operation } from "#tests/helpers/fuzz-requests.ts";
import { Dice, type Words } from "#tests/helpers/fuzz-values.ts";
import { checkAnswer } from "#tests/helpers/openapi.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// S19, S22, R13: requests made from the document of the API, most of them with something wrong. FUZZ_SEED repeats a run.

const COUNT = tries({ all: 20_000, some: 2_500 });
/** After so many the process has the memory that it needs. */
const WARM = 2_000;
const AT_ONCE = 16;
/** Milliseconds after which the database ends a look-up's statement. */
const LOOKUP_LIMIT = 1_000;
/** Bytes. The process may be larger by so much at the end: its pages are not all given back. */
const MAY_KEEP = 50e6;
/** All tries are the same each time. Few are other ones each day, so that many days search as far. */
const seed = Number(process.env["FUZZ_SEED"] ?? tries({ all: 20_260, some: seedOfTheDay() }));

/** Calls that derive a password's hash, which is meant to be slow: few of them. */
const COSTLY = /password|login|signup|confirm|reset|passkey|totp/i;
const COSTLY_SHARE = 0.02;

let database: TestDatabase;
let db: Database;
let app: AppProcess;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await new AppProcess(database.url).ready();
  await waitForPaths(app);
  db = openDatabase(database.url);
});
afterAll(async () => {
  await app.stop();
  await db.destroy();
  await database.drop();
});

const { operations, schemas } = readOperations(
  openApiDocument({ config: { baseUrl: "http://test.invalid" } } as Parameters<typeof openApiDocument>[0]),
);

/** Texts that exist in the database, so that many requests get beyond the first checks. */
function wordsOf(people: readonly ApiUser[], company: string): Words {
  const ids = [...people.map((person) => person.profileId), company, "ffffffffffffffffffffffff"];
  const companies = ["alpha", "beta works", "gamma", "new firm"];
  const dates = ["2015-01-01", "2016-06-15", "2019-12-31", "2021-05-31T22:00:00.000Z"];
  return {
    id: [...ids, "alpha", "fuzz.one"],
    profileId: ids,
    companyId: [company, "", ...companies],
    companyName: companies,
    name: companies,
    displayName: companies,
    title: ["Clerk", "Engineer Intern", "Founder"],
    startDate: dates,
    endDate: ["2020-01-01", "2022-02-02", "2200-12-02"],
    rating: [0, 20, 100],
    text: ["alp", "beta", "hello"],
    username: ["fuzz.one", "fuzz.two", "somebody.else"],
    linkedin: ["some-body"],
    email: ["fuzz-known@example.test", "nobody@example.test"],
    // A blank is refused before anything slow happens.
    password: ["a b"],
    newPassword: ["a b"],
    amount: ["5", "24"],
    token: ["x", "null"],
    code: ["x", "123456"],
  };
}

type Caller = { name: string; token: string | undefined; user: ApiUser | undefined };

async function signedUp(): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)] });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** Replaces callers that were logged out, suspended or deleted meanwhile. */
async function refresh(callers: Caller[]): Promise<void> {
  for (const caller of callers) {
    if (!caller.user) continue;
    const answer = await caller.user.call("GET", "/api/user/me");
    if (answer.status === 200) continue;
    caller.user = await signedUp();
    caller.token = caller.user.token;
  }
}

function describeRequest({ method, path, headers, body, chunked }: FuzzRequest): string {
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${chunked ? " chunked" : ""}\n${(body ?? "").toString().slice(0, 600)}`;
}

it(`R13: ${COUNT} mutated requests: no 5xx, nothing stuck, nothing undeclared, memory given back (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  const client = new FuzzClient(app.url);
  const one = await signedUp();
  const two = await signedUp();
  const company = (await db.selectFrom("company").select("public_id").executeTakeFirstOrThrow()).public_id;
  const words = wordsOf([one, two], company);
  const rightless = await new ApiUser(app).fetchToken();
  const callers: Caller[] = [
    { name: "visitor", token: undefined, user: undefined },
    { name: "rightless", token: rightless, user: undefined },
    { name: "user", token: one.token, user: one },
    { name: "other", token: two.token, user: two },
  ];
  const cheap = operations.filter(({ path }) => !COSTLY.test(path));
  const costly = operations.filter(({ path }) => COSTLY.test(path));
  expect(cheap.length).toBeGreaterThan(15);

  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const reached = new Map<string, Set<number>>();
  let broken = 0;
  let late = 0;
  let slowest = 0;

  const judge = (operation: Operation, request: FuzzRequest, answer: FuzzAnswer): void => {
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const key = `${operation.method} ${operation.path}`;
    reached.set(key, (reached.get(key) ?? new Set()).add(answer.status));
    slowest = Math.max(slowest, answer.took);
    // 503 with nothing but derivations waiting is the bound on them, and 431 the parser's.
    const isBusy = answer.status === 503 && COSTLY.test(operation.path);
    // On a busy machine the database may end a look-up because of its time limit.
    const isLate = answer.status === 503 && answer.took > LOOKUP_LIMIT;
    if (isLate) late += 1;
    if (answer.status >= 500 && !isBusy && !isLate)
      faults.push(`${answer.status} ${describeRequest(request)}\n${answer.text.slice(0, 300)}`);
    if (request.method === "HEAD" || request.method === "OPTIONS" || answer.status >= 500 || answer.text === "") return;
    if (!request.path.startsWith("/api/") || request.path.startsWith("/api/docs")) return;
    try {
      // As the server reads it: dots are resolved, unless they belong to a typed text.
      const { pathname, search } = new URL(normaliseRequestPath(request.path), app.url);
      // Dots that fold into an older address do so after those were rewritten, and nothing is there.
      if (answer.status === 404 && normaliseRequestPath(pathname) !== pathname) return;
      checkAnswer(request.method, `${pathname}${search}`, answer);
    } catch (error) {
      faults.push(`${error instanceof Error ? error.message : ""}\n  for ${describeRequest(request)}`);
    }
  };

  const sendOne = async (): Promise<void> => {
    const operation = dice.pick(costly.length > 0 && dice.chance(COSTLY_SHARE) ? costly : cheap);
    const request = makeRequest(operation, schemas, dice, words);
    const caller = dice.pick(callers);
    if (caller.token !== undefined && dice.chance(0.95)) request.headers["authorization"] = `Bearer ${caller.token}`;
    try {
      judge(operation, request, await client.send(request));
    } catch (error) {
      const what = error instanceof Error ? `${error.message}` : "";
      // A body that is refused unread may be cut off while it is still being written.
      const isLarge = (request.body?.length ?? 0) > 32 * 1024;
      if (isLarge && /ECONNRESET|EPIPE|socket hang up/.test(what)) broken += 1;
      else faults.push(`${what}: ${describeRequest(request)}`);
    }
  };
  const sendMany = async (count: number): Promise<void> => {
    let left = count;
    while (left > 0) {
      const round = Math.min(left, 500);
      left -= round;
      await refresh(callers);
      let open = round;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (open > 0 && faults.length < 20) {
            open -= 1;
            await sendOne();
          }
        }),
      );
    }
  };

  await sendMany(WARM);
  const before = await app.memory();
  await sendMany(COUNT - WARM);
  client.close();
  const after = await app.memory();
  // What is left of the last calls, such as the memory of hashes, goes back to the system a little later.
  for (let second = 0; second < 20 && after.rss - before.rss >= MAY_KEEP; second += 1) {
    await sleep(1_000);
    after.rss = (await app.memory()).rss;
  }

  const summary = `seed ${seed}, statuses ${JSON.stringify([...statuses])}, cut off ${broken}, late ${late}, slowest ${Math.round(slowest)} ms, memory ${Math.round((after.rss - before.rss) / 1e6)} MB`;
  console.log(summary);
  expect(faults.slice(0, 8), `${summary}\n${after.logged}`).toEqual([]);
  expect(slowest).toBeLessThan(10_000);
  expect(late).toBeLessThan(COUNT / 1_000);
  expect(after.rss - before.rss).toBeLessThan(MAY_KEEP);
  expect(after.heap - before.heap).toBeLessThan(20e6);
  // The fuzz is no use if everything bounces off the door: most calls have succeeded at least once.
  const succeeded = [...reached].filter(([, seen]) => seen.has(200)).length;
  expect(succeeded, JSON.stringify([...reached].map(([key, seen]) => [key, [...seen]]))).toBeGreaterThan(
    cheap.length / 3,
  );

  expect(await findDifferences(db)).toEqual([]);
  const fresh = await signedUp();
  expect((await fresh.call("GET", `/api/profile/get/${fresh.profileId}`)).status).toBe(200);
}, 600_000);
