import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { readStoredProfile, refuseForeign, tagsOf } from "#features/profile/read.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { announce } from "#server/purge-channel.ts";
import { inTurn } from "#server/turns.ts";
import { pictureAddress } from "./rules.ts";

type OwnContext = WriteContext & { viewer: Viewer };

/**
 * Keeps a picture as the profile's only one, under a new id; the one before is
 * gone with the commit. Takes the lock that a save takes, so that picture and
 * visibility change one after the other.
 * @param webp what encodePicture has made
 * @returns the picture's address
 * @throws AppError profile-not-found
 */
export async function storePicture(trx: Trx, _ctx: WriteContext, profileKey: number, webp: Buffer): Promise<string> {
  return (await replacePicture(trx, profileKey, webp)).pfp;
}

/** Takes the profile's picture away; true when there was one. */
export async function removePicture(trx: Trx, profileKey: number): Promise<boolean> {
  return (await dropPicture(trx, profileKey)).length > 0;
}

/** Gives the profile's picture a new id; the old address leads nowhere from the commit on. */
export async function renewPictureId(trx: Trx, profileKey: number): Promise<void> {
  await trx.updateTable("picture").set({ public_id: newPublicId() }).where("profile_id", "=", profileKey).execute();
}

/**
 * Refuses whoever may not change this profile's picture, before anything is read of it.
 * @throws AppError not-yours, profile-not-found
 */
export async function refuseForeignPicture(ctx: OwnContext, profileId: string): Promise<void> {
  await refuseForeign(ctx.db, ctx.viewer, profileId);
}

/**
 * Stores the picture of the caller's own profile.
 * @throws AppError profile-not-found when the id has changed in the meantime
 */
export async function savePicture(ctx: OwnContext, input: { profileId: string; webp: Buffer }): Promise<string> {
  const { pfp, tags } = await inOwnTurn(ctx, input.profileId, (trx, key) => replacePicture(trx, key, input.webp));
  ctx.purge(tags);
  return pfp;
}

/** Removes the picture of the caller's own profile; without one nothing changes. */
export async function deletePicture(ctx: OwnContext, input: { profileId: string }): Promise<void> {
  ctx.purge(await inOwnTurn(ctx, input.profileId, dropPicture));
}

/** After this person's saves that wait already; the id is looked at under the lock. */
function inOwnTurn<T>(
  ctx: OwnContext,
  profileId: string,
  work: (trx: Trx, profileKey: number) => Promise<T>,
): Promise<T> {
  const key = ctx.viewer.profileKey;
  return inTurn(`profile:${key}`, () =>
    ctx.db.transaction().execute(async (trx) => {
      if ((await lockProfile(trx, key)) !== profileId) throw new AppError("profile-not-found");
      return work(trx, key);
    }),
  );
}

async function lockProfile(trx: Trx, profileKey: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom("profile")
    .select("public_id")
    .where("id", "=", profileKey)
    .forUpdate()
    .executeTakeFirst();
  return row?.public_id;
}

async function replacePicture(
  trx: Trx,
  profileKey: number,
  webp: Buffer,
): Promise<{ pfp: string; tags: readonly string[] }> {
  if ((await lockProfile(trx, profileKey)) === undefined) throw new AppError("profile-not-found");
  const publicId = newPublicId();
  await trx
    .insertInto("picture")
    .values({ profile_id: profileKey, public_id: publicId, bytes: webp })
    .onConflict((conflict) => conflict.column("profile_id").doUpdateSet({ public_id: publicId, bytes: webp }))
    .execute();
  return { pfp: pictureAddress(publicId), tags: await announceChange(trx, profileKey) };
}

/** @returns the tags that changed: none without a picture */
async function dropPicture(trx: Trx, profileKey: number): Promise<readonly string[]> {
  await lockProfile(trx, profileKey);
  const { numDeletedRows } = await trx.deleteFrom("picture").where("profile_id", "=", profileKey).executeTakeFirst();
  return numDeletedRows > 0n ? announceChange(trx, profileKey) : [];
}

async function announceChange(trx: Trx, profileKey: number): Promise<readonly string[]> {
  const stored = await readStoredProfile(trx, profileKey);
  // What only the owner sees is kept nowhere; a purge would tell that somebody changed something.
  if (!stored || stored.row.visibility !== "public") return [];
  const tags = tagsOf(stored);
  await announce(trx, tags);
  return tags;
}
