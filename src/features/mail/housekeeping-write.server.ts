import { sql } from "kysely";
import { z } from "zod";
import { emailKey } from "#core/email.ts";
import type { Database, Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { KnownAccount, WriteContext } from "#server/context.ts";
import { jobWorker, sendJobs, type JobWorker } from "#server/jobs.ts";
import { sealedOwner } from "#server/seal.ts";
import { BROADCAST_JOB } from "./broadcast-write.server.ts";
import { countMails } from "./read.server.ts";
import { KEEP_MS, priorityOf } from "./rules.ts";
import { deleteForgotten } from "./send-write.server.ts";
import { MAIL_JOB, mailJob } from "./write.server.ts";

/** A mail that waits longer than this has no job in the queue any more. */
const OVERDUE_MS = 600_000;
const BATCH_SIZE = 1_000;

/** Queues mails again whose job is missing (a restored backup has no jobs), and deletes old mails. */
export function mailHousekeepingWorker(): JobWorker {
  return jobWorker({
    name: "mail-care",
    data: z.object({}),
    every: 300,
    poll: 30,
    run: async ({ db, clock }) => {
      const now = clock();
      await queueOverdue(db, now);
      await deleteOld(db, now);
    },
  });
}

async function queueOverdue(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - OVERDUE_MS);
  await db.transaction().execute(async (trx) => {
    // Personal mails have a batch of their own, because the mails of a long broadcast may be older and fill one.
    for (const [priority, isOfPriority] of [
      [priorityOf("verify-email"), sql`kind not in ('broadcast', 'weekly-letter')`],
      [priorityOf("broadcast"), sql`kind in ('broadcast', 'weekly-letter')`],
    ] as const) {
      const { rows: mails } = await sql<{ public_id: string }>`
        select public_id from mail
        where state in ('queued', 'sending') and ${isOfPriority} and created_at < ${before}
        order by created_at limit ${BATCH_SIZE}`.execute(trx);
      const jobs = mails.map((mail) => mailJob(mail.public_id));
      await sendJobs(trx, MAIL_JOB, jobs, { priority });
    }
    const broadcasts = await trx
      .selectFrom("broadcast")
      .select("public_id")
      .where("expanded_at", "is", null)
      .where("cancelled_at", "is", null)
      .where("created_at", "<", before)
      .execute();
    await sendJobs(
      trx,
      BROADCAST_JOB,
      broadcasts.map(({ public_id }) => mailJob(public_id)),
    );
  });
}

/** Deletes old mails in batches. A broadcast keeps its numbers. */
async function deleteOld(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  // If a broadcast has an outcome and still has mails, the deletion of its mails was interrupted.
  const { rows: broadcasts } = await sql<{ id: number }>`
    select id from broadcast b where created_at < ${before}
      and (outcome is null or exists (select from mail where broadcast_id = b.id))`.execute(db);
  for (const { id } of broadcasts) {
    await keepOutcome(db, id);
    await deleteInBatches(db, { table: "mail", where: sql`broadcast_id = ${id}` });
  }
  await deleteInBatches(db, { table: "mail", where: sql`broadcast_id is null and created_at < ${before}` });
  // Left by a process that was killed after the mail server answered and before it deleted the row.
  await deleteForgotten(db);
}

/** Stores the numbers of a broadcast, before the first of its mails is deleted. */
async function keepOutcome(db: Database, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom("broadcast")
      .select("id")
      .where("id", "=", id)
      .where("outcome", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!open) return;
    const outcome = JSON.stringify((await countMails(trx, [id])).get(id) ?? {});
    await trx.updateTable("broadcast").set({ outcome }).where("id", "=", id).execute();
  });
}

/** Deletes all mails to a person whose account is deleted. Queued ones are not sent. */
export async function deleteMailsTo(
  trx: Trx,
  { id, email }: Pick<KnownAccount, "id" | "email">,
  { secret }: Pick<WriteContext, "secret">,
): Promise<void> {
  await trx
    .deleteFrom("mail")
    // The index is on lower(recipient), so the sealed owner is compared in lower case too.
    .where((eb) =>
      eb(eb.fn<string>("lower", ["recipient"]), "in", [
        emailKey(email),
        email.toLowerCase(),
        sealedOwner(secret, id).toLowerCase(),
      ]),
    )
    .execute();
}

/**
 * Call after a restore. Cancels the mails that were queued in the backup, because they were probably sent after it was made.
 * @returns the number of cancelled e-mails
 */
export async function cancelAllWaiting(trx: Trx, now: Date): Promise<number> {
  const done = await trx
    .updateTable("mail")
    .set({ state: "cancelled" })
    .where("state", "in", ["queued", "sending"])
    .executeTakeFirst();
  await trx
    .updateTable("broadcast")
    .set({ cancelled_at: now })
    .where("expanded_at", "is", null)
    .where("cancelled_at", "is", null)
    .execute();
  return Number(done.numUpdatedRows);
}
