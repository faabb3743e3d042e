import type { Columns } from "./columns.ts";

/**
 * Lines of a company or a school lie far apart in memory. A loop that decides by what it reads waits for each of them
 * in turn. The loops here decide nothing, so the processor fetches many lines at once into its cache, where the loop
 * that comes next finds them. Their result is kept, or the compiler would leave them out.
 */
const kept = new Int32Array(1);

/** So few lines that all that is fetched of them stays in the processor's nearer cache until it is read. */
export const LINES_IN_BATCH = 256;

/** Lines closer together than this are fetched by the processor itself. */
const FAR_APART = 8;

/** Do most of these lines, which are in order, lie far apart? */
export function areFarApart(lines: Uint32Array): boolean {
  return (lines.at(-1) ?? 0) - (lines[0] ?? 0) > lines.length * FAR_APART;
}

/** Fetches the companies of these lines. */
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

/** Fetches when the roles of these lines ended. */
export function fetchEnds({ offset, end }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) sum ^= end[offset[lines[index] ?? 0] ?? 0] ?? 0;
  kept[0] = sum;
}

/** Fetches the dates of these lines, without the ends. */
export function fetchStarts({ offset, start, flags }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const role = offset[lines[index] ?? 0] ?? 0;
    sum ^= (start[role] ?? 0) ^ (flags[role] ?? 0);
  }
  kept[0] = sum;
}

/** Fetches what is known of lines as a whole. */
export function fetchLines({ offset, mask, career, school }: Columns, lines: Uint32Array): void {
  let sum = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? 0;
    sum ^= (offset[line] ?? 0) ^ (mask[line] ?? 0) ^ (career[line] ?? 0) ^ (school[line] ?? 0);
  }
  kept[0] = sum;
}
