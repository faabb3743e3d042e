import { describe, expect, it } from "vitest";
import {
  maySeeAnonymous,
  showCount,
  showCurve,
  showInternedFirst,
  showLinks,
  showPeople,
  showShare,
  showShareByYears,
  showSpread,
  showWholeYears,
} from "./rule-of-five.ts";
import { Histogram } from "./statistics/quartiles.ts";
import { TimeTable } from "./statistics/time-table.ts";

describe("counts", () => {
  it.each([
    [{ people: 0, publics: 0 }, 0],
    [{ people: 1, publics: 1 }, null],
    [{ people: 4, publics: 1 }, null],
    [{ people: 4, publics: 0 }, 0],
    [{ people: 5, publics: 0 }, 5],
  ])("%j is shown as %s", (counts, shown) => {
    expect(showCount(counts)).toBe(shown);
  });

  it("tells the exact number of a company's or school's people, hidden names or not", () => {
    expect(showPeople({ people: 3, publics: 0 }, true)).toEqual({ people: 3, fewerThan: null });
    expect(showPeople({ people: 3, publics: 1 }, false)).toEqual({ people: null, fewerThan: 5 });
    expect(showPeople({ people: 3, publics: 0 }, false)).toEqual({ people: 0, fewerThan: null });
  });

  it("lists anonymous people from five on, and where their page does", () => {
    expect(maySeeAnonymous({ people: 4, publics: 3 }, false)).toBe(false);
    expect(maySeeAnonymous({ people: 5, publics: 0 }, false)).toBe(true);
    expect(maySeeAnonymous({ people: 1, publics: 0 }, true)).toBe(true);
  });
});

describe("shares", () => {
  it.each([
    [0, 4, false],
    [0, 5, true],
    [5, 5, true],
    [4, 9, false],
    [5, 9, false],
    [5, 10, true],
  ])("%i of %i: %s", (yes, of, isShown) => {
    expect(showShare(yes, of) !== null).toBe(isShown);
    expect(showInternedFirst(yes, of, false)?.people ?? null).toBe(isShown ? yes : null);
  });

  it("joins years from the earliest on, and the rest with the last", () => {
    const parts = [
      { year: 2015, yes: 3, of: 7 },
      { year: 2017, yes: 4, of: 10 },
      { year: 2018, yes: 5, of: 11 },
      { year: 2019, yes: 2, of: 4 },
    ];
    expect(showShareByYears(parts)).toMatchObject([
      { since: 2015, until: 2017, people: 7, of: 17 },
      { since: 2018, until: 2019, people: 7, of: 15 },
    ]);
  });

  it("joins the last group with the one before it where it may not be shown without the rest", () => {
    const parts = [
      { year: 2018, yes: 5, of: 10 },
      { year: 2019, yes: 0, of: 5 },
      { year: 2020, yes: 1, of: 1 },
    ];
    expect(showShareByYears(parts)).toMatchObject([{ since: 2018, until: 2020, people: 6, of: 16 }]);
  });

  it("tells nothing where even all years are too few", () => {
    expect(showShareByYears([{ year: 2018, yes: 1, of: 9 }])).toEqual([]);
    expect(showShareByYears([])).toEqual([]);
  });
});

describe("whole years", () => {
  it.each([
    [[], []],
    [[0, 5, 11, 13], []],
    [[0, 5, 11, 13, 14], [{ since: 0, until: null, people: 5 }]],
    [
      [11, 11, 11, 11, 11, 12, 40, 40, 41, 42, 200],
      [
        { since: 0, until: 0, people: 5 },
        { since: 1, until: null, people: 6 },
      ],
    ],
    [
      [0, 0, 0, 0, 0, 60, 60, 60, 60, 60, 61, 72],
      [
        { since: 0, until: 0, people: 5 },
        { since: 1, until: null, people: 7 },
      ],
    ],
  ])("of %j months are %j", (months, shown) => {
    const values = new Histogram();
    for (const one of months) values.add(one);
    expect(showWholeYears(values)).toEqual(shown);
  });
});

