import { AppError } from "#core/errors.ts";

/** Calls of one key that may wait. More than that do not come from a person. */
const MAX_WAITING = 100;

const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

/** Milliseconds after which what still waits for its turn is refused: whoever sent it has given up or tries again. */
const MAX_WAIT = 5_000;

/**
 * Runs the calls of one key one after another in this process. The database
 * locks rows too, but a call that waits here holds no connection, so that one
 * person's many saves cannot use up the pool.
 * @param isGone nobody waits for the outcome any more: nothing is begun
 * @throws AppError overloaded when the line is too long, or the turn comes too late
 */
export async function inKeyedQueue<T>(
  key: string,
  work: () => Promise<T>,
  isGone: () => boolean = () => false,
): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= MAX_WAITING) throw new AppError("overloaded", { retryAfter: 2 });
  lines.set(key, line);
  line.waiting += 1;
  const came = performance.now();
  const turn = line.last.then(async () => {
    if (performance.now() - came > MAX_WAIT || isGone()) throw new AppError("overloaded", { retryAfter: 2 });
    return work();
  });
  // The next call runs also if this one fails.
  line.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(key);
  }
}

/**
 * Lets so many through at once; the others wait without holding anything, in
 * the order in which they came, for a bounded time.
 */
export class Semaphore {
  readonly #places: number;
  readonly #room: number;
  readonly #patience: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  /**
   * @param places how many are inside at once
   * @param room how many may wait
   * @param patience milliseconds after which one that waits is refused
   */
  constructor(places: number, room: number, patience: number) {
    this.#places = places;
    this.#room = room;
    this.#patience = patience;
  }

  /** @throws AppError overloaded when too many wait, or this one has waited too long */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#places) await this.#turn();
    else this.#inside += 1;
    try {
      return await work();
    } finally {
      // Hand the place to the next waiter directly, so that a new call cannot take it first.
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next();
      } else this.#inside -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#room) throw new AppError("overloaded", { retryAfter: 2 });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(new AppError("overloaded", { retryAfter: 2 }));
      }, this.#patience);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(enter);
    });
  }
}
