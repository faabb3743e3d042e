import type { LineNumber } from "#ui/chart/plot.ts";

/** The largest routes in order of size: blue, vermilion, green, ochre, plum. */
export const COLOURS = [0, 1, 2, 3, 4] as const satisfies readonly LineNumber[];

/** The positions of the diagram's columns, in percent of the width. */
export const WAY_PLACES = [5, 30, 62, 94] as const;
