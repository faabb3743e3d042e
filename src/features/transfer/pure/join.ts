import type { ReadResult } from "#features/transfer/rules.ts";

/**
 * Files that come one after the other: an export is often chosen table by
 * table, its jobs, then its schools, then the person.
 */

type Kind = "jobs" | "schools" | "person";

/** What the files tell of. */
function kindsOf({ positions, education, profile, own }: ReadResult): Set<Kind> {
  const kinds = new Set<Kind>();
  if (positions.length > 0) kinds.add("jobs");
  if (education.length > 0) kinds.add("schools");
  if (profile || own) kinds.add("person");
  return kinds;
}

/**
 * What is under check and what has come, as if they had come together;
 * undefined where both tell of the same kind, so that one of them would have to
 * give way. The jobs keep their places: what was filled in at them is kept by place.
 */
export function joined(open: ReadResult, come: ReadResult): ReadResult | undefined {
  if (!kindsOf(open).isDisjointFrom(kindsOf(come))) return undefined;
  return {
    positions: [...open.positions, ...come.positions],
    education: [...open.education, ...come.education],
    profile: open.profile ?? come.profile,
    own: open.own ?? come.own,
    problems: [...open.problems, ...come.problems],
  };
}
