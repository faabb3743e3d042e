import { timingSafeEqual } from "node:crypto";
import type { Viewer } from "./context.ts";
import { keyedHash } from "./ids.ts";

/**
 * A profile gets a new id when its visibility changes. Clients keep the id that they got at sign-in, so a session may
 * use its profile's earlier ids. For everybody else the earlier ids do not exist.
 */

/** 16 bytes are enough, because the rate limit allows a client only few guesses. */
const HASH_BYTES = 16;

/** What a session stores of an earlier id. Without the secret it cannot be linked to a profile. */
export function formerIdHash(secret: Buffer, accountId: string, profileId: string): Buffer {
  return keyedHash(secret, "former", `${accountId}:${profileId}`).subarray(0, HASH_BYTES);
}

/** Returns the caller's present id if `id` is an earlier one of theirs; otherwise returns `id`. */
export function presentId(secret: Buffer, viewer: Viewer | undefined, id: string): string {
  if (!viewer?.formerIds || id === viewer.profileId) return id;
  const sought = formerIdHash(secret, viewer.accountId, id);
  for (let at = 0; at < viewer.formerIds.length; at += HASH_BYTES) {
    if (timingSafeEqual(viewer.formerIds.subarray(at, at + HASH_BYTES), sought)) return viewer.profileId;
  }
  return id;
}
