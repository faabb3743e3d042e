/**
 * Characters of all texts, most of one byte each. At 1,000,000 people the largest company's figures have 190,000. With
 * fewer, a site whose visitors look at two dozen large companies by turns would count each of them again.
 */
const MOST_CHARACTERS = 12_000_000;

/** The same object each time. */
export type KeptText = { readonly text: string };

/** Large answers as JSON: a fifth of the memory that they take as objects. The oldest are dropped first. */
export class KeptTexts {
  readonly #most: number;
  readonly #kept = new Map<string, KeptText>();
  #characters = 0;

  constructor(most = MOST_CHARACTERS) {
    this.#most = most;
  }

  /** Undefined for an answer that was never kept, or was dropped. */
  get(key: string): KeptText | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    // What is used becomes the newest.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  keep(key: string, answer: object): KeptText {
    const text = JSON.stringify(answer);
    const made = { text };
    this.#kept.set(key, made);
    this.#characters += text.length;
    for (const [oldest, { text: dropped }] of this.#kept) {
      if (this.#characters <= this.#most) break;
      this.#kept.delete(oldest);
      this.#characters -= dropped.length;
    }
    return made;
  }

  clear(): void {
    this.#kept.clear();
    this.#characters = 0;
  }
}
