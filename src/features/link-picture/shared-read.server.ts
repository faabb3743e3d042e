import type { Reader } from "#db/connect.ts";
import { sharedFacts, sharedLine, sharedTitle } from "#features/share/pure/shared-words.ts";
import { readPreview, readShared, type Shared } from "#features/share/read.server.ts";
import { isShareLevel } from "#features/share/rules.ts";
import { personPicture } from "./person-picture.ts";
import type { LinkPicture } from "./rules.ts";

function pictureOf({ profile, level }: Shared, today: string): LinkPicture {
  return personPicture(profile, sharedLine(profile, level, today), {
    title: sharedTitle(profile, level),
    subtitle: sharedFacts(profile, level, today),
  });
}

/** The picture of a shared link; undefined if the link does not exist. */
export async function readSharedPicture(
  db: Reader,
  input: { id: string; today: string },
): Promise<LinkPicture | undefined> {
  const shared = await readShared(db, input);
  return shared && pictureOf(shared, input.today);
}

/** The same for its owner, before the link is made. */
export async function readPreviewPicture(
  db: Reader,
  { profileKey, level, today }: { profileKey: number; level: string | undefined; today: string },
): Promise<LinkPicture | undefined> {
  if (!isShareLevel(level)) return undefined;
  const shared = await readPreview(db, { profileKey, level, today });
  return shared && pictureOf(shared, today);
}
