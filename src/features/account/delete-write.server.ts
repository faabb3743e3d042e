import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { forgetMailsTo } from "#features/mail/forget-write.server.ts";
import { forgetTickets } from "#features/network/forget-write.server.ts";
import { forgetSubscriber } from "#features/newsletter/forget-write.server.ts";
import { deleteProfile } from "#features/profile/delete-write.server.ts";
import { refuseForeign } from "#features/profile/read.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { ownerKey } from "#server/token.ts";
import { requireProof } from "./proof-write.server.ts";

/**
 * Removes an account and everything that belongs to the person, inside the
 * caller's transaction: profile, stops, picture, what they added to the
 * tallies, letters to the address, its place on the newsletter's list; links,
 * passkeys and network identities go with the account's row. Its sessions
 * stay, without a name and ended, until their tokens expire. Announces what is
 * out of date.
 * @returns the tags of kept answers, for the caller to purge after the commit
 */
export async function deleteAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "now">,
  accountId: string,
): Promise<string[]> {
  // First, as a sign-in does: nobody is bound to an account that is going.
  const account = await trx
    .selectFrom("account")
    .select(["id", "email"])
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return [];
  const tags = await deleteProfile(trx, ctx.secret, ownerKey(ctx.secret, accountId));
  await trx
    .updateTable("session")
    .set((eb) => ({ ended_at: eb.fn.coalesce("ended_at", eb.val(ctx.now)), device: "", proven_at: null }))
    .where("account_id", "=", accountId)
    .execute();
  await forgetTickets(trx, account);
  await forgetMailsTo(trx, account.email);
  await forgetSubscriber(trx, account.email);
  await trx.deleteFrom("account").where("id", "=", accountId).execute();
  return tags;
}

/**
 * Deletes the caller's own account, at once and for good.
 * @throws AppError not-yours, profile-not-found, not-proven, invalid-credentials for a wrong password
 */
export async function deleteOwnAccount(
  ctx: WriteContext & { viewer: Viewer },
  input: { profileId: string; password?: string | undefined },
  rateLimitFactor: number,
): Promise<void> {
  await refuseForeign(ctx.db, ctx.viewer, input.profileId);
  await requireProof(ctx, { password: input.password }, rateLimitFactor);
  const { accountId } = ctx.viewer;
  const tags = await ctx.db.transaction().execute(async (trx) => {
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.delete");
    return deleteAccount(trx, ctx, accountId);
  });
  ctx.purge(tags);
}
