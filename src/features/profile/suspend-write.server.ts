import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { changeProfile, lockProfile } from "./change-write.server.ts";
import { relist } from "./write.server.ts";

/**
 * Hides a person from everybody, or shows them again, inside the caller's transaction. Their data does not change, so
 * that showing them restores everything. Takes the same lock as a save.
 * @returns the tags of cached answers to purge after the commit; undefined if nothing changed or the profile is gone
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
    // Sessions from before a suspension stay ended. The time is stored with the profile, because the audit log has it
    // too. Stored with the sessions, the equal time would link the profile to its account.
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
