import { expect, test } from "vitest";
import { hasZeroBits } from "./proof-of-work.ts";

test.each([
  [[0, 0, 255], 16, true],
  [[0, 1, 0], 16, false],
  [[0, 1, 0], 15, true],
  [[0, 3, 0], 15, false],
  [[128], 1, false],
  [[127], 1, true],
  [[], 1, false],
  [[9], 0, true],
])("%j begins with %i zero bits: %s", (bytes, bits, expected) => {
  expect(hasZeroBits(Uint8Array.from(bytes), bits)).toBe(expected);
});
