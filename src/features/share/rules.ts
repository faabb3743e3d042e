import { SHARE_LEVELS, type ShareLevel } from "#core/share-level.ts";
import type { Visibility } from "#features/profile/schema.ts";

export function isShareLevel(text: unknown): text is ShareLevel {
  return SHARE_LEVELS.some((level) => level === text);
}

/** Levels that somebody may share at: a name that the site hides is in no link either. */
export function levelsFor(visibility: Visibility): readonly ShareLevel[] {
  return visibility === "public" ? SHARE_LEVELS : SHARE_LEVELS.slice(1);
}

/** The path of a shared link; the page, and with an ending its picture files. */
export function sharedPath(id: string, ending: "" | ".svg" | ".png" = ""): string {
  return `/s/${id}${ending}`;
}

/** The mark of every kept answer that shows a person through a link; internal, it leaves in no answer. */
export function sharedTag(publicId: string): string {
  return `shared:${publicId}`;
}
