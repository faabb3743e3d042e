/**
 * Milliseconds of the quickest of so many tries. What a busy machine adds is
 * never negative, so the quickest says most about the work itself.
 */
export async function quickest(tries: number, work: () => Promise<void>): Promise<number> {
  let best = Infinity;
  for (let n = 0; n < tries; n += 1) {
    const started = performance.now();
    await work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
