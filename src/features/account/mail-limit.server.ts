import { AppError } from "#core/errors.ts";
import type { WriteContext } from "#server/context.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { emailKey } from "./rules.ts";

/** What a change needs to know of the site: its address for links in mails, and the tests' factor of limits. */
export type Site = { baseUrl: string; rateLimitFactor: number };

/**
 * Whether one more mail about an account may go to this address today. The
 * caller answers alike either way, so that nobody learns who was written to.
 */
export async function mayMail(
  ctx: Pick<WriteContext, "db" | "secret" | "now">,
  site: Site,
  recipient: string,
): Promise<boolean> {
  try {
    await takeShared(ctx.db, ctx.secret, site.rateLimitFactor, ctx.now, [
      { limit: LIMITS.accountMailEmail, who: emailKey(recipient) },
    ]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too-many-requests") return false;
    throw error;
  }
}
