import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { changeProfile, lockProfile } from "./change-write.server.ts";
import { relist } from "./write.server.ts";

/**
 * Takes a person out of everything that others see, or brings them back, inside the caller's transaction. Nothing of
 * theirs is changed, so that coming back restores all of it. The lock is the one a save takes.
 * @returns the tags of cached answers to purge after the commit; undefined when it was so already or the profile is gone
 */
export async function setSuspended(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "now" | "today" | "secret">,
  profileKey: number,
  suspended: boolean,
): Promise<string[] | undefined> {
  const stored = await lockProfile(trx, profileKey);
  if (!stored || stored.row.suspended === suspended) return undefined;
  const { tags } = await changeProfile(trx, ctx, stored, async () => {
    // Sessions of before a suspension do not come back. It is noted here, where the audit log has the time already,
    // and not with the sessions: there it would tell whose account this is.
    const ended = suspended ? { sessions_from: ctx.now } : {};
    await trx
      .updateTable("profile")
      .set({ suspended, ...ended })
      .where("id", "=", profileKey)
      .execute();
    await relist(trx, profileKey);
  });
  return tags;
}
