import { expect, it } from "vitest";
import { grown, grownNumbers, u16 } from "./grown.ts";

it("gives an array back that has room, and frees one that has not", () => {
  const small = u16(2);
  small.set([7, 8]);
  expect(grown(small, 2, u16)).toBe(small);
  const larger = grown(small, 3, u16);
  expect([larger.length >= 3, ...larger.subarray(0, 3)]).toEqual([true, 7, 8, 0]);
  expect([small.length, small.buffer.byteLength]).toEqual([0, 0]);
});

it("keeps numbers in two bytes until that is not enough", () => {
  const short = u16(2);
  short.set([7, 65_535]);
  expect(grownNumbers(short, 2, 65_536)).toBe(short);
  const wide = grownNumbers(short, 3, 65_537);
  wide[2] = 65_536;
  expect([wide.BYTES_PER_ELEMENT, ...wide]).toEqual([4, 7, 65_535, 65_536]);
  expect([...grownNumbers(wide, 4, 1).subarray(0, 3)]).toEqual([7, 65_535, 65_536]);
});
