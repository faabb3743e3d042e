import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averageStay, endPeople, ratingLevel, shownNeighbours } from "./rules.ts";

describe("the level of a rating", () => {
  test.each([
    [0, 0, 3, 0],
    [200, 2, 3, 0],
    [300, 3, 3, 5],
    [299, 3, 3, 4],
    [60, 3, 3, 1],
    [240, 3, 3, 4],
    [180, 3, 3, 3],
    [179, 3, 3, 2],
    [20, 1, 1, 1],
    [100, 1, 1, 5],
  ])("sum %i of %i raters, shown from %i: %i", (sum, raters, minRaters, level) => {
    expect(ratingLevel(sum, raters, minRaters)).toBe(level);
  });

  test("is what a client computes from five placeholders", () => {
    const ratings = fc.array(fc.constantFrom(20, 40, 60, 80, 100), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(ratings, fc.integer({ min: 1, max: 10 }), (given, minRaters) => {
        const sum = given.reduce((total, one) => total + one, 0);
        const level = ratingLevel(sum, given.length, minRaters);
        expect(level).toBe(given.length < minRaters ? 0 : Math.floor(sum / given.length / 20));
      }),
    );
  });
});

describe("the average stay", () => {
  test.each([
    [0, 0, 0],
    [381, 1, 0],
    [4 * 381, 4, 0],
    [5 * 381, 5, 396],
    [5, 5, 30],
  ])("%i days in %i stays: %i", (days, stays, shown) => {
    expect(averageStay(days, stays)).toBe(shown);
  });

  test("does not tell the days of the one who joined or left", () => {
    const stays = fc.record({ others: fc.integer({ min: 5, max: 400 }), days: fc.integer({ min: 1, max: 4_000 }) });
    fc.assert(
      fc.property(stays, fc.integer({ min: 31, max: 3_000 }), ({ others, days }, own) => {
        const shown = averageStay(others * days + own, others + 1);
        // Some other length gives the same answer.
        const same = [-60, -30, -1, 1, 30, 60].filter(
          (more) => own + more > 0 && averageStay(others * days + own + more, others + 1) === shown,
        );
        expect(same.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the neighbours of a company", () => {
  const row = (people: number, name = "x") => ({ people, name });
  test("are none for fewer than five people", () => {
    expect(shownNeighbours([row(4), row(3)], 4)).toEqual([]);
    expect(shownNeighbours([row(4)], 5)).toEqual([row(4)]);
  });
  test("are the three largest above one, in their order where equal", () => {
    expect(shownNeighbours([row(1), row(2, "a"), row(9), row(2, "b"), row(2, "c")], 20)).toEqual([
      row(9),
      row(2, "a"),
      row(2, "b"),
    ]);
  });
  test("do not change what they are chosen from", () => {
    const rows = [row(2), row(9)];
    shownNeighbours(rows, 20);
    expect(rows).toEqual([row(2), row(9)]);
  });
});

describe("people at an end of their line", () => {
  test("are told from two on", () => {
    expect([0, 1, 2, 30].map(endPeople)).toEqual([0, 0, 2, 30]);
  });
});
