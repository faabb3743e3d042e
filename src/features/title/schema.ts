/**
 * What every title has: the trade and how high up. Apart from the catalogue,
 * because what is shown of a role names both and the catalogue is long.
 */
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
