import type { Columns } from "./columns.ts";
import { INTERN_FLAG } from "./layout.ts";
import { LEVEL_BITS, LEVELS } from "./wordings.ts";

/**
 * Each item of a company's list of lines has a mark, which answers many questions without reading the line. Its lowest
 * bits are the levels of the roles after the first one at the company. A dead line has no bits.
 */
export const LEVELS_AFTER = LEVEL_BITS;
/** The line has an internship at the company. */
export const INTERN_HERE = 1 << LEVELS.length;
export const PUBLIC_MARK = 1 << (LEVELS.length + 1);

/** The mark of a line at the company of its role `first`, its first one there. */
export function markOf(columns: Columns, line: number, first: number): number {
  if (!columns.isAlive(line)) return 0;
  const { company, wording, flags } = columns;
  const { classOf, levelOfClass } = columns.wordings;
  const to = columns.offset[line + 1] ?? 0;
  let mark = columns.isPublic(line) ? PUBLIC_MARK : 0;
  for (let role = first; role < to; role += 1) {
    if (role > first) mark |= 1 << (levelOfClass[classOf[wording[role] ?? 0] ?? 0] ?? 0);
    if (company[role] === company[first] && ((flags[role] ?? 0) & INTERN_FLAG) !== 0) mark |= INTERN_HERE;
  }
  return mark;
}
