import { createHmac, timingSafeEqual } from "node:crypto";
import type { Viewer } from "./context.ts";

/**
 * Ids that a profile had before its switches of visibility, as the sessions of that time know them. Clients keep the id
 * of their sign-in, so it goes on in calls of that session. To everybody else it is as if it had never been.
 */

/** Cut to 16 bytes: a client cannot try ids faster than its limit allows. */
const HASH_BYTES = 16;

/** What a session keeps of an id. Without the secret it joins nothing. */
export function formerIdHash(secret: Buffer, accountId: string, profileId: string): Buffer {
  return createHmac("sha256", secret).update(`former:${accountId}:${profileId}`).digest().subarray(0, HASH_BYTES);
}

/** The caller's present id where the session knew the profile by `id`; any other text stays as it is. */
export function presentId(secret: Buffer, viewer: Viewer | undefined, id: string): string {
  if (!viewer?.formerIds || id === viewer.profileId) return id;
  const sought = formerIdHash(secret, viewer.accountId, id);
  for (let at = 0; at < viewer.formerIds.length; at += HASH_BYTES) {
    if (timingSafeEqual(viewer.formerIds.subarray(at, at + HASH_BYTES), sought)) return viewer.profileId;
  }
  return id;
}
