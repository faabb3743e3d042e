import type { Trx } from "#db/connect.ts";
import { relistEntries } from "#features/pipeline/write.server.ts";
import { applyDifference, readContributions } from "#features/tally/write.server.ts";
import { announce } from "#server/purge-channel.ts";
import { readStoredProfile, tagsOf } from "./read.server.ts";

/**
 * Takes a person out of everything that others see, or brings them back,
 * inside the caller's transaction: lists, tallies by the difference, kept
 * answers. Nothing of theirs is changed, so that coming back restores all of
 * it. The lock is the one a save takes.
 * @returns the tags of kept answers to purge after the commit; undefined when it was so already or the profile is gone
 */
export async function setSuspended(trx: Trx, profileKey: number, suspended: boolean): Promise<string[] | undefined> {
  const locked = await trx
    .selectFrom("profile")
    .select(["id", "suspended"])
    .where("id", "=", profileKey)
    .forUpdate()
    .executeTakeFirst();
  const stored = locked && (await readStoredProfile(trx, locked.id));
  if (!locked || !stored || locked.suspended === suspended) return undefined;
  const counted = await readContributions(trx, locked.id);
  const after = await trx
    .updateTable("profile")
    .set({ suspended })
    .where("id", "=", locked.id)
    .returning(["listed", "sort_key"])
    .executeTakeFirstOrThrow();
  await relistEntries(trx, { profileKey: locked.id, listed: after.listed, sortKey: after.sort_key });
  const isCounted = await applyDifference(trx, counted, await readContributions(trx, locked.id));
  // The one of the two in which others see the person.
  const tags = [...tagsOf({ ...stored, row: { ...stored.row, suspended: false } }), ...(isCounted ? ["people"] : [])];
  await announce(trx, tags);
  return tags;
}
