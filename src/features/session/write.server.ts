import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { Binding } from "#server/binding.ts";
import type { SignedInContext, VisibilitySwitch, WriteContext } from "#server/context.ts";
import { formerIdHash } from "#server/former-ids.ts";
import { newPublicId } from "#server/ids.ts";

/** Resets the column to its default: random bytes, which stand for "no earlier ids". */
export const NO_FORMER_IDS = { former_ids: sql<Buffer>`default` };

/** Binds a token to an account after a sign-in: from now on it acts for that person. */
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
    ...NO_FORMER_IDS,
  };
  await trx
    .insertInto("session")
    .values({ ...fresh, token_hash: token.hash, kind, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(fresh))
    .execute();
}

/**
 * Gives a browser's session a new token and ends the old one, so that a stolen copy of the cookie ends too. An API client
 * keeps its token.
 * @throws AppError no-session if the session has ended
 */
async function renewToken(trx: Trx, { token, replaces }: Binding, now: Date): Promise<void> {
  if (!replaces) return;
  const held = await trx
    .selectFrom("session")
    .selectAll()
    .where("token_hash", "=", replaces)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (!held) throw new AppError("no-session");
  await endSession(trx, replaces, now);
  await trx
    .insertInto("session")
    .values({ ...held, token_hash: token.hash, expires_at: token.expiresAt, public_id: newPublicId() })
    .execute();
}

/** Ends all other sessions and access tokens of the caller's account, and copies of the caller's own cookie. */
export async function endOtherSessions(trx: Trx, accountId: string, now: Date, binding: Binding): Promise<void> {
  await renewToken(trx, binding, now);
  await endAllSessions(trx, accountId, now, binding.token.hash);
}

async function endSession(trx: Trx, tokenHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ ended_at: now, ...NO_FORMER_IDS })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Ends all sessions and access tokens of an account except one. Takes effect in every process after the commit. */
export async function endAllSessions(trx: Trx, accountId: string, now: Date, exceptTokenHash?: Buffer): Promise<void> {
  let change = trx
    .updateTable("session")
    .set({ ended_at: now, ...NO_FORMER_IDS })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null);
  if (exceptTokenHash) change = change.where("token_hash", "<>", exceptTokenHash);
  await change.execute();
}

/** Call before an account is deleted. Ends its sessions and clears their personal data; the rows stay to refuse the tokens. */
export async function clearSessions(trx: Trx, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set((eb) => ({ ended_at: eb.fn.coalesce("ended_at", eb.val(now)), device: "", proven_at: null, ...NO_FORMER_IDS }))
    .where("account_id", "=", accountId)
    .execute();
}

/** Ends one of the caller's own live sessions. @throws AppError not-found */
export async function revokeSession(ctx: SignedInContext, publicId: string): Promise<void> {
  const ended = await ctx.db
    .updateTable("session")
    .set({ ended_at: ctx.now, ...NO_FORMER_IDS })
    .where("public_id", "=", publicId)
    .where("account_id", "=", ctx.viewer.accountId)
    .where("kind", "<>", "access-token")
    .where("ended_at", "is", null)
    .returning("public_id")
    .executeTakeFirst();
  if (!ended) throw new AppError("not-found", { message: "There is no such session." });
}

export async function revokeOtherSessions(ctx: SignedInContext, binding: Binding): Promise<void> {
  const { accountId } = ctx.viewer;
  await ctx.db.transaction().execute(async (trx) => {
    // Lock the account first, so that no other session makes an access token that this would not see.
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
    await endOtherSessions(trx, accountId, ctx.now, binding);
  });
}

/** Ends one session at once, in every process. */
export async function logOut(ctx: WriteContext, tokenHash: Buffer): Promise<void> {
  await ctx.db.transaction().execute((trx) => endSession(trx, tokenHash, ctx.now));
}

/** Notes that a session was used; callers do so at most once an hour. */
export async function touchSession(ctx: Pick<WriteContext, "db" | "now">, tokenHash: Buffer): Promise<void> {
  await ctx.db.updateTable("session").set({ used_at: ctx.now }).where("token_hash", "=", tokenHash).execute();
}

/** Notes the time of a proof: the person has just entered a password or confirmed by a link. */
export async function noteProof(db: Trx | WriteContext["db"], tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ proven_at: now })
    .where("token_hash", "=", tokenHash)
    .where("ended_at", "is", null)
    .execute();
}

/** Call when a profile gets a new id. Its live sessions may still use the old one. Keeps the last 16 ids. */
export async function keepFormerId(trx: Trx, { secret, accountId, formerId }: VisibilitySwitch): Promise<void> {
  const hash = formerIdHash(secret, accountId, formerId);
  await trx
    .updateTable("session")
    .set({ former_ids: sql<Buffer>`${hash}::bytea || substring(former_ids for 256 - ${hash.length}::integer)` })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
}

export async function deleteExpiredSessions(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await deleteInBatches(ctx.db, { table: "session", where: sql`expires_at < ${ctx.now}` });
}

/** Call after a restore. Ends all sessions, because some of them were ended after the backup was made. */
export async function deleteAllSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom("session").execute();
}
