import type { Columns } from "#features/path/pure/columns/columns.ts";
import {
  fetchCompanies,
  fetchEnds,
  fetchLines,
  fetchStarts,
  fetchWordings,
  LINES_IN_BATCH,
} from "#features/path/pure/columns/fetch.ts";
import { FULL_TIME_FLAG, INTERN_FLAG } from "#features/path/pure/columns/layout.ts";
import type { Everywhere } from "./everywhere.ts";
import type { Counts } from "#features/path/pure/rule-of-five.ts";

/** The lines and the day that counts as today. */
export type Counted = { columns: Columns; today: number };
/** The data that every answer uses. */
export type State = Counted & {
  nameOfTitle: (slug: string) => string;
  everywhere: Everywhere;
  mostOfEverybody: number;
};

export function isInternRole(columns: Columns, role: number): boolean {
  return ((columns.flags[role] ?? 0) & INTERN_FLAG) !== 0;
}

export function isFullTimeRole(columns: Columns, role: number): boolean {
  return ((columns.flags[role] ?? 0) & FULL_TIME_FLAG) !== 0;
}

export function titleOf(columns: Columns, role: number): number {
  const { classOf, titleOfClass } = columns.wordings;
  return titleOfClass[classOf[columns.wording[role] ?? 0] ?? 0] ?? 0;
}

export function levelOf(columns: Columns, role: number): number {
  const { classOf, levelOfClass } = columns.wordings;
  return levelOfClass[classOf[columns.wording[role] ?? 0] ?? 0] ?? 0;
}

export function newCounts(): Counts {
  return { people: 0, publics: 0 };
}

export function countIn(counts: Counts, isPublic: boolean): void {
  counts.people += 1;
  if (isPublic) counts.publics += 1;
}

/** Adds people to others, or subtracts them (−1). */
export function addCounts(to: Counts, { people, publics }: Counts, by: 1 | -1 = 1): void {
  to.people += by * people;
  to.publics += by * publics;
}

/** Visits every living line. */
export function visitAll(columns: Columns, visit: (line: number) => void): void {
  for (let line = 0; line < columns.lines; line += 1) if (columns.mask[line] !== 0) visit(line);
}

/** Visits the living lines of a list. Fetches the data that most questions read of them before. */
function visitListed(columns: Columns, lines: Uint32Array, visit: (line: number) => void): void {
  for (let at = 0; at < lines.length; at += LINES_IN_BATCH) {
    const batch = lines.subarray(at, at + LINES_IN_BATCH);
    fetchLines(columns, batch);
    fetchCompanies(columns, batch);
    fetchWordings(columns, batch);
    fetchStarts(columns, batch);
    fetchEnds(columns, batch);
    for (let index = 0; index < batch.length; index += 1) {
      const line = batch[index] ?? 0;
      if (columns.mask[line] !== 0) visit(line);
    }
  }
}

/** Visits every living line that has a company. */
export function visitCompany(columns: Columns, company: number, visit: (line: number) => void): void {
  if (company < 0) return;
  visitListed(columns, columns.byCompany.of(company), visit);
  for (let line = columns.byCompany.covered; line < columns.lines; line += 1) {
    if (columns.mask[line] === 0) continue;
    const to = columns.offset[line + 1] ?? 0;
    let role = columns.offset[line] ?? 0;
    while (role < to && columns.company[role] !== company) role += 1;
    if (role < to) visit(line);
  }
}

/** Visits every living line of a school. */
export function visitSchool(columns: Columns, school: number, visit: (line: number) => void): void {
  if (school < 0) return;
  visitListed(columns, columns.bySchool.of(school), visit);
  for (let line = columns.bySchool.covered; line < columns.lines; line += 1) {
    if (columns.mask[line] !== 0 && columns.school[line] === school) visit(line);
  }
}
