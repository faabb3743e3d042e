import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  SHARING_STEPS,
  sharingOf,
  checkAnonymity,
  titlesPlace,
  type CountSharing,
  type Draft,
  type Fact,
} from "./rules.ts";

test.each([
  [0, "under-5"],
  [4, "under-5"],
  [5, "5-19"],
  [19, "5-19"],
  [20, "20-plus"],
  [Infinity, "20-plus"],
])("%d people are shown as %s", (people, sharing) => {
  expect(sharingOf(people)).toBe(sharing);
});

/** Other people, described by what they show: places that they disclose, and places that they leave undisclosed. */
const others = fc.array(
  fc.record({
    disclosed: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
    undisclosed: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
    titles: fc.uniqueArray(fc.nat(1), { maxLength: 2 }),
  }),
  { maxLength: 80 },
);
type Others = readonly { disclosed: number[]; undisclosed: number[]; titles: number[] }[];

const shows = (one: Others[number], fact: Fact, draft: Draft): boolean =>
  fact.place >= titlesPlace(draft)
    ? one.titles.includes(fact.place - titlesPlace(draft))
    : one.disclosed.includes(fact.place) || (fact.isUndisclosed && one.undisclosed.includes(fact.place));
const sharedBy =
  (people: Others, draft: Draft): CountSharing =>
  (a, b) =>
    people.filter((one) => shows(one, a, draft) && shows(one, b, draft)).length;
const of = (undisclosed: boolean[], hasSchool: boolean, ownTitles = 0): Draft => ({
  undisclosed,
  hasSchool,
  ownTitles,
});
const level = (step: (typeof SHARING_STEPS)[number]): number => SHARING_STEPS.indexOf(step);

describe("the anonymity check", () => {
  it("of nofact shown is green, of one fact its own step", () => {
    const green = "20-plus";
    expect(checkAnonymity(of([], false), () => 0)).toEqual({
      now: green,
      mostIdentifying: -1,
      afterHiding: green,
      atBest: green,
    });
    expect(checkAnonymity(of([false], false), () => 7)).toEqual({
      now: "5-19",
      mostIdentifying: 0,
      afterHiding: "5-19",
      atBest: "5-19",
    });
    expect(checkAnonymity(of([], true), () => 7)).toEqual({
      now: "5-19",
      mostIdentifying: 0,
      afterHiding: green,
      atBest: green,
    });
  });

  it("names what hurts most, and nofact once all is undisclosed back", () => {
    const shared: CountSharing = (a, b) => ([a, b].some((one) => one.place === 2 && !one.isUndisclosed) ? 2 : 30);
    expect(checkAnonymity(of([false, false, false], false), shared)).toMatchObject({
      now: "under-5",
      mostIdentifying: 2,
      afterHiding: "20-plus",
    });
    expect(checkAnonymity(of([true, true], false), () => 3)).toMatchObject({
      now: "under-5",
      mostIdentifying: -1,
      afterHiding: "under-5",
    });
  });

  it("names one's own titles as soon as they are what fewest share, and says what is left without them", () => {
    const shared: CountSharing = (a, b) => ([a, b].some((one) => one.place === 3) ? 1 : 30);
    const draft = of([false, false], false, 1);
    expect(checkAnonymity(draft, shared)).toEqual({
      now: "under-5",
      mostIdentifying: titlesPlace(draft),
      afterHiding: "20-plus",
      atBest: "20-plus",
    });
    expect(checkAnonymity(of([false, false], false), shared).now).toBe("20-plus");
    // With both companies hidden and no school shown, the only advice left is to hide the titles.
    expect(checkAnonymity(of([true, true], false, 1), () => 1)).toMatchObject({
      mostIdentifying: titlesPlace(draft),
      afterHiding: "under-5",
    });
  });

  const drafts = fc.record({
    undisclosed: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
    hasSchool: fc.boolean(),
    ownTitles: fc.nat(2),
  });
  /** The draft once the advice is taken. */
  const hiding = (draft: Draft, place: number): Draft =>
    place === titlesPlace(draft)
      ? { ...draft, ownTitles: 0 }
      : place === draft.undisclosed.length
        ? { ...draft, hasSchool: false }
        : { ...draft, undisclosed: draft.undisclosed.with(place, true) };
  const canHide = (draft: Draft): number[] => [
    ...draft.undisclosed.flatMap((isUndisclosed, place) => (isUndisclosed ? [] : [place])),
    ...(draft.hasSchool ? [draft.undisclosed.length] : []),
    ...(draft.ownTitles > 0 ? [titlesPlace(draft)] : []),
  ];

  it("is no greener than any two of its facts, never redder for its advice, and gives one while it can", () => {
    fc.assert(
      fc.property(others, drafts, (people, draft) => {
        const shared = sharedBy(people, draft);
        const check = checkAnonymity(draft, shared);
        const facts = [
          ...draft.undisclosed.map((isUndisclosed, place) => ({ place, isUndisclosed })),
          ...Array.from({ length: draft.ownTitles }, (_, n) => ({
            place: titlesPlace(draft) + n,
            isUndisclosed: false,
          })),
        ];
        for (const [at, a] of facts.entries())
          for (const b of facts.slice(at + 1))
            expect(level(check.now)).toBeLessThanOrEqual(level(sharingOf(shared(a, b))));
        expect(level(check.afterHiding)).toBeGreaterThanOrEqual(level(check.now));
        expect(check.mostIdentifying !== -1).toBe(check.now !== "20-plus" && canHide(draft).length > 0);
      }),
    );
  });

  it("its advice, once taken, leaves the step it promised, and none would leave a larger one", () => {
    fc.assert(
      fc.property(others, drafts, (people, draft) => {
        const shared = sharedBy(people, draft);
        const check = checkAnonymity(draft, shared);
        if (check.mostIdentifying === -1) return;
        const after = (place: number) => checkAnonymity(hiding(draft, place), shared).now;
        expect(after(check.mostIdentifying)).toBe(check.afterHiding);
        for (const place of canHide(draft)) expect(level(after(place))).toBeLessThanOrEqual(level(check.afterHiding));
      }),
    );
  });

  it("knows from the first answer where its advice ends", () => {
    fc.assert(
      fc.property(others, drafts, (people, first) => {
        const shared = sharedBy(people, first);
        const { atBest } = checkAnonymity(first, shared);
        let draft: Draft = first;
        let check = checkAnonymity(draft, shared);
        while (check.mostIdentifying !== -1) {
          draft = hiding(draft, check.mostIdentifying);
          check = checkAnonymity(draft, shared);
        }
        // A draft that is green already needs no more hiding.
        expect(check.now).toBe(atBest);
      }),
    );
  });
});
