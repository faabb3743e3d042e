type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array;

/** The array itself if it has room for `needed` items, otherwise a larger copy. */
export function grown<T extends Numbers>(array: T, needed: number, make: (length: number) => T): T {
  if (needed <= array.length) return array;
  const larger = make(Math.max(needed, Math.ceil(array.length * 1.25) + 64));
  larger.set(array);
  return larger;
}

export const u32 = (length: number): Uint32Array<ArrayBuffer> => new Uint32Array(length);
export const i32 = (length: number): Int32Array<ArrayBuffer> => new Int32Array(length);
export const u16 = (length: number): Uint16Array<ArrayBuffer> => new Uint16Array(length);
export const u8 = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length);
