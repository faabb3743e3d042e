import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Overview } from "#features/overview/schema.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type Answer, type TestApp } from "#tests/helpers/app.ts";
import { readMetrics } from "#tests/helpers/metrics.ts";
import { setAhead } from "#tests/helpers/set-ahead.ts";

// R5: another PostgreSQL watches its own disk. The app only gets SQLSTATE 53100, here from a trigger.

let app: TestApp;
let admin: ApiUser;
let user: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() });
  admin = await adminClient(app);
  user = await new ApiUser(app).signUp();
  await user.save({ pipeline: [] });
});
afterAll(async () => {
  await app.stop();
  vi.restoreAllMocks();
});

async function fillUp(): Promise<void> {
  await sql`create function no_space() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file "base/5/1259": No space left on device';
  end $$`.execute(app.db);
  await sql`create trigger no_space before update on profile execute function no_space()`.execute(app.db);
}

const troubles = async (): Promise<string[]> =>
  (await admin.call<Overview>("GET", "/api/admin/overview")).body.troubles.map(({ what }) => what);

function expectFull(answer: Answer): void {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.body).toMatchObject({
    code: "disk-full",
    error: "The disk of this site is full. Nothing can be saved until there is space again.",
  });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

it("saves are refused with the reason, reads go on, log, dashboard and metrics say it, and it comes back by itself", async () => {
  expect((await readMetrics(app)).get("disk_full")).toBe(0);
  expect(await troubles()).not.toContainEqual(expect.stringContaining("disk is full"));
  await fillUp();
  expectFull(await user.save({ location: "one" }));
  // The next save is refused before it reaches the database, so none of its statements fails.
  await sql`drop trigger no_space on profile`.execute(app.db);
  expectFull(await user.save({ location: "two" }));
  expect((await user.call("GET", `/api/profile/get/${user.profileId}`)).status).toBe(200);
  expect(app.logged()).toContain("disk full: the database says so");
  expect(await troubles()).toContain("The disk is full: nothing can be saved, and jobs wait.");
  expect((await readMetrics(app)).get("disk_full")).toBe(1);
  // A save is tried again after five seconds.
  setAhead(5_000);
  await expect.poll(async () => (await user.save({ location: "back" })).status, { timeout: 10_000 }).toBe(200);
});
