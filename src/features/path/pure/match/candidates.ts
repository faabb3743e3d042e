import { ALIVE_BIT } from "#features/path/pure/columns/layout.ts";
import { firstFrom } from "#features/path/pure/columns/postings.ts";
import { linesOf } from "./by-marks.ts";
import type { Matcher } from "./matcher.ts";

/** The lines that may match the first role steps of a route, in order, each once; undefined for all lines. */
type Candidates = Uint32Array | undefined;

/**
 * Identifies the lists that `candidateLines` uses for the first `steps` role steps. If two numbers of steps use the
 * same lists, one walk for the smaller number is enough for both: more steps only exclude more lines.
 */
export function listsOf({ route }: Matcher, steps: number): string {
  const withCompanies = route.companies.slice(0, steps).flatMap((companies, step) => (companies ? [step] : []));
  return `${route.school === undefined ? "" : "school"} ${withCompanies.join(" ")}`;
}

/** Does a school or a company exclude most lines? */
export function isNarrowed({ route }: Matcher): boolean {
  return route.school !== undefined || route.companies.some((companies) => companies !== undefined);
}

/**
 * The covered lines with the route's school and, for each of the first `steps` role steps with companies, one of its
 * companies. Leaves out lines whose marks exclude one of these steps.
 */
export function candidateLines({ columns, route }: Matcher, steps: number): Candidates {
  const lists: Uint32Array[] = [];
  if (route.school !== undefined) lists.push(columns.bySchool.of(route.school));
  for (const [step, companies] of route.companies.slice(0, steps).entries()) {
    if (companies) {
      const ofEach = companies.map((company) => linesOf(columns, route, { company, step, steps }));
      lists.push(union(ofEach, columns.byCompany.covered));
    }
  }
  const [shortest, ...longer] = lists.toSorted((a, b) => a.length - b.length);
  return shortest && longer.reduce(intersection, shortest);
}

/** Marks the lines in one bit each and reads the bits in order: sorting the lists would take several times as long. */
function union(lists: readonly Uint32Array[], lines: number): Uint32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const bits = new Int32Array((lines >> 5) + 1);
  for (const list of lists) {
    for (let index = 0; index < list.length; index += 1) {
      const line = list[index] ?? 0;
      bits[line >> 5] = (bits[line >> 5] ?? 0) | (1 << (line & 31));
    }
  }
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let kept = 0;
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      all[kept] = word * 32 + 31 - Math.clz32(left & -left);
      kept += 1;
    }
  }
  return all.subarray(0, kept);
}

/**
 * The lines of the shorter list that are also in the longer one. Steps grow while nothing is found, so a long list
 * costs little.
 */
function intersection(short: Uint32Array, long: Uint32Array): Uint32Array {
  const common = new Uint32Array(short.length);
  let kept = 0;
  let at = 0;
  for (let index = 0; index < short.length && at < long.length; index += 1) {
    const line = short[index] ?? 0;
    // Steps that grow until they pass the line, then halves of the last step.
    let step = 1;
    while (at + step < long.length && (long[at + step] ?? 0) < line) {
      at += step;
      step *= 2;
    }
    at = firstFrom(long, { from: at, to: Math.min(long.length, at + step), line });
    if (long[at] !== line) continue;
    common[kept] = line;
    kept += 1;
  }
  return common.subarray(0, kept);
}

/**
 * Can a line match the first `steps` role steps? Decides without reading its roles: it must be alive, have an allowed
 * school, enough roles, and a role of each level and kind asked for.
 */
function mayMatch({ columns, route }: Matcher, steps: number): (line: number) => boolean {
  const { mask, school, offset } = columns;
  const { bySchool } = route;
  const needs = Int32Array.from(new Set(route.needs.slice(0, steps).flat()));
  return (line) => {
    const has = mask[line] ?? 0;
    if (has === 0) return false;
    for (let index = 0; index < needs.length; index += 1) if ((has & (needs[index] ?? 0)) === 0) return false;
    if ((offset[line + 1] ?? 0) - (offset[line] ?? 0) < steps) return false;
    return bySchool === undefined || bySchool[school[line] ?? -1] === 1;
  };
}

/** The most lines that `visitLines` passes on in one call. */
export const LINES_AT_ONCE = 2_048;

/**
 * Visits every living line that may match the first `steps` role steps, each once. Lines come in batches, because a
 * call for each line costs as much as reading its roles. `lines` is valid only during the call.
 */
export function visitLines(matcher: Matcher, steps: number, visit: (lines: Uint32Array) => void): void {
  const { columns, route } = matcher;
  const { mask, offset, lines: to } = columns;
  const candidates = candidateLines(matcher, steps);
  const mayMatchAll = mayMatch(matcher, steps);
  // The first two needs and the number of roles exclude most lines without a call.
  const needs = [...new Set(route.needs.slice(0, steps).flat())];
  const [first = ALIVE_BIT, second = ALIVE_BIT] = needs;
  const isCheckedInline = needs.length <= 2 && route.bySchool === undefined;
  const batch = new Uint32Array(LINES_AT_ONCE);
  const listed = candidates ?? new Uint32Array(0);
  for (let at = 0; at < listed.length;) {
    const end = Math.min(listed.length, at + LINES_AT_ONCE);
    let length = 0;
    for (; at < end; at += 1) {
      const line = listed[at] ?? 0;
      const has = mask[line] ?? 0;
      if ((has & first) === 0 || (has & second) === 0) continue;
      if ((offset[line + 1] ?? 0) - (offset[line] ?? 0) < steps) continue;
      if (!isCheckedInline && !mayMatchAll(line)) continue;
      batch[length] = line;
      length += 1;
    }
    if (length > 0) visit(batch.subarray(0, length));
  }
  for (let line = candidates ? columns.byCompany.covered : 0; line < to;) {
    const end = Math.min(to, line + LINES_AT_ONCE);
    let length = 0;
    for (; line < end; line += 1) {
      const has = mask[line] ?? 0;
      if ((has & first) === 0 || (has & second) === 0) continue;
      if ((offset[line + 1] ?? 0) - (offset[line] ?? 0) < steps) continue;
      if (!isCheckedInline && !mayMatchAll(line)) continue;
      batch[length] = line;
      length += 1;
    }
    if (length > 0) visit(batch.subarray(0, length));
  }
}

/** Counts the living lines with one of the levels or kinds, only by their masks. */
export function countByMask({ columns }: Matcher, need: number): { people: number; publics: number } {
  const { mask, lines } = columns;
  let people = 0;
  let publics = 0;
  for (let line = 0; line < lines; line += 1) {
    const has = mask[line] ?? 0;
    if ((has & need) === 0) continue;
    people += 1;
    publics += has >>> 31;
  }
  return { people, publics };
}
