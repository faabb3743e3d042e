import { isPublicId } from "#core/ids.ts";
import type { PictureStore } from "#core/picture-store.ts";
import type { Reader } from "#db/connect.ts";
import { pictureAddress } from "./rules.ts";

type OwnerOf = { profileKey: number } | undefined;

/** A public person's picture is everybody's; any other only its owner's. */
const isShown = (profile: { created: boolean; visibility: string; suspended: boolean }): boolean =>
  profile.created && profile.visibility === "public" && !profile.suspended;

type Place = { db: Reader; pictures: PictureStore | undefined };

/** The WebP of an id, for people who may see it. @throws AppError overloaded if the store is away */
export async function readPicture(
  { db, pictures }: Place,
  input: { publicId: string; viewer: OwnerOf },
): Promise<{ bytes: Buffer; isPublic: boolean } | undefined> {
  const row = await readRow(db, input);
  if (!row) return undefined;
  if (row.stored_as === null) return row.bytes === null ? undefined : { bytes: row.bytes, isPublic: row.isPublic };
  const bytes = await pictures?.get(row.stored_as);
  // The store may take seconds. Check again, because the person may have become anonymous in the meantime.
  const still = bytes && (await readRow(db, input));
  return still ? { bytes, isPublic: still.isPublic } : undefined;
}

async function readRow(
  db: Reader,
  { publicId, viewer }: { publicId: string; viewer: OwnerOf },
): Promise<{ bytes: Buffer | null; stored_as: string | null; isPublic: boolean } | undefined> {
  const row = await db
    .selectFrom("picture")
    .innerJoin("profile", "profile.id", "picture.profile_id")
    .select([
      "picture.bytes",
      "picture.stored_as",
      "profile.id",
      "profile.created",
      "profile.visibility",
      "profile.suspended",
    ])
    .where("picture.public_id", "=", publicId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isPublic = isShown(row);
  return isPublic || viewer?.profileKey === row.id ? { ...row, isPublic } : undefined;
}

/** A profile's WebP, for its owner's copy of everything. @throws AppError overloaded without the store */
export async function readBytesOf({ db, pictures }: Place, profileKey: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("picture")
    .select(["bytes", "stored_as"])
    .where("profile_id", "=", profileKey)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.stored_as === null ? (row.bytes ?? undefined) : pictures?.get(row.stored_as);
}

/**
 * Finds the picture of a person by id or username. Undefined without a picture. For everybody but the owner, also
 * undefined if the person is not public.
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
