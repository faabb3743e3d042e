type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** The array itself if it has room for `needed` items. Otherwise a larger copy, and the given array becomes empty. */
export function grown<T extends Numbers>(array: T, needed: number, make: (length: number) => T): T {
  if (needed <= array.length) return array;
  const larger = make(Math.max(needed, Math.ceil(array.length * 1.25) + 64));
  larger.set(array);
  free(array);
  return larger;
}

/** The most numbers from 0 on that two bytes can tell apart. */
const MOST_SHORT = 2 ** 16;

/** The same for numbers from 0 to before `end`: two bytes each as long as that is enough, then four. */
export function grownNumbers(
  array: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  needed: number,
  end: number,
): typeof array {
  if (array instanceof Uint32Array) return grown(array, needed, u32);
  if (end <= MOST_SHORT) return grown(array, needed, u16);
  const wide = u32(Math.max(needed, array.length));
  wide.set(array);
  free(array);
  return wide;
}

/**
 * Gives the memory of an array back at once. V8 collects arrays only after 64 MB of them. Nobody may read it any more:
 * it is empty. (Moving it to the new length would also write to the pages that are not used yet.)
 */
export function free(array: Numbers): void {
  array.buffer.transfer(0);
}

export const u32 = (length: number): Uint32Array<ArrayBuffer> => new Uint32Array(length);
export const i32 = (length: number): Int32Array<ArrayBuffer> => new Int32Array(length);
export const u16 = (length: number): Uint16Array<ArrayBuffer> => new Uint16Array(length);
export const u8 = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length);
