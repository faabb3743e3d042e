import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { broadcastWorker } from "#features/mail/broadcast-write.server.ts";
import { mailHousekeepingWorker } from "#features/mail/housekeeping-write.server.ts";
import { mailWorker } from "#features/mail/send-write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { TryLater } from "#server/jobs.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { startTestApp, type ApiUser, type TestApp } from "#tests/helpers/app.ts";
import { refuseLargeStatements } from "#tests/helpers/large-statements.ts";

// Mails of a broadcast to more people than one statement may change.

const NOW = new Date("2026-11-15T12:00:00Z");
const MAILS = 12_000;
const INFO = { retries: 0, signal: new AbortController().signal };

let app: TestApp;
let admin: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ now: () => NOW, env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  admin = await adminClient(app);
  await refuseLargeStatements(app.db, "mail");
});
afterAll(() => app.stop());
beforeEach(async () => {
  await sql`truncate broadcast cascade`.execute(app.db);
  await sql`delete from pgboss.job`.execute(app.db);
});

type Counts = { state: string; queued: number; sent: number; cancelled: number };

async function begin(createdAt: Date, expanded?: { recipients: number }): Promise<{ id: number; jobId: string }> {
  const jobId = newPublicId();
  const { id } = await app.db
    .insertInto("broadcast")
    .values({
      public_id: jobId,
      audience: "all",
      subject: "News",
      html: "<p>News</p>",
      plain: "News",
      request_key: Buffer.alloc(32),
      created_at: createdAt,
      ...(expanded && { ...expanded, expanded_at: createdAt }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, jobId };
}

/** A broadcast whose mails are all written down, some of them sent. */
async function broadcast(sent: number, createdAt = NOW): Promise<string> {
  const { id, jobId } = await begin(createdAt, { recipients: MAILS });
  await sql`
    insert into mail (public_id, kind, broadcast_id, recipient, message_id, state, created_at)
    select left(md5(${id} || '.' || n), 24), 'broadcast', ${id}, n || '@example.test', ${id} || '.' || n,
      case when n <= ${sent} then 'sent' else 'queued' end, ${createdAt}
    from generate_series(1, ${MAILS}) n`.execute(app.db);
  return jobId;
}

const cancel = (jobId: string) => admin.call<Counts>("POST", `/api/email/broadcasts/${jobId}/cancel`, {});
const countOf = async (state: string): Promise<number> => {
  const { rows } = await sql<{ mails: number }>`select count(*) as mails from mail where state = ${state}`.execute(
    app.db,
  );
  return rows[0]?.mails ?? 0;
};

it("a broadcast is cancelled at once, however many mails it has, and its mails are changed in batches", async () => {
  const jobId = await broadcast(10);
  const answer = await cancel(jobId);
  const counts = { state: "cancelled", queued: 0, sent: 10, cancelled: MAILS - 10 };
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(counts)]);
  const jobs = await sql<{ data: unknown }>`select data from pgboss.job where name = 'mail-broadcast'`.execute(app.db);
  expect(jobs.rows).toEqual([{ data: { id: jobId } }]);
  await broadcastWorker().run(app.services, { id: jobId }, INFO);
  expect(await countOf("cancelled")).toBe(MAILS - 10);
  expect((await admin.call("GET", `/api/email/broadcasts/${jobId}`)).body).toMatchObject(counts);
  const lines = await app.db.selectFrom("audit_log").select("detail").where("target", "=", jobId).execute();
  expect(lines).toEqual([{ detail: { mails: MAILS - 10 } }]);
});

it("a mail that is on its way to the server stops there, once its broadcast is cancelled", async () => {
  const jobId = await broadcast(MAILS - 1);
  const mail = await app.db
    .selectFrom("mail")
    .select("public_id")
    .where("state", "=", "queued")
    .executeTakeFirstOrThrow();
  let isTaken = false;
  const worker = mailWorker({
    send: async (_mail, handOver) => {
      await cancel(jobId);
      await handOver();
      isTaken = true;
      return { state: "accepted" };
    },
    verify: async () => {},
    close: () => {},
  });
  await expect(worker.run(app.services, { id: mail.public_id }, INFO)).rejects.toThrow(TryLater);
  expect(isTaken).toBe(false);
  expect(await countOf("sending")).toBe(0);
});

