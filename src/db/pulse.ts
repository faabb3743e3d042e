import { DatabaseHangs } from "./database-away.ts";

/** While a query was answered within this time, in milliseconds, the database does not count as hanging. */
const ALIVE_MS = 700;

/**
 * Knows whether the database answers. The watcher reports here. If the database hangs, all waiting queries fail at once
 * and not each after its own time-out.
 */
export class Pulse {
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #onChange: (isHanging: boolean) => void;
  readonly #onError: (error: unknown) => void;
  #isHanging = false;
  #answeredAt = -Infinity;

  /**
   * @param onChange called once when the database begins to hang, and once when it answers again
   * @param onError called with the error of each failed query
   */
  constructor(onChange: (isHanging: boolean) => void = () => {}, onError: (error: unknown) => void = () => {}) {
    this.#onChange = onChange;
    this.#onError = onError;
  }

  get isHanging(): boolean {
    return this.#isHanging;
  }

  /**
   * Reports that the watcher had no answer for too long. Ignored while queries are answered: then only the watcher's
   * own connection hangs.
   */
  hang(): void {
    if (performance.now() - this.#answeredAt < ALIVE_MS) return;
    if (!this.#isHanging) this.#onChange(true);
    this.#isHanging = true;
    for (const reject of this.#waiting) reject(new DatabaseHangs());
    this.#waiting.clear();
  }

  /** Reports that the watcher had an answer. */
  answer(): void {
    if (this.#isHanging) this.#onChange(false);
    this.#isHanging = false;
  }

  /** Waits for a query, but only until the database hangs. @throws DatabaseHangs at once if it already hangs */
  async waitFor<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isHanging) throw new DatabaseHangs();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      ask().then(
        (answer) => {
          this.#waiting.delete(reject);
          this.#answeredAt = performance.now();
          resolve(answer);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          this.#onError(error);
          reject(error);
        },
      );
    });
  }
}
