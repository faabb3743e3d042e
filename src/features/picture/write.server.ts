import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import { pictureAddress } from "./rules.ts";

/**
 * Keeps a picture as the profile's only one, under a new id. The caller holds the profile's lock.
 * @param webp what encodePicture has made
 * @returns the picture's address
 */
export async function storePicture(trx: Trx, profileKey: number, webp: Buffer): Promise<string> {
  const publicId = newPublicId();
  await trx
    .insertInto("picture")
    .values({ profile_id: profileKey, public_id: publicId, bytes: webp })
    .onConflict((conflict) => conflict.column("profile_id").doUpdateSet({ public_id: publicId, bytes: webp }))
    .execute();
  return pictureAddress(publicId);
}

export async function removePicture(trx: Trx, profileKey: number): Promise<void> {
  await trx.deleteFrom("picture").where("profile_id", "=", profileKey).execute();
}

/** Gives the profile's picture a new id; the old address leads nowhere from the commit on. */
export async function renewPictureId(trx: Trx, profileKey: number): Promise<void> {
  await trx.updateTable("picture").set({ public_id: newPublicId() }).where("profile_id", "=", profileKey).execute();
}
