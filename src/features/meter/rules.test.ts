import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CROWDS, crowdOf, meterOf } from "./rules.ts";

test.each([
  [0, "under-5"],
  [4, "under-5"],
  [5, "5-19"],
  [19, "5-19"],
  [20, "20-plus"],
  [Infinity, "20-plus"],
])("%d people are told as %s", (people, crowd) => {
  expect(crowdOf(people)).toBe(crowd);
});

/** People by the things they share: a set of places each. */
const crowd = fc.array(fc.uniqueArray(fc.nat(4), { maxLength: 5 }), { maxLength: 80 });
const sharedBy = (people: readonly (readonly number[])[]) => (a: number, b: number) =>
  people.filter((one) => one.includes(a) && one.includes(b)).length;

describe("the meter", () => {
  it("of nothing shown is green, of one thing its own crowd", () => {
    expect(meterOf(0, () => 0)).toEqual({ crowd: "20-plus", worst: -1, cured: "20-plus" });
    expect(meterOf(1, () => 7)).toEqual({ crowd: "5-19", worst: 0, cured: "20-plus" });
  });

  it("names what hurts most", () => {
    // Everybody shares 0 and 1, two share 2.
    const shared = (a: number, b: number) => (a === 2 || b === 2 ? 2 : 30);
    expect(meterOf(3, shared)).toEqual({ crowd: "under-5", worst: 2, cured: "20-plus" });
  });

  it("is no greener than any two of the things, and never redder for hiding the one it names", () => {
    fc.assert(
      fc.property(crowd, fc.integer({ min: 2, max: 5 }), (people, things) => {
        const shared = sharedBy(people);
        const meter = meterOf(things, shared);
        for (let a = 0; a < things; a += 1)
          for (let b = a + 1; b < things; b += 1)
            expect(CROWDS.indexOf(meter.crowd)).toBeLessThanOrEqual(CROWDS.indexOf(crowdOf(shared(a, b))));
        expect(CROWDS.indexOf(meter.cured)).toBeGreaterThanOrEqual(CROWDS.indexOf(meter.crowd));
        expect(meter.worst === -1).toBe(meter.crowd === "20-plus");
      }),
    );
  });

  it("hiding what it names helps at least as much as hiding anything else", () => {
    fc.assert(
      fc.property(crowd, fc.integer({ min: 2, max: 5 }), (people, things) => {
        const shared = sharedBy(people);
        const meter = meterOf(things, shared);
        if (meter.worst === -1) return;
        for (let hidden = 0; hidden < things; hidden += 1) {
          const left = Array.from({ length: things }, (_, n) => n).filter((n) => n !== hidden);
          const without = meterOf(left.length, (a, b) => shared(left[a] ?? 0, left[b] ?? 0));
          expect(CROWDS.indexOf(without.crowd)).toBeLessThanOrEqual(CROWDS.indexOf(meter.cured));
        }
      }),
    );
  });
});
