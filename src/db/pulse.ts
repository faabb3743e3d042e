import { DatabaseHangs } from "./database-away.ts";

/** While queries are answered the database does not hang, whatever its watcher thinks. In milliseconds. */
const LIVELY = 700;

/**
 * Whether the database answers. The watcher reports it here. If the database hangs, all waiting queries fail at once and
 * not each after its own time-out.
 */
export class Pulse {
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #onChange: (isHanging: boolean) => void;
  readonly #onError: (error: unknown) => void;
  #isHanging = false;
  #answeredAt = -Infinity;

  /**
   * @param onChange told when the database begins to hang and when it answers again, once each
   * @param onError told what a query ended with
   */
  constructor(onChange: (isHanging: boolean) => void = () => {}, onError: (error: unknown) => void = () => {}) {
    this.#onChange = onChange;
    this.#onError = onError;
  }

  get isHanging(): boolean {
    return this.#isHanging;
  }

  /** The watcher had no answer for too long. Ignored while queries get answers: then only its connection hangs. */
  hang(): void {
    if (performance.now() - this.#answeredAt < LIVELY) return;
    if (!this.#isHanging) this.#onChange(true);
    this.#isHanging = true;
    for (const reject of this.#waiting) reject(new DatabaseHangs());
    this.#waiting.clear();
  }

  /** The watcher had an answer. */
  answer(): void {
    if (this.#isHanging) this.#onChange(false);
    this.#isHanging = false;
  }

  /**
   * Waits for what the database is asked, until it hangs.
   * @throws DatabaseHangs at once where it does already
   */
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
