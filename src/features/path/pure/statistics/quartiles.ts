/** Counts how often each whole number from 0 on occurred. So quartiles of a million months need no sorting. */
export class Histogram {
  #counts = new Uint32Array(256);
  total = 0;

  add(value: number, times = 1): void {
    if (value >= this.#counts.length) {
      const larger = new Uint32Array(value * 2);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#counts[value] = (this.#counts[value] ?? 0) + times;
    this.total += times;
  }

  /** Adds the first `length` of these values. */
  addAll(values: Uint16Array, length: number): void {
    let largest = 0;
    for (let index = 0; index < length; index += 1) largest = Math.max(largest, values[index] ?? 0);
    this.add(largest, 0);
    const counts = this.#counts;
    for (let index = 0; index < length; index += 1) {
      const value = values[index] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    this.total += length;
  }

  /** How many values are smaller. */
  below(value: number): number {
    return this.#counts.subarray(0, value).reduce((sum, count) => sum + count, 0);
  }

  /** The n-th smallest, n from 0. */
  nth(n: number): number {
    let before = 0;
    for (let value = 0; value < this.#counts.length; value += 1) {
      before += this.#counts[value] ?? 0;
      if (before > n) return value;
    }
    return Number.NaN;
  }
}

/**
 * A quantile by linear interpolation of the order statistics, "type 7", the default of R and the `PERCENTILE.INC` of
 * spreadsheets: for n values, the value at position (n − 1)p, counted from 0. Source: R. J. Hyndman, Y. Fan, "Sample
 * quantiles in statistical packages", The American Statistician 50 (1996), 361–365, definition 7.
 */
function quantile(values: Histogram, p: number): number {
  const place = (values.total - 1) * p;
  const below = Math.floor(place);
  const low = values.nth(below);
  const part = place - below;
  return part === 0 ? low : low + part * (values.nth(below + 1) - low);
}

export function quartiles(values: Histogram): { q1: number; median: number; q3: number } {
  return { q1: quantile(values, 0.25), median: quantile(values, 0.5), q3: quantile(values, 0.75) };
}
