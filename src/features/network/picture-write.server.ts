import { fetchPicture } from "#external/fetch-picture.ts";
import { keepBytes, releaseBytes } from "#features/picture/file-write.server.ts";
import { storePicture } from "#features/picture/write.server.ts";
import { changePicture } from "#features/profile/picture-write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { encodePicture } from "#server/picture.ts";

/**
 * Takes over the picture that a network has of a person, if the profile is public and has none. It is fetched safely,
 * re-encoded and stored. This is slow, so callers do not wait, and a failure does no harm.
 * @throws AppError bad-picture
 */
export async function importPicture(ctx: WriteContext, profileKey: number, address: string): Promise<void> {
  if (address === "" || !(await isWanted(ctx, profileKey))) return;
  const webp = await encodePicture(await fetchPicture(address));
  const kept = await keepBytes(ctx, webp);
  await ctx.db.transaction().execute(async (trx) => {
    // The person may have gone anonymous or chosen a picture meanwhile.
    await trx.selectFrom("profile").select("id").where("id", "=", profileKey).forUpdate().execute();
    if (!(await isWanted({ db: trx }, profileKey))) return;
    await changePicture(trx, ctx, { profileKey, profileId: undefined }, () => storePicture(trx, profileKey, kept));
  });
  // The picture was no longer wanted.
  await releaseBytes(ctx.db, kept);
}

async function isWanted(ctx: Pick<WriteContext, "db">, profileKey: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("profile")
    .leftJoin("picture", "picture.profile_id", "profile.id")
    .select(["profile.visibility", "picture.id as picture"])
    .where("profile.id", "=", profileKey)
    .executeTakeFirst();
  return row?.visibility === "public" && row.picture === null;
}
