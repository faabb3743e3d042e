/** "How long people stay": section 4. */
import type { InsightKind, PathLine, PathRole } from "#features/path/pure/types.ts";
import type { Span } from "./shown.ts";
import {
  endedBy,
  endOf,
  isInternship,
  isToCome,
  isWithinYears,
  startOf,
  stopsOf,
  type Stop,
  type World,
} from "./world.ts";

type Stay = Span & { company: string; joined: number };

/** "A stay counts both its months (May to August is 4), at least 1." Open and future ends are censored today. */
function stayOf(line: PathLine, roles: readonly PathRole[], today: number): Stay {
  const [first] = roles;
  const start = first === undefined ? today : startOf(first, today);
  const hasEnded = roles.every((role) => role.phase === "past");
  const end = hasEnded ? Math.max(...roles.map((role) => endOf(role, today))) : today;
  const ends = roles.filter((role) => hasEnded && endOf(role, today) === end);
  return {
    line,
    company: roles[0]?.company ?? "",
    joined: start,
    months: Math.max(1, end - start + 1),
    hasEnded,
    isAbout: first?.isYear === true || ends.at(-1)?.isYear === true,
  };
}

/** "six whole months without a role end a stay, two years where the dates are known to the year". */
function runsOf(stop: Stop, today: number): PathRole[][] {
  const runs: PathRole[][] = [];
  for (const role of stop.roles) {
    const run = runs.at(-1);
    const last = run?.reduce((a, b) => (endedBy(b, today) >= endedBy(a, today) ? b : a));
    if (run === undefined || last === undefined) {
      runs.push([role]);
      continue;
    }
    const apart = startOf(role, today) - endedBy(last, today);
    // Between two years (each dated July) whole years are counted; between months, the months in between.
    const isLong = role.isYear || last.isYear ? apart >= 24 : apart - 1 >= 6;
    if (isLong) runs.push([role]);
    else run.push(role);
  }
  return runs;
}

/** "first full-time start to last full-time end of a stop". A stay that has not begun has no length yet. */
function staysOfStop(line: PathLine, stop: Stop, kind: InsightKind, today: number): Stay[] {
  return runsOf(stop, today)
    .map((run) => run.filter((role) => kind === "everyone" || role.kind === "full-time"))
    .filter((roles) => roles.some((role) => !isToCome(role)))
    .map((roles) => stayOf(line, roles, today));
}

/** "interns: each term is one stay"; "stays of interns use internships known to the month only". */
function termsOf(line: PathLine, today: number): Stay[] {
  return line.roles
    .filter((role) => isInternship(role) && !role.isYear && !isToCome(role))
    .map((role) => stayOf(line, [role], today));
}

export function staysOf(line: PathLine, kind: InsightKind, today: number): Stay[] {
  if (kind === "intern") return termsOf(line, today);
  return stopsOf(line, today).flatMap((stop) => staysOfStop(line, stop, kind, today));
}

/** "`kind`, `since`, `until` act on stays […] by the year of joining". */
export function staysWithin(kind: InsightKind, since: number | null, until: number | null, world: World): Stay[] {
  return world.lines
    .flatMap((line) => staysOf(line, kind, world.today))
    .filter((stay) => isWithinYears(stay.joined, since, until));
}
