import type { PublicProfile } from "#features/profile/schema.ts";
import type { ShareLevel } from "#core/share-level.ts";
import type { EmbedTheme } from "./embed.ts";

/** One's own sharing, at the level and in the theme that the address asks for. */
export type SharePage = {
  /** What others would see; undefined before the profile was saved once, or while it is suspended. */
  shared: PublicProfile | undefined;
  level: ShareLevel;
  levels: readonly ShareLevel[];
  theme: EmbedTheme;
  /** Of the level's link; undefined where it is off. */
  path: string | undefined;
  /** Of the profile's own page, while it is public. */
  ownPath: string | undefined;
  today: string;
};
