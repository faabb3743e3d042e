import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS, deleteOldCounters, settleCounters, type Limit } from "#server/rate-limit.ts";
import { createAppDatabase, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { withoutTimers } from "#tests/helpers/without-timers.ts";

// S9: two processes over one database count together.

const START = new Date("2026-11-15T12:00:00Z");
let database: TestDatabase;
let one: TestApp;
let two: TestApp;

beforeAll(async () => {
  database = await createAppDatabase();
  const options = { databaseUrl: database.url, now: () => START, env: { RATE_LIMITS: "on" } };
  one = await startTestApp(options);
  // The same secret, as two processes of one site have it.
  two = await startTestApp({ ...options, env: { ...options.env, SECRET_FILE: one.services.config.secretFile } });
});
afterAll(async () => {
  await one.stop();
  await two.stop();
  await database.drop();
});

function expectRefused(answer: RawAnswer): void {
  expect(answer.status).toBe(429);
  expect(jsonOf(answer)).toMatchObject({ code: "too-many-requests" });
  expect(Number(answer.headers.get("retry-after")?.[0])).toBeGreaterThanOrEqual(1);
}

/** Calls both processes alternately, some calls at once, and returns how many calls were allowed. */
async function flood(path: string, from: string, count: number): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < count; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendRaw(n % 2 === 0 ? one : two, { path, from })),
    );
    for (const answer of answers) {
      if (answer.status === 429) expectRefused(answer);
      // A busy process answers 503 before it asks the limiter.
      else if (answer.status !== 503) passed += 1;
    }
  }
  return passed;
}

describe("limits of two processes", () => {
  it.each([
    ["calls", "/api/mongodbId/x", LIMITS.visitor],
    ["pages", "/search", LIMITS.pages],
    ["answers from memory", "/api/company/get/companies", LIMITS.visitor],
  ])("S9: %s: together no more than the limit and a tenth", async (_what, path, limit) => {
    const from = `127.0.20.${path.length}`;
    const passed = await withoutTimers(() => flood(path, from, limit.hits * 2));
    expect(passed).toBeGreaterThanOrEqual(limit.hits);
    expect(passed).toBeLessThanOrEqual(limit.hits * 1.1);
    expectRefused(await sendRaw(one, { path, from }));
    expectRefused(await sendRaw(two, { path, from }));
    expect((await sendRaw(two, { path, from: "127.0.20.250" })).status).not.toBe(429);
  });

  it("S9: what one has let pass the other knows a second later", async () => {
    const from = "127.0.21.1";
    for (let n = 0; n < LIMITS.visitor.hits; n += 1) await sendRaw(one, { path: "/api/mongodbId/x", from });
    const ask = () => sendRaw(two, { path: "/api/mongodbId/x", from });
    // A process asks for the counts of the others after it has counted something itself.
    expect((await ask()).status).toBe(200);
    await expect.poll(async () => (await ask()).status, { timeout: 10_000, interval: 250 }).toBe(429);
    expectRefused(await ask());
  });

  it("S9: a process that starts anew forgets nothing", async () => {
    const from = "127.0.21.2";
    for (let n = 0; n < LIMITS.visitor.hits; n += 1) await sendRaw(one, { path: "/api/mongodbId/x", from });
    await one.services.limiter.settle();
    const third = await startTestApp({
      databaseUrl: database.url,
      now: () => START,
      env: { RATE_LIMITS: "on", SECRET_FILE: one.services.config.secretFile },
    });
    try {
      let passed = 0;
      await withoutTimers(async () => {
        for (let n = 0; n < 60; n += 1) {
          if ((await sendRaw(third, { path: "/api/mongodbId/x", from })).status === 200) passed += 1;
        }
      });
      expect(passed).toBeLessThanOrEqual(LIMITS.visitor.hits / 10);
    } finally {
      await third.stop();
    }
  });
});

describe("the shared counters", () => {
  const limit: Limit = LIMITS.visitor;
  const count = (who: string, windowStart: number, hits = 1) => ({ limit, who, windowStart, hits });
  const secret = Buffer.alloc(32, 7);

  it("add up per caller and window, also of one twice in a batch", async () => {
    const at = START.getTime();
    const deltas = [count("x", at, 2), count("y", at, 5), count("x", at + 300_000, 7), count("x", at, 3)];
    expect(await settleCounters(one.db, secret, deltas)).toEqual([5, 5, 7, 5]);
    expect(await settleCounters(one.db, secret, deltas)).toEqual([10, 10, 14, 10]);
  });

  it("take batches of two processes in any order without a deadlock", async () => {
    const at = START.getTime();
    const deltas = Array.from({ length: 200 }, (_, n) => count(`d${n}`, at));
    const batches = Array.from({ length: 20 }, (_, n) =>
      settleCounters(n % 2 === 0 ? one.db : two.db, secret, n % 3 === 0 ? deltas.toReversed() : deltas),
    );
    await Promise.all(batches);
    expect(new Set(await settleCounters(one.db, secret, deltas))).toEqual(new Set([21]));
  });

  it("hold no address, and go when their window is over", async () => {
    await one.services.limiter.settle();
    await two.services.limiter.settle();
    const rows = await one.db.selectFrom("rate_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain("127.0.");
    await deleteOldCounters({ db: one.db, now: new Date(START.getTime() + 299_000) });
    expect((await one.db.selectFrom("rate_limit").select("bucket").execute()).length).toBe(rows.length);
    await deleteOldCounters({ db: one.db, now: new Date(START.getTime() + 2_000_000) });
    expect(await one.db.selectFrom("rate_limit").select("bucket").execute()).toEqual([]);
  });
});

it("S9: the figures, all of them on by default", () => {
  expect(one.services.config.rateLimitFactor).toBe(1);
  const figures = Object.fromEntries(
    Object.values<Limit>(LIMITS).map(({ name, hits, seconds }) => [name, [hits, seconds]]),
  );
  expect(figures).toMatchObject({
    visitor: [300, 300],
    "signed-in": [1_500, 300],
    signup: [5, 1_800],
    "login-address": [25, 300],
    "login-email": [25, 3_600],
    "login-email-day": [300, 86_400],
    username: [10, 600],
    suggestion: [5, 3_600],
  });
});
