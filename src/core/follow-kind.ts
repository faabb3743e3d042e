/** What a person may follow. A route is one of /search. */
export const FOLLOW_KINDS = ["company", "school", "title", "route"] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];
