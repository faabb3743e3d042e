import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  averageStay,
  changedOf,
  endPeople,
  isRatingDue,
  nextPublished,
  ratingLevel,
  shownNeighbours,
  type Published,
} from "./rules.ts";

const K = 5;
const NOTHING: Published = { members: 0, people: 0 };

describe("a cell of hidden people", () => {
  test.each([
    ["four are too few", NOTHING, 4, 0, { members: 4, people: 0 }],
    ["five show", NOTHING, 5, 0, { members: 5, people: 5 }],
    ["whole fives only", NOTHING, 9, 0, { members: 9, people: 5 }],
    ["the fifth alone does not show", { members: 4, people: 0 }, 5, 4, { members: 4, people: 0 }],
    ["the fifth and sixth together do", { members: 4, people: 0 }, 6, 4, { members: 6, people: 5 }],
    ["one who leaves does not show", { members: 5, people: 5 }, 4, 4, { members: 5, people: 5 }],
    ["one who is replaced does not show", { members: 10, people: 10 }, 10, 9, { members: 10, people: 10 }],
    ["four of six still show as five", { members: 6, people: 5 }, 4, 4, { members: 4, people: 5 }],
    ["at three it goes", { members: 6, people: 5 }, 3, 3, { members: 3, people: 0 }],
    ["at three it goes, whoever went alone", { members: 4, people: 5 }, 3, 3, { members: 4, people: 0 }],
    ["nobody is nothing", { members: 4, people: 0 }, 0, 0, { members: 0, people: 0 }],
  ])("%s", (_what, before, people, stayed, after) => {
    expect(nextPublished(before, { people, stayed }, K)).toEqual(after);
  });

  /** A cell that people come to and leave, a batch after each round of changes. */
  const rounds = fc.array(fc.array(fc.nat(11), { maxLength: 6 }), { maxLength: 40 });

  function play(steps: readonly number[][], k: number, see: (before: Published, after: Published, n: number) => void) {
    const here = new Set<number>();
    let last = new Set<number>();
    let cell = NOTHING;
    for (const step of steps) {
      for (const who of step) if (!here.delete(who)) here.add(who);
      const now = { people: here.size, stayed: [...here].filter((who) => last.has(who)).length };
      const after = nextPublished(cell, now, k);
      see(cell, after, here.size);
      if (changedOf(cell.members, now) >= 2) last = new Set(here);
      cell = after;
    }
  }

  it("L10: shows nothing below k, whole multiples of it above, and never more than there are but where one is missing", () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 2, max: 6 }), (steps, k) => {
        play(steps, k, (before, after, people) => {
          expect(after.people % k).toBe(0);
          if (before.people === 0 && after.people > 0) expect(people).toBeGreaterThanOrEqual(k);
          if (after.people > before.people) expect(after.people).toBeLessThanOrEqual(people);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("L10: one person who comes and goes, batch after batch, moves no number that stands for at least k", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 1, max: 30 }), (people, times) => {
        const others = Array.from({ length: people }, (_, n) => n);
        const shown: number[] = [];
        play([others, ...Array.from({ length: times }, () => [99])], K, (_before, after) => shown.push(after.people));
        expect(new Set(shown).size).toBe(1);
      }),
    );
  });
});

test.each([
  [0, 0, 3, false],
  [1, 0, 3, false],
  [2, 0, 3, true],
  [1, 0, 1, true],
  [0, 1, 3, true],
])("ratings: %i changed, %i deleted, shown from %i: due %s", (changed, deleted, minRaters, isDue) => {
  expect(isRatingDue({ changed, deleted }, minRaters)).toBe(isDue);
});

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
