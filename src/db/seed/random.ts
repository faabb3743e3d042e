/** Repeatable chance: the same seed gives the same numbers on every machine. Never for secrets. */
export type Random = () => number;

/** sfc32, a small fast generator with 128 bits of state; `stream` makes independent sequences of one seed. 0 <= x < 1. */
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

/** Log-normal by its median; `spread` is the deviation of the logarithm. */
export function logNormal(random: Random, median: number, spread: number): number {
  return median * Math.exp(normal(random, 0, spread));
}

/** Draws an index by weight; weights may be 0, not all of them. */
export type Chooser = (random: Random) => number;

export function chooserOf(weights: readonly number[]): Chooser {
  const sums = new Float64Array(weights.length);
  let total = 0;
  for (const [index, weight] of weights.entries()) {
    total += weight;
    sums[index] = total;
  }
  if (!(total > 0)) throw new Error("Every weight is zero.");
  return (random) => {
    const wanted = random() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
