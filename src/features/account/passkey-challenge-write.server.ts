import { AppError } from "#core/errors.ts";
import type { WriteContext } from "#server/context.ts";
import { CHALLENGE_LIFE, challengeOf } from "./passkey-protocol.server.ts";

/** The token that calls; doors let nobody in without. */
export function tokenOf(ctx: WriteContext): Buffer {
  if (!ctx.tokenHash) throw new AppError("no-session");
  return ctx.tokenHash;
}

/** One open question of a kind per token: the next one takes its place. */
export async function keepChallenge(ctx: WriteContext, challenge: string, accountId: string | null): Promise<void> {
  const token = tokenOf(ctx);
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("passkey_challenge")
      .where("token_hash", "=", token)
      .where("account_id", accountId === null ? "is" : "is not", null)
      .execute();
    await trx
      .insertInto("passkey_challenge")
      .values({
        challenge,
        account_id: accountId,
        token_hash: token,
        expires_at: new Date(ctx.now.getTime() + CHALLENGE_LIFE),
      })
      .execute();
  });
}

/**
 * Uses a challenge up, whatever comes of the answer: it is good for one try,
 * by the token that asked.
 * @throws AppError passkey-failed
 */
export async function takeChallenge(
  ctx: WriteContext,
  clientDataJSON: string,
  accountId: string | null,
): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  const taken = await ctx.db
    .deleteFrom("passkey_challenge")
    .where("challenge", "=", challenge)
    .where("token_hash", "=", tokenOf(ctx))
    .where("account_id", "is not distinct from", accountId)
    .where("expires_at", ">", ctx.now)
    .returning("challenge")
    .executeTakeFirst();
  if (!taken) throw new AppError("passkey-failed");
  return challenge;
}

/** Drops questions that nobody answered in time. */
export async function forgetPasskeyChallenges(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await ctx.db.deleteFrom("passkey_challenge").where("expires_at", "<", ctx.now).execute();
}
