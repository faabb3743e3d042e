import { hash32 } from "#core/hash.ts";

/** The eight line colours in the order of the classes `line-0` … `line-7` (ui/measures.css). */
export const LINES = ["blue", "vermilion", "green", "ochre", "plum", "sky", "umber", "rose"] as const;

/** The class that sets a person's line colour: the same person has the same colour everywhere. */
export function lineClass(profileId: string): string {
  return `line-${hash32(profileId) % LINES.length}`;
}
