import { describe, expect, it } from "vitest";
import { kaplanMeier, medianTime, type MonthOfTimes } from "./kaplan-meier.ts";
import { Histogram, quartiles } from "./quartiles.ts";
import { TimeTable } from "./time-table.ts";
import { wilson } from "./wilson.ts";

describe("wilson", () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i", (yes, of, low, high) => {
    expect(wilson(yes, of).low).toBeCloseTo(low, 4);
    expect(wilson(yes, of).high).toBeCloseTo(high, 4);
  });

  it("reaches 1 exactly where all did", () => {
    expect(wilson(20, 20).high).toBe(1);
    expect(wilson(20, 20).low).toBeCloseTo(1 - 0.1611, 4);
  });
});

/** Weeks in remission under 6-MP; a second list of those still in it (E. J. Freireich and others, Blood 21 (1963)). */
const ENDED = [6, 6, 6, 7, 10, 13, 16, 22, 23];
const CENSORED = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];

function tableOf(ended: readonly number[], censored: readonly number[]): MonthOfTimes[] {
  const months = [...new Set([...ended, ...censored])].toSorted((a, b) => a - b);
  const count = (list: readonly number[], month: number): number => list.filter((one) => one === month).length;
  return months.map((month) => ({ months: month, ended: count(ended, month), censored: count(censored, month) }));
}

describe("kaplanMeier", () => {
  // The published table, with the log-log band that R's survival and SAS print.
  const published = [
    [6, 21, 0.8571, 0.6197, 0.9516],
    [7, 17, 0.8067, 0.5631, 0.9228],
    [10, 15, 0.7529, 0.5032, 0.8894],
    [13, 12, 0.6902, 0.4316, 0.8491],
    [16, 11, 0.6275, 0.3675, 0.8049],
    [22, 7, 0.5378, 0.2678, 0.7468],
    [23, 6, 0.4482, 0.1881, 0.6801],
  ];
  const steps = kaplanMeier(tableOf(ENDED, CENSORED));

  it("gives the published curve of the 6-MP trial", () => {
    expect(steps.map((step) => [step.months, step.atRisk])).toEqual(
      published.map(([months, atRisk]) => [months, atRisk]),
    );
    for (const [index, [, , survival, low, high]] of published.entries()) {
      expect(steps[index]?.survival).toBeCloseTo(survival ?? 0, 4);
      expect(steps[index]?.low).toBeCloseTo(low ?? 0, 4);
      expect(steps[index]?.high).toBeCloseTo(high ?? 0, 4);
    }
  });

  it("gives its median of 23 weeks, from 13 to no end", () => {
    expect(medianTime(steps)).toEqual({ months: 23, low: 13, high: null });
  });

  it("has no band where nobody is left, and no median above one half", () => {
    expect(kaplanMeier(tableOf([3, 3], []))).toEqual([
      { months: 3, atRisk: 2, ended: 2, survival: 0, low: null, high: null },
    ]);
    expect(medianTime(kaplanMeier(tableOf([3], [4, 5])))).toBeNull();
    expect(kaplanMeier([])).toEqual([]);
  });

  it("takes a survival of exactly one half for the median", () => {
    const eighths = kaplanMeier(tableOf([1, 2, 3, 4, 5], [9, 9, 9, 9, 9]));
    expect(medianTime(eighths)?.months).toBe(5);
  });
});

describe("quartiles", () => {
  it.each([
    [[1, 3, 3, 6, 10, 15], { q1: 3, median: 4.5, q3: 9 }],
    [[7], { q1: 7, median: 7, q3: 7 }],
    [[0, 0, 500, 1_000], { q1: 0, median: 250, q3: 625 }],
  ])("of %j by linear interpolation", (values, expected) => {
    const histogram = new Histogram();
    for (const value of values) histogram.add(value);
    expect(quartiles(histogram)).toEqual(expected);
  });
});

describe("TimeTable", () => {
  it("counts times, and people once each with their longest", () => {
    const times = new TimeTable();
    times.add(5, true, false);
    times.add(9, false, true);
    times.closePerson(true);
    times.add(300, true, false);
    times.closePerson(false);
    times.closePerson(false);
    expect(times.people).toEqual({ people: 2, publics: 1 });
    expect(times.endedPeople).toEqual({ people: 2, publics: 1 });
    expect([times.total, times.onYears, times.atRisk(0), times.atRisk(6), times.atRisk(301)]).toEqual([3, 1, 3, 2, 0]);
    expect([times.lastMonthWith(1), times.lastMonthWith(2), times.lastMonthWith(3)]).toEqual([300, 9, -1]);
  });

  it("is as before once a person's times are taken off again", () => {
    const times = new TimeTable();
    for (const by of [1, -1] as const) {
      times.add(5, true, true, by);
      times.closePerson(true, by);
    }
    expect([times.table(), times.total, times.onYears]).toEqual([[], 0, 0]);
    expect([times.people, times.endedPeople, times.lastMonthWith(1)]).toEqual([
      { people: 0, publics: 0 },
      { people: 0, publics: 0 },
      -1,
    ]);
  });
});
