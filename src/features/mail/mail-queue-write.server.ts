import { AppError } from "#core/errors.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext } from "#server/context.ts";
import { composeMail } from "./compose.server.ts";
import type { QueuedEmail } from "./schema.ts";
import { openEmail } from "./seal.server.ts";

/**
 * Opens a queued mail. Goes into the audit log, because mails contain links that give access to an account.
 * @throws AppError not-found for an unknown mail, and for every mail if a mail server is configured
 */
export async function openQueuedEmail(
  ctx: AdminContext,
  input: { id: string; isOpen: boolean; baseUrl: string },
): Promise<QueuedEmail> {
  if (!input.isOpen) throw new AppError("not-found");
  return await ctx.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("mail as m")
      .leftJoin("broadcast as b", "b.id", "m.broadcast_id")
      .leftJoin("newsletter_subscriber as n", "n.id", "m.subscriber_id")
      .select(["m.public_id", "m.kind", "m.account_id", "m.recipient", "m.letter", "m.message_id", "m.created_at"])
      .select(["b.subject", "b.html", "b.plain", "n.public_id as subscriber_public_id"])
      .where("m.public_id", "=", input.id)
      // Administrators must not see what people follow.
      .where("m.kind", "<>", "weekly-letter")
      .executeTakeFirst();
    const row = found && openEmail(ctx.secret, found);
    const composed = row && (await composeMail(row, ctx.secret, input.baseUrl));
    if (!row || !composed) throw new AppError("not-found");
    const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
    await recordAudit(trx, ctx, { actor, action: "mail.read", target: row.public_id, detail: { kind: row.kind } });
    return {
      id: row.public_id,
      kind: row.kind,
      recipient: row.recipient,
      subject: composed.subject,
      text: composed.text,
      html: composed.html,
      createdAt: row.created_at.toISOString(),
    };
  });
}
