import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { updateInBatches } from "#db/in-batches.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import { keyedHash, newPublicId } from "#server/ids.ts";
import { jobWorker, sendJobs, type JobWorker } from "#server/jobs.ts";
import { cleanBroadcast, type CleanBroadcast } from "./broadcast-html.server.ts";
import { countAudience, readAudience, readSuspendedAmong } from "./read.server.ts";
import { checkRecipient, checkSubject, GIVE_UP_MS, priorityOf, SAME_REQUEST_MS, type Audience } from "./rules.ts";
import type { BroadcastInput } from "./schema.ts";
import { MAIL_JOB, mailJob } from "./write.server.ts";

export const BROADCAST_JOB = "mail-broadcast";

/** Recipients written in one transaction. */
const BATCH_SIZE = 500;

function fault(path: string, message: string | undefined): void {
  if (message !== undefined) throw new AppError("bad-request", { message, issues: [{ path, message }] });
}

/**
 * Accepts a broadcast, or a test of one, to be sent in the background. The same message within ten minutes, or with
 * the same key within a day, is the same job.
 * @returns the job's id
 * @throws AppError bad-request, recipients-changed, idempotency-key-reused
 */
export async function sendBroadcast(
  ctx: AdminContext,
  input: BroadcastInput & { audience: Audience; key: string | undefined; baseUrl: string },
): Promise<string> {
  const { audience, key } = input;
  const subject = input.subject.trim();
  fault("subject", checkSubject(input.subject));
  const recipient = audience === "test" ? (input.testEmail ?? "").trim() : "";
  if (audience === "test") fault("testEmail", checkRecipient(recipient));
  const body = await cleanBroadcast(input.body, input.baseUrl);
  fault("body", body.fault);

  const hash = (parts: readonly string[]): Buffer => keyedHash(ctx.secret, "broadcast", JSON.stringify(parts));
  const message = { audience, subject, html: body.html, recipient };
  const contentKey = hash([subject, body.html, audience, recipient]);
  const requestKey = key === undefined ? contentKey : hash(["key", ctx.admin.adminId, key]);
  return await ctx.db.transaction().execute(async (trx) => {
    // If two equal requests come at the same time, the second one waits for the first and finds its job. All calls take
    // these locks in the same order, so that they cannot deadlock.
    for (const lock of [contentKey, requestKey])
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock.toString("hex")}, 0))`.execute(trx);
    const before = await findSameRequest(trx, ctx.now, message, key === undefined ? undefined : requestKey);
    if (before !== undefined) return before;
    const recipients = audience === "test" ? 1 : await countAudience(trx, audience);
    const { confirmRecipients } = input;
    if (confirmRecipients !== undefined && confirmRecipients !== recipients) {
      throw new AppError("recipients-changed", { extra: { recipients } });
    }
    const { id, jobId } = await insertBroadcast(trx, ctx, { subject, body, audience, requestKey, recipients });
    if (audience === "test") await queueTest(trx, ctx, id, recipient);
    else await sendJobs(trx, BROADCAST_JOB, [mailJob(jobId)]);
    const action = audience === "test" ? "mail.test" : "mail.broadcast";
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action,
      target: jobId,
      detail: { audience, recipients },
    });
    return jobId;
  });
}

/**
 * The job of a request that came before: with the same key within a day, or with the same message within ten minutes.
 * @throws AppError idempotency-key-reused
 */
async function findSameRequest(
  trx: Trx,
  now: Date,
  message: { audience: Audience; subject: string; html: string; recipient: string },
  requestKey: Buffer | undefined,
): Promise<string | undefined> {
  const { audience, subject, html, recipient } = message;
  const since = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const jobs = trx.selectFrom("broadcast").select(["public_id", "subject", "html", "audience"]);
  const named =
    requestKey &&
    (await jobs
      .where((eb) => eb.or([eb("request_key", "=", requestKey), sql<boolean>`${requestKey} = any(further_keys)`]))
      .where("created_at", ">", since(GIVE_UP_MS))
      .orderBy("created_at", "desc")
      .executeTakeFirst());
  if (named) {
    const isSame = named.subject === subject && named.html === html && named.audience === audience;
    if (!isSame) throw new AppError("idempotency-key-reused");
    return named.public_id;
  }
  let equal = jobs
    .where("subject", "=", subject)
    .where("html", "=", html)
    .where("audience", "=", audience)
    .where("created_at", ">", since(SAME_REQUEST_MS));
  if (audience === "test")
    equal = equal.where((eb) =>
      eb.exists(
        eb
          .selectFrom("mail")
          .select("mail.id")
          .whereRef("mail.broadcast_id", "=", "broadcast.id")
          .where("mail.recipient", "=", recipient),
      ),
    );
  const found = (await equal.orderBy("created_at", "desc").executeTakeFirst())?.public_id;
  // Store the key with this job, so that it returns the same job for the rest of the day.
  if (found !== undefined && requestKey !== undefined)
    await trx
      .updateTable("broadcast")
      .set({ further_keys: sql`array_append(further_keys, ${requestKey})` })
      .where("public_id", "=", found)
      .execute();
  return found;
}

async function insertBroadcast(
  trx: Trx,
  ctx: AdminContext,
  given: { subject: string; body: CleanBroadcast; audience: Audience; requestKey: Buffer; recipients: number },
): Promise<{ id: number; jobId: string }> {
  return await trx
    .insertInto("broadcast")
    .values({
      public_id: newPublicId(),
      audience: given.audience,
      subject: given.subject,
      html: given.body.html,
      plain: given.body.text,
      request_key: given.requestKey,
      created_at: ctx.now,
      recipients: given.recipients,
      expanded_at: given.audience === "test" ? ctx.now : null,
    })
    .returning(["id", "public_id as jobId"])
    .executeTakeFirstOrThrow();
}

async function queueTest(trx: Trx, ctx: AdminContext, broadcastKey: number, recipient: string): Promise<void> {
  const mail = newPublicId();
  await trx
    .insertInto("mail")
    .values({
      public_id: mail,
      kind: "test",
      broadcast_id: broadcastKey,
      account_id: null,
      recipient,
      letter: null,
      message_id: mail,
      state: "queued",
      created_at: ctx.now,
    })
    .execute();
  await sendJobs(trx, MAIL_JOB, [mailJob(mail)], { priority: priorityOf("test") });
}

/**
 * Stops the mails of a broadcast that are still queued. Once this is committed none of them leaves, because sending
 * looks at `cancelled_at`. A job changes the mails, which may be too many for one statement.
 * @throws AppError not-found
 */
export async function cancelBroadcast(ctx: AdminContext, jobId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("broadcast")
      .select(["id", "expanded_at", "cancelled_at"])
      .where("public_id", "=", jobId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError("not-found");
    if (row.cancelled_at !== null) return;
    const { mails } = await trx
      .selectFrom("mail")
      .select((eb) => eb.fn.countAll<number>().as("mails"))
      .where("broadcast_id", "=", row.id)
      .where("state", "=", "queued")
      .executeTakeFirstOrThrow();
    // A broadcast that is done stays done.
    if (mails === 0 && row.expanded_at !== null) return;
    await trx.updateTable("broadcast").set({ cancelled_at: ctx.now }).where("id", "=", row.id).execute();
    // Not `mailJob`: a job with that id is skipped, because the broadcast had one.
    await sendJobs(trx, BROADCAST_JOB, [{ data: { id: jobId } }]);
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action: "mail.cancel",
      target: jobId,
      detail: { mails },
    });
  });
}

/**
 * Writes a broadcast's mails, one batch a transaction, and continues where it was after a crash. Cancels the mails of a
 * cancelled one.
 */
export function broadcastWorker(): JobWorker {
  return jobWorker({
    name: BROADCAST_JOB,
    data: z.object({ id: z.string() }),
    retry: { limit: 100_000, most: 60 },
    run: async ({ db, secret, clock }, { id }, { signal }) => {
      let isOver = false;
      while (!isOver) {
        signal.throwIfAborted();
        isOver = await expand({ db, secret, now: clock() }, id);
      }
      await updateInBatches(db, {
        table: "mail",
        where: sql`state = 'queued'
          and broadcast_id = (select id from broadcast where public_id = ${id} and cancelled_at is not null)`,
        set: sql`state = 'cancelled'`,
      });
    },
  });
}

/** @returns true when nobody is left */
async function expand(ctx: Pick<WriteContext, "db" | "secret" | "now">, publicId: string): Promise<boolean> {
  const { now } = ctx;
  return await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("broadcast")
      .select(["id", "audience", "cursor", "expanded_at", "cancelled_at", "created_at"])
      .where("public_id", "=", publicId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.expanded_at !== null || row.cancelled_at !== null || row.audience === "test") return true;
    const people = await readAudience(trx, row.audience, row.cursor, BATCH_SIZE);
    const suspended = await readSuspendedAmong(
      trx,
      ctx.secret,
      people.map((person) => person.email_key),
    );
    const mails = people
      .filter((person) => !suspended.has(person.email_key))
      .map((person) => ({ person, id: newPublicId() }));
    if (mails.length > 0) {
      const written = await trx
        .insertInto("mail")
        .values(
          mails.map(({ person, id }) => ({
            public_id: id,
            kind: "broadcast",
            broadcast_id: row.id,
            account_id: person.account_id,
            subscriber_id: person.subscriber_id,
            recipient: person.email,
            letter: null,
            message_id: id,
            state: "queued" as const,
            created_at: now,
          })),
        )
        .onConflict((conflict) => conflict.columns(["broadcast_id", "recipient"]).doNothing())
        .returning("public_id")
        .execute();
      const jobs = written.map(({ public_id }) => mailJob(public_id));
      await sendJobs(trx, MAIL_JOB, jobs, { priority: priorityOf("broadcast") });
    }
    const isOver = people.length < BATCH_SIZE;
    await trx
      .updateTable("broadcast")
      .set({
        cursor: people.at(-1)?.email_key ?? row.cursor,
        ...(isOver ? { expanded_at: now, recipients: await countMailsOf(trx, row.id) } : {}),
      })
      .where("id", "=", row.id)
      .execute();
    return isOver;
  });
}

async function countMailsOf(trx: Trx, broadcastKey: number): Promise<number> {
  const { count } = await trx
    .selectFrom("mail")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("broadcast_id", "=", broadcastKey)
    .executeTakeFirstOrThrow();
  return count;
}
