import { removeExperience } from "#features/profile/write.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { findCompany } from "#features/company/read.server.ts";

/**
 * Takes one company out of the caller's pipeline if it still is there. A
 * client may still know the company by the id it had before a merge.
 */
export async function removeOwnStop(ctx: WriteContext & { viewer: Viewer }, companyId: string): Promise<void> {
  const company = await findCompany(ctx.db, companyId, ctx.viewer);
  await removeExperience(ctx, company?.publicId ?? companyId);
}
