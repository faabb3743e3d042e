import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { sendJobs } from "#server/jobs.ts";
import { checkRecipient, checkSubject, priorityOf, type Letter, type MailKind } from "./rules.ts";

/** The worker that sends one mail. */
export const MAIL_JOB = "mail";

/** The job of a mail has an id made of the mail's own, so that it is never queued beside itself. */
export function mailJob(publicId: string): { id: string; data: { id: string } } {
  const hex = `${publicId}00000000`;
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return { id, data: { id: publicId } };
}

/**
 * Writes a letter down to be sent, inside the caller's transaction: it leaves
 * if, and only if, that is committed.
 * @throws AppError bad-request for a subject or an address that cannot stand in a header
 */
export async function queueMail(
  trx: Trx,
  ctx: Pick<WriteContext, "now">,
  mail: { kind: MailKind; recipient: string; letter: Letter; accountId?: string },
): Promise<void> {
  const fault = checkRecipient(mail.recipient) ?? checkSubject(mail.letter.subject);
  if (fault !== undefined) throw new AppError("bad-request", { message: fault });
  const id = newPublicId();
  await trx
    .insertInto("mail")
    .values({
      public_id: id,
      kind: mail.kind,
      broadcast_id: null,
      account_id: mail.accountId ?? null,
      recipient: mail.recipient,
      letter: JSON.stringify(mail.letter),
      message_id: id,
      state: "queued",
      created_at: ctx.now,
    })
    .execute();
  await sendJobs(trx, MAIL_JOB, [mailJob(id)], { priority: priorityOf(mail.kind) });
}
