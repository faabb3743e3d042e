import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#db/connect.ts";
import { jobWorker, sendJobs, type JobWorker } from "#server/jobs.ts";
import { BROADCAST_JOB } from "./broadcast-write.server.ts";
import { countMails } from "./read.server.ts";
import { FORGET, priorityOf } from "./rules.ts";
import { MAIL_JOB, mailJob } from "./write.server.ts";

const MINUTE = 60_000;
/** A mail that waits longer than this should have a job; it gets one where it has none. */
const OVERDUE = 10 * MINUTE;
const A_BATCH = 1_000;

/** Queues again what lost its job, say in a backup that was brought back, and forgets what is old. */
export function mailCareWorker(): JobWorker {
  return jobWorker({
    name: "mail-care",
    data: z.object({}),
    every: 300,
    poll: 30,
    run: async ({ db, clock }) => {
      const now = clock();
      await queueOverdue(db, now);
      await forgetOld(db, now);
    },
  });
}

async function queueOverdue(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - OVERDUE);
  await db.transaction().execute(async (trx) => {
    const mails = await trx
      .selectFrom("mail")
      .select(["public_id", "kind"])
      .where("state", "in", ["queued", "sending"])
      .where("created_at", "<", before)
      .orderBy("created_at")
      .limit(A_BATCH)
      .execute();
    for (const priority of new Set(mails.map(({ kind }) => priorityOf(kind)))) {
      const jobs = mails.filter(({ kind }) => priorityOf(kind) === priority).map((mail) => mailJob(mail.public_id));
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

/** Of a mail of last month nothing stays, of a broadcast the numbers. */
async function forgetOld(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET);
  await db.transaction().execute(async (trx) => {
    const broadcasts = await trx
      .selectFrom("broadcast")
      .select("id")
      .where("created_at", "<", before)
      .where("outcome", "is", null)
      .forUpdate()
      .execute();
    const counts = await countMails(
      trx,
      broadcasts.map(({ id }) => id),
    );
    for (const { id } of broadcasts) {
      const outcome = JSON.stringify(counts.get(id) ?? {});
      await trx.updateTable("broadcast").set({ outcome }).where("id", "=", id).execute();
      await trx.deleteFrom("mail").where("broadcast_id", "=", id).execute();
    }
    await sql`delete from mail where broadcast_id is null and created_at < ${before}`.execute(trx);
  });
}
