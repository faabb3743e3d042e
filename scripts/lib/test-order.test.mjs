import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { COMPUTING, testOrder, WAITING } from "./test-order.mjs";

const LISTED = [...Object.keys(WAITING), ...Object.keys(COMPUTING)];

test("two threads that take the files in order never both wait", () => {
  const small = Array.from({ length: 300 }, (_, n) => `src/small-${n}.test.ts`);
  const order = testOrder([...small, ...LISTED]);
  expect(order.toSorted()).toEqual([...small, ...LISTED].toSorted());
  const free = [0, 0];
  const waits = order.flatMap((file) => {
    const thread = free[0] <= free[1] ? 0 : 1;
    const start = free[thread];
    free[thread] = start + (WAITING[file] ?? COMPUTING[file] ?? 0.1);
    return file in WAITING ? [{ start, end: free[thread] }] : [];
  });
  expect(waits).toHaveLength(Object.keys(WAITING).length);
  expect(waits.filter(({ start }, n) => n > 0 && start < waits[n - 1].end - 0.01)).toEqual([]);
  expect(order[0]).toBe("scripts/seed.test.ts");
  expect(Math.abs(free[0] - free[1])).toBeLessThan(0.2);
});

test("every file is in the order once, also where all wait or none", () => {
  expect(testOrder(["src/a.test.ts"])).toEqual(["src/a.test.ts"]);
  expect(testOrder(Object.keys(WAITING)).toSorted()).toEqual(Object.keys(WAITING).toSorted());
  expect(testOrder([])).toEqual([]);
});

test("every file that the order knows is there", () => {
  expect(LISTED.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});
