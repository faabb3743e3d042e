import { emailKey, isDisplacedEmail } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { sendJobs } from "#server/jobs.ts";
import { LIMITS, takeShared, type Limit } from "#server/rate-limit.ts";
import { checkRecipient, checkSubject, FORGOTTEN_KIND, priorityOf, type Email, type MailKind } from "./rules.ts";
import { sealEmail } from "./seal.server.ts";

/** Settings that mails need: the site's address for links, and the tests' factor for limits. */
export type Site = { baseUrl: string; rateLimitFactor: number };

export const MAIL_JOB = "mail";

/** The job's id is derived from the mail's, so that a mail is never queued twice. */
export function mailJob(publicId: string): { id: string; data: { id: string } } {
  const hex = `${publicId}00000000`;
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return { id, data: { id: publicId } };
}

type NewMail = { kind: MailKind; recipient: string; content: Email; accountId?: string };

/**
 * Queues an e-mail inside the caller's transaction: it is sent only if the transaction is committed.
 * @throws AppError bad-request for a subject or an address that is not valid in a header
 */
export async function queueMail(trx: Trx, ctx: Pick<WriteContext, "now" | "secret">, mail: NewMail): Promise<void> {
  await queueMails(trx, ctx, [mail]);
}

/**
 * Queues e-mails of one kind, at most 500.
 * @returns the keys of the mails, for callers that show their progress
 * @throws AppError bad-request for a subject or an address that is not valid in a header
 */
export async function queueMails(
  trx: Trx,
  ctx: Pick<WriteContext, "now" | "secret">,
  mails: readonly NewMail[],
): Promise<number[]> {
  // A displaced account has lost its e-mail.
  const sendable = mails.filter(({ recipient }) => !isDisplacedEmail(recipient));
  const [first] = sendable;
  if (!first) return [];
  for (const { recipient, content } of sendable) {
    const fault = checkRecipient(recipient) ?? checkSubject(content.subject);
    if (fault !== undefined) throw new AppError("bad-request", { message: fault });
  }
  const rows = sendable.map((mail) => ({ ...mail, id: newPublicId() }));
  const stored = await trx
    .insertInto("mail")
    .values(
      rows.map(({ id, kind, accountId, recipient, content }) => ({
        public_id: id,
        kind,
        broadcast_id: null,
        ...(kind === FORGOTTEN_KIND
          ? sealEmail(ctx.secret, id, { accountId, recipient, content })
          : { account_id: accountId ?? null, recipient, letter: JSON.stringify(content) }),
        message_id: id,
        state: "queued" as const,
        created_at: ctx.now,
      })),
    )
    .returning("id")
    .execute();
  const jobs = rows.map(({ id }) => mailJob(id));
  await sendJobs(trx, MAIL_JOB, jobs, { priority: priorityOf(first.kind) });
  return stored.map(({ id }) => id);
}

/** Cancels those of these mails that no process has begun to send. Mails with an unanswered try keep their state. */
export async function stopWaiting(trx: Trx, mailKeys: readonly number[]): Promise<void> {
  if (mailKeys.length === 0) return;
  await trx
    .updateTable("mail")
    .set({ state: "cancelled", letter: null })
    .where("id", "in", mailKeys)
    .where("state", "in", ["queued", "outbox"])
    .execute();
}

/**
 * May this address get one more mail today? Callers answer the same in both cases, so that nobody learns who was
 * mailed.
 */
export async function mayMail(
  ctx: Pick<WriteContext, "db" | "secret" | "now">,
  site: Site,
  recipient: string,
  limit: Limit = LIMITS.accountMailEmail,
): Promise<boolean> {
  try {
    await takeShared(ctx, [{ limit, who: emailKey(recipient) }], site);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too-many-requests") return false;
    throw error;
  }
}
