import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { broadcastWorker } from "#features/mail/broadcast-write.server.ts";
import { mailCareWorker } from "#features/mail/care-write.server.ts";
import { mailWorker } from "#features/mail/send-write.server.ts";
import { TryLater } from "#server/jobs.ts";
import { newPublicId } from "#server/ids.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { startTestApp, type ApiUser, type TestApp } from "#tests/helpers/app.ts";

// A broadcast of a million: no statement changes more rows than it can within its five seconds.

const NOW = new Date("2026-11-15T12:00:00Z");
const MANY = 12_000;
const MOST = 5_000;
const INFO = { retries: 0, signal: new AbortController().signal };

let app: TestApp;
let admin: ApiUser;
let jobId: string;
let now = NOW;

beforeAll(async () => {
  app = await startTestApp({ now: () => now });
  admin = await adminClient(app);
  // Notes how many rows each statement changes.
  await sql`create table changed (rows bigint)`.execute(app.db);
  await sql`
    create function note_changed() returns trigger language plpgsql as $$
    begin insert into changed select count(*) from former; return null; end $$`.execute(app.db);
  for (const act of ["update", "delete"])
    await sql`create trigger ${sql.ref(`note_${act}`)} after ${sql.raw(act)} on mail
      referencing old table as former for each statement execute function note_changed()`.execute(app.db);
});
afterAll(() => app.stop());

beforeEach(async () => {
  now = NOW;
  for (const table of ["mail", "broadcast"]) await sql`delete from ${sql.table(table)}`.execute(app.db);
  await sql`delete from changed`.execute(app.db);
  jobId = newPublicId();
});

/** A broadcast that is written down, with mails in these states. */
async function broadcast(mails: Readonly<Record<string, number>>): Promise<void> {
  await sql`
    insert into broadcast (public_id, audience, subject, html, plain, request_key, created_at, expanded_at, recipients)
    values (${jobId}, 'all', 'News', '<p>News</p>', 'News', ${Buffer.alloc(32)}, ${NOW}, ${NOW}, ${MANY})`.execute(
    app.db,
  );
  for (const [state, count] of Object.entries(mails))
    await sql`
      insert into mail (public_id, kind, broadcast_id, recipient, message_id, state, created_at)
      select id, 'broadcast', (select id from broadcast), id || '@example.test', id, ${state}, ${NOW}
      from (select substr(md5(${state} || n), 1, 24) as id from generate_series(1, ${count}) n) made`.execute(app.db);
}

async function mailsBy(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; mails: number }>`
    select state, count(*) as mails from mail group by state`.execute(app.db);
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

async function mostChanged(): Promise<number> {
  const { rows } = await sql<{ most: number }>`select max(rows) as most from changed`.execute(app.db);
  return rows[0]?.most ?? 0;
}

async function cancel(): Promise<void> {
  const { status } = await admin.call("POST", `/api/email/broadcasts/${jobId}/cancel`, {});
  expect(status).toBe(200);
}

it("is cancelled at once, and its mails are marked in batches", async () => {
  await broadcast({ queued: MANY, sent: 3 });
  await cancel();
  expect(await mailsBy()).toEqual({ queued: MANY, sent: 3 });
  await broadcastWorker().run(app.services, { id: jobId }, INFO);
  expect(await mailsBy()).toEqual({ cancelled: MANY, sent: 3 });
  expect(await mostChanged()).toBe(MOST);
});

it("sends nothing after it was cancelled, not even a mail that is on its way to the final dot", async () => {
  await broadcast({ queued: 1 });
  const { public_id: id } = await app.db.selectFrom("mail").select("public_id").executeTakeFirstOrThrow();
  const worker = mailWorker({
    send: async (_mail, handOver) => {
      await cancel();
      await handOver();
      return { state: "accepted" };
    },
    verify: async () => {},
    close: () => {},
  });
  await expect(worker.run(app.services, { id }, INFO)).rejects.toThrow(TryLater);
  expect(await mailsBy()).toEqual({ queued: 1 });
  await worker.run(app.services, { id }, INFO);
  expect(await mailsBy()).toEqual({ cancelled: 1 });
});

it("is forgotten after a month in batches, and keeps its numbers if that is interrupted", async () => {
  await broadcast({ sent: MANY, failed: 2 });
  now = new Date(NOW.getTime() + 31 * 86_400_000);
  const care = () => mailCareWorker().run(app.services, {}, INFO);
  await care();
  expect(await mailsBy()).toEqual({});
  expect(await mostChanged()).toBe(MOST);
  const stored = () => app.db.selectFrom("broadcast").select("outcome").executeTakeFirstOrThrow();
  const before = await stored();
  expect(before.outcome).toMatchObject({ sent: MANY, failed: 2 });
  // As if the process had ended after the first batch.
  await sql`
    insert into mail (public_id, kind, broadcast_id, recipient, message_id, state, created_at)
    select ${newPublicId()}, 'broadcast', id, 'left@example.test', 'left', 'sent', ${NOW} from broadcast`.execute(
    app.db,
  );
  await care();
  expect(await mailsBy()).toEqual({});
  expect(await stored()).toEqual(before);
});
