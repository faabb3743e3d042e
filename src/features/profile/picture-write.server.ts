import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { keepBytes, releaseBytes } from "#features/picture/file-write.server.ts";
import { removePicture, storePicture } from "#features/picture/write.server.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { inOwnQueue, lockProfile, readAndReact } from "./change-write.server.ts";

/**
 * Stores the picture of the caller's own profile.
 * @returns its address
 * @throws AppError profile-not-found when the id has changed in the meantime
 */
export async function savePicture(ctx: SignedInContext, input: { profileId: string; webp: Buffer }): Promise<string> {
  // Before the transaction, so that a slow store does not hold the profile's lock.
  const kept = await keepBytes(ctx, input.webp);
  try {
    return await changeOwnPicture(ctx, input.profileId, (trx, key) => storePicture(trx, key, kept));
  } catch (error) {
    // The commit may have succeeded or not. A file that a row names is not on the list, so it stays.
    await releaseBytes(ctx.db, kept).catch(() => {});
    throw error;
  }
}

/** Removes the picture of the caller's own profile; without one nothing changes. */
export async function deletePicture(ctx: SignedInContext, input: { profileId: string }): Promise<void> {
  return changeOwnPicture(ctx, input.profileId, removePicture);
}

async function changeOwnPicture<T>(
  ctx: SignedInContext,
  profileId: string,
  change: (trx: Trx, profileKey: number) => Promise<T>,
): Promise<T> {
  const { result, tags } = await inOwnQueue(
    ctx,
    (trx) => changePicture(trx, ctx, { profileKey: ctx.viewer.profileKey, profileId }, change),
    // A job deletes the old file. If a crash undid this change after that, the picture would be lost.
    { isOnDiskFirst: ctx.pictures !== undefined },
  );
  ctx.purge(tags);
  return result;
}

/**
 * Changes a picture under the same lock as a save, so that picture and visibility change one after the other.
 * @param profile.profileId refuses the change if the profile's public id differs; undefined: no check
 * @returns the result of the change, and the tags to purge after the commit
 * @throws AppError profile-not-found if the profile is gone or has another id
 */
export async function changePicture<T>(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  profile: { profileKey: number; profileId: string | undefined },
  change: (trx: Trx, profileKey: number) => Promise<T>,
): Promise<{ result: T; tags: string[] }> {
  const { profileKey, profileId } = profile;
  const before = await lockProfile(trx, profileKey);
  if (!before || (profileId !== undefined && before.row.public_id !== profileId)) {
    throw new AppError("profile-not-found");
  }
  const result = await change(trx, profileKey);
  const { tags } = await readAndReact(trx, ctx, before);
  return { result, tags };
}
