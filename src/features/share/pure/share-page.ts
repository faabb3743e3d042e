import type { PublicProfile } from "#features/profile/schema.ts";
import type { ShareLevel } from "#core/share-level.ts";
import type { EmbedTheme } from "./embed.ts";

/** The data of the sharing page, for the level and theme in its address. */
export type SharePage = {
  /** What others would see. Undefined if the profile was never saved or is suspended. */
  shared: PublicProfile | undefined;
  level: ShareLevel;
  levels: readonly ShareLevel[];
  theme: EmbedTheme;
  /** The level's link. Undefined if it is switched off. */
  path: string | undefined;
  /** The profile page. Undefined unless the profile is public. */
  ownPath: string | undefined;
  today: string;
};
