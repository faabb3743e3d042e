import { isCareerStart } from "#features/path/pure/columns/encode.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import type { PathLine, Similar } from "#features/path/pure/types.ts";
import { titleOf, type State } from "./state.ts";

/** The line that others are compared with, at its age today. */
export type Subject = {
  /** The line with this id is not a neighbour. */
  id: string;
  since: Similar["since"];
  /** Its age in months; 0 if no role has begun. */
  months: number;
  hasBegun: boolean;
  school: number;
  /** The title of its career start, if that has begun; −1 without one. */
  title: number;
  titleStart: number;
  /** Companies with a page so far, in order, and the month each began in. */
  companies: Map<number, number>;
  /** How many things a neighbour must share. */
  needed: number;
};

/** A neighbour must share so many things; one is enough for a pipeline with a single role. */
export const NEEDED = 2;

type SubjectRole = { company: number; title: number; start: number; isIncoming: boolean; isCareer: boolean };

/** Reads a line that is not in the columns. Unknown companies and titles are −1, which nobody shares. */
export function readSubject({ columns, today }: State, line: PathLine): Subject {
  const roles = line.roles.map((role): SubjectRole => {
    const isIncoming = role.phase === "incoming";
    return {
      company: role.company === "" ? -1 : columns.companies.find(role.company),
      title: columns.wordings.findTitle(role.slug),
      start: role.isYear && !isIncoming ? Math.min(role.start, today) : role.start,
      isIncoming,
      isCareer: isCareerStart(role),
    };
  });
  const school = line.school === "" ? -1 : columns.schools.find(line.school);
  return subjectOf({ id: line.id, school, roles, today });
}

export function subjectOfLine({ columns, today }: State, line: number): Subject {
  const times = new Times(columns, today);
  const from = columns.offset[line] ?? 0;
  const to = columns.offset[line + 1] ?? 0;
  const roles = Array.from({ length: to - from }, (_, index): SubjectRole => {
    const role = from + index;
    return {
      company: columns.company[role] ?? -1,
      title: titleOf(columns, role),
      start: times.start(role),
      isIncoming: times.isIncoming(role),
      isCareer: columns.career[line] === index,
    };
  });
  return subjectOf({ id: columns.idOf(line), school: columns.school[line] ?? -1, roles, today });
}

type Given = { id: string; school: number; roles: readonly SubjectRole[]; today: number };

function subjectOf({ id, school, roles, today }: Given): Subject {
  const career = roles.find((role) => role.isCareer);
  const start = career && !career.isIncoming ? career : undefined;
  // Before the career start the age counts from the first role, if that has begun.
  const origin = start ?? (roles[0]?.isIncoming === false ? roles[0] : undefined);
  const companies = new Map<number, number>();
  for (const role of roles) {
    if (!role.isIncoming && role.company >= 0 && !companies.has(role.company)) companies.set(role.company, role.start);
  }
  return {
    id,
    since: start ? "career-start" : "first-role",
    months: origin ? Math.max(0, today - origin.start) : 0,
    hasBegun: origin !== undefined,
    school,
    title: start ? start.title : -1,
    titleStart: start ? start.start : 0,
    companies,
    needed: roles.length === 1 ? 1 : NEEDED,
  };
}
