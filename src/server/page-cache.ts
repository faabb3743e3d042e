import type { PackedBody } from "./packed-body.ts";

/**
 * Answers for visitors without a session, kept in memory. PostgreSQL has the truth. Each answer has tags that name the
 * data it shows. A write purges its tags in every process with NOTIFY.
 */
export type CachedAnswer = {
  status: number;
  /** Names and values by turns, as Node's `writeHead` takes them. */
  headers: readonly string[];
  body: PackedBody;
  tags: ReadonlySet<string>;
  bytes: number;
  until: number;
};

const LIFE = 60_000;

/** Called with the tags that a committed change made stale. The tag `*` means everything. */
export type OnPurge = (tags: readonly string[]) => void;

export class PageCache {
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;
  #generation = 0;
  /** Is the purge channel connected? Otherwise purges would be missed, so nothing is kept. */
  #on = false;
  /** Drops other copies of the tagged data. */
  onPurge: OnPurge = () => {};
  /** Called when the channel is lost or back. When it is back, everything is purged right after this call. */
  onSwitch: (isOn: boolean) => void = () => {};
  /** Was a heartbeat answered a moment ago? Otherwise a purge may be late: nothing is given, but all is kept. */
  isFresh: () => boolean = () => true;

  constructor(maxBytes = 48 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /** Read this before you read the data of an answer. If a purge happens in between, `put` keeps nothing. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#answers.size;
  }

  switch(on: boolean): void {
    this.#on = on;
    this.onSwitch(on);
    // Purges were missed while the channel was away.
    if (on) this.onPurge(["*"]);
    else this.clear();
  }

  get(key: string, now: number): CachedAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined || !this.isFresh()) return undefined;
    if (answer.until <= now) {
      this.#drop(key, answer);
      return undefined;
    }
    return answer;
  }

  put(key: string, answer: Omit<CachedAnswer, "until" | "bytes">, now: number, generation: number): void {
    if (!this.#on || generation !== this.#generation) return;
    // The compressed copies together take about a third of the text's size.
    const bytes = Math.ceil(answer.body.bytes.length * 1.4) + 1_024;
    if (bytes > this.#maxBytes / 16) return;
    const old = this.#answers.get(key);
    if (old) this.#drop(key, old);
    this.#answers.set(key, { ...answer, bytes, until: now + LIFE });
    this.#bytes += bytes;
    for (const [oldest, held] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest, held);
    }
  }

  /** Drops the answers with one of these tags. The tag `*` drops all answers. */
  purge(tags: readonly string[]): void {
    if (tags.length > 0) this.onPurge(tags);
    if (tags.includes("*")) return this.clear();
    // No tags: do not bump the generation. Otherwise `put` would drop the answers being made, and others could notice
    // that somebody hidden has just saved.
    if (tags.length === 0) return;
    this.#generation += 1;
    for (const [key, answer] of this.#answers) {
      if (tags.some((tag) => answer.tags.has(tag))) this.#drop(key, answer);
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
    this.#bytes = 0;
  }

  #drop(key: string, answer: CachedAnswer): void {
    if (this.#answers.delete(key)) this.#bytes -= answer.bytes;
  }
}
