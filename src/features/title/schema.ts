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

export const LEVELS = [
  "intern",
  "junior",
  "mid",
  "senior",
  "lead",
  "staff",
  "principal",
  "distinguished",
  "fellow",
  "manager",
  "director",
  "vp",
  "executive",
] as const;
export type Level = (typeof LEVELS)[number];
