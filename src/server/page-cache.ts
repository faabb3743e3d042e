import type { MarkedBody } from "./marked-body.ts";

/**
 * Public answers kept in memory: what a visitor without a session gets. The
 * source of truth is PostgreSQL; entries carry tags, and whoever changes what
 * a tag stands for purges it in every process (NOTIFY) before answering.
 */
export type CachedAnswer = {
  status: number;
  /** Name, value, name, value …, as they are sent. */
  headers: readonly string[];
  body: MarkedBody;
  tags: ReadonlySet<string>;
  bytes: number;
  until: number;
};

const LIFE = 60_000;

export class PageCache {
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;
  #generation = 0;
  /** Off until the channel of purges is open, and whenever it is lost. */
  #on = false;

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
    if (!on) this.clear();
  }

  get(key: string, now: number): CachedAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    if (answer.until <= now) {
      this.#drop(key, answer);
      return undefined;
    }
    return answer;
  }

  put(key: string, answer: Omit<CachedAnswer, "until" | "bytes">, now: number, generation: number): void {
    if (!this.#on || generation !== this.#generation) return;
    const bytes = answer.body.bytes.length + 1_024;
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
    if (tags.includes("*")) return this.clear();
    // A write that others see nothing of leaves no trace: not even an answer under way that is then not kept.
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
