import { AppError } from "#core/errors.ts";
import { setBroadcasts } from "#features/account/flags-write.server.ts";
import { leaveWeeklyEmail } from "#features/follow/weekly-email-write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { readUnsubscribeToken } from "#server/unsubscribe.ts";
import { unsubscribeNewsletter } from "./write.server.ts";

/**
 * Stops what the mail's link is for: broadcasts or weekly e-mails to an account, or the newsletter. A second use
 * changes nothing.
 * @throws AppError bad-link for a token that we did not sign
 */
export async function unsubscribe(ctx: Pick<WriteContext, "db" | "secret" | "now">, token: string): Promise<void> {
  const read = readUnsubscribeToken(ctx.secret, token);
  if (!read) throw new AppError("bad-link");
  if (read.kind === "account") await setBroadcasts(ctx, read.id, false);
  else if (read.kind === "letter") await leaveWeeklyEmail(ctx, read.id);
  else await unsubscribeNewsletter(ctx, token);
}
