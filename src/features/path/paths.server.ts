import { setTimeout as setTimer } from "node:timers/promises";
import { AppError, reasonOf } from "#core/errors.ts";
import { isLargeCall, type Call, type Paths, type Questions } from "#features/path/pure/calls.ts";
import { AnswerReader } from "./read-answers.ts";
import { profileIdsIn, type FromEngine, type RunningEngine, type ToEngine } from "./running/messages.ts";

/** With so many waiting questions the next one is refused. Each takes milliseconds, so more of them mean overload. */
const MOST_WAITING = 64;
/** Milliseconds until the next connection to the engine of all processes, which the supervisor starts again. */
const RECONNECT_MS = 1_000;
/** A question without an answer after this time is refused, so that its page does not hang. */
const QUESTION_MS = 5_000;

/**
 * How long a question waits for the next heartbeat, which proves that all changes of other processes were received. On
 * a busy machine heartbeats sometimes come late.
 */
const FRESH_WAIT_MS = 1_500;
const FRESH_CHECK_MS = 20;
/**
 * How long questions wait for a complete reading after everything changed, as after a merge of companies. A large site's
 * takes longer: until it ends, answers show the state before.
 */
const READING_WAIT_MS = 1_000;

/** How long a question waits for an engine that has just ended: a small site's next one is filled after two seconds. */
const RETURN_WAIT_MS = 2_000;
/** After this time nobody waits: a large site's engine reads for longer. */
const GONE_MS = 4_000;
/** Questions that wait for it. Their pages keep places (src/server/admission.ts) that pages without figures need. */
const MOST_WAITING_FOR_RETURN = 8;

/** Questions whose answers are known until the next change. */
const MOST_CURRENT = 500;

type Waiting = {
  /** What is asked, where the answer is the same for everybody until the next change. */
  key: string | undefined;
  changes: number;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
};

type Options = {
  /** Starts the process, or connects to it. The engine reads nothing before it is told to. */
  start: (today: string) => RunningEngine;
  /** Called when the engine has ended. @returns how many milliseconds later the next one is started */
  pause?: () => number;
  today: () => string;
  /** Have all changes of other processes been received until now? */
  isFresh?: () => boolean;
  /** Starts at the first question. */
  isLazy?: boolean;
  /** Called after each complete reading: what was kept of answers before it is out of date. */
  onRead?: () => void;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
};

/**
 * The engine in its process: passes on questions and changes, and starts or connects again after a crash. Until
 * the engine is filled it answers nothing; the rest of the site works.
 */
