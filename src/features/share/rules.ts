import { SHARE_LEVELS, type ShareLevel } from "#core/share-level.ts";
import type { Visibility } from "#features/profile/schema.ts";

export function isShareLevel(text: unknown): text is ShareLevel {
  return SHARE_LEVELS.some((level) => level === text);
}

/** The levels that a person may share at. If the site hides their name, no link may show it. */
export function levelsFor(visibility: Visibility): readonly ShareLevel[] {
  return visibility === "public" ? SHARE_LEVELS : SHARE_LEVELS.slice(1);
}

/** The path of a shared link. Without an ending it is the page, with one a picture file. */
export function sharedPath(id: string, ending: "" | ".svg" | ".png" = ""): string {
  return `/s/${id}${ending}`;
}

/** The tag of all cached answers that show a person through a link. Internal, never sent. */
export function sharedTag(publicId: string): string {
  return `shared:${publicId}`;
}
