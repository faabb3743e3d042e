import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import {
  averageStay,
  changedOf,
  endPeople,
  isRatingDue,
  MIN_PEOPLE,
  nextPublished,
  otherPeople,
  ratingLevel,
  RULE_OF_FIVE,
  shownNeighbours,
  type Published,
} from "./rules.ts";

const K = 5;
const NOTHING: Published = { members: 0, people: 0 };

describe("a cell of hidden people", () => {
  const of = (members: number, people: number): Published => ({ members, people });

  test.each([
    ["four are too few", NOTHING, [0, 0, 4], of(4, 0)],
    ["five show", NOTHING, [0, 0, 5], of(5, 5)],
    ["whole fives only", NOTHING, [0, 0, 9], of(9, 5)],
    ["the fifth alone does not show", of(4, 0), [4, 0, 1], of(4, 0)],
    ["the fifth and sixth together do", of(4, 0), [4, 0, 2], of(6, 5)],
    ["one who leaves does not show", of(5, 5), [4, 1, 0], of(5, 5)],
    ["one who leaves and one who comes do, and nothing moves", of(10, 10), [9, 1, 1], of(10, 10)],
    ["four of six still show as five", of(6, 5), [4, 2, 0], of(4, 5)],
    ["at three it goes", of(6, 5), [3, 3, 0], of(3, 0)],
    ["at three it stays for one who went alone", of(4, 5), [3, 1, 0], of(4, 5)],
    ["at two it goes", of(4, 5), [2, 2, 0], of(2, 0)],
    ["nobody is nothing", of(4, 0), [0, 4, 0], of(0, 0)],
    ["one who is deleted does not show", of(5, 5), [4, 0, 0], of(5, 5)],
    ["one deleted and one who left do", of(5, 5), [3, 1, 0], of(3, 0)],
    ["one deleted and one who came may be one person", of(10, 10), [9, 0, 1], of(10, 10)],
    ["one deleted and two who came are two", of(9, 5), [8, 0, 2], of(10, 10)],
  ] as const)("%s", (_what, before, [stayed, left, joined], after) => {
    expect(nextPublished(before, { people: stayed + joined, stayed, left, joined }, K)).toEqual(after);
  });

  /**
   * What happens between two batches: who comes or leaves, who is deleted, and whether a day passed for those who left.
   */
  type Round = { turn: number[]; deleted: number[]; isDayLater: boolean };
  const rounds = fc.array(
    fc.record({
      turn: fc.array(fc.nat(11), { maxLength: 6 }),
      deleted: fc.array(fc.nat(11), { maxLength: 1 }),
      isDayLater: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  type Step = { before: Published; after: Published; here: Set<number>; changed: number };

  /** Plays it as the tables do: who was in the basis is known until deleted, or until a day after leaving. */
  function play(steps: readonly Round[], k: number, see: (step: Step) => void) {
    const here = new Set<number>();
    const acted = new Set<number>();
    let known = new Set<number>();
    let cell = NOTHING;
    for (const { turn, deleted, isDayLater } of steps) {
      for (const who of [...turn, ...deleted]) acted.add(who);
      for (const who of turn) if (!here.delete(who)) here.add(who);
      for (const who of deleted) {
        here.delete(who);
        known.delete(who);
      }
      const stayed = known.intersection(here).size;
      const now = { people: here.size, stayed, left: known.size - stayed, joined: here.size - stayed };
      const after = nextPublished(cell, now, k);
      const isRenewed = changedOf(cell.members, now) >= 2;
      // The same number that comes back after its deletion is the same person.
      see({ before: cell, after, here, changed: acted.size });
      if (isRenewed) {
        acted.clear();
        known = new Set(here);
      } else if (isDayLater) known = known.intersection(here);
      cell = after;
    }
  }

  it("L10, L11: a number that moves has at least two people's changes behind it, and is of k at least, or k - 1 once shown", () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 2, max: 6 }), (steps, k) => {
        play(steps, k, ({ before, after, here, changed }) => {
          expect(after.people % k).toBe(0);
          if (after.people !== before.people) expect(changed).toBeGreaterThanOrEqual(2);
          if (after.people > before.people) expect(here.size).toBeGreaterThanOrEqual(after.people);
          if (after.people > 0) expect(after.members).toBeGreaterThanOrEqual(before.people > 0 ? k - 1 : k);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it("L10, L11: one person moves nothing, whatever they do, whoever else is there", () => {
    const turns = fc.array(fc.record({ acts: fc.boolean(), deleted: fc.boolean(), isDayLater: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.boolean(), turns, (others, isIn, steps) => {
        const first = Array.from({ length: others }, (_, n) => n);
        const shown = new Set<number>();
        play(
          [
            { turn: isIn ? [...first, 99] : first, deleted: [], isDayLater: false },
            ...steps.map(({ acts, deleted, isDayLater }) => ({
              turn: acts ? [99] : [],
              deleted: deleted ? [99] : [],
              isDayLater,
            })),
          ],
          K,
          ({ after }) => {
            shown.add(after.people);
          },
        );
        expect(shown.size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [0, 3, false],
  [1, 3, false],
  [2, 3, true],
  [1, 1, true],
  [0, 1, false],
])("ratings: %i changed, shown from %i: due %s", (changed, minRaters, isDue) => {
  expect(isRatingDue(changed, minRaters)).toBe(isDue);
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
  test("are shown from five people on", () => {
    expect(shownNeighbours([row(4), row(3)])).toEqual([]);
    expect(shownNeighbours([row(4), row(5)])).toEqual([row(5)]);
  });
  test("are the three largest, in their order where equal", () => {
    expect(shownNeighbours([row(1), row(6, "a"), row(9), row(6, "b"), row(6, "c")])).toEqual([
      row(9),
      row(6, "a"),
      row(6, "b"),
    ]);
  });
  test("do not change what they are chosen from", () => {
    const rows = [row(5), row(9)];
    shownNeighbours(rows);
    expect(rows).toEqual([row(5), row(9)]);
  });
});

describe("people in no row, and at an end of their line", () => {
  test("are shown from five on", () => {
    expect([0, 1, 4, 5, 30].map(endPeople)).toEqual([0, 0, 0, 5, 30]);
    expect([12, 16, 17].map((total) => otherPeople(total, [{ people: 7 }, { people: 5 }]))).toEqual([0, 0, 5]);
  });
});

test("the rule of five is one, for tables and for the path engine, and its sentence says the number", () => {
  expect(SHOWN_FROM_PEOPLE).toBe(MIN_PEOPLE);
  expect(RULE_OF_FIVE).toBe(
    "People of one company or school, whose lines are listed, are counted exactly; whatever combines facts is shown from 5 people on.",
  );
});
