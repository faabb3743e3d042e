export const PAGE_SIZE = 12;
/** A draw holds at most 20 pages. */
export const MAX_DRAW = 240;

const DRAW = /^[0-9a-f]{8,16}$/;

/** The token of one visit's draw, or undefined for what is none. */
export function readDraw(text: string | null): string | undefined {
  return text !== null && DRAW.test(text) ? text : undefined;
}

export function newDraw(random: () => number): string {
  return Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join("");
}

/** 'Next' works only while the page's number is below total / 12. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

function mix(value: number, key: number): number {
  let x = Math.imul(value ^ key, 0x9e3779b1);
  x ^= x >>> 15;
  x = Math.imul(x, 0x85ebca77);
  x ^= x >>> 13;
  return x >>> 0;
}

/**
 * A keyed permutation of 0..2^bits-1: a balanced Feistel network of six
 * rounds (Luby and Rackoff, 1988). It deals each number exactly once in an
 * order that only the key decides, with no list in memory.
 * @param bits an even number from 2 to 30
 */
export function permute(index: number, bits: number, keys: readonly number[]): number {
  const half = bits / 2;
  const mask = 2 ** half - 1;
  let left = Math.floor(index / 2 ** half) & mask;
  let right = index & mask;
  for (const key of keys) [left, right] = [right, left ^ (mix(right, key) & mask)];
  return left * 2 ** half + right;
}
