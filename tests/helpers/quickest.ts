/**
 * The milliseconds of the quickest try. A busy machine only adds time, so the quickest try is closest to the work
 * itself.
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
