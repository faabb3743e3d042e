import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { SignedInContext } from "#server/context.ts";
import { beginTry, endTry, failureKey } from "#server/login-failures.ts";
import { verifyPassword } from "#server/password.ts";
import { noteProof } from "./write.server.ts";

const PROOF_LIFE_MS = 10 * 60_000;

/**
 * Guards changes that somebody with a stolen session must not make. Passes if the person signed in or confirmed within
 * the last ten minutes, or sends the right password now. The password starts a new ten minutes.
 * @throws AppError not-proven; invalid-credentials for a wrong password, too-many-requests after many of them
 */
export async function requireProof(
  ctx: SignedInContext,
  input: { password?: string | undefined },
  rateLimitFactor = 1,
): Promise<void> {
  const { tokenHash } = ctx;
  if (!tokenHash) throw new AppError("not-proven");
  if (input.password !== undefined) return provePassword(ctx, tokenHash, input.password, rateLimitFactor);
  const session = await ctx.db
    .selectFrom("session")
    .select("proven_at")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  const provenAt = session?.proven_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (ctx.now.getTime() - provenAt > PROOF_LIFE_MS) throw new AppError("not-proven");
}

/**
 * Call this after locking the account, before a change that opens another way in. A new password ends the other sessions
 * under the same lock: a call that began before must not leave such a way behind.
 * @throws AppError no-session
 */
export async function requireLiveSession(trx: Trx, ctx: Pick<SignedInContext, "tokenHash">): Promise<void> {
  const live =
    ctx.tokenHash &&
    (await trx
      .selectFrom("session")
      .select("public_id")
      .where("token_hash", "=", ctx.tokenHash)
      .where("ended_at", "is", null)
      .executeTakeFirst());
  if (!live) throw new AppError("no-session");
}

async function provePassword(
  ctx: SignedInContext,
  tokenHash: Buffer,
  password: string,
  rateLimitFactor: number,
): Promise<void> {
  const key = failureKey(ctx.secret, ctx.viewer.email, { device: `session ${tokenHash.toString("hex")}` });
  await beginTry(ctx, key, rateLimitFactor);
  const account = await ctx.db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", ctx.viewer.accountId)
    .executeTakeFirst();
  if (!(await verifyPassword(password, account?.password_hash ?? undefined))) {
    throw new AppError("invalid-credentials", { message: "This is not your password." });
  }
  await endTry(ctx, key);
  await noteProof(ctx.db, tokenHash, ctx.now);
}
