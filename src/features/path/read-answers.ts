import { nameValue } from "#core/value-names.ts";

/** Characters of JSON whose answers are kept. At 1,000,000 people the largest company's figures have 190,000. */
const MOST_CHARACTERS = 1_000_000;

/** With all that is in it. */
function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) freeze(inner);
  Object.freeze(value);
}

/**
 * Reads answers that come as JSON. The same answer is read once, and is the same object each time, frozen. Its name is
 * the digest of its text, so that whoever draws it need not look at all of it.
 */
export class AnswerReader {
  readonly #known = new Map<string, { answer: unknown; characters: number }>();
  #characters = 0;

  /** The answer with this digest; undefined if it was never read, or was dropped to make room. */
  known(digest: string): unknown {
    const known = this.#known.get(digest);
    if (known === undefined) return undefined;
    // The oldest is dropped first, so what is used becomes the newest.
    this.#known.delete(digest);
    this.#known.set(digest, known);
    return known.answer;
  }

  read(text: string, digest: string): unknown {
    const known = this.known(digest);
    if (known !== undefined) return known;
    const answer: unknown = JSON.parse(text);
    if (typeof answer === "object" && answer !== null) nameValue(answer, digest);
    freeze(answer);
    this.#known.set(digest, { answer, characters: text.length });
    this.#characters += text.length;
    for (const [oldest, { characters }] of this.#known) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#known.delete(oldest);
      this.#characters -= characters;
    }
    return answer;
  }
}
