import type { IncomingMessage, ServerResponse } from "node:http";
import { SAFE_METHODS } from "./request-guard.ts";
import { hasBody } from "./has-body.ts";
import { isLookup } from "./lookup-queue.ts";
import { FILES } from "./route-limits.ts";
import { uploadAt } from "./uploads.ts";

/** Limits of a queue: requests handled at once, requests that may wait, and a factor for how long they may wait. */
type QueueLimits = { atOnce: number; maxWaiting: number; patience?: number };

/**
 * Each kind of request has its own queue, so that one kind cannot block another. Administrators must be able to look at
 * an overloaded site. Saves are rare and matter more than reads. Sign-ins, uploads and look-ups take long and must not
 * take the places of fast requests.
 */
const QUEUES = {
  admin: { atOnce: 8, maxWaiting: 32 },
  // Many saves of one person must not take all places of the reads.
  saves: { atOnce: 128, maxWaiting: 64 },
  reads: { atOnce: 32, maxWaiting: 256 },
  // A password costs as much as ten pages, and a refused person must type it again. So sign-ins may wait longer.
  signIn: { atOnce: 64, maxWaiting: 0, patience: 5 },
  uploads: { atOnce: 16, maxWaiting: 16 },
  lookups: { atOnce: 256, maxWaiting: 64 },
  // A page without its script does not work. A late script is better than a refused one.
  files: { atOnce: 64, maxWaiting: 512, patience: 10 },
} as const satisfies Record<string, QueueLimits>;

export type QueueName = keyof typeof QUEUES;

const NAMES = Object.keys(QUEUES) as QueueName[];

/**
 * The longest expected wait, in milliseconds. Requests that would wait longer at the queue's present pace are refused on
 * arrival.
 */
const MAX_EXPECTED_WAIT_MS = 100;
/** Milliseconds after which a waiting request is refused, because its queue has become slower than expected. */
const MAX_WAIT_MS = 140;
/** Milliseconds between two searches for requests that have waited too long. */
const SWEEP_EVERY_MS = 20;
/**
 * Turns of the event loop between two starts. Each turn accepts at most one new connection (libuv since 1.45). Without
 * free turns between slow requests, a new connection could wait for seconds just to be accepted.
 */
const TURNS_BETWEEN_STARTS = 2;
/**
 * A start waits until a turn brings no new connection, because connections often come one after another. It waits for at
 * most this many turns, because a flood of connections may not end.
 */
const MAX_ADDED_TURNS = 4;
/** Milliseconds. Connections that come for longer are not a burst of visitors: the pace includes waiting for them. */
const MAX_BURST_MS = 300;
/** Up to this many requests of a queue run at once without waiting, whatever the measured pace. */
const NEVER_WAITING = 4;
/** The assumed milliseconds between two starts, before any were measured. */
const FIRST_PACE_MS = 5;

const SIGN_IN = /^\/(?:api\/(?:user|passkey)\/|api\/admin\/login|admin\/login|login|signup)/;
const ADMIN = /^\/(?:api\/)?admin(?:\/|$)/;

/** @param address path and query */
export function queueOf(method: string, address: string): QueueName {
  const [path = ""] = address.split("?", 1);
  if (SAFE_METHODS.has(method)) {
    if (ADMIN.test(path)) return "admin";
    if (FILES.test(path)) return "files";
    return isLookup(method, path, address.slice(path.length)) ? "lookups" : "reads";
  }
  if (uploadAt(method, path)) return "uploads";
  return SIGN_IN.test(path) ? "signIn" : ADMIN.test(path) ? "admin" : "saves";
}

type Waiting = { isGone: () => boolean; since: number; start: () => void; refuse: () => void };

type Queue = QueueLimits & {
  waiting: Waiting[];
  running: number;
  /** Milliseconds between two starts while requests waited, as a moving average. */
  pace: number;
  startedAt: number;
};

/**
 * Decides when requests start. Waiting requests start one at a time, some turns of the event loop apart. A busy process
 * has long turns, so it starts fewer requests. Requests with too long an expected wait are refused on arrival; those
 * that wait longer than expected are refused later.
 */
