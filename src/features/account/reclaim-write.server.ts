import type { Trx } from "#db/connect.ts";
import { forgetIdentities } from "#features/network/forget-write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { endAllSessions } from "./session-write.server.ts";

/**
 * The proven owner of an e-mail takes over an account that nobody had
 * confirmed: whatever let somebody in before ends (password, passkeys, network
 * identities, mailed links, sessions but for the one named), and the e-mail
 * counts as proven.
 */
export async function reclaimAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "now">,
  accountId: string,
  keep?: Buffer,
): Promise<void> {
  await trx
    .updateTable("account")
    .set({ password_hash: null, email_verified_at: ctx.now })
    .where("id", "=", accountId)
    .execute();
  await trx.deleteFrom("passkey").where("account_id", "=", accountId).execute();
  await forgetIdentities(trx, accountId);
  await trx.deleteFrom("account_link").where("account_id", "=", accountId).execute();
  await endAllSessions(trx, accountId, ctx.now, keep);
}
