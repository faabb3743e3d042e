import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./has-body.ts";
import { isLookup } from "./lookup-queue.ts";
import { FILES } from "./route-limits.ts";
import { uploadAt } from "./uploads.ts";

/**
 * Limits of a waiting line: requests handled at once, requests that may wait, and a factor for how long they may wait.
 */
type Bounds = { atOnce: number; room: number; patience?: number };

/**
 * Each kind of request has its own waiting line, so that one kind cannot block another. Administrators must be able to
 * look at an overloaded site. Saves are rare and matter more than reads. Sign-ins, uploads and look-ups take long and
 * must not take the places of fast requests.
 */
const LINES = {
  admin: { atOnce: 8, room: 32 },
  // Many saves of one person must not take all places of the reads.
  saves: { atOnce: 128, room: 64 },
  reads: { atOnce: 32, room: 256 },
  // A password costs as much as ten pages, and a refused person must type it again. So sign-ins may wait longer.
  signIn: { atOnce: 64, room: 0, patience: 5 },
  uploads: { atOnce: 16, room: 16 },
  lookups: { atOnce: 256, room: 64 },
  // A page without its script does not work. A late script is better than a refused one.
  files: { atOnce: 64, room: 512, patience: 10 },
} as const satisfies Record<string, Bounds>;

export type LineName = keyof typeof LINES;

const NAMES = Object.keys(LINES) as LineName[];

/**
 * The longest expected wait, in milliseconds. Requests that would wait longer at the line's present pace are refused on
 * arrival.
 */
const EXPECTED = 100;
/** Milliseconds after which a waiting request is refused, because its line has become slower than expected. */
const PATIENCE = 140;
const SWEEP = 20;
/**
 * Turns of the event loop between two starts. Each turn accepts at most one new connection (libuv since 1.45). Without
 * free turns between slow requests, a new connection could wait for seconds just to be accepted.
 */
const TURNS = 2;
/**
 * A start waits until a turn brings no new connection, because connections often come one after another. It waits for at
 * most this many turns, because a flood of connections may not end.
 */
const PUT_OFF = 4;
/** Milliseconds. Connections that come for longer are not a burst of visitors: the pace includes waiting for them. */
const BURST = 300;
/** Up to this many requests at once never wait, whatever the measured pace. */
const ALWAYS = 4;
/** The assumed milliseconds between two starts, before any were measured. */
const FIRST_PACE = 5;

const SIGN_IN = /^\/(?:api\/(?:user|passkey)\/|api\/admin\/login|admin\/login|login|signup)/;
const ADMIN = /^\/(?:api\/)?admin(?:\/|$)/;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** @param address path and query */
export function lineOf(method: string, address: string): LineName {
  const [path = ""] = address.split("?", 1);
  if (SAFE.has(method)) {
    if (ADMIN.test(path)) return "admin";
    if (FILES.test(path)) return "files";
    return isLookup(method, path, address.slice(path.length)) ? "lookups" : "reads";
  }
  if (uploadAt(method, path)) return "uploads";
  return SIGN_IN.test(path) ? "signIn" : ADMIN.test(path) ? "admin" : "saves";
}

type Waiting = { isGone: () => boolean; since: number; start: () => void; refuse: () => void };

