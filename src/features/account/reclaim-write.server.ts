import type { Trx } from "#db/connect.ts";
import { endAllSessions } from "#features/session/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { deleteLinks } from "./link-write.server.ts";

/**
 * Gives an unconfirmed account to the proven owner of its e-mail. Ends its password, passkeys, network identities, mailed
 * links and all sessions except one, because a stranger may have made them. Marks the e-mail as confirmed.
 */
export async function reclaimAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "now" | "reactions">,
  accountId: string,
  keep?: Buffer,
): Promise<void> {
  await trx
    .updateTable("account")
    .set({ password_hash: null, email_verified_at: ctx.now })
    .where("id", "=", accountId)
    .execute();
  for (const react of ctx.reactions.accountReclaimed) await react(trx, accountId);
  await deleteLinks(trx, accountId);
  await endAllSessions(trx, accountId, ctx.now, keep);
}
