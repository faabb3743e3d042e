import type { ReadResult } from "#features/import/rules.ts";

/** People often choose an export table by table: jobs, then schools, then the person. */

type Kind = "jobs" | "schools" | "person";

function kindsOf({ positions, education, profile, own }: ReadResult): Set<Kind> {
  const kinds = new Set<Kind>();
  if (positions.length > 0) kinds.add("jobs");
  if (education.length > 0) kinds.add("schools");
  if (profile || own) kinds.add("person");
  return kinds;
}

/**
 * Both results in one; undefined if both have the same kind, so that one would replace the other. Jobs keep their
 * index, because what was filled in is stored by index.
 */
export function combineResults(open: ReadResult, added: ReadResult): ReadResult | undefined {
  if (!kindsOf(open).isDisjointFrom(kindsOf(added))) return undefined;
  return {
    positions: [...open.positions, ...added.positions],
    education: [...open.education, ...added.education],
    profile: open.profile ?? added.profile,
    own: open.own ?? added.own,
    problems: [...open.problems, ...added.problems],
    ...(open.understood || added.understood
      ? { understood: [...(open.understood ?? []), ...(added.understood ?? [])] }
      : {}),
  };
}