export class PathService implements Paths {
  readonly #options: Options;
  readonly #waiting = new Map<number, Waiting>();
  readonly #answers = new AnswerReader();
  /** Digests of answers about public pages, by question. Asking the engine again costs more than a page's figures. */
  readonly #current = new Map<string, string>();
  /** Grows with each event that may change answers. An answer is kept only if it has not grown since the question. */
  #changes = 0;
  #engine: RunningEngine | undefined;
  /** Complete readings are numbered. Questions are answered once `#finishedReading` has reached `#neededReading`. */
  #requestedReading = 0;
  #finishedReading = 0;
  #neededReading = 1;
  /** Until this time questions wait for the reading that was requested last. */
  #waitForReadingUntil = 0;
  #waitingForFresh = 0;
  #waitingForReturn = 0;
  /** When a filled engine ended. */
  #lostAt = -Infinity;
  #isListening = true;
  #hasStarted = false;
  #isClosed = false;
  #number = 0;
  #today: string;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#today = options.today();
    if (options.isLazy !== true) this.#start();
  }

  isReady(): boolean {
    this.#startIfLazy();
    return this.#isFilled() && this.#isFresh();
  }

  #isFilled(): boolean {
    return this.#isListening && this.#finishedReading >= this.#neededReading;
  }

  #isFresh(): boolean {
    return this.#options.isFresh?.() ?? true;
  }

  #isBehind(): boolean {
    return this.#finishedReading < this.#requestedReading && performance.now() < this.#waitForReadingUntil;
  }

  /** Questions that have no answer yet. */
  waiting(): number {
    return this.#waiting.size + this.#waitingForFresh + this.#waitingForReturn;
  }

  async ask<C extends Call>(call: C, ask: Questions[C]["ask"]): Promise<Questions[C]["answer"]> {
    if (this.waiting() >= MOST_WAITING) throw new AppError("overloaded", { retryAfter: 1 });
    if (!this.#isFilled()) await this.#waitForReturn();
    if (!this.isReady() || this.#isBehind()) await this.#waitUntilFresh();
    if (!this.isReady() || !this.#engine) throw new AppError("paths-not-ready", { retryAfter: 2 });
    this.#followDay();
    const key = isLargeCall(call) ? JSON.stringify([call, ask]) : undefined;
    const current = this.#currentAnswer(key);
    if (current !== undefined) return current as Questions[C]["answer"];
    this.#number += 1;
    const number = this.#number;
    const changes = this.#changes;
    return new Promise<Questions[C]["answer"]>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(number);
        reject(new AppError("overloaded", { retryAfter: 1 }));
      }, QUESTION_MS);
      this.#waiting.set(number, { key, changes, resolve: resolve as (answer: unknown) => void, reject, timer });
      this.#post({ kind: "ask", number, call, ask });
    });
  }

  /** Waits for the next engine after one that has just ended. */
  async #waitForReturn(): Promise<void> {
    if (this.#waitingForReturn >= MOST_WAITING_FOR_RETURN) return;
    const until = Math.min(performance.now() + RETURN_WAIT_MS, this.#lostAt + GONE_MS);
    this.#waitingForReturn += 1;
    while (!this.#isFilled() && !this.#isClosed && performance.now() < until) await setTimer(FRESH_CHECK_MS);
    this.#waitingForReturn -= 1;
  }

  /** Waits for the next heartbeat and for a short reading, but not for an engine that is not filled yet. */
  async #waitUntilFresh(): Promise<void> {
    const until = performance.now() + FRESH_WAIT_MS;
    this.#waitingForFresh += 1;
    while (this.#isFilled() && (this.#isBehind() || (!this.#isFresh() && performance.now() < until)))
      await setTimer(FRESH_CHECK_MS);
    this.#waitingForFresh -= 1;
  }

  /**
   * Tells the engine which pipelines a committed change made stale. Later questions see the change; after a change of
   * everything they do so once everything was read.
   * @param tags the tags of the page cache: `profile:<id>`, `*` for everything
   */
  changed(tags: readonly string[]): void {
    const ids = profileIdsIn(tags);
    if (ids.length > 0) this.#post({ kind: "changed", ids });
    if (tags.includes("*")) this.#readEverything();
  }

  /**
   * Are changes of other processes received? Without them, and until everything was read again, nothing is answered:
   * somebody who has hidden their pipeline in another process might still be counted.
   */
  listening(isOn: boolean): void {
    this.#isListening = isOn;
    if (!isOn) this.#neededReading = this.#requestedReading + 1;
  }

  /** The database hangs or has moved. The engine's connections may not notice it for minutes. */
  reconnect(): void {
    this.#post({ kind: "reconnect" });
  }

  #startIfLazy(): void {
    if (this.#options.isLazy !== true || this.#hasStarted || this.#isClosed) return;
    this.#today = this.#options.today();
    this.#start();
    // A reading that was requested before the start is lost. Without one, the first is requested later.
    if (this.#requestedReading > 0) this.#readEverything();
  }

  #readEverything(): void {
    this.#requestedReading += 1;
    this.#waitForReadingUntil = performance.now() + READING_WAIT_MS;
    this.#post({ kind: "everything", reading: this.#requestedReading });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#engine?.terminate();
  }

  /** The engine has no clock. The first question of a new day sets its date. */
  #followDay(): void {
    const today = this.#options.today();
    if (today === this.#today) return;
    this.#today = today;
    this.#post({ kind: "today", date: today });
  }

  #currentAnswer(key: string | undefined): unknown {
    const digest = key === undefined ? undefined : this.#current.get(key);
    return digest === undefined ? undefined : this.#answers.known(digest);
  }

  #keep({ key, changes }: Waiting, digest: string): void {
    if (key === undefined || changes !== this.#changes) return;
    if (this.#current.size >= MOST_CURRENT) this.#current.clear();
    this.#current.set(key, digest);
  }

  #forgetAnswers(): void {
    this.#changes += 1;
    this.#current.clear();
  }

  #post(message: ToEngine): void {
    // All messages but questions tell the engine of a change, after which answers may differ.
    if (message.kind !== "ask") this.#forgetAnswers();
    this.#engine?.postMessage(message);
  }

  #start(): void {
    this.#hasStarted = true;
    const engine = this.#options.start(this.#today);
    this.#engine = engine;
    // It must not keep the process alive.
    engine.unref();
    engine.on("message", (message) => this.#receive(message));
    engine.on("error", (error) => this.#options.log.warn({ err: reasonOf(error) }, "the path engine failed"));
    engine.on("exit", (code, signal) => this.#exited(engine, { code, signal }));
  }

  #exited(engine: RunningEngine, end: object): void {
    if (engine !== this.#engine) return;
    if (this.#isFilled()) this.#lostAt = performance.now();
    this.#engine = undefined;
    this.#forgetAnswers();
    this.#neededReading = this.#requestedReading + 1;
    for (const [number, { reject, timer }] of this.#waiting) {
      clearTimeout(timer);
      this.#waiting.delete(number);
      reject(new AppError("paths-not-ready", { retryAfter: 2 }));
    }
    if (this.#isClosed) return;
    this.#options.log.warn(end, "the path engine ended and is started again");
    this.#restart = setTimeout(() => {
      this.#start();
      // While changes are received, nothing else requests a reading. Otherwise their return requests another one.
      this.#readEverything();
    }, this.#options.pause?.() ?? RECONNECT_MS);
    this.#restart.unref();
  }

  #receive(message: FromEngine): void {
    if (message.kind === "filled") {
      this.#finishedReading = message.reading;
      this.#forgetAnswers();
      this.#options.onRead?.();
      const { lines, milliseconds } = message;
      this.#options.log.info({ lines, milliseconds: Math.round(milliseconds) }, "the path engine is filled");
      return;
    }
    if (message.kind === "read-failed") {
      this.#options.log.warn({ reason: message.message }, "the path engine could not read, and tries again");
      return;
    }
    const waiting = this.#waiting.get(message.number);
    if (!waiting) return;
    this.#waiting.delete(message.number);
    clearTimeout(waiting.timer);
    if (message.kind === "answer") waiting.resolve(message.answer);
    else if (message.kind === "text") {
      waiting.resolve(this.#answers.read(message.text, message.digest));
      this.#keep(waiting, message.digest);
    } else if (message.name === "RangeError") waiting.reject(new AppError("bad-request", { message: message.message }));
    else waiting.reject(new Error(`The path engine failed: ${message.message}`));
  }
}
