/**
 * A slow and simple implementation of the path engine's rules, which the engine is compared with. Quoted sentences are
 * those rules. It shares only the types of questions and answers with the engine.
 */
import type { PathLine, PathRole } from "#features/path/pure/types.ts";

export type World = { lines: readonly PathLine[]; today: number };

/** "`kind:intern` includes co-op". */
export function isInternship(role: PathRole): boolean {
  return role.kind === "intern" || role.kind === "co-op";
}

/** "Roles that begin in the future" — "current, past and future come from `phase`". */
export function isToCome(role: PathRole): boolean {
  return role.phase === "incoming";
}

/** "One known to the year counts as July, and, where the role has begun, never later than today." */
export function startOf(role: PathRole, today: number): number {
  return role.isYear && !isToCome(role) ? Math.min(role.start, today) : role.start;
}

/** "Open and future ends last until today." */
export function endOf(role: PathRole, today: number): number {
  // A current role lasts until today, also if its end is known to be this year and July is over.
  if (role.end === null || role.phase !== "past") return today;
  return Math.max(startOf(role, today), Math.min(role.end, today));
}

export function yearOf(month: number): number {
  return Math.floor(month / 12);
}

/** "Months between two roles are start to start, never negative." */
export function monthsBetween(first: PathRole, last: PathRole, today: number): number {
  return Math.max(0, startOf(last, today) - startOf(first, today));
}

/** A company with a page is its id; one without is its entry: "a company that no name matches". */
export function companyKey(role: PathRole): string {
  return role.company === "" ? `entry ${role.entry}` : role.company;
}

/** "Career start: the first full-time, contract or founder role." */
export function careerStartOf(line: PathLine): PathRole | undefined {
  return line.roles.find((role) => ["full-time", "contract", "founder"].includes(role.kind));
}

export function isWithinYears(month: number, since: number | null, until: number | null): boolean {
  return (since === null || yearOf(month) >= since) && (until === null || yearOf(month) <= until);
}

/** The month by which a role has ended, future ends as they are known; an open one has not ended by any month. */
export function endedBy(role: PathRole, today: number): number {
  if (role.end === null) return Infinity;
  // A role that has not ended does not end before today, even if July is over.
  return role.phase === "past" ? endOf(role, today) : Math.max(role.end, today);
}

export type Stop = { company: string; roles: PathRole[] };

/**
 * "Stop: a maximal run of consecutive roles at one company; another company's role B parts company A's run only if A
 * has ended by B's start." Stops stand in the order of their first roles.
 */
export function stopsOf(line: PathLine, today: number): Stop[] {
  const stops: Stop[] = [];
  for (const [at, role] of line.roles.entries()) {
    const run = stops.findLast((stop) => companyKey(stop.roles[0] ?? role) === companyKey(role));
    const last = run?.roles.at(-1);
    if (run === undefined || last === undefined) {
      stops.push({ company: role.company, roles: [role] });
      continue;
    }
    const ended = Math.max(...run.roles.map((one) => endedBy(one, today)));
    const between = line.roles.slice(last.position + 1, at).filter((one) => companyKey(one) !== companyKey(role));
    const isParted = between.some((other) => ended <= startOf(other, today));
    if (isParted) stops.push({ company: role.company, roles: [role] });
    else run.roles.push(role);
  }
  return stops;
}

/** The place of a role's stop among the stops of its line. */
export function stopIndexOf(stops: readonly Stop[], role: PathRole): number {
  return stops.findIndex((stop) => stop.roles.includes(role));
}
