const FAILURES = 3;
const PAUSE_MS = 30_000;

/**
 * Stops calling a service that is down, so that nobody waits for it. After three failures in a row nothing is tried for
 * 30 seconds. Then one try decides. Times are milliseconds.
 */
export class Breaker {
  #failures = 0;
  #closedUntil = 0;

  /** Requests permission for one try. Refused during the pause, and while the one try after it runs. */
  mayTry(now: number): boolean {
    if (this.isPaused(now)) return false;
    if (this.#failures >= FAILURES) this.#closedUntil = now + PAUSE_MS;
    return true;
  }

  /** True during the pause. Does not request a try. */
  isPaused(now: number): boolean {
    return this.#failures >= FAILURES && now < this.#closedUntil;
  }

  failed(now: number): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#closedUntil = now + PAUSE_MS;
  }

  succeeded(): void {
    this.#failures = 0;
  }
}
