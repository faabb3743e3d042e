import { getHeapStatistics } from "node:v8";

/** Bytes of arrays that may wait for V8 to collect them. By itself it waits for 64 MB. */
const MOST_WAITING = 12_000_000;

let before = 0;

/**
 * Frees large arrays that nobody uses any more, if enough have come since the last time: V8 counts its own heap, and
 * hardly what arrays hold outside of it. Takes a millisecond. Does nothing in a process without `--expose-gc`.
 */
export function freeArrays(): void {
  if (globalThis.gc === undefined) return;
  // V8 frees in another thread, so less may be left than when it was asked.
  before = Math.min(before, getHeapStatistics().external_memory);
  if (getHeapStatistics().external_memory - before < MOST_WAITING) return;
  globalThis.gc({ type: "minor" });
  before = getHeapStatistics().external_memory;
}

/** Frees everything that nobody uses any more, and gives its pages back. Takes tens of milliseconds. */
export function freeEverything(): void {
  if (globalThis.gc === undefined) return;
  globalThis.gc({ type: "major", flavor: "last-resort" });
  before = getHeapStatistics().external_memory;
}
