import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { readSuspendedAmong } from "#features/account/read.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { Admin, WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { jobWorker, sendJobs, type JobWorker } from "#server/jobs.ts";
import { cleanBroadcast, type CleanBroadcast } from "./broadcast-html.server.ts";
import { countAudience, readAudience } from "./read.server.ts";
import { checkRecipient, checkSubject, GIVE_UP, priorityOf, SAME_REQUEST, type Audience } from "./rules.ts";
import type { BroadcastInput } from "./schema.ts";
import { MAIL_JOB, mailJob } from "./write.server.ts";

export const BROADCAST_JOB = "mail-broadcast";

/** Recipients written down in one transaction. */
const A_BATCH = 500;

type AdminContext = WriteContext & { admin: Admin };

function fault(path: string, message: string | undefined): void {
  if (message !== undefined) throw new AppError("bad-request", { message, issues: [{ path, message }] });
}

/**
 * Takes a broadcast, or a test of one, to be sent in the background. The same
 * request again within ten minutes, or with the same key within a day, is the
 * same job.
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
  const body = cleanBroadcast(input.body, input.baseUrl);
  fault("body", body.fault);

  const content = [subject, input.body, audience, recipient];
  const named = key === undefined ? content : ["key", ctx.admin.adminId, key];
  const requestKey = createHmac("sha256", ctx.secret)
    .update(`broadcast:${JSON.stringify(named)}`)
    .digest();
  return await ctx.db.transaction().execute(async (trx) => {
    // Two at once: the second sees what the first has written.
    await sql`select pg_advisory_xact_lock(hashtextextended(${requestKey.toString("hex")}, 0))`.execute(trx);
    const since = new Date(ctx.now.getTime() - (key === undefined ? SAME_REQUEST : GIVE_UP));
    const before = await trx
      .selectFrom("broadcast")
      .select(["public_id", "subject", "html", "audience"])
      .where("request_key", "=", requestKey)
      .where("created_at", ">", since)
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    if (before) {
      const isSame = before.subject === subject && before.html === body.html && before.audience === audience;
      if (!isSame) throw new AppError("idempotency-key-reused");
      return before.public_id;
    }
    const recipients = audience === "test" ? 1 : await countAudience(trx, audience);
    const { confirmRecipients } = input;
    if (confirmRecipients !== undefined && confirmRecipients !== recipients) {
      throw new AppError("recipients-changed", { extra: { recipients } });
    }
    const jobId = await writeDown(trx, ctx, { subject, body, audience, requestKey, recipients });
    if (audience === "test") await writeTest(trx, ctx, jobId, recipient);
    else await sendJobs(trx, BROADCAST_JOB, [mailJob(jobId)]);
    const action = audience === "test" ? "mail.test" : "mail.broadcast";
    await recordAudit(trx, ctx, { kind: "admin", adminId: ctx.admin.adminId }, action, jobId, { audience, recipients });
    return jobId;
  });
}

async function writeDown(
  trx: Trx,
  ctx: AdminContext,
  given: { subject: string; body: CleanBroadcast; audience: Audience; requestKey: Buffer; recipients: number },
): Promise<string> {
  const jobId = newPublicId();
  await trx
    .insertInto("broadcast")
    .values({
      public_id: jobId,
      audience: given.audience,
      subject: given.subject,
      html: given.body.html,
      plain: given.body.text,
      request_key: given.requestKey,
      created_at: ctx.now,
      recipients: given.recipients,
      expanded_at: given.audience === "test" ? ctx.now : null,
    })
    .execute();
  return jobId;
}

async function writeTest(trx: Trx, ctx: AdminContext, jobId: string, recipient: string): Promise<void> {
  const { id } = await trx
    .selectFrom("broadcast")
    .select("id")
    .where("public_id", "=", jobId)
    .executeTakeFirstOrThrow();
  const mail = newPublicId();
  await trx
    .insertInto("mail")
    .values({
      public_id: mail,
      kind: "test",
      broadcast_id: id,
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
 * Lets no further mail of a broadcast leave; what is on its way arrives.
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
    const { numUpdatedRows } = await trx
      .updateTable("mail")
      .set({ state: "cancelled" })
      .where("broadcast_id", "=", row.id)
      .where("state", "=", "queued")
      .executeTakeFirst();
    // One that is done stays done.
    if (numUpdatedRows === 0n && row.expanded_at !== null) return;
    await trx.updateTable("broadcast").set({ cancelled_at: ctx.now }).where("id", "=", row.id).execute();
    await recordAudit(trx, ctx, { kind: "admin", adminId: ctx.admin.adminId }, "mail.cancel", jobId, {
      mails: Number(numUpdatedRows),
    });
  });
}

/** Writes down a broadcast's mails, a batch a transaction; after a crash it goes on where it was. */
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
    },
  });
}

/** @returns true when nobody is left to be written down */
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
    const people = await readAudience(trx, row.audience, row.cursor, A_BATCH);
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
    const isOver = people.length < A_BATCH;
    const { count } = await trx
      .selectFrom("mail")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("broadcast_id", "=", row.id)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("broadcast")
      .set({
        cursor: people.at(-1)?.email_key ?? row.cursor,
        ...(isOver ? { expanded_at: now, recipients: count } : {}),
      })
      .where("id", "=", row.id)
      .execute();
    return isOver;
  });
}
