import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import type { Letter, MailKind } from "./rules.ts";

/**
 * Writes a letter down to be sent, inside the caller's transaction: it leaves
 * if, and only if, that is committed.
 */
export async function queueMail(
  trx: Trx,
  ctx: Pick<WriteContext, "now">,
  mail: { kind: MailKind; recipient: string; letter: Letter; accountId?: string },
): Promise<void> {
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
}
