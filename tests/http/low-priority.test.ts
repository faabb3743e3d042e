import { getPriority } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromPool, openPool, type Database } from "#db/connect.ts";
import { openWork } from "#app/jobs.server.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
const { signal } = new AbortController();
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** The niceness of the PostgreSQL process that serves this connection. Another connection's is asked after it. */
async function nicenessOf(db: Database): Promise<number> {
  const { rows } = await sql<{ process: number }>`select pg_backend_pid() as process`.execute(db);
  return getPriority(rows[0]?.process);
}

// Elsewhere nothing tells which process serves a connection.
describe.runIf(process.platform === "linux")("priority of PostgreSQL's processes", () => {
  it("connections of background work have a lower priority than those of requests", async () => {
    const pool = openPool(app.services.databaseUrl, { max: 1 });
    const background = fromPool(yieldToRequests(pool));
    try {
      expect(await nicenessOf(app.services.db)).toBe(0);
      expect(await nicenessOf(background)).toBe(5);
    } finally {
      await background.destroy();
    }
  });

  it("batches that publish have such a connection", async () => {
    expect(await nicenessOf(app.services.publishing)).toBe(5);
  });

  it("report rules use such a connection, and none of the requests'", async () => {
    const { workers, close } = await openWork(app.services);
    const rules = workers.find(({ name }) => name === "report-rules");
    const running = rules?.run({ ...app.services, db: undefined as never }, {}, { retries: 0, signal });
    await expect(running).resolves.toBeUndefined();
    expect(rules).toBeDefined();
    close();
  });
});
