/** How much of a person a shared link shows, from most to least. */
export const SHARE_LEVELS = ["everything", "no-name", "only-line"] as const;
export type ShareLevel = (typeof SHARE_LEVELS)[number];

/** A link, as the projection uses it. Its id replaces the person's id. */
export type SharedAs = { id: string; level: ShareLevel };
