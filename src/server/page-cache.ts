import type { PackedBody } from "./packed-body.ts";

/**
 * Public answers kept in memory: what a visitor without a session gets. The
 * source of truth is PostgreSQL; each answer carries tags, and whoever changes
 * what a tag stands for purges it in every process (NOTIFY) before answering.
 */
export type CachedAnswer = {
  status: number;
  /** Name, value, name, value …, as they are sent. */
  headers: readonly string[];
  body: PackedBody;
  tags: ReadonlySet<string>;
  bytes: number;
  until: number;
};

const LIFE = 60_000;

/** Told of what a committed change made out of date; `*` is everything. */
export type OnPurge = (tags: readonly string[]) => void;

export class PageCache {
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;
  #generation = 0;
  /** Off until the channel of purges is open, and whenever it is lost. */
  #on = false;
  /** Who else keeps copies of what the tags stand for. */
  onPurge: OnPurge = () => {};
  /** Told when the channel is lost, and when it is back; before what was missed is purged. */
  onSwitch: (isOn: boolean) => void = () => {};
  /** Has every purge been heard up to now? While that is in doubt nothing is answered from here, and nothing is lost. */
  isFresh: () => boolean = () => true;

  constructor(maxBytes = 48 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /** To be read before the answer's data is: a purge in between makes `put` a no-op. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#answers.size;
  }

  switch(on: boolean): void {
    this.#on = on;
    this.onSwitch(on);
    // What came while nobody listened was missed.
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
    // Beside the text its packed forms, a third of it together.
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

  /** `*` stands for everything. */
  purge(tags: readonly string[]): void {
    if (tags.length > 0) this.onPurge(tags);
    if (tags.includes("*")) return this.clear();
    // No tags: do not bump the generation. Otherwise an answer under way would not be kept, and that would show that
    // somebody hidden has just saved.
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
