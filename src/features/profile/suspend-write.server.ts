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
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  profileKey: number,
  suspended: boolean,
): Promise<string[] | undefined> {
  const stored = await lockProfile(trx, profileKey);
  if (!stored || stored.row.suspended === suspended) return undefined;
  const { tags } = await changeProfile(trx, ctx, stored, async () => {
    await trx.updateTable("profile").set({ suspended }).where("id", "=", profileKey).execute();
    await relist(trx, profileKey);
  });
  return tags;
}
