import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";
import { claimFile, type KeptBytes } from "./file-write.server.ts";
import { pictureAddress } from "./rules.ts";

/**
 * Keeps a picture as the profile's only one, under a new id. The caller holds the profile's lock.
 * @param kept what `keepBytes` gave
 * @returns the picture's address
 * @throws AppError overloaded where the file has waited too long and is gone
 */
export async function storePicture(trx: Trx, profileKey: number, kept: KeptBytes): Promise<string> {
  if (kept.stored_as !== null && !(await claimFile(trx, kept.stored_as))) throw new AppError("overloaded");
  const publicId = newPublicId();
  await trx
    .insertInto("picture")
    .values({ profile_id: profileKey, public_id: publicId, ...kept })
    .onConflict((conflict) => conflict.column("profile_id").doUpdateSet({ public_id: publicId, ...kept }))
    .execute();
  return pictureAddress(publicId);
}

export async function removePicture(trx: Trx, profileKey: number): Promise<void> {
  await trx.deleteFrom("picture").where("profile_id", "=", profileKey).execute();
}

/** Gives the profile's picture a new id. The old address stops working at the commit. */
export async function renewPictureId(trx: Trx, profileKey: number): Promise<void> {
  await trx.updateTable("picture").set({ public_id: newPublicId() }).where("profile_id", "=", profileKey).execute();
}
