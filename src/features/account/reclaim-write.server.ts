import type { Trx } from "#db/connect.ts";
import { endAllSessions } from "#features/session/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { dropLinks } from "./link-write.server.ts";

/**
 * The proven owner of an e-mail takes over an account that nobody had confirmed. Every earlier way in ends (password,
 * passkeys, network identities, mailed links, sessions but the one named), and the e-mail counts as confirmed.
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
  await dropLinks(trx, accountId);
  await endAllSessions(trx, accountId, ctx.now, keep);
}
