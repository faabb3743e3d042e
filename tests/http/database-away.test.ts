import { availableParallelism, loadavg } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAppDatabase, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy, type TcpProxy } from "#tests/helpers/tcp-proxy.ts";

let database: TestDatabase;
let proxy: TcpProxy;
let app: TestApp;

beforeAll(async () => {
  database = await createAppDatabase();
  const url = new URL(database.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  app = await startTestApp({ databaseUrl: url.href });
});
afterAll(async () => {
  await app.stop();
  await proxy.stop();
  await database.drop();
});

/** Other work on the machine takes part of the time that is measured here. */
const BUSY = (loadavg()[0] ?? 0) > availableParallelism();

type Shown = { status: number; retryAfter: string | null; code: string; seconds: number };

async function ask(path: string): Promise<Shown> {
  const started = performance.now();
  const answer = await fetch(`${app.url}${path}`, { signal: AbortSignal.timeout(20_000) });
  const body: unknown = await answer.json();
  const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
  return {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    code,
    seconds: (performance.now() - started) / 1_000,
  };
}

/** Another text each time: an answer from memory would say nothing about the database. */
let texts = 0;
const look = (): Promise<Shown> => ask(`/api/company/get/companies/none${(texts += 1)}`);

const lookTimes = (count: number): Promise<Shown[]> => Promise.all(Array.from({ length: count }, look));
const slowestOf = (shown: readonly Shown[]): number => Math.max(...shown.map(({ seconds }) => seconds));

/** Seconds in which those who ask first, and those who come later, have their 503. */
const QUICK = { first: BUSY ? 3 : 2, late: 0.5 };

async function untilBack(): Promise<number> {
  const started = performance.now();
  while ((await look()).status !== 200) {
    if (performance.now() - started > 15_000) throw new Error("The app did not come back.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (performance.now() - started) / 1_000;
}

describe("R7: with the database away", () => {
  it("a cut connection is a quick 503 that says when to come again, and the app comes back by itself", async () => {
    expect((await look()).status).toBe(200);
    proxy.cut();
    const shown = await look();
    expect(shown).toMatchObject({ status: 503, code: "overloaded" });
    expect(Number(shown.retryAfter)).toBeGreaterThan(0);
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
    proxy.pass();
    expect(await untilBack()).toBeLessThan(5);
  });

  it("one that hangs without a word is a 503 within two seconds, with every connection of the pool, and at once for who comes later", async () => {
    const slowest = { first: Infinity, late: Infinity };
    // Up to three times: other tests may hold this thread up for once, and a broken promise is broken each time.
    for (let turn = 0; turn < 3 && (slowest.first >= QUICK.first || slowest.late >= QUICK.late); turn += 1) {
      expect((await look()).status).toBe(200);
      proxy.hold();
      const first = await lookTimes(24);
      const late = await lookTimes(8);
      expect([...first, ...late].map(({ status }) => status)).toEqual(Array(32).fill(503));
      expect(await ask("/readyz")).toMatchObject({ status: 503 });
      proxy.pass();
      expect(await untilBack()).toBeLessThan(5);
      slowest.first = Math.min(slowest.first, slowestOf(first));
      slowest.late = Math.min(slowest.late, slowestOf(late));
    }
    expect(slowest.first).toBeLessThan(QUICK.first);
    expect(slowest.late).toBeLessThan(QUICK.late);
  });

  it("connections are not lost by it: after ten cuts as many calls as the pool is wide go through at once", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      proxy.cut();
      expect((await look()).status).toBe(503);
      proxy.pass();
      await untilBack();
    }
    const all = await lookTimes(32);
    expect(all.every(({ status }) => status === 200)).toBe(true);
  });
});
