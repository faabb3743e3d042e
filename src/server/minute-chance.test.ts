import { expect, it } from "vitest";
import { minuteChance } from "./minute-chance.ts";

const secret = Buffer.alloc(32, 7);
const draws = (at: string, purpose = "home"): number[] => {
  const chance = minuteChance(secret, new Date(at), purpose);
  return Array.from({ length: 500 }, chance);
};

it("draws the same within a minute, and otherwise in the next, for another page and under another key", () => {
  const first = draws("2026-11-15T12:00:00Z");
  expect(draws("2026-11-15T12:00:59Z")).toEqual(first);
  expect(draws("2026-11-15T12:01:00Z")).not.toEqual(first);
  expect(draws("2026-11-15T12:00:00Z", "discover")).not.toEqual(first);
  const other = minuteChance(Buffer.alloc(32, 8), new Date("2026-11-15T12:00:00Z"), "home");
  expect(other()).not.toBe(first[0]);
});

it("draws from 0 to 1, evenly", () => {
  const all = draws("2026-11-15T12:00:00Z");
  expect(all.every((x) => x >= 0 && x < 1)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
  expect(all.reduce((sum, x) => sum + x, 0) / all.length).toBeCloseTo(0.5, 1);
});
