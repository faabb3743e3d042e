import { free } from "./grown.ts";

/** The form of an id in the columns: 24 hex digits as three 32-bit words. */
export type IdWords = readonly [number, number, number];

/** The eight hex digits of an id from `from` on. */
function wordAt(id: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = id.charCodeAt(at);
    const digit = code < 58 ? code - 48 : code - 87;
    word = (word << 4) | digit;
  }
  return word >>> 0;
}

/** Splits a public id into three words. The caller has checked its form. */
export function toWords(id: string): IdWords {
  return [wordAt(id, 0), wordAt(id, 8), wordAt(id, 16)];
}

export function fromWords(words: Uint32Array, at: number): string {
  let id = "";
  for (let index = at * 3; index < at * 3 + 3; index += 1) id += (words[index] ?? 0).toString(16).padStart(8, "0");
  return id;
}

/** Order of two ids as text. */
export function compareIds(words: Uint32Array, a: number, b: number): number {
  for (let index = 0; index < 3; index += 1) {
    const difference = (words[a * 3 + index] ?? 0) - (words[b * 3 + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const EMPTY = 0xffffffff;

/**
 * Finds the place of a public id in the columns: open addressing in one array (a Map with a million ids takes ten times
 * the memory). Ids are random, so their own bits serve as hash. A replaced line overwrites its slot. A removed line
 * keeps its slot until the next rebuild, and the caller notices that it is gone.
 */
export class IdIndex {
  #slots = new Uint32Array(1024).fill(EMPTY);
  #used = 0;

  /** The place that was last stored for the id; −1 without one. */
  find(words: Uint32Array, id: IdWords): number {
    const mask = this.#slots.length - 1;
    for (let slot = spread(id) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot] ?? EMPTY;
      if (at === EMPTY) return -1;
      if (words[at * 3] === id[0] && words[at * 3 + 1] === id[1] && words[at * 3 + 2] === id[2]) return at;
    }
  }

  set(words: Uint32Array, id: IdWords, place: number): void {
    if (this.#used * 10 > this.#slots.length * 7) this.#grow(words);
    const mask = this.#slots.length - 1;
    for (let slot = spread(id) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot] ?? EMPTY;
      if (at === EMPTY) {
        this.#slots[slot] = place;
        this.#used += 1;
        return;
      }
      if (words[at * 3] === id[0] && words[at * 3 + 1] === id[1] && words[at * 3 + 2] === id[2]) {
        this.#slots[slot] = place;
        return;
      }
    }
  }

  clear(expected: number): void {
    let size = 1024;
    while (size * 7 < expected * 10) size *= 2;
    free(this.#slots);
    this.#slots = new Uint32Array(size).fill(EMPTY);
    this.#used = 0;
  }

  bytes(): number {
    return this.#slots.byteLength;
  }

  #grow(words: Uint32Array): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2).fill(EMPTY);
    this.#used = 0;
    for (const at of old) {
      if (at === EMPTY) continue;
      this.set(words, [words[at * 3] ?? 0, words[at * 3 + 1] ?? 0, words[at * 3 + 2] ?? 0], at);
    }
    free(old);
  }
}

function spread([a, b, c]: IdWords): number {
  const mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
