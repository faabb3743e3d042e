import type { Trx } from "#db/connect.ts";
import { recordAudit, type AuditAction } from "#features/audit/write.server.ts";
import { isCompanyOffered } from "#features/company/read.server.ts";
import type { AdminContext } from "#server/context.ts";

type Named = { id: number; publicId: string; name: string };

/**
 * Writes a line of the audit log about a company. The line outlives a name that only hidden people typed, so it has the
 * id instead.
 */
export async function recordCompanyAct(
  trx: Trx,
  ctx: AdminContext,
  action: AuditAction,
  company: Named,
): Promise<void> {
  const { id, publicId, name } = company;
  const actor = { kind: "admin", adminId: ctx.admin.adminId } as const;
  const isKnown = await isCompanyOffered(trx, id);
  await recordAudit(trx, ctx, { actor, action, target: publicId, detail: { name: isKnown ? name : publicId } });
}
