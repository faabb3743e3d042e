import type { Limit } from "./rate-limit.ts";

/** Hits of one caller in one window, on their way to PostgreSQL, where all processes meet. */
export type Delta = { limit: Limit; who: string; windowStart: number; hits: number };

/** Adds the deltas to the shared counters and tells each counter's hits of all processes, in the same order. */
export type Settle = (deltas: readonly Delta[]) => Promise<readonly number[]>;

type Counter = {
  limit: Limit;
  who: string;
  windowStart: number;
  /** Taken here. */
  hits: number;
  /** Of those, already added to the shared counter. */
  settled: number;
  /** Taken by other processes, as last read. */
  elsewhere: number;
};

const MAX_COUNTERS = 100_000;
/** Counters settled by one statement at most. */
const BATCH = 1_000;
/** How long nobody waits for a database that could not be reached, in milliseconds. */
const PAUSE = 1_000;
/** How long a call waits to be settled, in milliseconds. */
const PATIENCE = 500;

/** Seconds until a counter's window is over. */
function secondsLeft({ limit, windowStart }: Counter, now: number): number {
  return Math.max(1, Math.ceil((windowStart + limit.seconds * 1_000 - now) / 1_000));
}

/**
 * Limits of the many cheap calls, counted here and settled with PostgreSQL in
 * batches (every second, by whoever owns this), so that no call costs a query
 * and all processes together keep to one limit. Fixed windows, the same
 * everywhere.
 *
 * A caller may take a tenth of a limit here before it must be settled: then
 * the call waits for that. So `n` processes together let at most
 * `limit + (n - 1) * limit / 10` calls pass, and one process exactly `limit`.
 * Without a database each process counts alone.
 */
export class Limiter {
  readonly #counters = new Map<string, Counter>();
  readonly #dirty = new Set<Counter>();
  readonly #factor: number;
  readonly #settle: Settle;
  #settling: Promise<void> | undefined;
  #pausedUntil = 0;

  constructor(factor: number, settle: Settle = async (deltas) => deltas.map(() => 0)) {
    this.#factor = factor;
    this.#settle = settle;
  }

  /**
   * Counts a call that is allowed beyond doubt, without waiting.
   * @param now milliseconds
   * @returns false, and counts nothing, when the limit is reached or must be settled first: then `take` it
   */
  tryTake(limit: Limit, who: string, now: number): boolean {
    const counter = this.#counterOf(limit, who, now);
    if (this.#isFull(counter) || this.#mustSettle(counter)) return false;
    this.#count(counter);
    return true;
  }

  /**
   * Counts a call.
   * @param now milliseconds
   * @returns seconds to wait when the limit is passed, else 0
   */
  async take(limit: Limit, who: string, now: number): Promise<number> {
    const counter = this.#counterOf(limit, who, now);
    const wait = secondsLeft(counter, now);
    // What is refused counts no further: a flood past the limit writes nothing.
    if (this.#isFull(counter)) return wait;
    while (this.#mustSettle(counter) && !this.#isPaused()) {
      await this.#settleSoon();
      if (this.#isFull(counter)) return wait;
    }
    this.#count(counter);
    return 0;
  }

  /**
   * How much a caller may still take, counting nothing.
   * @param now milliseconds
   * @returns the whole allowance, what is left of it, and the seconds until all of it is back
   */
  stateOf(limit: Limit, who: string, now: number): { hits: number; left: number; reset: number } {
    const counter = this.#counterOf(limit, who, now);
    const hits = limit.hits * this.#factor;
    return { hits, left: Math.max(0, hits - counter.hits - counter.elsewhere), reset: secondsLeft(counter, now) };
  }

  /** Brings the shared counters up to date; one statement at a time, whoever asks meanwhile waits for the next. */
  async settle(): Promise<void> {
    while (this.#settling) await this.#settling;
    if (this.#dirty.size === 0) return;
    this.#settling = this.#settleAll().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  /** Settles, but keeps nobody waiting for a database that hangs. */
  async #settleSoon(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#pause();
        resolve();
      }, PATIENCE);
    });
    await Promise.race([this.settle(), late]);
    clearTimeout(timer);
  }

  #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE;
  }

  #counterOf(limit: Limit, who: string, now: number): Counter {
    const key = `${limit.name}:${who}`;
    const span = limit.seconds * 1_000;
    const windowStart = Math.floor(now / span) * span;
    const known = this.#counters.get(key);
    if (known && known.windowStart === windowStart) return known;
    const counter = { limit, who, windowStart, hits: 0, settled: 0, elsewhere: 0 };
    this.#counters.delete(key);
    this.#counters.set(key, counter);
    if (this.#counters.size > MAX_COUNTERS) {
      const oldest = this.#counters.keys().next().value;
      if (oldest !== undefined) this.#counters.delete(oldest);
    }
    return counter;
  }

  #isFull(counter: Counter): boolean {
    return counter.hits + counter.elsewhere >= counter.limit.hits * this.#factor;
  }

  #mustSettle(counter: Counter): boolean {
    return counter.hits - counter.settled >= Math.ceil((counter.limit.hits * this.#factor) / 10);
  }

  #count(counter: Counter): void {
    counter.hits += 1;
    this.#dirty.add(counter);
  }

  async #settleAll(): Promise<void> {
    if (this.#isPaused()) return;
    const all = [...this.#dirty];
    this.#dirty.clear();
    for (let at = 0; at < all.length; at += BATCH) {
      const batch = all.slice(at, at + BATCH).map((counter) => ({ counter, hits: counter.hits - counter.settled }));
      try {
        const totals = await this.#settle(
          batch.map(({ counter: { limit, who, windowStart }, hits }) => ({ limit, who, windowStart, hits })),
        );
        for (const [n, { counter, hits }] of batch.entries()) {
          counter.settled += hits;
          counter.elsewhere = Math.max(0, (totals[n] ?? 0) - counter.settled);
        }
      } catch {
        // Counted here all the same, and sent with the next batch.
        for (const counter of all.slice(at)) this.#dirty.add(counter);
        this.#pause();
        return;
      }
    }
  }
}
