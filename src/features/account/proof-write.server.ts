import { AppError } from "#core/errors.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { verifyPassword } from "#server/password.ts";
import { beginTry, endTry, failureKey } from "./failure-write.server.ts";

/** How long a proof of being there holds. */
const PROOF = 10 * 60_000;

/**
 * Before a change that a borrowed session must not make: the person proved to
 * be there within ten minutes (a sign-in, a confirmation), or gives the right
 * password now, which renews the proof.
 * @throws AppError not-proven; invalid-credentials for a wrong password, too-many-requests after many of them
 */
export async function requireProof(
  ctx: WriteContext & { viewer: Viewer },
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
  if (ctx.now.getTime() - provenAt > PROOF) throw new AppError("not-proven");
}

async function provePassword(
  ctx: WriteContext & { viewer: Viewer },
  tokenHash: Buffer,
  password: string,
  rateLimitFactor: number,
): Promise<void> {
  const device = `session ${tokenHash.toString("hex")}`;
  const key = failureKey(ctx.secret, ctx.viewer.email, { device });
  await beginTry(ctx, key, rateLimitFactor);
  const account = await ctx.db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", ctx.viewer.accountId)
    .executeTakeFirst();
  if (!(await verifyPassword(password, account?.password_hash ?? undefined))) throw new AppError("invalid-credentials");
  await endTry(ctx, key);
  await ctx.db
    .updateTable("session")
    .set({ proven_at: ctx.now })
    .where("token_hash", "=", tokenHash)
    .where("ended_at", "is", null)
    .execute();
}
