/** Statistics for tests that compare costs or ranks. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const high = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? Number.NaN) + high) / 2;
}

/** Ranks from 1, ties share their mean. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = Array.from({ length: values.length }, () => 0);
  for (let at = 0; at < order.length;) {
    let end = at;
    while (end < order.length && values[order[end] ?? 0] === values[order[at] ?? 0]) end += 1;
    for (const index of order.slice(at, end)) ranks[index] = (at + end + 1) / 2;
    at = end;
  }
  return ranks;
}

/**
 * The difference between two samples in standard deviations (Mann-Whitney, normal approximation, for samples of 20 and
 * more).
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranks = ranksOf([...a, ...b]);
  const sum = ranks.slice(0, a.length).reduce((total, rank) => total + rank, 0);
  const u = sum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  return (u - mean) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
}

/** Rank correlation, -1..1 (Spearman). */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length + 1) / 2;
  const sum = (of: (index: number) => number) => x.reduce((total, _, index) => total + of(index), 0);
  const dx = (index: number) => (x[index] ?? 0) - mean;
  const dy = (index: number) => (y[index] ?? 0) - mean;
  return sum((n) => dx(n) * dy(n)) / Math.sqrt(sum((n) => dx(n) ** 2) * sum((n) => dy(n) ** 2));
}
