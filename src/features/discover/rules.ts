export const PAGE_SIZE = 12;
/** A draw holds at most 20 pages. */
export const MAX_DRAW = 240;

const DRAW = /^[0-9a-f]{8,16}$/;

/** Undefined for an invalid token. */
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
 * rounds (Luby and Rackoff, 1988). It gives each number exactly once in an
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

/** Shuffle positions are random numbers from 1 to this one: random_key() in the database. */
export const POSITIONS = 2 ** 52;
/** How many people's positions are used to estimate how many people there are. */
export const SAMPLE = 512;
/** On a site with up to this many ranges of positions, a list reads all of them. */
const ALL_RANGES = 128;
/** People expected in a range: 8 to 16. */
const IN_A_RANGE = 8;
/** A list of n people reads ranges in which at least SPARE × n people are expected, because some hold few by chance. */
const SPARE = 2;
/**
 * A short list reads at least so many ranges. With few ranges, the number of people in them would depend on chance, and
 * somebody in a range with many people would be drawn more rarely.
 */
const LEAST_RANGES = 16;

/**
 * The ranges of shuffle positions that a list reads: equally long, each chosen at most once. Every person has the same
 * chance to be in them.
 * @param people roughly how many people are listed. Only its power of two matters, so that new people rarely change a
 * visit's list.
 * @param size how many people the list holds at most
 */
export function chooseRanges(people: number, keys: readonly number[], size: number): { from: number; to: number }[] {
  const bits = Math.max(0, Math.floor(Math.log2(people / IN_A_RANGE)));
  const total = 2 ** bits;
  const length = POSITIONS / total;
  const count = total <= ALL_RANGES ? total : Math.max(LEAST_RANGES, Math.ceil((SPARE * size) / IN_A_RANGE));
  // The permutation needs an even number of bits. Results beyond the last range are skipped.
  const even = Math.min(30, Math.max(2, 2 * Math.ceil(bits / 2)));
  const chosen: { from: number; to: number }[] = [];
  for (let index = 0; index < 2 ** even && chosen.length < count; index += 1) {
    const range = permute(index, even, keys);
    if (range < total) chosen.push({ from: range * length, to: (range + 1) * length + (range + 1 === total ? 1 : 0) });
  }
  return chosen;
}

/** People in an order that the draw's keys decide and their positions do not show. */
export function inDrawnOrder<Row extends { position: number }>(rows: readonly Row[], keys: readonly number[]): Row[] {
  const places = rows.map((row) => ({ row, place: permute(row.position % 2 ** 30, 30, keys) }));
  return places.toSorted((a, b) => a.place - b.place || a.row.position - b.row.position).map(({ row }) => row);
}
