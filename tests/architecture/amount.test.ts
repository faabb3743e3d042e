import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seedOfTheDay, someOf, tries } from "#tests/helpers/amount.ts";

const DAY_MS = 86_400_000;
const LIST = Array.from({ length: 25 }, (_, n) => n);

afterEach(() => vi.unstubAllEnvs());

describe("in the usual run", () => {
  beforeEach(() => vi.stubEnv("TEST_ALL", ""));

  it("a test makes some tries", () => {
    expect(tries({ all: 100, some: 7 })).toBe(7);
  });

  it("of a list about so many are taken, the same all day, and all of them in a few days", () => {
    const days = [0, 1, 2, 3, 4].map((day) => someOf(LIST, 6, 3, day * DAY_MS));
    expect(days.map((taken) => taken.length)).toEqual([5, 5, 5, 5, 5]);
    expect(days.flat().toSorted((a, b) => a - b)).toEqual(LIST);
    expect(someOf(LIST, 6, 3, DAY_MS - 1)).toEqual(days[0]);
    expect(someOf(LIST, 6, 4, 0)).not.toEqual(days[0]);
  });

  it("of a short list all are taken", () => {
    expect(someOf([1, 2], 5)).toEqual([1, 2]);
    expect(someOf([], 5)).toEqual([]);
  });

  it("the seed is another one each day", () => {
    expect(seedOfTheDay(5 * DAY_MS)).toBe(5);
    expect(seedOfTheDay(6 * DAY_MS - 1)).toBe(5);
  });
});

describe("in the run of all", () => {
  beforeEach(() => vi.stubEnv("TEST_ALL", "1"));

  it("a test makes all tries, and takes all of a list", () => {
    expect(tries({ all: 100, some: 7 })).toBe(100);
    expect(someOf(LIST, 6, 3)).toEqual(LIST);
  });
});
