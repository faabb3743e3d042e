import { expect, test } from "vitest";
import { compareTurns, sayTurns, type Timed, type TurnLine } from "./turns.ts";

const LINES: TurnLine[] = [
  { turn: "work", at: 0 },
  { turn: "rest", at: 100 },
  { turn: "work", at: 200 },
  { turn: "rest", at: 300 },
  { turn: "work", at: 400 },
];
const every10 = (from: number, to: number, milliseconds: number): Timed[] =>
  Array.from({ length: (to - from) / 10 }, (_, n) => ({ at: from + n * 10, milliseconds }));

test("each turn of work is compared with the rest after it", () => {
  const times = [...every10(0, 100, 6), ...every10(100, 200, 4), ...every10(200, 300, 8), ...every10(300, 400, 4)];
  const turns = compareTurns(LINES, times, 5);
  expect(turns.ratios).toEqual([1.5, 2]);
  expect([turns.meanwhile.length, turns.alone.length]).toEqual([20, 20]);
  expect(sayTurns(turns)).toMatch(/^4\.0 → 8\.0 ms = /);
});

test("what ends in another turn is left out, and so is a pair with too few", () => {
  const across = { at: 95, milliseconds: 20 };
  const times = [...every10(0, 90, 6), across, ...every10(120, 200, 4), ...every10(200, 230, 8)];
  const turns = compareTurns(LINES, times, 5);
  expect(turns.ratios).toEqual([1.5]);
  expect(turns.meanwhile).not.toContain(20);
});

test("nothing is said of nothing", () => {
  expect(sayTurns(compareTurns(LINES, [], 5))).toBe("too few to tell");
});
