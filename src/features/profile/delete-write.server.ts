import type { Trx } from "#db/connect.ts";
import { applyDifference, readContributions } from "#features/tally/write.server.ts";
import { announce } from "#server/purge-channel.ts";
import { readStoredProfile, tagsOf } from "./read.server.ts";

/**
 * Removes a profile with its stops and picture, and what it added to the
 * tallies, inside the caller's transaction. The lock is the one a save takes,
 * so that either comes whole after the other.
 * @returns the tags of kept answers that showed the person
 */
export async function deleteProfile(trx: Trx, ownerKey: Buffer): Promise<string[]> {
  const locked = await trx
    .selectFrom("profile")
    .select("id")
    .where("owner_key", "=", ownerKey)
    .forUpdate()
    .executeTakeFirst();
  const stored = locked && (await readStoredProfile(trx, locked.id));
  if (!locked || !stored) return [];
  const counted = await readContributions(trx, locked.id);
  await trx.deleteFrom("profile").where("id", "=", locked.id).execute();
  await applyDifference(trx, counted, { companies: [], moves: [], schools: [] });
  const tags = tagsOf(stored);
  await announce(trx, tags);
  return tags;
}
