import { sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { Database, Trx } from "#db/connect.ts";
import type { MailTransport, Outcome } from "#external/mail.ts";
import type { Services } from "#server/context.ts";
import { jobWorker, TryLater, type JobWorker } from "#server/jobs.ts";
import { composeMail, toOutgoing, type MailRow } from "./compose.server.ts";
import { FORGOTTEN_KIND, GIVE_UP_MS, shortReason } from "./rules.ts";
import { openEmail } from "./seal.server.ts";
import { MAIL_JOB } from "./write.server.ts";

/** Stored as the error of a mail after two tries without an answer. A third try could deliver a third copy. */
const TWICE_IN_DOUBT = "The mail server's answer was lost twice. It may have arrived.";

/**
 * Sends mails one by one. The row's state decides, not the job: a job that runs
 * twice finds nothing to do the second time.
 *
 * The state `sending` is committed when the server has the whole mail except the
 * final dot. The outcome is committed after its answer. A process that is killed
 * before `sending` has sent nothing. A row that is found in `sending` may have
 * been delivered: it is counted and tried once more with the same Message-ID.
 */
export function mailWorker(transport: MailTransport | undefined): JobWorker {
  return jobWorker({
    name: MAIL_JOB,
    data: z.object({ id: z.string() }),
    // The mail's own age decides when to give up.
    retry: { limit: 100_000, most: 600 },
    atOnce: 10,
    poll: 1,
    run: (services, { id }) => sendOne(services, transport, id),
  });
}

type Found = MailRow & {
  id: number;
  state: string;
  in_doubt: number;
  attempts: number;
  last_error: string;
  broadcast_id: number | null;
  cancelled_at: Date | null;
  first_try_at: Date | null;
  /** For a broadcast or a weekly e-mail: true if the account has unsubscribed or changed its e-mail since. */
  is_unwanted: SqlBool;
};

async function find(db: Database, secret: Buffer, publicId: string): Promise<Found | undefined> {
  const row = await db
    .selectFrom("mail as m")
    .leftJoin("broadcast as b", "b.id", "m.broadcast_id")
    .leftJoin("newsletter_subscriber as n", "n.id", "m.subscriber_id")
    .leftJoin("account as a", "a.id", "m.account_id")
    .select(["m.id", "m.public_id", "m.kind", "m.account_id", "m.recipient", "m.letter", "m.message_id", "m.state"])
    .select(["m.in_doubt", "m.attempts", "m.last_error", "m.created_at", "m.first_try_at", "m.broadcast_id"])
    .select(["b.subject", "b.html", "b.plain", "b.cancelled_at", "n.public_id as subscriber_public_id"])
    .select(
      sql<SqlBool>`case
        when m.kind = 'weekly-letter' then a.id is null or a.email <> m.recipient
          or not exists (select 1 from weekly_letter w where w.account_id = a.id)
        else m.broadcast_id is not null and a.id is not null and (not a.broadcasts or a.email <> m.recipient)
      end`.as("is_unwanted"),
    )
    .where("m.public_id", "=", publicId)
    .executeTakeFirst();
  return row && openEmail(secret, row);
}

async function sendOne(services: Services, transport: MailTransport | undefined, publicId: string): Promise<void> {
  const { db } = services;
  const mail = await find(db, services.secret, publicId);
  if (!mail || (mail.state !== "queued" && mail.state !== "sending")) return;
  try {
    await trySending(services, transport, mail);
  } finally {
    if (mail.kind === FORGOTTEN_KIND) await deleteForgotten(db);
  }
}

/** Deletes sent and cancelled mails of the kinds that must not be kept. */
export async function deleteForgotten(db: Database | Trx): Promise<void> {
  await db
    .deleteFrom("mail")
    .where("kind", "=", FORGOTTEN_KIND)
    .where("state", "in", ["sent", "failed", "cancelled"])
    .execute();
}

async function trySending(services: Services, transport: MailTransport | undefined, mail: Found): Promise<void> {
  const { db, config } = services;
  const now = services.clock();
  if (mail.state === "sending" && !(await takeUpDoubt(db, mail))) return;
  if (mail.cancelled_at !== null || mail.is_unwanted) return await close(db, mail, "cancelled", "");
  if (mail.first_try_at && now.getTime() - mail.first_try_at.getTime() > GIVE_UP_MS) {
    return await close(db, mail, "failed", `Given up after a day. ${mail.last_error}`);
  }
  const composed = await composeMail(mail, services.secret, config.baseUrl);
  if (!composed) return await close(db, mail, "failed", "The content was deleted.");
  // Without a mail server administrators read the queue, and they must not see what people follow.
  if (!transport && mail.kind === "weekly-letter") return await close(db, mail, "cancelled", "");
  if (!transport) return await keepInMailQueue(services, mail);
  const outcome = await transport.send(toOutgoing(mail, composed, config.baseUrl), () => handOver(db, mail, now));
  services.metrics.mails.inc({ outcome: outcome.state });
  await writeDown(db, mail, outcome, now);
}

/** Called before the final dot. Throws if another process sends this mail, or if it was cancelled. */
async function handOver(db: Database, mail: Found, now: Date): Promise<void> {
  const taken = await db
    .updateTable("mail")
    .set((eb) => ({ state: "sending", attempts: eb("attempts", "+", 1), first_try_at: mail.first_try_at ?? now }))
    .where("id", "=", mail.id)
    .where("state", "=", "queued")
    .where(sql<SqlBool>`not exists (select from broadcast b where b.id = broadcast_id and b.cancelled_at is not null)`)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new TryLater();
}

/** @returns false if there is nothing left to do */
async function takeUpDoubt(db: Database, mail: Found): Promise<boolean> {
  const again = mail.in_doubt === 0;
  const taken = await db
    .updateTable("mail")
    .set((eb) => ({
      in_doubt: eb("in_doubt", "+", 1),
      ...(again
        ? { state: "queued" as const }
        : { state: "failed" as const, letter: null, last_error: TWICE_IN_DOUBT }),
    }))
    .where("id", "=", mail.id)
    .where("state", "=", "sending")
    .where("attempts", "=", mail.attempts)
    .executeTakeFirst();
  // Another process changed the row: the next try reads it again.
  if (taken.numUpdatedRows === 0n) throw new TryLater();
  return again;
}

async function writeDown(db: Database, mail: Found, outcome: Outcome, now: Date): Promise<void> {
  if (outcome.state === "accepted") {
    // Another process may have queued it again because it thought that we were dead. An accepted mail stays sent.
    await db
      .updateTable("mail")
      .set({ state: "sent", sent_at: now, letter: null, last_error: "" })
      .where("id", "=", mail.id)
      .where("state", "in", ["queued", "sending"])
      .execute();
    return;
  }
  const reason = shortReason(outcome.reason);
  if (outcome.state === "refused") return await close(db, mail, "failed", reason);
  const isDoubt = outcome.state === "in-doubt";
  const isOver = isDoubt && mail.in_doubt > 0;
  await db
    .updateTable("mail")
    .set((eb) => ({
      first_try_at: mail.first_try_at ?? now,
      in_doubt: isDoubt ? eb("in_doubt", "+", 1) : eb.ref("in_doubt"),
      // A mail in `sending` has been counted already.
      attempts: eb
        .case()
        .when("state", "=", "queued")
        .then(eb("attempts", "+", 1))
        .else(eb.ref("attempts"))
        .end(),
      last_error: isOver ? TWICE_IN_DOUBT : reason,
      ...(isOver ? { state: "failed" as const, letter: null } : { state: "queued" as const }),
    }))
    .where("id", "=", mail.id)
    .where("state", "in", ["queued", "sending"])
    .execute();
  if (!isOver) throw new TryLater();
}

async function close(db: Database, mail: Found, state: "failed" | "cancelled", reason: string): Promise<void> {
  await db
    .updateTable("mail")
    .set({ state, letter: null, last_error: reason.slice(0, 300) })
    .where("id", "=", mail.id)
    .where("state", "in", ["queued", "sending"])
    .execute();
}

async function keepInMailQueue(services: Services, mail: Found): Promise<void> {
  const { db, log, config } = services;
  await db
    .updateTable("mail")
    .set({ state: "outbox" })
    .where("id", "=", mail.id)
    .where("state", "=", "queued")
    .execute();
  if (config.production) return;
  const where = `${config.baseUrl}/api/admin/outbox/${mail.public_id}`;
  log.info(
    { kind: mail.kind, where },
    "no mail server is set: an e-mail waits in the mail queue, where an administrator can read it",
  );
}
