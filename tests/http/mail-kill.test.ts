import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { readSecret } from "#server/secret.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, createAppDatabase } from "#tests/helpers/app.ts";
import { AppProcess } from "#tests/helpers/app-process.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { retryJobs } from "#tests/helpers/retry-jobs.ts";
import { SmtpSink } from "#tests/helpers/smtp.ts";

const PEOPLE = tries({ all: 1_000, some: 300 });
const KILLS = tries({ all: 3, some: 1 });
/** One in twenty is taken without an answer, the first time. */
const DROPPED = 20;

let own: TestDatabase;
let db: Database;
let sink: SmtpSink;
let folder: string;
let running: AppProcess | undefined;

beforeAll(async () => {
  own = await createAppDatabase();
  db = openDatabase(own.url);
  sink = await new SmtpSink().start();
  folder = await mkdtemp(join(tmpdir(), "pipelines-kill-"));
  // The people are there before the first start, which refuses a database of somebody's without its secret.
  readSecret(join(folder, "secret"));
});
afterAll(async () => {
  await running?.end("SIGKILL");
  await sink.stop();
  await db.destroy();
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<AppProcess> {
  running = await AppProcess.start({ DATA_DIR: folder, DATABASE_URL: own.url, SMTP_URL: sink.url });
  return running;
}

async function seedPeople(): Promise<void> {
  await sql`insert into account (id, email, email_key, email_verified_at)
    select substr(md5(n::text), 1, 24), 'person' || n || '@example.test', 'person' || n || '@example.test', now()
    from generate_series(1, ${PEOPLE}) n`.execute(db);
}

async function signIn(app: AppProcess): Promise<ApiUser> {
  const admin = new ApiUser(app);
  await admin.fetchToken();
  const credentials = { email: "admin@example.test", password: "violet-anchor-41" };
  expect((await admin.call("POST", "/api/admin/login", credentials)).status).toBe(200);
  return admin;
}

type Progress = { state: string; sent: number; failed: number; queued: number; inDoubt: number; recipients: number };

it("R18: a broadcast to 1,000 with three kills reaches everybody once, and twice only where it counted a doubt", async () => {
  await seedPeople();
  await createAdmin(db, { email: "admin@example.test", password: "violet-anchor-41" }, new Date());
  sink.behave = (recipient, nth) =>
    nth === 1 && Number(/\d+/.exec(recipient)?.[0] ?? 0) % DROPPED === 0
      ? { do: "drop" }
      : { do: "accept", afterMs: 10 };
  let app = await start();
  const { body } = await (
    await signIn(app)
  ).call<{ jobId: string }>("POST", "/api/email/send", {
    subject: "News",
    body: "<p>There is news.</p>",
  });
  const atKill: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const after = sink.deliveries.length + randomInt(50, 200);
    await vi.waitFor(() => expect(sink.deliveries.length).toBeGreaterThan(after), { timeout: 60_000, interval: 1 });
    await app.end("SIGKILL");
    // As if the ten seconds were over after which another process takes up the jobs of a dead one.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '10 s' where state = 'active'`.execute(db);
    atKill.push(sink.deliveries.length);
    app = await start();
  }
  const admin = await signIn(app);
  const progress = await vi.waitFor(
    async () => {
      await retryJobs(db);
      const answer = await admin.call<Progress>("GET", `/api/email/broadcasts/${body.jobId}`);
      expect(answer.body.state).toBe("done");
      return answer.body;
    },
    { timeout: 180_000, interval: 250 },
  );
  // It was killed in the middle, not before and not after.
  expect(atKill.every((seen) => seen > 0 && seen < PEOPLE)).toBe(true);

  const copies = new Map<string, string[]>();
  for (const { recipients, headers } of sink.deliveries) {
    expect(recipients).toHaveLength(1);
    const [to = ""] = recipients;
    copies.set(to, [...(copies.get(to) ?? []), headers.get("message-id") ?? ""]);
  }
  const rows = await db.selectFrom("mail").select(["recipient", "in_doubt", "state", "message_id"]).execute();
  expect(rows).toHaveLength(PEOPLE);
  expect(progress).toMatchObject({ recipients: PEOPLE, queued: 0 });
  expect(progress.sent + progress.failed).toBe(PEOPLE);
  expect(progress.inDoubt).toBe(rows.filter((row) => row.in_doubt > 0).length);

  const wrong: string[] = [];
  for (const row of rows) {
    const ids = copies.get(row.recipient) ?? [];
    // Nobody is left out but where both tries are counted as doubts, and a second copy is a counted doubt.
    if (ids.length === 0 && row.in_doubt < 2) wrong.push(`${row.recipient} got nothing`);
    if (ids.length > 1 + Math.min(row.in_doubt, 1)) wrong.push(`${row.recipient} got ${ids.length} copies`);
    if (new Set(ids).size > 1) wrong.push(`${row.recipient} got copies under several ids`);
    if (row.state === "failed" && row.in_doubt < 2) wrong.push(`${row.recipient} failed`);
  }
  expect(wrong).toEqual([]);
  const twice = [...copies.values()].filter((ids) => ids.length > 1).length;
  expect(twice).toBeGreaterThanOrEqual(PEOPLE / DROPPED - 5);
  expect(twice).toBeLessThanOrEqual(progress.inDoubt);
  // The dropped mails, and the mails that were on the five connections at each kill.
  expect(progress.inDoubt).toBeLessThanOrEqual(PEOPLE / DROPPED + KILLS * 5);
  console.log(`kills after ${atKill.join(", ")} mails; in doubt ${progress.inDoubt}, seen twice ${twice}`);
}, 300_000);
