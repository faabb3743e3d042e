import { sql } from "kysely";
import { randomInt } from "node:crypto";
import { AppError } from "#core/errors.ts";
import type { Database, Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import { keepEarlyAccess } from "#features/account/flags-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import type { Token } from "#server/token.ts";
import { checkCodeEnd, hashOf, insertCode } from "./code-write.server.ts";
import { stopInvitations } from "./invite-write.server.ts";
import { toCode } from "./read.server.ts";
import { makeCode, normaliseCode, stateOf } from "./rules.ts";
import type { Code, MadeCode, NewCode } from "./schema.ts";

/**
 * Gives a token early access by a code. The same holder uses up the code once:
 * entering it again, or twice at the same time, costs no further use.
 * @param holder `codeId` is the code behind the caller's signed cookie
 * @returns the public id of the code, for the cookie
 * @throws AppError no-code, incorrect-code for what is unknown, used up, expired or revoked
 */
export async function enterCode(
  ctx: WriteContext,
  code: string,
  holder: { token: Token; codeId: string | undefined },
): Promise<string> {
  if (normaliseCode(code) === "") throw new AppError("no-code");
  const { token } = holder;
  const [known, held] = await Promise.all([
    ctx.db
      .selectFrom("early_access_code")
      .selectAll()
      .where("code_hash", "=", hashOf(ctx.secret, code))
      .executeTakeFirst(),
    ctx.db.selectFrom("early_access_grant").select("code_id").where("token_hash", "=", token.hash).executeTakeFirst(),
  ]);
  const isHeld = known !== undefined && (holder.codeId === known.public_id || held?.code_id === known.id);
  // All wrong codes fail here, after the same two queries, so that the time reveals nothing.
  if (!known || known.revoked_at !== null || !(isHeld || isActive(known, ctx.now))) {
    throw new AppError("incorrect-code");
  }
  await ctx.db.transaction().execute(async (trx) => {
    // Lock the code, so that two people cannot both take its last use.
    const locked = await trx
      .selectFrom("early_access_code")
      .selectAll()
      .where("id", "=", known.id)
      .forUpdate()
      .executeTakeFirst();
    if (!locked || locked.revoked_at !== null) throw new AppError("incorrect-code");
    const isCounted = holder.codeId === locked.public_id || (await holds(trx, token.hash, locked.id));
    if (!isCounted) {
      if (!isActive(locked, ctx.now)) throw new AppError("incorrect-code");
      await trx
        .updateTable("early_access_code")
        .set({ uses: locked.uses + 1 })
        .where("id", "=", locked.id)
        .execute();
    }
    const grant = { code_id: locked.id, expires_at: token.expiresAt };
    await trx
      .insertInto("early_access_grant")
      .values({ token_hash: token.hash, ...grant })
      .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(grant))
      .execute();
    if (ctx.viewer) await joinBy(trx, ctx.viewer.accountId, known.public_id);
  });
  return known.public_id;
}

/** Early access for ever, counted once for its code: only as a number, so that nobody sees who used it. */
export async function joinBy(db: Database | Trx, accountId: string, codeId: string | undefined): Promise<void> {
  const isNew = await keepEarlyAccess(db, accountId);
  if (!isNew || codeId === undefined) return;
  await db
    .updateTable("early_access_code")
    .set((eb) => ({ joined: eb("joined", "+", 1) }))
    .where("public_id", "=", codeId)
    .execute();
}

type Limits = { uses: number; max_uses: number; expires_at: Date | null; revoked_at: Date | null };

function isActive(code: Limits, now: Date): boolean {
  const { uses, max_uses: maxUses, expires_at: expiresAt, revoked_at: revokedAt } = code;
  return stateOf({ uses, maxUses, expiresAt, revokedAt }, now) === "active";
}

async function holds(trx: Trx, tokenHash: Buffer, codeId: number): Promise<boolean> {
  const grant = await trx
    .selectFrom("early_access_grant")
    .select("code_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return grant?.code_id === codeId;
}

/** Makes a code. Its letters are only in the answer. @throws AppError bad-request for an end that is past */
export async function createCode(ctx: AdminContext, input: NewCode): Promise<MadeCode> {
  const expiresAt = checkCodeEnd(ctx, input.expiresAt);
  const code = makeCode(randomInt);
  const { label, maxUses } = input;
  const row = await ctx.db
    .transaction()
    .execute((trx) => insertCode(trx, ctx, code, { label, maxUses, expiresAt, addresses: 0 }));
  return { ...toCode(row, ctx.now), code };
}

/**
 * Revokes a code and the access of its cookies and tokens, at once. Accounts that
 * used it keep their access. Cancels its unsent mails. Idempotent.
 * @throws AppError not-found
 */
export async function revokeCode(ctx: AdminContext, id: string): Promise<Code> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("early_access_code")
      .selectAll()
      .where("public_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError("not-found");
    if (row.revoked_at !== null) return toCode(row, ctx.now);
    await trx.updateTable("early_access_code").set({ revoked_at: ctx.now }).where("id", "=", row.id).execute();
    await trx.deleteFrom("early_access_grant").where("code_id", "=", row.id).execute();
    await stopInvitations(trx, row.id);
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: ctx.admin.adminId },
      action: "early-access.revoke-code",
      target: id,
    });
    return toCode({ ...row, revoked_at: ctx.now }, ctx.now);
  });
}

export async function deleteExpiredGrants(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await deleteInBatches(ctx.db, { table: "early_access_grant", where: sql`expires_at < ${ctx.now}` });
}
