/** A list of whole numbers below 2^32 in four bytes each. */
export class NumberList {
  #words = new Uint32Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#words.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words[this.length] = value;
    this.length += 1;
  }

  /** @returns NaN past the end */
  at(index: number): number {
    return index < this.length ? (this.#words[index] ?? Number.NaN) : Number.NaN;
  }
}
