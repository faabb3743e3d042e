import { setTimeout as sleep } from "node:timers/promises";
import { GATHER_MS } from "./ordered-work.ts";

/** Milliseconds before a failed reading is tried again. */
const RETRY_MS = 2_000;

/** The readings of all pipelines. Only one runs at a time; one that fails is tried again. */
export class WholeReadings {
  /** When the last thing happened that only a reading of everything follows. */
  needed = -Infinity;
  /** The last reading that has ended. Times as of `performance.now()`. */
  done = { begun: -Infinity, lines: 0, milliseconds: 0 };
  #isRunning = false;
  #isWanted = false;
  readonly #read: () => Promise<number>;
  readonly #on: { done: () => void; failed: (error: unknown) => void };

  /** @param read reads everything; returns the number of pipelines */
  constructor(read: () => Promise<number>, on: { done: () => void; failed: (error: unknown) => void }) {
    this.#read = read;
    this.#on = on;
  }

  /** Something was missed: reads everything. */
  need(): void {
    this.needed = performance.now();
    this.start();
  }

  /** Begins a reading soon. Calls during a reading lead to one more, for all of them. */
  start(): void {
    this.#isWanted = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isWanted) {
      await sleep(GATHER_MS);
      this.#isWanted = false;
      const begun = performance.now();
      try {
        const lines = await this.#read();
        this.done = { begun, lines, milliseconds: performance.now() - begun };
        this.#on.done();
      } catch (error) {
        this.#on.failed(error);
        this.#isWanted = true;
        await sleep(RETRY_MS);
      }
    }
    this.#isRunning = false;
  }
}
