import { EventEmitter } from "node:events";

/**
 * Collects what React writes, and hands it over as one text. A Writable of Node would do the same, but V8 keeps each one,
 * with all that it reaches, until the whole heap is collected: it assigns a function to one of its properties.
 */
export class TextSink extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  #pieces: Uint8Array[] = [];
  readonly #whenComplete: (text: string) => void;

  constructor(whenComplete: (text: string) => void) {
    super();
    this.#whenComplete = whenComplete;
  }

  /** @returns true: it is never full */
  write(piece: Uint8Array | string): boolean {
    this.#pieces.push(typeof piece === "string" ? Buffer.from(piece, "utf8") : piece);
    return true;
  }

  end(): this {
    const text = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#whenComplete(text);
    return this;
  }

  /** React calls it when it gives a page up. */
  destroy(): void {
    this.#pieces = [];
  }
}
