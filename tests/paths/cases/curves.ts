import { describe, expect, it } from "vitest";
import type { Curve } from "#features/path/pure/types.ts";
import { idOf, TODAY, type BriefLine } from "#tests/helpers/path-lines.ts";
import { readSurvivalSets, timesOf } from "#tests/paths/survival-sets.ts";
import { FREIREICH, FREIREICH_BAND, FREIREICH_MEDIAN, FREIREICH_TABLE, type Reading } from "#tests/paths/tables.ts";
import type { Open, Opened, Pace } from "./opening.ts";

/** The curve is shown while at least 5 people are left, and only if 5 people ended. */
const FIVE = 5;
/** Early enough for the longest time of a table to end before today. */
const START = TODAY - 200;
/** A stay counts both its months, so one from a month to the same month lasts 1. */
const SHORTEST_STAY_MONTHS = 1;

const textOf = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;

/** Full-time stays at a company that last as long as these times, each a month longer. */
function staysAt(company: string, times: readonly Reading[]): BriefLine[] {
  return times.map(({ months, hasEnded }, at) => ({
    id: `${company}p${at}`,
    roles: [
      hasEnded
        ? { at: company, from: textOf(START), to: textOf(START + months) }
        : { at: company, from: textOf(TODAY - months) },
    ],
  }));
}

async function curveAt(engine: Opened, company: string): Promise<Curve> {
  const question = { company: idOf(company), kind: "full-time", since: null, until: null } as const;
  return (await engine.company(question)).stays.own;
}

/** The curve of stays is that of published tables and of another program. */
export function describeCurves(open: Open, { share }: Pace): void {
  describe("the curve of stays", () => {
    it("is that of Freireich 1963", async () => {
      const { steps, median } = await curveAt(await open(staysAt("F", FREIREICH)), "F");
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

    it("is what R's survival says of 400 random sets, as far as it is shown", async () => {
      const shown = readSurvivalSets().filter((set) => set.ended.filter((ended) => ended === 1).length >= FIVE);
      expect(shown.length).toBeGreaterThan(250);
      const sets = shown.slice(0, Math.ceil(shown.length * share));
      const engine = await open(sets.flatMap((set, at) => staysAt(`S${at}`, timesOf(set))));
      for (const [at, set] of sets.entries()) {
        const { steps, median } = await curveAt(engine, `S${at}`);
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
        const isShown = months !== null && rows.some((row) => row[0] === months);
        const later = (month: number | null): number | null => (month === null ? null : month + SHORTEST_STAY_MONTHS);
        expect(median).toEqual(isShown ? { months: later(months), low: later(low), high: later(high) } : null);
      }
    });
  });
}
