import { removeExperience } from "#features/profile/write.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { findCompany } from "#features/company/read.server.ts";

/** Removes a company from the caller's pipeline, if it is still there. The id may be from before a merge. */
export async function removeOwnStop(ctx: SignedInContext, companyId: string): Promise<void> {
  const company = await findCompany(ctx.db, companyId, ctx.viewer);
  await removeExperience(ctx, company?.publicId ?? companyId);
}
