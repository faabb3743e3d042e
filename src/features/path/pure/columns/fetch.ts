import type { Columns } from "./columns.ts";

/**
 * Lines of a company or a school lie far apart in memory. A loop with branches that depend on the data waits for each
 * line in turn. The loops here have no such branches, so the processor fetches many lines at once into its cache, for
 * the loop that follows. Their result is stored, or the compiler would remove them.
 */
const kept = new Int32Array(1);

/** So few lines that their data stays in the processor's inner cache until it is read. */
export const LINES_IN_BATCH = 256;

/** The processor prefetches lines that are closer together than this. */
const FAR_APART = 8;

/** Do most of these lines, which are in order, lie far apart? */
export function areFarApart(lines: Uint32Array): boolean {
  return (lines.at(-1) ?? 0) - (lines[0] ?? 0) > lines.length * FAR_APART;
}

export function fetchCompanies({ offset, company }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) sum ^= company[offset[lines[index] ?? 0] ?? 0] ?? 0;
  kept[0] = sum;
}

/** Fetches the titles, levels and kinds of these lines. */
export function fetchWordings({ offset, wording }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) sum ^= wording[offset[lines[index] ?? 0] ?? 0] ?? 0;
  kept[0] = sum;
}

/** Fetches the ends of these lines' roles. */
export function fetchEnds({ offset, end }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) sum ^= end[offset[lines[index] ?? 0] ?? 0] ?? 0;
  kept[0] = sum;
}

/** Fetches the starts and flags of these lines' roles. */
export function fetchStarts({ offset, start, flags }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const role = offset[lines[index] ?? 0] ?? 0;
    sum ^= (start[role] ?? 0) ^ (flags[role] ?? 0);
  }
  kept[0] = sum;
}

/** Fetches the columns with one item per line. */
export function fetchLines({ offset, mask, career, school }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? 0;
    sum ^= (offset[line] ?? 0) ^ (mask[line] ?? 0) ^ (career[line] ?? 0) ^ (school[line] ?? 0);
  }
  kept[0] = sum;
}
