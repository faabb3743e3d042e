import { describe, expect, it } from "vitest";
import { kaplanMeier, medianOf, quantile, valueAt, wilson } from "#tests/paths/reference/statistics.ts";
import { readSurvivalSets, timesOf } from "#tests/paths/survival-sets.ts";
import {
  FREIREICH,
  FREIREICH_BAND,
  FREIREICH_MEDIAN,
  FREIREICH_TABLE,
  NEWCOMBE,
  QUARTILES,
} from "#tests/paths/tables.ts";

describe("the reference's statistics", () => {
  it("give the product-limit table of Freireich 1963", () => {
    const rows = kaplanMeier(FREIREICH);
    expect(rows.map(({ months, atRisk }) => [months, atRisk])).toEqual(
      FREIREICH_TABLE.map(({ months, atRisk }) => [months, atRisk]),
    );
    for (const [at, { survival, error }] of FREIREICH_TABLE.entries()) {
      expect(rows[at]?.survival).toBeCloseTo(survival, 3);
      expect(rows[at]?.standardError).toBeCloseTo(error, 4);
    }
    for (const [at, { low, high }] of FREIREICH_BAND.entries()) {
      expect(rows[at]?.low).toBeCloseTo(low, 3);
      expect(rows[at]?.high).toBeCloseTo(high, 3);
    }
    expect(medianOf(rows)).toEqual(FREIREICH_MEDIAN);
  });

  it("give the Wilson intervals of Newcombe 1998", () => {
    for (const { people, of, low, high } of NEWCOMBE) {
      expect(wilson(people, of).low).toBeCloseTo(low, 4);
      expect(wilson(people, of).high).toBeCloseTo(high, 4);
    }
  });

  it("give R's quartiles of type 7", () => {
    for (const { values, expected } of QUARTILES) {
      expect([0.25, 0.5, 0.75].map((share) => quantile(values, share))).toEqual(expected);
    }
  });

  it("give what R's survival says of 400 random sets", () => {
    const sets = readSurvivalSets();
    expect(sets).toHaveLength(400);
    for (const set of sets) {
      const rows = kaplanMeier(timesOf(set));
      expect(rows.map(({ months, atRisk }) => [months, atRisk])).toEqual(set.rows.map((row) => row.slice(0, 2)));
      for (const [at, [, , survival, low, high]] of set.rows.entries()) {
        expect(rows[at]?.survival).toBeCloseTo(survival, 5);
        expect(rows[at]?.low ?? -1).toBeCloseTo(low ?? -1, 5);
        expect(rows[at]?.high ?? -1).toBeCloseTo(high ?? -1, 5);
      }
      const median = medianOf(rows);
      expect([median?.months ?? null, median?.low ?? null, median?.high ?? null]).toEqual(set.median);
    }
  });

  it("are 1 before the first end", () => {
    expect(valueAt(kaplanMeier(FREIREICH), 5)).toEqual({ survival: 1, low: 1, high: 1 });
  });
});