it("a broadcast that is done stays done", async () => {
  const jobId = await broadcast(MAILS);
  expect((await cancel(jobId)).body).toMatchObject({ state: "done", sent: MAILS, cancelled: 0 });
});

const MONTH_AGO = new Date(NOW.getTime() - 31 * 86_400_000);
const housekeeping = () => mailHousekeepingWorker().run(app.services, {}, INFO);

it("old mails are deleted, also those of a large broadcast, which keeps its numbers", async () => {
  const jobId = await broadcast(MAILS, MONTH_AGO);
  await sql`
    insert into mail (public_id, kind, recipient, message_id, state, created_at)
    select left(md5('letter ' || n), 24), 'weekly-letter', n || '@example.test', 'letter ' || n, 'sent', ${MONTH_AGO}
    from generate_series(1, ${MAILS}) n`.execute(app.db);
  const young = await broadcast(MAILS);
  await housekeeping();
  expect(await countOf("sent")).toBe(MAILS);
  for (const id of [jobId, young]) {
    const { body } = await admin.call("GET", `/api/email/broadcasts/${id}`);
    expect(body).toMatchObject({ state: "done", recipients: MAILS, sent: MAILS });
  }
});

it("a deletion that was interrupted goes on, and the numbers are right meanwhile", async () => {
  const jobId = await broadcast(MAILS, MONTH_AGO);
  await app.db
    .updateTable("broadcast")
    .set({ outcome: JSON.stringify({ queued: 0, sent: MAILS, failed: 0, cancelled: 0, outbox: 0, inDoubt: 0 }) })
    .execute();
  await sql`delete from mail where ctid = any(array(select ctid from mail limit 5000))`.execute(app.db);
  const numbers = async () => (await admin.call("GET", `/api/email/broadcasts/${jobId}`)).body;
  expect(await numbers()).toMatchObject({ state: "done", sent: MAILS });
  await housekeeping();
  expect(await countOf("sent")).toBe(0);
  expect(await numbers()).toMatchObject({ state: "done", sent: MAILS });
});

it("a personal mail whose job is lost is found behind a long broadcast", async () => {
  await broadcast(0, new Date(NOW.getTime() - 86_400_000));
  const personal = newPublicId();
  await app.db
    .insertInto("mail")
    .values({
      public_id: personal,
      kind: "verify-email",
      broadcast_id: null,
      account_id: null,
      recipient: "somebody@example.test",
      letter: null,
      message_id: personal,
      state: "queued",
      created_at: new Date(NOW.getTime() - 3_600_000),
    })
    .execute();
  await housekeeping();
  const { rows } = await sql<{ id: string; priority: number }>`
    select data ->> 'id' as id, priority from pgboss.job where name = 'mail' order by priority desc`.execute(app.db);
  expect(rows[0]).toEqual({ id: personal, priority: 10 });
  expect(rows).toHaveLength(1_001);
});

it("a broadcast whose job is lost is written down for everybody, in steps, and its mails wait behind personal ones", async () => {
  await sql`insert into account (id, email, email_key, email_verified_at)
    select lpad(n::text, 24, '0'), n || '@all.example', n || '@all.example', ${NOW}
    from generate_series(1, 1001) n`.execute(app.db);
  const { jobId } = await begin(new Date(NOW.getTime() - 3_600_000));
  await housekeeping();
  const jobs = await sql`select data from pgboss.job where name = 'mail-broadcast'`.execute(app.db);
  expect(jobs.rows).toEqual([{ data: { id: jobId } }]);
  await broadcastWorker().run(app.services, { id: jobId }, INFO);
  const { body } = await admin.call("GET", `/api/email/broadcasts/${jobId}`);
  expect(body).toMatchObject({ recipients: 1_001, queued: 1_001 });
  const { rows } = await sql`
    select priority, count(*)::integer as mails from pgboss.job where name = 'mail' group by priority`.execute(app.db);
  expect(rows).toEqual([{ priority: 0, mails: 1_001 }]);
});
