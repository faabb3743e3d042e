import { AppError } from "#core/errors.ts";

/** The most waiting calls for one key. A person does not send more. */
const MAX_WAITING = 100;

const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

/** Milliseconds after which a waiting call is refused. Its sender has given up or will try again. */
const MAX_WAIT_MS = 5_000;

/**
 * Runs the calls of one key one after another, in this process. The database locks rows too, but a call that waits here
 * holds no connection. So one person's many saves cannot use up the pool.
 * @param isGone true if the caller has left; the work is then skipped
 * @throws AppError overloaded if too many calls wait, or this one waits too long
 */
export async function inKeyedQueue<T>(
  key: string,
  work: () => Promise<T>,
  isGone: () => boolean = () => false,
): Promise<T> {
  const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
  if (queue.waiting >= MAX_WAITING) throw new AppError("overloaded", { retryAfter: 2 });
  queues.set(key, queue);
  queue.waiting += 1;
  const came = performance.now();
  const turn = queue.last.then(async () => {
    if (performance.now() - came > MAX_WAIT_MS || isGone()) throw new AppError("overloaded", { retryAfter: 2 });
    return work();
  });
  // The next call runs also if this one fails.
  queue.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(key);
  }
}

/**
 * Lets a limited number of calls run at once. Others wait in order, without holding a connection, for a limited time.
 */
export class Semaphore {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #retryAfter: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /**
   * @param atOnce how many calls may run at once
   * @param maxWaiting how many may wait
   * @param maxWaitMs milliseconds after which a waiting call is refused
   * @param retryAfter seconds after which a refused caller may try again
   */
  constructor(atOnce: number, maxWaiting: number, maxWaitMs: number, retryAfter = 2) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#retryAfter = retryAfter;
  }

  /** @throws AppError overloaded if too many calls wait, or this one has waited too long */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Give the place directly to the next waiting call, so that a new call cannot take it first.
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next();
      } else this.#running -= 1;
    }
  }

  #refusal(): AppError {
    return new AppError("overloaded", { retryAfter: this.#retryAfter });
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw this.#refusal();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(this.#refusal());
      }, this.#maxWaitMs);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(enter);
    });
  }
}
