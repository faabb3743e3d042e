import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { changeProfile, lockProfile } from "./change-write.server.ts";
import { keepUsername } from "./username-write.server.ts";

type DeleteContext = Pick<WriteContext, "secret" | "reactions" | "today">;

/** Removes the profile of an account, if there is one: see `removeProfile`. */
export async function deleteProfile(trx: Trx, ctx: DeleteContext, ownerKey: Buffer): Promise<string[]> {
  const owned = await trx.selectFrom("profile").select("id").where("owner_key", "=", ownerKey).executeTakeFirst();
  return owned ? removeProfile(trx, ctx, owned.id) : [];
}

/**
 * Removes a profile with its stops and picture inside the caller's transaction. Its username stays reserved. Takes the
 * same lock as a save, so that the two run one after the other.
 * @returns the tags of cached answers that showed the person
 */
export async function removeProfile(trx: Trx, ctx: DeleteContext, profileKey: number): Promise<string[]> {
  const stored = await lockProfile(trx, profileKey);
  if (!stored) return [];
  const { username } = stored.row;
  if (username !== null) await keepUsername(trx, ctx.secret, profileKey, username);
  const left = await trx.selectFrom("stop").select("company_id").where("profile_id", "=", profileKey).execute();
  const { tags } = await changeProfile(trx, ctx, stored, async () => {
    await trx.deleteFrom("profile").where("id", "=", profileKey).execute();
  });
  const companyKeys = left.flatMap((stop) => stop.company_id ?? []);
  for (const react of ctx.reactions.companiesLeft) await react(trx, companyKeys);
  return tags;
}
