import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawKeys } from "./draw.server.ts";
import { chooseRanges, newDraw, pageCount, permute, POSITIONS, readDraw } from "./rules.ts";

const SECRET = Buffer.alloc(32, 7);
const draws = fc.stringMatching(/^[0-9a-f]{8,16}$/);

describe("the permutation of a draw", () => {
  test("gives every number exactly once", () => {
    fc.assert(
      fc.property(draws, fc.constantFrom(2, 4, 6, 8, 10, 12), (draw, bits) => {
        const keys = drawKeys(SECRET, draw);
        const given = new Set(Array.from({ length: 2 ** bits }, (_, index) => permute(index, bits, keys)));
        expect(given.size).toBe(2 ** bits);
        expect(Math.min(...given)).toBe(0);
        expect(Math.max(...given)).toBe(2 ** bits - 1);
      }),
      { numRuns: 150 },
    );
  });

  test("stays within the largest range without a collision", () => {
    const keys = drawKeys(SECRET, "0123456789ab");
    const given = new Set(Array.from({ length: 50_000 }, (_, index) => permute(index, 30, keys)));
    expect(given.size).toBe(50_000);
    for (const value of given) expect(value).toBeLessThan(2 ** 30);
  });

  test("is the same for the same draw and another for another", () => {
    const order = (draw: string) =>
      Array.from({ length: 256 }, (_, index) => permute(index, 8, drawKeys(SECRET, draw)));
    expect(order("00000000")).toEqual(order("00000000"));
    const starts = Array.from({ length: 200 }, (_, n) => order(n.toString(16).padStart(8, "0")).slice(0, 4).join());
    expect(new Set(starts).size).toBe(200);
  });

  test("is another for another installation: the draw alone does not tell the order", () => {
    const order = (secret: Buffer) =>
      Array.from({ length: 256 }, (_, index) => permute(index, 8, drawKeys(secret, "00000000")));
    expect(order(SECRET)).not.toEqual(order(Buffer.alloc(32, 8)));
  });

  test("puts every number first equally often (chi-square)", () => {
    const counts = Array.from({ length: 64 }, () => 0);
    for (let n = 0; n < 12_800; n += 1) {
      const first = permute(0, 6, drawKeys(SECRET, n.toString(16).padStart(12, "0")));
      counts[first] = (counts[first] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
    // 63 degrees of freedom: 103.4 is the 0.1 % point.
    expect(chiSquare).toBeLessThan(103.4);
  });
});

describe("the name of a draw", () => {
  test("is twelve hex digits of chance and read back", () => {
    expect(newDraw(() => 0)).toBe("000000000000");
    expect(newDraw(() => 0.999_999)).toBe("ffffffffffff");
    expect(readDraw(newDraw(Math.random))).toHaveLength(12);
  });
  test.each([null, "", "0", "xyzxyzxyz", "0123456", "0123456789abcdef0", "ABCDEF0123", "../../etc"])(
    "%j is none",
    (text) => {
      expect(readDraw(text)).toBeUndefined();
    },
  );
});

test.each([
  [0, 1],
  [1, 1],
  [12, 1],
  [13, 2],
  [24, 2],
  [240, 20],
])("%i people fill %i pages", (people, pages) => {
  expect(pageCount(people)).toBe(pages);
});

describe("the ranges that a list reads", () => {
  const keys = [1, 2, 3, 4, 5, 6];
  const share = (people: number, size: number): number =>
    chooseRanges(people, keys, size).reduce((sum, { from, to }) => sum + (to - from) / POSITIONS, 0);

  test("are all of them on a small site", () => {
    for (const people of [1, 20, 600, 1_500]) {
      expect(share(people, 5)).toBeCloseTo(1, 10);
      const ranges = chooseRanges(people, keys, 5);
      for (const position of [1, POSITIONS])
        expect(ranges.filter(({ from, to }) => position >= from && position < to)).toHaveLength(1);
    }
  });

  test.each([5, 12, 240])("of %d people hold enough, and no more than they need, on any larger site", (size) => {
    for (const people of [2_048, 10_000, 1_000_000, 50_000_000]) {
      const expected = share(people, size) * people;
      expect(expected).toBeGreaterThanOrEqual(Math.max(2 * size, 128));
      expect(expected).toBeLessThanOrEqual(Math.max(4 * size + 16, 256));
    }
  });

  test("overlap nowhere, and each is as likely as any other", () => {
    const people = 4_096;
    const drawn = new Map<number, number>();
    for (let draw = 0; draw < 3_000; draw += 1) {
      const ranges = chooseRanges(people, drawKeys(SECRET, draw.toString(16).padStart(8, "0")), 5);
      expect(new Set(ranges.map(({ from }) => from)).size).toBe(ranges.length);
      for (const { from } of ranges) drawn.set(from, (drawn.get(from) ?? 0) + 1);
    }
    const expected = (3_000 * 16) / 512;
    const distance = Array.from({ length: 512 }, (_, n) => drawn.get(n * (POSITIONS / 512)) ?? 0).reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    // 511 degrees of freedom: 588 is the 1 % point.
    expect(distance).toBeLessThan(588);
  });
});