export class Admission {
  readonly #queues = new Map<QueueName, Queue>(
    NAMES.map((name) => [name, { ...QUEUES[name], waiting: [], running: 0, pace: FIRST_PACE_MS, startedAt: 0 }]),
  );
  readonly #factor: number;
  #isStarting = false;
  /** Has a connection arrived since the last turn? */
  #hasNewConnection = false;
  /** When a start was last delayed because connections came. */
  #delayedAt = 0;
  /** Since when each turn that was looked at brought a connection. */
  #burstSince = 0;
  #next = 0;
  #sweeping: NodeJS.Timeout | undefined;

  /** @param factor multiplies all waiting times, for tests on a busy machine */
  constructor(factor: number) {
    this.#factor = factor;
  }

  /** Starts the work now or later, or refuses it. Later work is skipped if its client is gone by then. */
  enter(name: QueueName, given: { isGone: () => boolean; start: () => void; refuse: () => void }): void {
    const queue = this.#queueOf(name);
    if (queue.waiting.length === 0 && queue.running < Math.min(NEVER_WAITING, queue.atOnce))
      return this.#start(queue, given);
    const wait = queue.waiting.length * queue.pace;
    const isFull = queue.waiting.length >= queue.maxWaiting + Math.max(0, queue.atOnce - queue.running);
    if (isFull || wait > MAX_EXPECTED_WAIT_MS * this.#patienceOf(queue)) return given.refuse();
    queue.waiting.push({ ...given, since: performance.now() });
    this.#startInTurn();
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Call for each new connection. */
  noteConnection(): void {
    this.#hasNewConnection = true;
  }

  /** Call once for each started request when it ends. */
  leave(name: QueueName): void {
    this.#queueOf(name).running -= 1;
    this.#startInTurn();
  }

  /** The state of each queue, for metrics. `oldest` is the longest wait in seconds. */
  state(): { queue: QueueName; waiting: number; running: number; oldest: number }[] {
    const now = performance.now();
    return [...this.#queues].map(([queue, { waiting, running }]) => {
      const [first] = waiting;
      return { queue, waiting: waiting.length, running, oldest: first ? (now - first.since) / 1_000 : 0 };
    });
  }

  #queueOf(name: QueueName): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new Error(`There is no queue ${name}.`);
    return queue;
  }

  #patienceOf({ patience = 1 }: Queue): number {
    return patience * this.#factor;
  }

  #start(queue: Queue, given: { start: () => void }): void {
    queue.running += 1;
    given.start();
  }

  #startInTurn(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    let turns = TURNS_BETWEEN_STARTS;
    let added = 0;
    const turn = (): void => {
      turns -= 1;
      if (turns <= 0 && this.#hasNewConnection && added < MAX_ADDED_TURNS) {
        turns = 1;
        added += 1;
        this.#noteBurst();
      } else if (!this.#hasNewConnection) this.#burstSince = 0;
      this.#hasNewConnection = false;
      if (turns > 0) return void setImmediate(turn);
      this.#isStarting = false;
      if (this.#startOne()) this.#startInTurn();
    };
    setImmediate(turn);
  }

  #noteBurst(): void {
    const now = performance.now();
    if (this.#burstSince === 0) this.#burstSince = now;
    if (now - this.#burstSince < MAX_BURST_MS) this.#delayedAt = now;
  }

  /**
   * Takes one request of the administrators' queue first, then of the other queues by turns.
   * @returns false if nothing can start
   */
  #startOne(): boolean {
    const order = ["admin" as const, ...NAMES.slice(this.#next), ...NAMES.slice(0, this.#next)];
    for (const name of order) {
      const queue = this.#queueOf(name);
      while (queue.running < queue.atOnce) {
        const next = queue.waiting.shift();
        if (!next) break;
        if (next.isGone()) continue;
        this.#next = (NAMES.indexOf(name) + 1) % NAMES.length;
        const now = performance.now();
        // Measure the pace only from requests that waited: an idle queue says nothing about its speed. Nor does the time in
        // which connections came: a burst of visitors is let in once they are there.
        const since = Math.max(queue.startedAt, next.since, this.#delayedAt);
        queue.pace = queue.pace * 0.9 + Math.min(100, now - since) * 0.1;
        queue.startedAt = now;
        this.#start(queue, next);
        return true;
      }
    }
    return false;
  }

  #sweep(): void {
    const now = performance.now();
    let isAnybody = false;
    for (const queue of this.#queues.values()) {
      while (queue.waiting[0] !== undefined && now - queue.waiting[0].since > MAX_WAIT_MS * this.#patienceOf(queue)) {
        const late = queue.waiting.shift();
        if (late && !late.isGone()) late.refuse();
      }
      isAnybody ||= queue.waiting.length > 0;
    }
    if (isAnybody) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

/** Milliseconds between two checks for complete bodies. Node has no event for a body that nobody reads. */
const CHECK_BODIES_EVERY_MS = 10;
const arriving = new Map<IncomingMessage, () => void>();
let checking: NodeJS.Timeout | undefined;

function hasArrived(incoming: IncomingMessage): boolean {
  return incoming.complete || incoming.readableLength >= incoming.readableHighWaterMark;
}

function checkBodies(): void {
  for (const [incoming, then] of arriving) {
    if (!incoming.destroyed && !hasArrived(incoming)) continue;
    arriving.delete(incoming);
    if (!incoming.destroyed) then();
  }
  if (arriving.size > 0) return;
  clearInterval(checking);
  checking = undefined;
}

/**
 * Calls `then` once the body has arrived, or as much of it as Node buffers. So a slow body does not take a place from
 * others. Uploads do not wait here, because their own code reads them as they arrive.
 */
export function whenBodyArrived(incoming: IncomingMessage, outgoing: ServerResponse, then: () => void): void {
  const { method = "", url = "" } = incoming;
  if (!hasBody(incoming) || uploadAt(method, url.split("?", 1)[0] ?? "") !== undefined) return then();
  // Most bodies arrive together with the headers, and are complete after this turn of the event loop.
  setImmediate(() => {
    if (outgoing.destroyed) return;
    if (hasArrived(incoming)) return then();
    arriving.set(incoming, then);
    checking ??= setInterval(checkBodies, CHECK_BODIES_EVERY_MS).unref();
  });
}
