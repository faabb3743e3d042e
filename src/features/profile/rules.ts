import type { ProfilePatch, Visibility } from "./schema.ts";

/**
 * Who may see the profile after a save. `anonymous` is the switch of the edit
 * page and of clients that know two levels: it reads true for private people
 * too, and sent back unchanged it leaves them private.
 */
export function visibilityAfter(before: Visibility, patch: Pick<ProfilePatch, "anonymous" | "visibility">): Visibility {
  if (patch.visibility !== undefined) return patch.visibility;
  if (patch.anonymous === undefined || patch.anonymous === (before !== "public")) return before;
  return patch.anonymous ? "anonymous" : "public";
}
