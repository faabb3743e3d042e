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
export function combineResults(open: ReadResult, come: ReadResult): ReadResult | undefined {
  if (!kindsOf(open).isDisjointFrom(kindsOf(come))) return undefined;
  return {
    positions: [...open.positions, ...come.positions],
    education: [...open.education, ...come.education],
    profile: open.profile ?? come.profile,
    own: open.own ?? come.own,
    problems: [...open.problems, ...come.problems],
    ...(open.understood || come.understood
      ? { understood: [...(open.understood ?? []), ...(come.understood ?? [])] }
      : {}),
  };
}
