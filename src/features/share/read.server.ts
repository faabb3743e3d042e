import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { readSharedProfile } from "#features/profile/read.server.ts";
import type { Viewer } from "#server/context.ts";
import { EMBED_THEMES } from "./pure/embed.ts";
import type { SharePage } from "./pure/share-page.ts";
import { SHARE_LEVELS, type ShareLevel } from "#core/share-level.ts";
import { levelsFor, sharedPath, sharedTag } from "./rules.ts";
import type { ShareLinks } from "./schema.ts";

/** A person's links, most open level first. */
export async function readShareLinks(db: Reader, profileKey: number): Promise<ShareLinks> {
  const rows = await db
    .selectFrom("share_link")
    .select(["id", "level"])
    .where("profile_id", "=", profileKey)
    .limit(SHARE_LEVELS.length)
    .execute();
  return rows
    .toSorted((a, b) => SHARE_LEVELS.indexOf(a.level) - SHARE_LEVELS.indexOf(b.level))
    .map(({ id, level }) => ({ level, path: sharedPath(id) }));
}

/** A shared pipeline: the public projection at the link's level. `tag` is the tag of cached answers that show it. */
export type Shared = { profile: PublicProfile; level: ShareLevel; tag: string };

/** Reads a shared link. Undefined if it never existed or was switched off, or if the person is suspended. */
export async function readShared(db: Reader, input: { id: string; today: string }): Promise<Shared | undefined> {
  if (!isPublicId(input.id)) return undefined;
  const link = await db
    .selectFrom("share_link")
    .select(["id", "level", "profile_id"])
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!link) return undefined;
  const found = await readSharedProfile(db, { profileKey: link.profile_id, link, today: input.today });
  return found && { profile: found.profile, level: link.level, tag: sharedTag(found.publicId) };
}

/** Id for the preview of a link that does not exist yet. The preview's colour comes from the id, so all have the same. */
const NO_LINK = "0".repeat(24);

/** The owner's preview of a level. Works before the link is made. */
export async function readPreview(
  db: Reader,
  input: { profileKey: number; level: ShareLevel; today: string },
): Promise<Shared | undefined> {
  const { profileKey, level, today } = input;
  const row = await db
    .selectFrom("share_link")
    .select("id")
    .where("profile_id", "=", profileKey)
    .where("level", "=", level)
    .executeTakeFirst();
  const found = await readSharedProfile(db, { profileKey, link: { id: row?.id ?? NO_LINK, level }, today });
  return found && { profile: found.profile, level, tag: sharedTag(found.publicId) };
}

/** Reads the data of the sharing page. */
export async function readSharePage(
  db: Reader,
  { viewer, query, today }: { viewer: Viewer; query: URLSearchParams; today: string },
): Promise<SharePage> {
  const { visibility } = await db
    .selectFrom("profile")
    .select("visibility")
    .where("id", "=", viewer.profileKey)
    .executeTakeFirstOrThrow();
  const levels = levelsFor(visibility);
  const level = levels.find((one) => one === query.get("level")) ?? levels[0] ?? "only-line";
  const theme = EMBED_THEMES.find((one) => one === query.get("theme")) ?? "auto";
  const [links, preview] = await Promise.all([
    readShareLinks(db, viewer.profileKey),
    readPreview(db, { profileKey: viewer.profileKey, level, today }),
  ]);
  return {
    shared: preview?.profile,
    level,
    levels,
    theme,
    path: links.find((link) => link.level === level)?.path,
    ownPath: visibility === "public" ? `/user/${encodeURIComponent(viewer.username || viewer.profileId)}` : undefined,
    today,
  };
}
