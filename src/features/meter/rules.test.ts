import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CROWDS, crowdOf, meterOf, type Shared, type Thing } from "./rules.ts";

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

/** Other people by what they show: places they tell, places they keep back. */
const others = fc.array(
  fc.record({
    told: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
    kept: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
  }),
  { maxLength: 80 },
);
type Others = readonly { told: number[]; kept: number[] }[];

const shows = (one: Others[number], thing: Thing): boolean =>
  one.told.includes(thing.place) || (thing.isKept && one.kept.includes(thing.place));
const sharedBy =
  (people: Others): Shared =>
  (a, b) =>
    people.filter((one) => shows(one, a) && shows(one, b)).length;
const level = (crowd: (typeof CROWDS)[number]): number => CROWDS.indexOf(crowd);

describe("the meter", () => {
  it("of nothing shown is green, of one thing its own crowd", () => {
    const green = "20-plus";
    expect(meterOf([], false, () => 0)).toEqual({ crowd: green, worst: -1, cured: green, best: green });
    expect(meterOf([false], false, () => 7)).toEqual({ crowd: "5-19", worst: 0, cured: "5-19", best: "5-19" });
    expect(meterOf([], true, () => 7)).toEqual({ crowd: "5-19", worst: 0, cured: green, best: green });
  });

  it("names what hurts most, and nothing once all is kept back", () => {
    const shared: Shared = (a, b) => ([a, b].some((one) => one.place === 2 && !one.isKept) ? 2 : 30);
    expect(meterOf([false, false, false], false, shared)).toMatchObject({
      crowd: "under-5",
      worst: 2,
      cured: "20-plus",
    });
    expect(meterOf([true, true], false, () => 3)).toMatchObject({ crowd: "under-5", worst: -1, cured: "under-5" });
  });

  const draft = fc.record({ kept: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }), hasSchool: fc.boolean() });

  it("is no greener than any two of its things, never redder for its advice, and gives one while it can", () => {
    fc.assert(
      fc.property(others, draft, (people, { kept, hasSchool }) => {
        const shared = sharedBy(people);
        const meter = meterOf(kept, hasSchool, shared);
        for (const [a, isKept] of kept.entries())
          for (let b = a + 1; b < kept.length; b += 1) {
            const both = shared({ place: a, isKept }, { place: b, isKept: kept[b] ?? false });
            expect(level(meter.crowd)).toBeLessThanOrEqual(level(crowdOf(both)));
          }
        expect(level(meter.cured)).toBeGreaterThanOrEqual(level(meter.crowd));
        const canHide = hasSchool || kept.includes(false);
        expect(meter.worst !== -1).toBe(meter.crowd !== "20-plus" && canHide);
      }),
    );
  });

  it("its advice, once taken, leaves the crowd it promised, and none would leave a larger one", () => {
    fc.assert(
      fc.property(others, draft, (people, { kept, hasSchool }) => {
        const shared = sharedBy(people);
        const meter = meterOf(kept, hasSchool, shared);
        if (meter.worst === -1) return;
        const after = (place: number) =>
          place === kept.length
            ? meterOf(kept, false, shared).crowd
            : meterOf(kept.with(place, true), hasSchool, shared).crowd;
        expect(after(meter.worst)).toBe(meter.cured);
        for (let place = 0; place < kept.length + (hasSchool ? 1 : 0); place += 1)
          expect(level(after(place))).toBeLessThanOrEqual(level(meter.cured));
      }),
    );
  });

  it("knows from the first answer where its advice ends", () => {
    fc.assert(
      fc.property(others, draft, (people, { kept, hasSchool }) => {
        const shared = sharedBy(people);
        const first = meterOf(kept, hasSchool, shared);
        let now = { meter: first, kept, hasSchool };
        while (now.meter.worst !== -1) {
          const { worst } = now.meter;
          const next =
            worst === kept.length ? { ...now, hasSchool: false } : { ...now, kept: now.kept.with(worst, true) };
          now = { ...next, meter: meterOf(next.kept, next.hasSchool, shared) };
        }
        // Whoever is green before everything is kept back needs no more.
        expect(now.meter.crowd).toBe(first.best);
      }),
    );
  });
});
