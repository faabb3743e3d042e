import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { requireLiveSession, requireProof } from "#features/session/proof-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import type { SignedInContext } from "#server/context.ts";
import { hasOtherWayIn } from "./read.server.ts";
import { SENTENCES } from "./rules.ts";
import { takeOver } from "./claim-write.server.ts";
import { addIdentity } from "./sign-in-write.server.ts";

/** @throws AppError not-proven, invalid-credentials */
export async function beginLink(
  ctx: SignedInContext,
  input: { password?: string | undefined },
  factor: number,
): Promise<void> {
  await requireProof(ctx, input, factor);
}

/**
 * Connects an identity with the caller's account; the flow began with a fresh proof. An unconfirmed account accepts
 * only the identity that confirms its e-mail, and then its password and other sessions end. Otherwise somebody could
 * sign up with another person's e-mail and keep secret access to the account.
 * @returns a sentence that says what happened
 * @throws AppError not-yours, no-session, network-taken, network-failed
 */
export async function linkIdentity(
  ctx: SignedInContext,
  identity: NetworkIdentity,
  flow: { accountId: string },
  name: string,
): Promise<string> {
  if (ctx.viewer.accountId !== flow.accountId) throw new AppError("not-yours");
  return ctx.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("account")
      .select(["email_key", "email_verified_at"])
      .where("id", "=", flow.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new AppError("not-yours");
    await requireLiveSession(trx, ctx);
    if (account.email_verified_at !== null) {
      await addIdentity(trx, ctx, identity, flow.accountId);
      return SENTENCES.connected(name);
    }
    if (!identity.emailVerified || emailKey(identity.email) !== account.email_key) {
      throw new AppError("network-failed", { message: SENTENCES.confirmFirst(name) });
    }
    await takeOver(trx, ctx, { identity, accountId: flow.accountId, keptToken: ctx.tokenHash });
    return SENTENCES.reclaimed(name);
  });
}

/** Disconnects the network from the caller's account. @throws AppError not-proven, invalid-credentials, last-way-in */
export async function unlinkIdentities(
  ctx: SignedInContext,
  input: { password?: string | undefined },
  rateLimitFactor: number,
): Promise<void> {
  await requireProof(ctx, input, rateLimitFactor);
  await ctx.db.transaction().execute(async (trx) => {
    const { accountId } = ctx.viewer;
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().execute();
    const gone = await trx.deleteFrom("network_identity").where("account_id", "=", accountId).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return;
    if (!(await hasOtherWayIn(trx, accountId))) throw new AppError("last-way-in");
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "network.unlinked" });
  });
}
