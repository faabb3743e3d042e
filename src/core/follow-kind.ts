/** The things that a person may follow. A route is a search of /search. */
export const FOLLOW_KINDS = ["company", "school", "title", "route"] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];
