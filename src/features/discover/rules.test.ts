import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawKeys } from "./draw.server.ts";
import { newDraw, pageCount, permute, readDraw } from "./rules.ts";

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
