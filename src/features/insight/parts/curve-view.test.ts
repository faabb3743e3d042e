import { describe, expect, it } from "vitest";
import type { Curve } from "#features/path/pure/types.ts";
import { companyInsightsView } from "./company-view.ts";
import { CURVE_HEIGHT } from "./curve-size.ts";
import { curveView } from "./curve-view.ts";

/** A curve of so many people that ends at the share after 19 months, with its median there. */
function curveOf(survival: number, stays: number[], rest: Partial<Curve> = {}): Curve {
  const at = (months: number, share: number, atRisk: number) => ({
    months,
    atRisk,
    survival: share,
    low: null,
    high: null,
  });
  return {
    people: stays[0] ?? 0,
    ended: 6,
    isAbout: true,
    steps: [at(0, 1, stays[0] ?? 0), at(19, survival, 5)],
    median: null,
    years: stays.map((atRisk, years) => ({ years, atRisk, survival: 1, low: null, high: null })),
    ...rest,
  };
}

const OWN = curveOf(0.45, [10, 7], { median: { months: 19, low: 6, high: null } });
const EVERYWHERE = curveOf(0.56, [310_037, 246_522, 140_766]);
const VIEW = curveView({
  label: "",
  series: [
    { name: "Quillon", line: 0, curve: OWN },
    { name: "All companies", curve: EVERYWHERE },
  ],
  start: "Joined",
  counted: "Stays still counted",
  half: "Half have left by",
});

describe("a curve", () => {
  it("has its name below the median's capsule where the two would lie on each other", () => {
    const [own] = VIEW.series;
    expect(own?.labelX).toBeLessThan((VIEW.half?.capsule.left ?? 0) + (VIEW.half?.capsule.width ?? 0));
    expect(own?.labelY).toBeGreaterThanOrEqual(CURVE_HEIGHT / 2 + 20);
  });

  it("has long numbers end with the axis, because names stand right of it", () => {
    expect(VIEW.counted.map(({ ticks }) => ticks.map(({ isEnd = false, label }) => [label, isEnd]))).toEqual([
      [
        ["10", false],
        ["7", false],
        ["<5", false],
      ],
      [
        ["310,037", false],
        ["246,522", false],
        ["140,766", true],
      ],
    ]);
  });
});

describe("how long people stay", () => {
  it("counts stays: who came back has several, so there may be more of them than people", () => {
    const view = companyInsightsView(
      { name: "Quillon", logo: "", isSchool: false },
      "full-time",
      {
        conversion: { all: null, years: [], noFullTimeYet: 0, everywhere: null },
        stays: { own: { ...OWN, people: 8 }, everywhere: EVERYWHERE },
        before: { people: null, hops: [] },
        after: { people: null, hops: [] },
        levelsAfter: [],
        schools: { rows: [], others: 0 },
        firstStops: { rows: [], others: 0 },
        joined: { rows: [], others: 0 },
        happier: null,
        faces: null,
      },
      {},
    );
    expect(view.stays?.method).toContain(
      "8 people with full-time stays, of whom 6 have left. Somebody who came back has several",
    );
    expect(view.stays?.curve.countedTitle).toBe("Stays still counted");
  });
});
