import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "#db/connect.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

// Statements that give themselves a longer limit than their pool: the client must wait for them, too.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => vi.useRealTimers());

/** Whether the client still waits for an answer after so many milliseconds. */
async function waitsFor(db: Database, milliseconds: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = sql`select pg_sleep(0.3)`.execute(trx).then(
      () => true,
      () => false,
    );
    while (vi.getTimerCount() === 0) await setImmediate();
    vi.advanceTimersByTime(milliseconds);
    vi.useRealTimers();
    return asked;
  });
}

it("the counts of demo people may take a quarter of an hour", async () => {
  const { publishing } = app.services;
  expect(await waitsFor(publishing, 15 * 60_000)).toBe(true);
  expect(await waitsFor(publishing, 16 * 60_000)).toBe(false);
});

it("the statistics of terms may take twenty seconds", async () => {
  const { lookups } = app.services;
  expect(await waitsFor(lookups, 20_000)).toBe(true);
  expect(await waitsFor(lookups, 30_000)).toBe(false);
});

it("a statement of a batch may take a minute, one of a request five seconds", async () => {
  const limitOf = async (db: Database) =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statement_timeout;
  expect(await limitOf(app.services.publishing)).toBe("1min");
  expect(await limitOf(app.services.db)).toBe("5s");
});
