/** Published tables that statistics are held against. */

export type Reading = { months: number; hasEnded: boolean };

/** Remissions of 21 patients under 6-MP, in weeks: Freireich et al. 1963, Blood 21:699-716. A plus: still in remission. */
export const FREIREICH: readonly Reading[] = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"
  .split(" ")
  .map((text) => ({ months: Number.parseInt(text, 10), hasEnded: !text.endsWith("+") }));

/** The product-limit table of these data: survival and Greenwood's standard error to the printed digits. */
export const FREIREICH_TABLE = [
  { months: 6, atRisk: 21, survival: 0.857, error: 0.0764 },
  { months: 7, atRisk: 17, survival: 0.807, error: 0.0869 },
  { months: 10, atRisk: 15, survival: 0.753, error: 0.0963 },
  { months: 13, atRisk: 12, survival: 0.69, error: 0.1068 },
  { months: 16, atRisk: 11, survival: 0.627, error: 0.1141 },
  { months: 22, atRisk: 7, survival: 0.538, error: 0.1282 },
  { months: 23, atRisk: 6, survival: 0.448, error: 0.1346 },
] as const;

/** The log-log band of the same data, as R's survival 3.5 prints it. */
export const FREIREICH_BAND = [
  { months: 6, low: 0.62, high: 0.952 },
  { months: 7, low: 0.563, high: 0.923 },
  { months: 10, low: 0.503, high: 0.889 },
  { months: 13, low: 0.432, high: 0.849 },
  { months: 16, low: 0.368, high: 0.805 },
  { months: 22, low: 0.268, high: 0.747 },
  { months: 23, low: 0.188, high: 0.68 },
] as const;

/** Median and its Brookmeyer-Crowley interval with that band; the upper side is not reached. */
export const FREIREICH_MEDIAN = { months: 23, low: 13, high: null };

/** Newcombe 1998, Statistics in Medicine 17:857-872, table I, method 3 (the score interval without continuity correction). */
export const NEWCOMBE = [
  { people: 81, of: 263, low: 0.2553, high: 0.3662 },
  { people: 15, of: 148, low: 0.0624, high: 0.1605 },
  { people: 0, of: 20, low: 0, high: 0.1611 },
  { people: 1, of: 29, low: 0.0061, high: 0.1718 },
] as const;

/** R's quantile(x, c(.25, .5, .75), type = 7). */
export const QUARTILES: readonly { values: readonly number[]; expected: readonly number[] }[] = [
  { values: [1, 2, 3, 4, 5], expected: [2, 3, 4] },
  { values: [3, 1, 4, 1, 5, 9, 2, 6], expected: [1.75, 3.5, 5.25] },
  { values: [10, 20, 20, 40, 70, 100, 101], expected: [20, 40, 85] },
];
