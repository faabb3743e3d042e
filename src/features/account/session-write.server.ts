import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { createEmptyProfile } from "#features/profile/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { ownerKey } from "#server/token.ts";
import { emailKey } from "./rules.ts";

/** Binds a token to an account: from now on it speaks for that person, who has just proved to be there. */
export async function bindToken(
  trx: Trx,
  accountId: string,
  binding: Binding,
  now: Date,
  device: string,
): Promise<void> {
  const { token, kind, replaces } = binding;
  if (replaces) await endSession(trx, replaces, now);
  const fresh = {
    account_id: accountId,
    created_at: now,
    used_at: now,
    proven_at: now,
    ended_at: null,
    public_id: newPublicId(),
    device,
  };
  await trx
    .insertInto("session")
    .values({ ...fresh, token_hash: token.hash, kind, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(fresh))
    .execute();
}

/** Ends one session, in every process as soon as the transaction is committed. */
export async function endSession(trx: Trx, tokenHash: Buffer, now: Date): Promise<void> {
  await trx.updateTable("session").set({ ended_at: now }).where("token_hash", "=", tokenHash).execute();
}

/** Ends all sessions of an account, but for the one named, in every process as soon as the transaction is committed. */
export async function endAllSessions(trx: Trx, accountId: string, now: Date, exceptTokenHash?: Buffer): Promise<void> {
  let change = trx
    .updateTable("session")
    .set({ ended_at: now })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null);
  if (exceptTokenHash) change = change.where("token_hash", "<>", exceptTokenHash);
  await change.execute();
}

/**
 * Makes an account and its empty profile. Of two at once for one e-mail one wins.
 * @returns the account's id
 * @throws AppError email-in-use
 */
export async function createAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret">,
  input: { email: string; passwordHash: string | null; emailVerifiedAt: Date | null },
): Promise<string> {
  const account = await trx
    .insertInto("account")
    .values({
      id: newPublicId(),
      email: input.email,
      email_key: emailKey(input.email),
      password_hash: input.passwordHash,
      email_verified_at: input.emailVerifiedAt,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!account) throw new AppError("email-in-use");
  await createEmptyProfile(trx, ownerKey(ctx.secret, account.id));
  return account.id;
}

/**
 * Ends one of the caller's own live sessions.
 * @throws AppError not-found
 */
export async function revokeSession(ctx: WriteContext & { viewer: Viewer }, publicId: string): Promise<void> {
  const ended = await ctx.db
    .updateTable("session")
    .set({ ended_at: ctx.now })
    .where("public_id", "=", publicId)
    .where("account_id", "=", ctx.viewer.accountId)
    .where("ended_at", "is", null)
    .returning("public_id")
    .executeTakeFirst();
  if (!ended) throw new AppError("not-found", { message: "There is no such session." });
}

/** Ends all of the caller's sessions but the one that asks. */
export async function revokeOtherSessions(ctx: WriteContext & { viewer: Viewer }): Promise<void> {
  await ctx.db.transaction().execute((trx) => endAllSessions(trx, ctx.viewer.accountId, ctx.now, ctx.tokenHash));
}
