import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { tries } from "#tests/helpers/amount.ts";
import { createAppDatabase, startTestApp, type ApiUser, type TestApp } from "#tests/helpers/app.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy, type TcpProxy } from "#tests/helpers/tcp-proxy.ts";

// R8: the database commits, and the connection breaks before the app hears of it. Nobody knows what has happened, so
// the client asks again.

let database: TestDatabase;
let proxy: TcpProxy;
let app: TestApp;
let admin: ApiUser;
/** To the database itself. */
let db: Database;
let now = new Date("2026-11-15T12:00:00Z");
/** The next commit is done, and its answer lost. */
let isLosing = false;

beforeAll(async () => {
  database = await createAppDatabase();
  const direct = new URL(database.url);
  proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) }, (bytes, connection) => {
    if (!isLosing || !/\bcommit\b/i.test(bytes.toString("latin1"))) return;
    isLosing = false;
    // After these bytes were passed on, and before an answer can come.
    setImmediate(() => {
      proxy.holdOne(connection);
      setTimeout(() => proxy.cut(), 100);
    });
  });
  const through = new URL(direct);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.port);
  db = openDatabase(database.url, { max: 1 });
  app = await startTestApp({ databaseUrl: through.href, env: { SMTP_URL: "smtp://127.0.0.1:9" }, now: () => now });
  admin = await adminClient(app);
});
afterAll(async () => {
  proxy.pass();
  await app.stop();
  await proxy.stop();
  await db.destroy();
  await database.drop();
});

it("R8: a broadcast whose answer was lost after the commit is one broadcast, however often it is sent again", async () => {
  for (let n = 0; n < tries({ all: 10, some: 2 }); n += 1) {
    const subject = `News ${randomUUID()}`;
    const send = () =>
      admin.call<{ jobId: string }>(
        "POST",
        "/api/email/send",
        { subject, body: "<p>Hello</p>" },
        { "idempotency-key": subject.replaceAll(" ", "-") },
      );
    isLosing = true;
    const lost = await send();
    expect([lost.status, isLosing]).toEqual([503, false]);
    const stored = () => db.selectFrom("broadcast").select("public_id").where("subject", "=", subject).execute();
    await expect.poll(stored, { timeout: 10_000 }).toHaveLength(1);
    // By then, an equal message without a key would be another broadcast.
    now = new Date(now.getTime() + 11 * 60_000);
    proxy.pass();
    await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBe(200);
    const [one, other] = [await send(), await send()];
    expect(one.body.jobId).toBe(other.body.jobId);
    expect(await stored()).toEqual([{ public_id: one.body.jobId }]);
  }
});
