import type { Trx } from "#db/connect.ts";
import { forgetUnnamed } from "#features/company/forget-write.server.ts";
import { applyDifference, readContributions } from "#features/tally/write.server.ts";
import { announce } from "#server/purge-channel.ts";
import { readStoredProfile, tagsOf } from "./read.server.ts";
import { keepUsername } from "./username-write.server.ts";

/**
 * Removes the profile of an account, if there is one: see `removeProfile`.
 * @returns the tags of kept answers that showed the person
 */
export async function deleteProfile(trx: Trx, secret: Buffer, ownerKey: Buffer): Promise<string[]> {
  const owned = await trx.selectFrom("profile").select("id").where("owner_key", "=", ownerKey).executeTakeFirst();
  return owned ? removeProfile(trx, secret, owned.id) : [];
}

/**
 * Removes a profile with its stops and picture, what it added to the tallies,
 * and the companies that nobody else names, inside the caller's transaction; its name goes to nobody. The lock
 * is the one a save takes, so that either comes whole after the other.
 * @returns the tags of kept answers that showed the person
 */
export async function removeProfile(trx: Trx, secret: Buffer, profileKey: number): Promise<string[]> {
  const locked = await trx
    .selectFrom("profile")
    .select("id")
    .where("id", "=", profileKey)
    .forUpdate()
    .executeTakeFirst();
  const stored = locked && (await readStoredProfile(trx, locked.id));
  if (!locked || !stored) return [];
  if (stored.row.username !== null) await keepUsername(trx, secret, locked.id, stored.row.username);
  const counted = await readContributions(trx, locked.id);
  const named = await trx.selectFrom("entry").select("company_id").where("profile_id", "=", locked.id).execute();
  await trx.deleteFrom("profile").where("id", "=", locked.id).execute();
  const isCounted = await applyDifference(trx, counted, { companies: [], moves: [], schools: [] });
  await forgetUnnamed(
    trx,
    named.flatMap((entry) => entry.company_id ?? []),
  );
  const tags = [...tagsOf(stored), ...(isCounted ? ["people"] : [])];
  await announce(trx, tags);
  return tags;
}
