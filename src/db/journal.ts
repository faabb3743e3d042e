import type { Role } from "./role.ts";

/**
 * How long after a heartbeat that was answered we count as informed of all changes, in milliseconds since it was sent.
 * Purges of later commits may still be on their way.
 */
export const LEASE_MS = 900;
/**
 * How long a standby may be read without a primary, in milliseconds. If we are cut off together with a standby, people
 * may be hiding themselves on the other side, and we would not hear of it.
 */
const MAX_WITHOUT_PRIMARY_MS = 60_000;
/** A standby that is further behind is not read, in seconds. */
const MAX_LAG_SECONDS = 10;
/**
 * The last record that a standby received from a dead primary is often cut short and cannot be replayed. So a standby
 * may be read although it has not replayed this many bytes that it received.
 */
const CUT_SHORT_BYTES = 16_384;
/** Milliseconds between two samples, and how many are kept. */
const SAMPLE_EVERY_MS = 500;
const MAX_SAMPLES = 7_200;

/**
 * Knows how far the primary's journal is, and how far a standby must be before this process reads from it: the standby
 * must have replayed every change that this process made, and every change of others that it was notified of.
 */
export class Journal {
  /** Asks the primary soon. Set while there is a connection. */
  ask: (() => void) | undefined;
  /** Does the primary notify us of changes? */
  isListening = false;
  #changedAt = performance.now();
  /** Undefined from a change until the primary has said how far its journal is now. */
  #floor: number | undefined;
  #primary: { role: Role; at: number } | undefined;
  /** Up to here, somebody can have seen what was changed. */
  #seen = 0;
  /** The furthest that any standby has received. */
  #received = 0;
  readonly #samples: { position: number; at: number }[] = [];
  readonly #waiting = new Set<{ since: number; done: (position?: number) => void }>();

  /** A change was committed, here or in another process. Until the primary answers, no standby is read. */
  changed(): void {
    this.#changedAt = performance.now();
    this.#floor = undefined;
    this.ask?.();
  }

  /** The primary answered a question that was asked at this time. */
  primaryAnswered(role: Role, at: number): void {
    // What the old primary wrote beyond the promotion is void.
    if (this.#primary?.role.timeline !== role.timeline) {
      this.#seen = 0;
      this.#received = 0;
    }
    this.#seen = Math.max(role.seen, this.#seen);
    this.#primary = { role, at };
    if (at >= this.#changedAt) this.#floor ??= role.position;
    this.#sample(role.position, at);
    for (const { since, done } of this.#waiting) if (at >= since) done(role.position);
  }

  standbyAnswered(standby: Role): void {
    if (this.isOurs(standby)) this.#received = Math.max(this.#received, standby.received, standby.position);
  }

  /** The connection leads to a standby, or is gone: nobody knows now how far the primary is. Ends all waits for it. */
  endWaiting(): void {
    for (const { done } of this.#waiting) done();
  }

  /** The connection to the primary is gone. */
  primaryLost(): void {
    this.ask = undefined;
    this.isListening = false;
    this.endWaiting();
  }

  /** Has a primary ever answered? */
  get hasPrimaryAnswered(): boolean {
    return this.#primary !== undefined;
  }

  /** Does the primary answer, and are we told of changes? */
  get isInformed(): boolean {
    return this.isListening && this.#hasAnsweredWithin(LEASE_MS);
  }

  /** A position behind everything that is committed now. Undefined if the primary cannot be asked. */
  async now(): Promise<number | undefined> {
    const { ask } = this;
    if (!ask || !this.#hasAnsweredWithin(LEASE_MS)) return undefined;
    return new Promise((resolve) => {
      const done = (position?: number): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(position);
      };
      const timer = setTimeout(done, LEASE_MS);
      const waiting = { since: performance.now(), done };
      this.#waiting.add(waiting);
      ask();
    });
  }

  /** Does this server follow our primary, in the same database? */
  isOurs({ timeline, identity }: Role): boolean {
    const primary = this.#primary?.role;
    return primary !== undefined && identity === primary.identity && timeline >= primary.timeline;
  }

  /** Has this standby every change that this process made or was notified of? */
  #hasChanges(role: Role): boolean {
    return this.#floor !== undefined && role.position >= this.#floor && this.isOurs(role);
  }

  /** Does this standby follow our primary closely? It may still lack the last changes. */
  isClose(role: Role): boolean {
    return this.isOurs(role) && this.lagOf(role) <= MAX_LAG_SECONDS;
  }

  /**
   * May this standby be read although nobody tells us of changes? Only for a moment, and only if it shows everything
   * that it and we have received, and no other standby has received more.
   */
  mayReadWithoutPrimary(role: Role): boolean {
    const { position, isPaused } = role;
    const received = role.received - (isPaused ? 0 : CUT_SHORT_BYTES);
    const isKnown = this.#floor !== undefined && this.#hasAnsweredWithin(MAX_WITHOUT_PRIMARY_MS);
    const isFirst = Math.max(role.received, position) >= this.#received;
    return isKnown && isFirst && this.isOurs(role) && position >= this.#seen && position >= received;
  }

  /** May this standby be read? */
  mayRead(role: Role): boolean {
    return this.isInformed ? this.#hasChanges(role) && this.isClose(role) : this.mayReadWithoutPrimary(role);
  }

  /** For how many seconds the primary has had something that this standby lacks. */
  lagOf({ position }: Pick<Role, "position">): number {
    const samples = this.#samples;
    if ((samples.at(-1)?.position ?? 0) <= position) return 0;
    // Asked before every query, so the first later sample is searched by halves.
    let [low, high] = [0, samples.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((samples[middle]?.position ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return (performance.now() - (samples[low]?.at ?? 0)) / 1_000;
  }

  #hasAnsweredWithin(within: number): boolean {
    return this.#primary !== undefined && performance.now() - this.#primary.at < within;
  }

  #sample(position: number, at: number): void {
    const last = this.#samples.at(-1);
    // A new primary may be behind the old one, whose journal is void from there on.
    if (last && position < last.position) this.#samples.length = 0;
    else if (last && (position === last.position || at - last.at < SAMPLE_EVERY_MS)) return;
    this.#samples.push({ position, at });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }
}
