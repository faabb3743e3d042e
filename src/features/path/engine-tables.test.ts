import { describe, expect, it } from "vitest";
import { engineCurve, SHORTEST_STAY_MONTHS } from "#tests/paths/engine-curve.ts";
import { readSurvivalSets, timesOf } from "#tests/paths/survival-sets.ts";
import { FREIREICH, FREIREICH_BAND, FREIREICH_MEDIAN, FREIREICH_TABLE } from "#tests/paths/tables.ts";

/** The curve is shown while at least 5 people are left, and only if 5 people ended. */
const FIVE = 5;

describe("the engine's curve of stays", () => {
  it("is that of Freireich 1963", () => {
    const { steps, median } = engineCurve(FREIREICH);
    // 23 weeks is the last end; at 32 weeks 5 are left.
    expect(steps.map(({ months, atRisk }) => [months - SHORTEST_STAY_MONTHS, atRisk])).toEqual([
      ...FREIREICH_TABLE.map(({ months, atRisk }) => [months, atRisk]),
      [25, 5],
    ]);
    for (const [at, { survival }] of FREIREICH_TABLE.entries()) expect(steps[at]?.survival).toBeCloseTo(survival, 3);
    for (const [at, { low, high }] of FREIREICH_BAND.entries()) {
      expect(steps[at]?.low).toBeCloseTo(low, 3);
      expect(steps[at]?.high).toBeCloseTo(high, 3);
    }
    const { months, low, high } = FREIREICH_MEDIAN;
    expect(median).toEqual({ months: months + SHORTEST_STAY_MONTHS, low: low + SHORTEST_STAY_MONTHS, high });
  });

  it("is what R's survival says of 400 random sets, as far as it is told", () => {
    const sets = readSurvivalSets();
    const told = sets.filter((set) => set.ended.filter((ended) => ended === 1).length >= FIVE);
    expect(told.length).toBeGreaterThan(250);
    for (const set of told) {
      const { steps, median } = engineCurve(timesOf(set));
      const rows = set.rows.filter(([, atRisk]) => atRisk >= FIVE);
      for (const [months, atRisk, survival, low, high] of rows) {
        const step = steps.find((one) => one.months === months + SHORTEST_STAY_MONTHS);
        expect(step?.atRisk).toBe(atRisk);
        expect(step?.survival).toBeCloseTo(survival, 5);
        expect(step?.low ?? -1).toBeCloseTo(low ?? -1, 5);
        expect(step?.high ?? -1).toBeCloseTo(high ?? -1, 5);
      }
      // One more step at most: the last month at which 5 are left.
      expect(steps.length - rows.length).toBeGreaterThanOrEqual(0);
      expect(steps.length - rows.length).toBeLessThanOrEqual(1);
      const [months, low, high] = set.median;
      const isTold = months !== null && rows.some((row) => row[0] === months);
      const later = (month: number | null): number | null => (month === null ? null : month + SHORTEST_STAY_MONTHS);
      expect(median).toEqual(isTold ? { months: later(months), low: later(low), high: later(high) } : null);
    }
  });
});
