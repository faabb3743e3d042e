/** Statistics by their textbook formulas, without any care for speed. */

/** The 97.5 % point of the normal distribution. */
const Z = 1.959963984540054;

/** "Linear interpolation, type 7" (Hyndman and Fan 1996). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (place - Math.floor(place)) * (above - below);
}

/** "Wilson 95 %" (Wilson 1927), without continuity correction. */
export function wilson(people: number, of: number): { low: number; high: number } {
  const share = people / of;
  const middle = (share + (Z * Z) / (2 * of)) / (1 + (Z * Z) / of);
  const half = (Z / (1 + (Z * Z) / of)) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

type Time = { months: number; hasEnded: boolean };
type Row = {
  months: number;
  atRisk: number;
  survival: number;
  /** Exact, not rounded as a float is: survival ≤ ½. */
  isHalf: boolean;
  standardError: number;
  low: number | null;
  high: number | null;
};

/**
 * "Kaplan–Meier (1958), ends before censorings at a tie; Greenwood variance, log-log 95 % band (1 before the first end,
 * undefined at 0)". One row at each time at which at least one ended.
 */
export function kaplanMeier(times: readonly Time[]): Row[] {
  const ends = [...new Set(times.filter((time) => time.hasEnded).map((time) => time.months))].toSorted((a, b) => a - b);
  const rows: Row[] = [];
  let survival = 1;
  let [top, bottom] = [1n, 1n];
  let greenwood = 0;
  for (const months of ends) {
    const atRisk = times.filter((time) => time.months >= months).length;
    const ended = times.filter((time) => time.hasEnded && time.months === months).length;
    survival *= (atRisk - ended) / atRisk;
    top *= BigInt(atRisk - ended);
    bottom *= BigInt(atRisk);
    greenwood += ended / (atRisk * (atRisk - ended));
    const row = {
      months,
      atRisk,
      survival,
      isHalf: 2n * top <= bottom,
      standardError: survival * Math.sqrt(greenwood),
    };
    if (top === 0n) {
      rows.push({ ...row, survival: 0, standardError: Number.NaN, low: null, high: null });
    } else {
      const deviation = Math.sqrt(greenwood) / Math.abs(Math.log(survival));
      const band = (z: number): number => survival ** Math.exp(z * deviation);
      rows.push({ ...row, low: band(Z), high: band(-Z) });
    }
  }
  return rows;
}

/**
 * "Median = first month at or below one half, interval by Brookmeyer–Crowley with the same band": the first months at
 * which the band's lower and upper side are at or below one half.
 */
export function medianOf(rows: readonly Row[]): { months: number; low: number | null; high: number | null } | null {
  const median = rows.find((row) => row.isHalf);
  if (median === undefined) return null;
  const low = rows.find((row) => row.low !== null && row.low <= 0.5);
  const high = rows.find((row) => row.high !== null && row.high <= 0.5);
  return { months: median.months, low: low?.months ?? null, high: high?.months ?? null };
}

/** The curve's value at a month: that of the last end at or before it. */
export function valueAt(rows: readonly Row[], months: number): Pick<Row, "survival" | "low" | "high"> {
  return rows.findLast((row) => row.months <= months) ?? { survival: 1, low: 1, high: 1 };
}
