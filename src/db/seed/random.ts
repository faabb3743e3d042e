/** Repeatable random numbers: the same seed gives the same numbers on every machine. Never use them for secrets. */
export type Random = () => number;

/**
 * sfc32, a small fast generator with 128 bits of state. Each `stream` of a seed is an independent sequence. 0 <= x < 1.
 */
export function openRandom(seed: number, stream: number): Random {
  let a = seed | 0;
  let b = stream | 0;
  let c = (stream / 2 ** 32) | 0;
  let d = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Normal distribution (Box–Muller). */
export function normal(random: Random, mean: number, deviation: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return mean + deviation * radius * Math.cos(2 * Math.PI * random());
}

/** A log-normal number with this median. `spread` is the standard deviation of its logarithm. */
export function logNormal(random: Random, median: number, spread: number): number {
  return median * Math.exp(normal(random, 0, spread));
}

/** Running sums of weights, so that a draw can be limited to the first few. */
export type Sums = Float64Array;

export function sumsOf(weights: Iterable<number>, length: number): Sums {
  const sums = new Float64Array(length);
  let total = 0;
  let index = 0;
  for (const weight of weights) {
    total += weight;
    sums[index] = total;
    index += 1;
  }
  return sums;
}

/** The index at a `share` (0 <= share < 1) of the weight of the first `limit` items. Index 0 if all weights are 0. */
export function indexAt(sums: Sums, share: number, limit: number): number {
  const wanted = share * (sums[limit - 1] ?? 0);
  let low = 0;
  let high = limit - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws an index by weight. Some weights may be 0, but not all. */
export type Chooser = (random: Random) => number;

export function chooserOf(weights: readonly number[]): Chooser {
  const sums = sumsOf(weights, weights.length);
  if (!((sums.at(-1) ?? 0) > 0)) throw new Error("Every weight is zero.");
  return (random) => indexAt(sums, random(), weights.length);
}

/** A number from 0 to 1 that is always the same for the same two whole numbers. */
export function fixedShare(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