type Line = Bounds & {
  waiting: Waiting[];
  inside: number;
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
  readonly #lines = new Map<LineName, Line>(
    NAMES.map((name) => [name, { ...LINES[name], waiting: [], inside: 0, pace: FIRST_PACE, startedAt: 0 }]),
  );
  readonly #factor: number;
  #isPumping = false;
  /** Has a connection arrived since the last turn? */
  #isKnocked = false;
  /** When work was put off last because connections came. */
  #putOffAt = 0;
  /** Since when each turn that was looked at brought a connection. */
  #burstSince = 0;
  #next = 0;
  #sweeping: NodeJS.Timeout | undefined;

  /** @param factor multiplies all waiting times, for tests on a busy machine */
  constructor(factor = 1) {
    this.#factor = factor;
  }

  /** Starts the work now or later, or refuses it. Later work is skipped if its client is gone by then. */
  enter(name: LineName, given: { isGone: () => boolean; start: () => void; refuse: () => void }): void {
    const line = this.#lineOf(name);
    if (line.waiting.length === 0 && line.inside < Math.min(ALWAYS, line.atOnce)) return this.#start(line, given);
    const wait = line.waiting.length * line.pace;
    const isFull = line.waiting.length >= line.room + Math.max(0, line.atOnce - line.inside);
    if (isFull || wait > EXPECTED * this.#patienceOf(line)) return given.refuse();
    line.waiting.push({ ...given, since: performance.now() });
    this.#pump();
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP).unref();
  }

  /** Call for each new connection. */
  knock(): void {
    this.#isKnocked = true;
  }

  /** Call once for each started request when it ends. */
  leave(name: LineName): void {
    this.#lineOf(name).inside -= 1;
    this.#pump();
  }

  /** The state of each line, for metrics. `oldest` is the longest wait in seconds. */
  state(): { line: LineName; waiting: number; inside: number; oldest: number }[] {
    const now = performance.now();
    return [...this.#lines].map(([line, { waiting, inside }]) => {
      const [first] = waiting;
      return { line, waiting: waiting.length, inside, oldest: first ? (now - first.since) / 1_000 : 0 };
    });
  }

  #lineOf(name: LineName): Line {
    const line = this.#lines.get(name);
    if (!line) throw new Error(`There is no line ${name}.`);
    return line;
  }

  #patienceOf({ patience = 1 }: Line): number {
    return patience * this.#factor;
  }

  #start(line: Line, given: { start: () => void }): void {
    line.inside += 1;
    given.start();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    let turns = TURNS;
    let putOff = 0;
    const turn = (): void => {
      turns -= 1;
      if (turns <= 0 && this.#isKnocked && putOff < PUT_OFF) {
        turns = 1;
        putOff += 1;
        this.#noteBurst();
      } else if (!this.#isKnocked) this.#burstSince = 0;
      this.#isKnocked = false;
      if (turns > 0) return void setImmediate(turn);
      this.#isPumping = false;
      if (this.#startOne()) this.#pump();
    };
    setImmediate(turn);
  }

  #noteBurst(): void {
    const now = performance.now();
    if (this.#burstSince === 0) this.#burstSince = now;
    if (now - this.#burstSince < BURST) this.#putOffAt = now;
  }

  /**
   * Takes one request of the administrators' line first, then of the other lines by turns.
   * @returns false if nothing can start
   */
  #startOne(): boolean {
    const order = ["admin" as const, ...NAMES.slice(this.#next), ...NAMES.slice(0, this.#next)];
    for (const name of order) {
      const line = this.#lineOf(name);
      while (line.inside < line.atOnce) {
        const next = line.waiting.shift();
        if (!next) break;
        if (next.isGone()) continue;
        this.#next = (NAMES.indexOf(name) + 1) % NAMES.length;
        const now = performance.now();
        // Measure the pace only from requests that waited: an idle line says nothing about its speed. Nor does the time in
        // which connections came: a burst of visitors is let in once they are there.
        const since = Math.max(line.startedAt, next.since, this.#putOffAt);
        line.pace = line.pace * 0.9 + Math.min(100, now - since) * 0.1;
        line.startedAt = now;
        this.#start(line, next);
        return true;
      }
    }
    return false;
  }

  #sweep(): void {
    const now = performance.now();
    let isAnybody = false;
    for (const line of this.#lines.values()) {
      while (line.waiting[0] !== undefined && now - line.waiting[0].since > PATIENCE * this.#patienceOf(line)) {
        const late = line.waiting.shift();
        if (late && !late.isGone()) late.refuse();
      }
      isAnybody ||= line.waiting.length > 0;
    }
    if (isAnybody) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

/** Milliseconds between two checks for complete bodies. Node has no event for a body that nobody reads. */
const LOOK = 10;
const coming = new Map<IncomingMessage, () => void>();
let looking: NodeJS.Timeout | undefined;

function isWhole(incoming: IncomingMessage): boolean {
  return incoming.complete || incoming.readableLength >= incoming.readableHighWaterMark;
}

function look(): void {
  for (const [incoming, then] of coming) {
    if (!incoming.destroyed && !isWhole(incoming)) continue;
    coming.delete(incoming);
    if (!incoming.destroyed) then();
  }
  if (coming.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/**
 * Calls `then` once the body has arrived, or as much of it as Node buffers. So a slow body does not take a place from
 * others. Uploads do not wait here, because their own code reads them as they arrive.
 */
export function whenWhole(incoming: IncomingMessage, outgoing: ServerResponse, then: () => void): void {
  const { method = "", url = "" } = incoming;
  if (!hasBody(incoming) || uploadAt(method, url.split("?", 1)[0] ?? "") !== undefined) return then();
  // Most bodies arrive together with the headers, and are complete after this turn of the event loop.
  setImmediate(() => {
    if (outgoing.destroyed) return;
    if (isWhole(incoming)) return then();
    coming.set(incoming, then);
    looking ??= setInterval(look, LOOK).unref();
  });
}
