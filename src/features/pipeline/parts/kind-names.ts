import type { RoleKind } from "#features/pipeline/schema.ts";

/** What a role was, in words. */
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

export function isKindName(value: string): value is RoleKind {
  return Object.hasOwn(KIND_NAMES, value);
}
