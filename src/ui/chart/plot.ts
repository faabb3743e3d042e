import { round } from "#core/round.ts";

/** Space above the highest grid line, in px, for marks and letters. */
const TOP = 10;

/** The y of a share (0 to 1) in a plot with this height in px. */
export function yOf(share: number, height: number): number {
  return round(TOP + (1 - share) * (height - TOP));
}

/** One of the eight line colours; undefined for the grey that stands for everybody. */
export type LineNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export function lineOf(line: LineNumber | undefined): string {
  return line === undefined ? "ch-none" : `line-${line}`;
}
