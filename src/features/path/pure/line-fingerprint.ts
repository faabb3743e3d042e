import { hash32 } from "#core/text.ts";
import type { PathLine, PathRole } from "./types.ts";

/** The data of a role that matching uses. The class of a title follows from title and kind. */
type SeenRole = Pick<PathRole, "entry" | "company" | "title" | "kind" | "start" | "end" | "isYear" | "phase">;
export type SeenLine = Pick<PathLine, "isPublic" | "school"> & { roles: readonly SeenRole[] };

/**
 * A hash of a line's state. The engine's answers contain it. Profiles are read after the answer, and the hash shows who
 * has changed in between.
 */
export function lineFingerprint({ isPublic, school, roles }: SeenLine): number {
  const entries = new Map<string, number>();
  const texts = roles.map(({ entry, company, title, kind, start, end, isYear, phase }) => {
    // A company without a page has no id. The order of its entry among such entries identifies it.
    if (company === "" && !entries.has(entry)) entries.set(entry, entries.size);
    return [company || entries.get(entry), title, kind, start, end, isYear, phase].join(" ");
  });
  return hash32([isPublic, school, ...texts].join("\n"));
}
