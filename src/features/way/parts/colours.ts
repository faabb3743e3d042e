import type { LineNumber } from "#ui/chart/plot.ts";

/** Line colours of the five largest routes, largest first: blue, vermilion, green, ochre, plum. */
export const COLOURS = [0, 1, 2, 3, 4] as const satisfies readonly LineNumber[];

/** The x positions of the diagram's columns, in percent of its width. */
export const WAY_PLACES = [5, 30, 62, 94] as const;
