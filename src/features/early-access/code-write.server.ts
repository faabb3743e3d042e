import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import { keyedHash, newPublicId } from "#server/ids.ts";
import { normaliseCode } from "./rules.ts";

/** The HMAC under which a code is stored. With it, the look-up's time does not reveal how much of a guess is right. */
export function hashOf(secret: Buffer, code: string): Buffer {
  return keyedHash(secret, "early-access", normaliseCode(code));
}

/** @throws AppError bad-request for an end in the past */
export function checkCodeEnd(ctx: Pick<WriteContext, "now">, end: string | undefined): Date | null {
  const expiresAt = end === undefined ? null : new Date(end);
  if (expiresAt === null || expiresAt > ctx.now) return expiresAt;
  const message = "A code ends in the future.";
  throw new AppError("bad-request", { message, issues: [{ path: "expiresAt", message }] });
}

export async function insertCode(
  trx: Trx,
  ctx: AdminContext,
  code: string,
  input: { label: string; maxUses: number; expiresAt: Date | null; addresses: number },
) {
  const { label, maxUses, expiresAt, addresses } = input;
  const row = {
    public_id: newPublicId(),
    code_hash: hashOf(ctx.secret, code),
    label,
    max_uses: maxUses,
    uses: 0,
    joined: 0,
    addresses,
    created_at: ctx.now,
    expires_at: expiresAt,
    revoked_at: null,
  };
  const { id } = await trx.insertInto("early_access_code").values(row).returning("id").executeTakeFirstOrThrow();
  const detail = addresses === 0 ? { maxUses } : { maxUses, addresses };
  const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
  await recordAudit(trx, ctx, { actor, action: "early-access.create-code", target: row.public_id, detail });
  return { ...row, id };
}
