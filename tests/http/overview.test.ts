import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Overview } from "#features/overview/schema.ts";
import { firing, readRules, sourceOfMetrics } from "#tests/helpers/alerts.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { readMetrics } from "#tests/helpers/metrics.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { setAhead } from "#tests/helpers/set-ahead.ts";

let app: TestApp;
let admin: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", BACKUP_HOURS: "24" } });
  admin = await adminClient(app);
});
afterAll(async () => {
  await app.stop();
  vi.restoreAllMocks();
});

const read = async (): Promise<Overview> => (await admin.call<Overview>("GET", "/api/admin/overview")).body;

test("the overview tells an administrator how the installation is, and nobody else", async () => {
  expect((await read()).since).not.toBe("");
  await sql`update pgboss.queue set created_on = '2026-11-01T12:00:00Z'`.execute(app.db);
  const overview = await read();
  expect(overview).toMatchObject({
    version: "0.1.0",
    database: { kind: "other", version: expect.stringMatching(/^\d+\.\d+/), lag: null },
    backup: { hours: 24, lastMade: "", failure: "" },
    batch: { minutes: 60, lastDone: "" },
    mail: { hasServer: true },
    earlyAccess: false,
    since: "2026-11-01T12:00:00.000Z",
  });
  expect(overview.disk.free).toBeGreaterThan(0);
  expect(overview.disk.size).toBeGreaterThan(overview.disk.free);
  expect(overview.jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["backup", "housekeeping", "mail", "publish-hidden"]),
  );
  expect(overview.troubles.map(({ what }) => what)).toContain("There is no backup yet.");
  const user = await new ApiUser(app).signUp();
  expect((await user.call("GET", "/api/admin/overview")).status).toBe(403);
});

test("jobs and mails that wait or were given up are counted, and the last one done is dated", async () => {
  const before = await readMetrics(app);
  await sql`insert into pgboss.job (name, state, start_after, created_on) values
    ('forward-suggestion', 'created', now() - interval '2 hours', now() - interval '2 hours'),
    ('forward-suggestion', 'failed', now(), now())`.execute(app.db);
  await sql`insert into pgboss.job (name, state, start_after, completed_on) values
    ('publish-hidden', 'completed', now(), '2026-11-15T11:30:00Z')`.execute(app.db);
  await sql`insert into mail (public_id, kind, recipient, message_id, state, created_at)
    select lpad(n::text, 24, '0'), 'test', 'somebody@example.test', n::text, case n when 1 then 'failed' else 'queued' end,
      '2026-11-15T11:00:00Z' from generate_series(1, 3) n`.execute(app.db);
  const overview = await read();
  expect(overview.jobs.find(({ name }) => name === "forward-suggestion")).toMatchObject({ waiting: 1, dead: 1 });
  expect(overview.batch.lastDone).toBe("2026-11-15T11:30:00.000Z");
  expect(overview.mail).toMatchObject({ dead: 1, oldest: 3_600 });
  const sentences = overview.troubles.map(({ what }) => what);
  expect(sentences).toContain("1 jobs of the kind forward-suggestion wait for more than half an hour.");
  expect(sentences).toContain("1 e-mails could not be sent in the last 30 days.");
  expect(sentences).not.toContain("Numbers about hidden people were not published in time.");
  expect(before.get('jobs_dead{job="forward-suggestion"}')).toBe(0);
});

test("a job that is meant for later does not wait yet", async () => {
  const jobs = async () => (await read()).jobs.find(({ name }) => name === "forward-suggestion");
  const before = await jobs();
  await sql`insert into pgboss.job (name, state, start_after) values
    ('forward-suggestion', 'retry', now() + interval '1 hour')`.execute(app.db);
  expect((await jobs())?.waiting).toBe(before?.waiting);
});

test("/metrics tells of pools, database, disk, jobs, mails, backups and the path engine", async () => {
  await waitForPaths(app);
  // The state is kept for five seconds. Until its next word, the database seems to have been silent for as long.
  setAhead(5_200);
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200);
  const metrics = await readMetrics(app);
  expect(metrics.get("database_up")).toBe(1);
  expect(metrics.get('database_connections{pool="main",state="total"}')).toBeGreaterThan(0);
  expect(metrics.get('database_connections{pool="lookups",state="waiting"}')).toBe(0);
  expect(metrics.get('jobs_dead{job="forward-suggestion"}')).toBe(1);
  expect(metrics.get('jobs_oldest_seconds{job="forward-suggestion"}')).toBeGreaterThan(7_000);
  expect(metrics.get("mails_dead")).toBe(1);
  expect(metrics.get("mails_oldest_seconds")).toBe(3_600);
  expect(metrics.get("batch_last_timestamp_seconds")).toBe(Date.parse("2026-11-15T11:30:00Z") / 1_000);
  expect(metrics.get("backup_interval_seconds")).toBe(86_400);
  expect(metrics.get("backup_last_success_timestamp_seconds")).toBe(0);
  expect(metrics.get("disk_free_bytes")).toBeGreaterThan(0);
  expect(metrics.get('app_info{version="0.1.0"}')).toBe(1);
  expect(metrics.has("path_engine_ready")).toBe(true);
  expect(metrics.get("path_engine_waiting")).toBe(0);
  for (const line of ["admin", "saves", "reads", "signIn", "uploads", "lookups", "files"]) {
    expect(metrics.get(`requests_waiting{line="${line}"}`)).toBe(0);
    expect(metrics.get(`requests_oldest_seconds{line="${line}"}`)).toBe(0);
  }
  expect(metrics.get('database_connections{pool="publishing",state="waiting"}')).toBe(0);
  expect(metrics.get("page_cache_entries")).toBeGreaterThanOrEqual(0);
  expect(metrics.get("page_cache_on")).toBe(1);
  expect(metrics.get("disk_full")).toBe(0);
  // Without a standby there is no number, not the number 0.
  expect(metrics.has("replication_lag_seconds")).toBe(false);
  expect([...metrics.keys()].join("\n")).not.toContain("example.test");
});

test("what the app tells when something is wrong makes the alerts for it true, and no others", async () => {
  const metrics = await readMetrics(app);
  const now = app.services.clock().getTime() / 1_000;
  const fired = readRules().filter((rule) => firing(rule, sourceOfMetrics(metrics), now).length > 0);
  // No backup was ever made, a job waits for two hours, three e-mails for one. Half an hour after a batch it is not late.
  expect(fired.map(({ alert }) => alert).toSorted()).toEqual(["BackupOld", "JobsStuck", "MailsStuck"]);
});
