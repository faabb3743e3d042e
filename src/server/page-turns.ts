import { performance } from "node:perf_hooks";

/** Pages that are worked on even if this thread is busy: while one waits for PostgreSQL, the other is worked out. */
const ALWAYS = 2;
/** A page that has been worked on for this many milliseconds no longer counts as one of the two. */
const LONG_MS = 100;
const LOOK_EVERY_MS = 5;
/** One more page begins if this thread was busy for at most this share of the time since the last look. */
const BUSY = 0.75;

/** @returns whether this thread was busy since the call before */
function watchThread(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > BUSY;
  };
}

/** A page that has begun, and when. */
type Begun = { at: number };

/**
 * Lets pages begin in the order in which they were asked for, and only a few at once while this thread has no time for
 * more. With many at once each would be ready late, and their data would live so long that V8 moves it among its old
 * objects: with 16 at once, collecting garbage takes two to ten times as much.
 */
export class PageTurns {
  readonly #waiting: ((page: Begun) => void)[] = [];
  /** The pages that are worked on. */
  readonly #running = new Set<Begun>();
  readonly #isBusy: () => boolean;
  readonly #now: () => number;
  #looking: NodeJS.Timeout | undefined;

  /**
   * @param isBusy whether this thread was busy since the call before
   * @param now milliseconds of a clock
   */
  constructor(isBusy = watchThread(), now = () => performance.now()) {
    this.#isBusy = isBusy;
    this.#now = now;
  }

  /** @throws what `work` throws */
  async make<Page>(work: () => Promise<Page>): Promise<Page> {
    const page = this.#waiting.length > 0 || this.#isFull() ? await this.#wait() : this.#begin();
    try {
      return await work();
    } finally {
      this.#running.delete(page);
      if (!this.#isFull()) this.#beginNext();
    }
  }

  #begin(): Begun {
    const page = { at: this.#now() };
    this.#running.add(page);
    return page;
  }

  #beginNext(): void {
    this.#waiting.shift()?.(this.#begin());
  }

  /** Pages that take long do not count: they wait for something else than this thread. */
  #isFull(): boolean {
    const since = this.#now() - LONG_MS;
    let count = 0;
    for (const { at } of this.#running) if (at > since) count += 1;
    return count >= ALWAYS;
  }

  #wait(): Promise<Begun> {
    const { promise, resolve } = Promise.withResolvers<Begun>();
    this.#waiting.push(resolve);
    if (this.#looking === undefined) {
      // From now on, not since the last page that waited.
      this.#isBusy();
      this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    }
    return promise;
  }

  /** If this thread has time, the pages wait for PostgreSQL or the path engine, which can do more than two pages' work. */
  #look(): void {
    if (!this.#isBusy() || !this.#isFull()) this.#beginNext();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}
