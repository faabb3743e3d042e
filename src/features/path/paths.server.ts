import { setTimeout as setTimer } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { AppError } from "#core/errors.ts";
import type { Call, Paths, Questions } from "#features/path/pure/calls.ts";
import type { FromThread, ToThread } from "./thread/messages.ts";

/** Questions that may wait for the thread; each takes milliseconds, so more is a flood. */
const MOST_WAITING = 64;
/** How long the thread stays down after a crash, so that a bug at its start causes no endless loop. */
const RESTART_MILLISECONDS = 1_000;
/** Questions that wait longer are given up, so that the person gets an answer in time. */
const PATIENCE_MILLISECONDS = 5_000;

/**
 * How long a question waits, in milliseconds, while it is in doubt whether all changes were received. On a busy machine
 * a heartbeat comes late now and then, and the next one is soon there.
 */
const DOUBT_MILLISECONDS = 1_500;
const LOOK_MILLISECONDS = 20;

const PROFILE_TAG = "profile:";

type Waiting = {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
};

type Options = {
  /** Starts the thread, which fills itself. */
  start: (today: string) => Worker;
  today: () => string;
  /** Have all changes of other processes been received until now? */
  isFresh?: () => boolean;
  /** Starts the thread at the first question, and not at once. */
  isLate?: boolean;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
};

/**
 * The engine in its thread: passes on questions and changes, and restarts the thread after a crash. Until the engine is
 * filled it answers nothing; the rest of the site works.
 */
export class PathService implements Paths {
  readonly #options: Options;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  /** Complete readings are numbered: the last requested, the last finished, and the first that is recent enough. */
  #asked = 0;
  #filled = 0;
  #needed = 1;
  /** Questions that wait until it is certain that all changes were received. */
  #inDoubt = 0;
  #isListening = true;
  #hasStarted = false;
  #isClosed = false;
  #number = 0;
  #today: string;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#today = options.today();
    if (options.isLate !== true) this.#start();
  }

  isReady(): boolean {
    this.#startLate();
    return this.#isFilled() && this.#isFresh();
  }

  #isFilled(): boolean {
    return this.#isListening && this.#filled >= this.#needed;
  }

  #isFresh(): boolean {
    return this.#options.isFresh?.() ?? true;
  }

  /** Questions that have no answer yet. */
  waiting(): number {
    return this.#waiting.size + this.#inDoubt;
  }

  async ask<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (this.waiting() >= MOST_WAITING) throw new AppError("overloaded", { retryAfter: 1 });
    if (!this.isReady()) await this.#endOfDoubt();
    if (!this.isReady() || !this.#worker) throw new AppError("paths-not-ready", { retryAfter: 2 });
    this.#followDay();
    this.#number += 1;
    const number = this.#number;
    return new Promise<Questions[C]["answer"]>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(number);
        reject(new AppError("overloaded", { retryAfter: 1 }));
      }, PATIENCE_MILLISECONDS);
      this.#waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject, timer });
      this.#post({ kind: "ask", number, call, ask });
    });
  }

  /** Waits until all changes were received, for a moment at most, and not at all for an engine that is not filled. */
  async #endOfDoubt(): Promise<void> {
    const until = performance.now() + DOUBT_MILLISECONDS;
    this.#inDoubt += 1;
    while (this.#isFilled() && !this.#isFresh() && performance.now() < until) await setTimer(LOOK_MILLISECONDS);
    this.#inDoubt -= 1;
  }

  /**
   * Tells the thread which pipelines a committed change made stale. Later questions see the change.
   * @param tags the tags of the page cache: `profile:<id>`, `*` for everything
   */
  changed(tags: readonly string[]): void {
    const ids = tags.flatMap((tag) => (tag.startsWith(PROFILE_TAG) ? tag.slice(PROFILE_TAG.length) : []));
    if (ids.length > 0) this.#post({ kind: "changed", ids });
    if (tags.includes("*")) this.#readEverything();
  }

  /**
   * Are changes of other processes received? Without them, and until everything was read again, nothing is answered:
   * somebody who has hidden their pipeline in another process might still be counted.
   */
  listening(isOn: boolean): void {
    this.#isListening = isOn;
    if (!isOn) this.#needed = this.#asked + 1;
  }

  /** The database hangs or has moved. The thread's connections may not notice it for minutes. */
  reconnect(): void {
    this.#post({ kind: "reconnect" });
  }

  #startLate(): void {
    if (this.#options.isLate !== true || this.#hasStarted || this.#isClosed) return;
    this.#today = this.#options.today();
    this.#start();
    // It may have been told to read before it was there. If not, changes are not received yet, and it will be told.
    if (this.#asked > 0) this.#readEverything();
  }

  #readEverything(): void {
    this.#asked += 1;
    this.#post({ kind: "everything", reading: this.#asked });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#worker?.terminate();
  }

  /** The thread has no clock. The first question of a new day sets its date. */
  #followDay(): void {
    const today = this.#options.today();
    if (today === this.#today) return;
    this.#today = today;
    this.#post({ kind: "today", date: today });
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  #start(): void {
    this.#hasStarted = true;
    const worker = this.#options.start(this.#today);
    this.#worker = worker;
    // The process must not wait for the engine at a stop.
    worker.unref();
    worker.on("message", (message: FromThread) => this.#receive(message));
    worker.on("error", (error: unknown) =>
      this.#options.log.warn({ err: error instanceof Error ? error.message : String(error) }, "the path engine failed"),
    );
    worker.on("exit", () => this.#exited(worker));
  }

  #exited(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#needed = this.#asked + 1;
    for (const [number, { reject, timer }] of this.#waiting) {
      clearTimeout(timer);
      this.#waiting.delete(number);
      reject(new AppError("paths-not-ready", { retryAfter: 2 }));
    }
    if (this.#isClosed) return;
    this.#options.log.warn({}, "the path engine ended and is started again");
    this.#restart = setTimeout(() => {
      this.#start();
      // The first thread starts once changes are received. By now they are, or the thread will be told again.
      this.#readEverything();
    }, RESTART_MILLISECONDS);
    this.#restart.unref();
  }

  #receive(message: FromThread): void {
    if (message.kind === "filled") {
      this.#filled = message.reading;
      const { lines, milliseconds } = message;
      this.#options.log.info({ lines, milliseconds: Math.round(milliseconds) }, "the path engine is filled");
      return;
    }
    if (message.kind === "trouble") {
      this.#options.log.warn({ reason: message.message }, "the path engine could not read, and tries again");
      return;
    }
    const waiting = this.#waiting.get(message.number);
    if (!waiting) return;
    this.#waiting.delete(message.number);
    clearTimeout(waiting.timer);
    if (message.kind === "answer") waiting.resolve(message.answer);
    else if (message.name === "RangeError") waiting.reject(new AppError("bad-request", { message: message.message }));
    else waiting.reject(new Error(`The path engine failed: ${message.message}`));
  }
}
