import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import { pictureAddress } from "./rules.ts";

type OwnerOf = { profileKey: number } | undefined;

/** A public person's picture is everybody's; any other only its owner's. */
const isShown = (profile: { created: boolean; visibility: string; suspended: boolean }): boolean =>
  profile.created && profile.visibility === "public" && !profile.suspended;

/** The stored WebP of an id, for those who may see it. */
export async function readPicture(
  db: Reader,
  input: { publicId: string; viewer: OwnerOf },
): Promise<{ bytes: Buffer; isPublic: boolean } | undefined> {
  const row = await db
    .selectFrom("picture")
    .innerJoin("profile", "profile.id", "picture.profile_id")
    .select(["picture.bytes", "profile.id", "profile.created", "profile.visibility", "profile.suspended"])
    .where("picture.public_id", "=", input.publicId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isPublic = isShown(row);
  return isPublic || input.viewer?.profileKey === row.id ? { bytes: row.bytes, isPublic } : undefined;
}

/**
 * Where the picture of a person is, by id or username; undefined without one
 * and, for everybody but the owner, for all who are not public.
 */
export async function readPictureOf(
  db: Reader,
  input: { idOrUsername: string; viewer: OwnerOf },
): Promise<{ pfp: string; profileId: string; isOwner: boolean } | undefined> {
  const text = input.idOrUsername;
  if (text.length > 64) return undefined;
  const row = await db
    .selectFrom("profile")
    .innerJoin("picture", "picture.profile_id", "profile.id")
    .select([
      "picture.public_id as picture",
      "profile.public_id",
      "profile.id",
      "profile.created",
      "profile.visibility",
      "profile.suspended",
    ])
    .where((eb) =>
      isPublicId(text)
        ? eb("profile.public_id", "=", text)
        : eb(eb.fn<string>("lower", ["profile.username"]), "=", text.toLowerCase()),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const isOwner = input.viewer?.profileKey === row.id;
  if (!isOwner && !isShown(row)) return undefined;
  return { pfp: pictureAddress(row.picture), profileId: row.public_id, isOwner };
}

/** The signed-in person's own picture for the header; '' without one. */
export async function readOwnPicture(db: Reader, profileKey: number): Promise<string> {
  const row = await db
    .selectFrom("picture")
    .select("public_id")
    .where("profile_id", "=", profileKey)
    .executeTakeFirst();
  return pictureAddress(row?.public_id ?? null);
}
