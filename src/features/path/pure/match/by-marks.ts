import type { Columns } from "#features/path/pure/columns/columns.ts";
import { INTERN_HERE, LEVELS_AFTER } from "#features/path/pure/columns/marks.ts";
import { INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import type { Compiled } from "./compile.ts";

/**
 * A company's lines for one of the first `steps` role steps, without those whose marks show that they lack what this step
 * or a later one needs. If no step needs anything that marks show, dead lines may be among them.
 */
export function linesOf(columns: Columns, route: Compiled, at: Named): Uint32Array {
  const lines = columns.byCompany.of(at.company);
  const needs = markNeeds(route, at);
  if (needs.length === 0) return lines;
  const marks = columns.byCompany.marksOf(at.company);
  const kept = new Uint32Array(lines.length);
  let length = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const mark = marks[index] ?? 0;
    let need = 0;
    while (need < needs.length && (mark & (needs[need] ?? 0)) !== 0) need += 1;
    if (need < needs.length) continue;
    kept[length] = lines[index] ?? 0;
    length += 1;
  }
  return kept.subarray(0, length);
}

/** A company that a step names, among the first `steps` role steps. */
type Named = { company: number; step: number; steps: number };

/** The bits that a step and the steps after it need in a mark. Other needs are not in marks. */
function markNeeds({ needs }: Compiled, { step, steps }: Named): number[] {
  const isInternHere = needs[step]?.some((need) => (need & ~INTERN_BITS) === 0);
  const levels = needs
    .slice(step + 1, steps)
    .flat()
    .filter((need) => (need & ~LEVELS_AFTER) === 0);
  return [...new Set([...(isInternHere ? [INTERN_HERE] : []), ...levels])];
}
