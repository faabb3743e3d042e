import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, verdictText, type Compared } from "./compare.ts";

const time = (before: readonly number[], now: readonly number[]): Compared => ({
  what: "a page",
  unit: "ms",
  better: "less",
  before,
  now,
});
const rate = (before: readonly number[], now: readonly number[]): Compared => ({
  ...time(before, now),
  unit: "/s",
  better: "more",
});

describe("a figure of two programs", () => {
  it("is worse by more than 15 %, with its rounds all beyond the other's median", () => {
    const verdict = judge(time([10, 10, 11, 9, 10], [12, 13, 12, 11, 12]));
    expect(verdict).toMatchObject({ before: 10, now: 12, isWorse: true });
    expect(verdict.worseBy).toBeCloseTo(0.2);
    expect(judge(rate([1_000, 1_010, 990], [800, 790, 810])).isWorse).toBe(true);
  });

  it("is not named for 15 % or less, nor for being better", () => {
    expect(judge(time([10, 10, 10], [11.4, 11.4, 11.4])).isWorse).toBe(false);
    expect(judge(time([10, 10, 10], [5, 5, 5]))).toMatchObject({ worseBy: -0.5, isWorse: false });
    expect(judge(rate([1_000, 1_000, 1_000], [900, 900, 900])).isWorse).toBe(false);
    expect(judge(rate([1_000, 1_000, 1_000], [2_000, 2_000, 2_000])).isWorse).toBe(false);
  });

  it("is noise where one round was as good as the other's median", () => {
    expect(judge(time([10, 10, 10, 10, 10], [20, 20, 20, 20, 10])).isWorse).toBe(false);
    expect(judge(rate([1_000, 1_000, 1_000], [500, 500, 1_000])).isWorse).toBe(false);
  });

  it("says of an answer a second how much longer one takes", () => {
    expect(judge(rate([1_000], [500])).worseBy).toBeCloseTo(1);
  });

  it("is not worse where one of them was not measured", () => {
    expect(judge(time([], [10])).isWorse).toBe(false);
    expect(judge(time([10], [])).isWorse).toBe(false);
    expect(judge(rate([0], [0])).worseBy).toBe(0);
  });

  it("is never worse than itself, in whatever order its rounds came", () => {
    const rounds = fc.array(fc.double({ min: 0.1, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(rounds, (measured) => {
        const turned = measured.toReversed();
        expect(judge(time(measured, turned)).isWorse).toBe(false);
        expect(judge(rate(measured, turned)).isWorse).toBe(false);
      }),
    );
  });

  it("is told with both medians and the change", () => {
    expect(verdictText(judge(time([10], [12])))).toMatch(/^WORSE a page +10\.0 → +12\.0 ms +\+20 %$/);
    expect(verdictText(judge(time([10], [9])))).toMatch(/^ {5} a page +10\.0 → +9\.0 ms +-10 %$/);
  });
});
