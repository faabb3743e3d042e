import type { Trx } from "#db/connect.ts";
import { transact } from "#db/transact.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { refuseForeign } from "#features/profile/change-write.server.ts";
import { requireProof } from "#features/session/proof-write.server.ts";
import { clearSessions } from "#features/session/write.server.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { noteForgotten } from "#server/forgotten.ts";
import { ownerKey } from "#server/token.ts";

/**
 * Removes an account and everything that belongs to the person, inside the caller's transaction. Links, passkeys and
 * network identities go with the account's row; the other slices react. Sessions stay, ended and without a name,
 * until their tokens expire.
 * @returns the tags of cached answers, for the caller to purge after the commit
 */
export async function deleteAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "now" | "today" | "reactions">,
  accountId: string,
): Promise<string[]> {
  // Lock the account first, as a sign-in does, so that no sign-in binds a token while it is being deleted.
  const row = await trx
    .selectFrom("account")
    .select("email")
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const account = { id: accountId, email: row.email, ownerKey: ownerKey(ctx.secret, accountId) };
  const tags: string[] = [];
  for (const react of ctx.reactions.accountDeleted) tags.push(...((await react(trx, account, ctx)) ?? []));
  await clearSessions(trx, accountId, ctx.now);
  await noteForgotten(trx, ctx, { kind: "account", key: accountId });
  await trx.deleteFrom("account").where("id", "=", accountId).execute();
  return tags;
}

/**
 * Deletes the caller's own account at once; this cannot be undone.
 * @throws AppError not-yours, profile-not-found, not-proven, invalid-credentials for a wrong password
 */
export async function deleteOwnAccount(
  ctx: SignedInContext,
  input: { profileId: string; password?: string | undefined },
  rateLimitFactor: number,
): Promise<void> {
  await refuseForeign(ctx.db, ctx.viewer, input.profileId);
  await requireProof(ctx, { password: input.password }, rateLimitFactor);
  const { accountId } = ctx.viewer;
  const tags = await transact(ctx.db, async (trx) => {
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.delete" });
    return deleteAccount(trx, ctx, accountId);
  });
  ctx.purge(tags);
}
