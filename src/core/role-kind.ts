/** The kinds of roles. Interns and co-ops count as internships everywhere. */
export const ROLE_KINDS = [
  "intern",
  "co-op",
  "part-time",
  "full-time",
  "contract",
  "founder",
  "research",
  "other",
] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

export const KIND_NAMES: Readonly<Record<RoleKind, string>> = {
  intern: "Internship",
  "co-op": "Co-op",
  "part-time": "Part-time",
  "full-time": "Full-time",
  contract: "Contract",
  founder: "Founder",
  research: "Research",
  other: "Other",
};

export function isRoleKind(value: unknown): value is RoleKind {
  return typeof value === "string" && Object.hasOwn(KIND_NAMES, value);
}

export function isInternship(kind: RoleKind): boolean {
  return kind === "intern" || kind === "co-op";
}
