import type { StoredProfile } from "#core/stored-profile.ts";
import type { Reader } from "#db/connect.ts";
import type { SharedAs } from "#core/share-level.ts";
import { toPublicProfile } from "./pure/projection.ts";
import { readStoredProfile } from "./stored.server.ts";
import type { PublicProfile } from "./schema.ts";

/**
 * What a link shows of a stored person. Undefined for unsaved and suspended people, and if the link's level is more
 * open than the profile.
 */
export function sharedView({ row, roles }: StoredProfile, link: SharedAs, today: string): PublicProfile | undefined {
  if (!row.created || row.suspended) return undefined;
  if (link.level === "everything" && row.visibility !== "public") return undefined;
  return toPublicProfile(row, roles, today, link);
}

/** What a link shows of a person, and the profile's id for purging cached answers. */
export async function readSharedProfile(
  db: Reader,
  input: { profileKey: number; link: SharedAs; today: string },
): Promise<{ profile: PublicProfile; publicId: string } | undefined> {
  const stored = await readStoredProfile(db, input.profileKey);
  const profile = stored && sharedView(stored, input.link, input.today);
  return stored && profile && { profile, publicId: stored.row.public_id };
}