describe("links", () => {
  it("go to other at their end first, then on both sides", () => {
    const link = (
      from: string,
      to: string,
      people: number,
    ): { from: string; to: string; people: number; publics: number } => ({
      from,
      to,
      people,
      publics: people,
    });
    expect(
      showLinks([link("a", "x", 9), link("a", "y", 3), link("a", "other", 2), link("b", "x", 4), link("b", "y", 6)]),
    ).toEqual([
      { from: "a", to: "x", people: 9 },
      { from: "b", to: "y", people: 6 },
      { from: "a", to: "other", people: 5 },
      { from: "other", to: "other", people: null },
    ]);
  });

  it("are none where nobody is shown: a link of 0 would say that somebody is there", () => {
    expect(showLinks([{ from: "a", to: "x", people: 4, publics: 0 }])).toEqual([]);
  });
});

describe("spreads", () => {
  it.each([
    [4, null],
    [5, { q1: 2, median: 2, q3: 2, isAbout: true }],
  ])("of %i values", (count, shown) => {
    const values = new Histogram();
    for (let index = 0; index < count; index += 1) values.add(2);
    expect(showSpread(values, true)).toEqual(shown);
  });
});

describe("curves", () => {
  function curveOf(
    times: readonly { months: number; isEnded: boolean; isOnYear?: boolean }[],
  ): ReturnType<typeof showCurve> {
    const table = new TimeTable();
    for (const { months, isEnded, isOnYear = false } of times) {
      table.add(months, isEnded, isOnYear);
      table.closePerson(true);
    }
    return showCurve(table);
  }
  const ended = (months: number): { months: number; isEnded: boolean } => ({ months, isEnded: true });
  const running = (months: number): { months: number; isEnded: boolean } => ({ months, isEnded: false });

  it("say nothing of four people of whom none is public, not even how their dates are known", () => {
    const table = new TimeTable();
    for (const months of [1, 2, 3, 4]) {
      table.add(months, true, true);
      table.closePerson(false);
    }
    expect(showCurve(table)).toEqual(curveOf([]));
  });

  it("need five people who ended", () => {
    const four = [ended(1), ended(2), ended(3), ended(4), running(9), running(9)];
    expect(curveOf(four)).toEqual({ people: 6, ended: null, isAbout: false, steps: [], median: null, years: [] });
  });

  it("end at the last month with five people, and read the median before that", () => {
    const curve = curveOf([3, 6, 9, 12, 14, 20, 30].map(ended));
    expect(curve.steps.map(({ months, atRisk }) => [months, atRisk])).toEqual([
      [3, 7],
      [6, 6],
      [9, 5],
    ]);
    expect(curve.median).toBeNull();
    expect(curve.years.map(({ years, atRisk }) => [years, atRisk])).toEqual([[0, 7]]);
  });

  it("say at their last month how many are left", () => {
    const curve = curveOf([...[2, 3, 4, 5, 6].map(ended), ...[30, 30, 30, 30, 30].map(running)]);
    expect(curve.steps.at(-1)).toMatchObject({ months: 30, atRisk: 5, survival: 0.5 });
    expect(curve.median).toMatchObject({ months: 6 });
    expect(curve.years.map(({ years, atRisk }) => [years, atRisk])).toEqual([
      [0, 10],
      [1, 5],
      [2, 5],
    ]);
  });

  it("have no band where more than half of the times rest on a year", () => {
    const many = [2, 3, 4, 5, 6, 7].map((months) => ({ months, isEnded: true, isOnYear: months > 3 }));
    const curve = curveOf(many);
    expect(curve.isAbout).toBe(true);
    expect(curve.steps.every((step) => step.low === null && step.high === null)).toBe(true);
  });
});
