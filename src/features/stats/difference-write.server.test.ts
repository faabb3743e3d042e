import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceOf } from "./difference-write.server.ts";

type Row = { a: number; b: number; n: number; m: number };
const rows = fc.array(
  fc.record({ a: fc.integer({ min: 1, max: 4 }), b: fc.integer({ min: 1, max: 4 }), n: fc.nat(5), m: fc.nat(1_000) }),
  { maxLength: 12 },
);
const keyOf = (row: Row): number[] => [row.a, row.b];
const numbersOf = (row: Row): number[] => [row.n, row.m];

function total(list: readonly Row[]): Map<string, [number, number]> {
  const sums = new Map<string, [number, number]>();
  for (const row of list) {
    const sum = sums.get(`${row.a}:${row.b}`) ?? [0, 0];
    sums.set(`${row.a}:${row.b}`, [sum[0] + row.n, sum[1] + row.m]);
  }
  return sums;
}

describe("the difference of two sets of rows", () => {
  test("leads from the one to the other", () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const sums = total(before);
        for (const { key, numbers } of differenceOf(before, after, keyOf, numbersOf)) {
          const [n, m] = sums.get(key.join(":")) ?? [0, 0];
          sums.set(key.join(":"), [n + (numbers[0] ?? 0), m + (numbers[1] ?? 0)]);
        }
        const expected = total(after);
        for (const [key, sum] of sums) expect(sum, key).toEqual(expected.get(key) ?? [0, 0]);
        for (const key of expected.keys())
          expect(sums.has(key) || expected.get(key)?.every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("is empty where nothing changed, whatever the order", () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(differenceOf(list, list.toReversed(), keyOf, numbersOf)).toEqual([]);
      }),
    );
  });

  test("names each key once, in ascending order, never with zeros alone", () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const found = differenceOf(before, after, keyOf, numbersOf);
        const places = found.map(({ key }) => (key[0] ?? 0) * 10 + (key[1] ?? 0));
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        expect(found.every(({ numbers }) => numbers.some((value) => value !== 0))).toBe(true);
      }),
    );
  });

  test("undone, it is its own negative", () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const there = differenceOf(before, after, keyOf, numbersOf);
        const back = differenceOf(after, before, keyOf, numbersOf);
        expect(back.map(({ numbers }) => numbers.map((value) => 0 - value))).toEqual(
          there.map(({ numbers }) => numbers.map((value) => value + 0)),
        );
      }),
    );
  });
});
