/** Trades and levels of titles: apart, because a role's view needs them without the long catalogue. */
export const FAMILIES = [
  "software",
  "machine-learning",
  "data",
  "it",
  "security",
  "hardware",
  "engineering",
  "research",
  "product",
  "design",
  "finance",
  "consulting",
  "operations",
  "sales",
  "marketing",
  "support",
  "people",
  "legal",
  "education",
  "health",
  "media",
  "service",
  "general",
] as const;
export type Family = (typeof FAMILIES)[number];

/**
 * Two ladders of levels, lowest first. A question for a level includes the higher levels of its ladder. Internships have
 * a level of their own, "intern", in neither.
 */
export const ENGINEER_LADDER = [
  "junior",
  "mid",
  "senior",
  "lead",
  "staff",
  "principal",
  "distinguished",
  "fellow",
] as const;
export const MANAGER_LADDER = ["manager", "director", "vp", "executive"] as const;
export const LEVELS = ["intern", ...ENGINEER_LADDER, ...MANAGER_LADDER] as const;
export type Level = (typeof LEVELS)[number];
