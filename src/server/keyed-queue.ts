import { AppError } from "#core/errors.ts";

/** Calls of one key that may wait; more come from no person. */
const MAX_WAITING = 100;

const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

/**
 * Runs what concerns one key one after the other in this process. Rows are
 * locked in the database all the same; but a waiter here holds no connection,
 * so that one person's many saves cannot take the whole pool from everybody.
 * @throws AppError overloaded when the line is too long
 */
export async function inKeyedQueue<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= MAX_WAITING) throw new AppError("overloaded", { retryAfter: 2 });
  lines.set(key, line);
  line.waiting += 1;
  const turn = line.last.then(work);
  // Whoever is next waits for the end, not for the success.
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
 * the order in which they came.
 */
export class Semaphore {
  readonly #places: number;
  readonly #room: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  /**
   * @param places how many are inside at once
   * @param room how many may wait
   */
  constructor(places: number, room: number) {
    this.#places = places;
    this.#room = room;
  }

  /** @throws AppError overloaded when too many wait */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#places) {
      if (this.#waiting.length >= this.#room) throw new AppError("overloaded", { retryAfter: 2 });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#inside += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes to whoever is next, so that nobody who comes by takes it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }
}
