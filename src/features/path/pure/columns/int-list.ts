import { free } from "./grown.ts";

/** A growing list of whole numbers. A plain array of a million numbers takes several times the memory. */
export class IntList {
  #items: Int32Array<ArrayBuffer>;
  length = 0;

  /** @param expected how many items there will be, if that is known: growing copies them all */
  constructor(expected = 64) {
    this.#items = new Int32Array(Math.max(64, expected));
  }

  push(value: number): void {
    if (this.length === this.#items.length) {
      const former = this.#items;
      this.#items = new Int32Array(this.length * 2);
      this.#items.set(former);
      free(former);
    }
    this.#items[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  /** A view, valid until the next push. */
  values(): Int32Array {
    return this.#items.subarray(0, this.length);
  }
}
