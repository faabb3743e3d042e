import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { WriteContext } from "#server/context.ts";
import { CHALLENGE_LIFE_MS, challengeOf } from "./protocol.server.ts";

/** The calling token; the API lets nobody in without one. */
export function tokenOf(ctx: WriteContext): Buffer {
  if (!ctx.tokenHash) throw new AppError("no-session");
  return ctx.tokenHash;
}

/** Stores a challenge. A token has one open challenge of each kind; a new one replaces it. */
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
        expires_at: new Date(ctx.now.getTime() + CHALLENGE_LIFE_MS),
      })
      .execute();
  });
}

/**
 * Uses up a challenge. It works for one try, right or wrong, by the token that requested it.
 * @throws AppError passkey-failed
 */
export async function takeChallenge(
  ctx: WriteContext,
  clientDataJSON: string,
  accountId: string | null,
): Promise<string> {
  const challenge = await challengeOf(clientDataJSON);
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

export async function deleteOldChallenges(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await deleteInBatches(ctx.db, { table: "passkey_challenge", where: sql`expires_at < ${ctx.now}` });
}
