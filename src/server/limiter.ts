import type { Limit } from "./rate-limit.ts";

/** New hits of one caller in one window. All processes add theirs up in PostgreSQL. */
export type Delta = { limit: Limit; who: string; windowStart: number; hits: number };

/** Adds the deltas to the shared counters. Returns each counter's hits of all processes, in the same order. */
type Settle = (deltas: readonly Delta[]) => Promise<readonly number[]>;

type Counter = {
  limit: Limit;
  who: string;
  windowStart: number;
  /** Hits in this process. */
  hits: number;
  /** The part of `hits` that was added to the shared counter. */
  settled: number;
  /** Hits in other processes, as last read. */
  elsewhere: number;
};

const MAX_COUNTERS = 100_000;
/** How many counters one statement settles at most. */
const BATCH = 1_000;
/** After a failed query, calls do not wait for the database for this long, in milliseconds. */
const PAUSE_MS = 1_000;
/** A call waits this long for its counter to be settled, in milliseconds. */
const MAX_WAIT_MS = 500;

/** Seconds until a counter's window is over. */
function secondsLeft({ limit, windowStart }: Counter, now: number): number {
  return Math.max(1, Math.ceil((windowStart + limit.seconds * 1_000 - now) / 1_000));
}

/**
 * Limits for frequent, cheap calls. Each process counts in memory and adds its hits to PostgreSQL in batches. The owner
 * calls `settle` every second. So a call costs no query, and all processes together keep one limit. Windows are fixed
 * and the same in every process.
 *
 * A caller may take a tenth of a limit before its counter is settled; the next call then waits for that. So `n`
 * processes let at most `limit + (n - 1) * limit / 10` calls pass, and one process exactly `limit`. Without a database
 * each process counts alone.
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
   * Counts a call without waiting, if it is surely allowed.
   * @param now milliseconds
   * @returns false, without counting, if the limit is reached or the counter must be settled first. Then call `take`.
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
   * @returns 0, or the seconds to wait if the limit is reached
   */
  async take(limit: Limit, who: string, now: number): Promise<number> {
    const counter = this.#counterOf(limit, who, now);
    const wait = secondsLeft(counter, now);
    // Refused calls are not counted, so a flood above the limit writes nothing.
    if (this.#isFull(counter)) return wait;
    while (this.#mustSettle(counter) && !this.#isPaused()) {
      await this.#settleSoon();
      if (this.#isFull(counter)) return wait;
    }
    this.#count(counter);
    return 0;
  }

  /**
   * Reads how much a caller may still take, without counting.
   * @param now milliseconds
   * @returns the whole allowance, what is left of it, and the seconds until the window ends
   */
  stateOf(limit: Limit, who: string, now: number): { hits: number; left: number; reset: number } {
    const counter = this.#counterOf(limit, who, now);
    const hits = limit.hits * this.#factor;
    return { hits, left: Math.max(0, hits - counter.hits - counter.elsewhere), reset: secondsLeft(counter, now) };
  }

  /** Updates the shared counters. One statement runs at a time; later callers wait for the next one. */
  async settle(): Promise<void> {
    while (this.#settling) await this.#settling;
    if (this.#dirty.size === 0) return;
    this.#settling = this.#settleAll().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  /** Settles, but waits at most MAX_WAIT_MS for a database that hangs. */
  async #settleSoon(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#pause();
        resolve();
      }, MAX_WAIT_MS);
    });
    await Promise.race([this.settle(), late]);
    clearTimeout(timer);
  }

  #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
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
        // The hits count here all the same. They are sent again with the next batch.
        for (const counter of all.slice(at)) this.#dirty.add(counter);
        this.#pause();
        return;
      }
    }
  }
}
