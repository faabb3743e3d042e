import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PathLine, Route } from "#features/path/pure/types.ts";
import {
  idOf,
  PAGE,
  roleStep,
  routeOf,
  toLine,
  TODAY,
  type BriefLine,
  type BriefRole,
} from "#tests/helpers/path-lines.ts";
import type { Open, Pace } from "./opening.ts";

/** Random cases are many, and slow where each is a statement. */
const LONG_MS = 600_000;

const A_B_A: BriefRole[] = [
  { at: "A", kind: "intern", from: "2018-05", to: "2018-08" },
  { at: "B", from: "2019-01", to: "2020-03" },
  { at: "A", level: "senior", from: "2020-04" },
];

function linked(steps: Route["steps"], between: "any" | "next", limit: number | null): Route {
  return routeOf(steps, { links: [{ between, limit }] });
}

/** Tries every choice of roles in the order of positions, as the definition of matching says. */
function naiveWay(line: PathLine, route: Route): number[] | undefined {
  const start = (at: number): number => {
    const role = line.roles[at];
    if (!role) return 0;
    return role.isYear && role.phase !== "incoming" ? Math.min(role.start, TODAY) : role.start;
  };
  const key = (at: number): string => line.roles[at]?.company || (line.roles[at]?.entry ?? "");
  const hasSchool = route.steps[0]?.of === "school";
  const go = (step: number, way: number[]): number[] | undefined => {
    const asked = route.steps[step];
    if (!asked) return way;
    if (asked.of === "school") return line.school === asked.school ? go(step + 1, way) : undefined;
    const link = route.links[step - 1];
    const before = way.at(-1) ?? -1;
    for (let at = before + 1; at < line.roles.length; at += 1) {
      const role = line.roles[at];
      if (!role) continue;
      const kinds = asked.kinds.flatMap((kind) => (kind === "intern" ? ["intern", "co-op"] : [kind]));
      if (asked.companies.length > 0 && !asked.companies.includes(role.company)) continue;
      if (kinds.length > 0 && !kinds.includes(role.kind)) continue;
      if (asked.levels.length > 0 && role.level !== "senior") continue;
      if (route.isFirst && step === (hasSchool ? 1 : 0) && at !== 0) continue;
      if (link?.limit && start(at) - start(before < 0 ? 0 : before) > link.limit) continue;
      if (link?.between === "next") {
        const between = line.roles.map((_, index) => index).filter((index) => index > before && index < at);
        if (between.some((index) => key(index) !== key(at) && (before < 0 || key(index) !== key(before)))) continue;
      }
      if (step === route.steps.length - 1) {
        const year = Math.floor(start(at) / 12);
        if (route.isNow && role.phase !== "current") continue;
        if ((route.since !== null && year < route.since) || (route.until !== null && year > route.until)) continue;
      }
      const found = go(step + 1, [...way, at]);
      if (found) return found;
    }
    return undefined;
  };
  return go(0, []);
}

const company = fc.constantFrom("A", "B", "C", "");
const brief: fc.Arbitrary<BriefRole> = fc.record({
  at: company,
  kind: fc.constantFrom("intern" as const, "co-op" as const, "full-time" as const),
  level: fc.constantFrom("mid" as const, "senior" as const),
  from: fc.oneof(
    fc.integer({ min: 2018, max: 2026 }).map(String),
    fc
      .tuple(fc.integer({ min: 2018, max: 2027 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, of]) => `${year}-${String(of).padStart(2, "0")}`),
  ),
});
const anyLine: fc.Arbitrary<BriefLine> = fc.record({
  id: fc.constant("one"),
  school: fc.constantFrom("", "S", "T"),
  roles: fc.array(brief, { maxLength: 7 }),
});
const step = fc.record({
  of: fc.constant("role" as const),
  companies: fc.uniqueArray(fc.constantFrom("A", "B", "C", "Z").map(idOf), { maxLength: 2 }),
  titles: fc.constant([]),
  levels: fc.constantFrom([], ["senior" as const]),
  kinds: fc.constantFrom([], ["intern" as const], ["full-time" as const]),
});
const anyRoute = fc
  .record({
    school: fc.constantFrom(undefined, "S"),
    roles: fc.array(step, { minLength: 1, maxLength: 5 }),
    links: fc.array(
      fc.record({
        between: fc.constantFrom("any" as const, "next" as const),
        limit: fc.option(fc.integer({ min: 1, max: 40 })),
      }),
      { minLength: 5, maxLength: 5 },
    ),
    isFirst: fc.boolean(),
    isNow: fc.boolean(),
    since: fc.option(fc.integer({ min: 2018, max: 2026 })),
  })
  .map(({ school, roles, links, isFirst, isNow, since }): Route => {
    const steps = school === undefined ? roles : [{ of: "school" as const, school: idOf(school) }, ...roles];
    return routeOf(steps, { links: links.slice(0, steps.length - 1), isFirst, isNow, since });
  });

/** Which way a route takes through a pipeline. */
export function describeMatching(open: Open, { share, moment }: Pace): void {
  /** The positions of the way through one line, by a search. */
  async function wayOf(line: BriefLine, route: Route): Promise<number[] | undefined> {
    const engine = await open([line]);
    return (await engine.search(route, PAGE)).lines[0]?.matched;
  }
  const wayIn = (roles: BriefRole[], route: Route, school = "Waterloo"): Promise<number[] | undefined> =>
    wayOf({ id: "one", school, roles }, route);

  describe("routes", () => {
    it.each<[string, Route, number[] | undefined]>([
      ["the same company twice", routeOf([roleStep({ at: "A" }), roleStep({ at: "A" })]), [0, 2]],
      ["the earliest of several ways", routeOf([roleStep()]), [0]],
      ["facets in one role", routeOf([roleStep({ at: "A", levels: ["senior"] })]), [2]],
      ["no role has both facets", routeOf([roleStep({ at: "B", levels: ["senior"] })]), undefined],
      ["a level stands for those above", routeOf([roleStep({ levels: ["mid"] })]), [1]],
      ["managers are on another ladder", routeOf([roleStep({ levels: ["manager"] })]), undefined],
      ["an unknown company", routeOf([roleStep({ at: "Z" })]), undefined],
      ["alternatives of one facet", routeOf([roleStep({ companies: [idOf("Z"), idOf("B")] })]), [1]],
      ["next", linked([roleStep({ at: "A" }), roleStep({ at: "B" })], "next", null), [0, 1]],
      [
        "next over a third company",
        linked([roleStep({ kinds: ["intern"] }), roleStep({ levels: ["senior"] })], "next", null),
        undefined,
      ],
      ["a limit, inclusive", linked([roleStep({ at: "A" }), roleStep({ at: "B" })], "any", 8), [0, 1]],
      ["a limit one month too short", linked([roleStep({ at: "A" }), roleStep({ at: "B" })], "any", 7), undefined],
      ["first", routeOf([roleStep({ at: "B" })], { isFirst: true }), undefined],
      ["now", routeOf([roleStep({ at: "A" })], { isNow: true }), [2]],
      ["since", routeOf([roleStep({ at: "A" })], { since: 2019 }), [2]],
      ["until", routeOf([roleStep()], { since: 2019, until: 2019 }), [1]],
      ["a country", routeOf([roleStep()], { country: "DE" }), undefined],
      ["a school", routeOf([{ of: "school", school: idOf("Waterloo") }, roleStep({ at: "B" })]), [1]],
      ["a school alone", routeOf([{ of: "school", school: idOf("Waterloo") }]), []],
      ["a school alone with years", routeOf([{ of: "school", school: idOf("Waterloo") }], { since: 2000 }), undefined],
      [
        "from a school, next",
        linked([{ of: "school", school: idOf("Waterloo") }, roleStep({ at: "B" })], "next", null),
        undefined,
      ],
      [
        "from a school, within months of the first role",
        linked([{ of: "school", school: idOf("Waterloo") }, roleStep({ at: "B" })], "any", 8),
        [1],
      ],
      [
        "from a school, too late",
        linked([{ of: "school", school: idOf("Waterloo") }, roleStep({ at: "B" })], "any", 7),
        undefined,
      ],
    ])("%s", async (_what, route, way) => {
      expect(await wayIn(A_B_A, route)).toEqual(way);
    });

    it("gives an undisclosed stop no name, and lets it stand between two others", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2018", to: "2018" },
        { at: "", from: "2019", to: "2020" },
        { at: "B", from: "2021" },
      ];
      expect(await wayIn(roles, linked([roleStep({ at: "A" }), roleStep({ at: "B" })], "next", null))).toBeUndefined();
      expect(await wayIn(roles, routeOf([roleStep({ at: "A" }), roleStep({ at: "B" })]))).toEqual([0, 2]);
    });

    it("counts co-ops as interns, and a role still to come as an outcome", async () => {
      const roles: BriefRole[] = [
        { at: "A", kind: "co-op", from: "2026-05", to: "2026-08" },
        { at: "B", from: "2027-01" },
      ];
      const engine = await open([{ id: "one", roles }]);
      const found = await engine.search(routeOf([roleStep({ kinds: ["intern"] }), roleStep({ at: "B" })]), PAGE);
      expect(found.lines).toEqual([{ profile: idOf("one"), matched: [0, 1], months: null }]);
    });

    it("takes the earlier first role, though a way from a later one ends sooner, where somebody returned", async () => {
      const roles: BriefRole[] = [
        { at: "A", kind: "intern", from: "2018-05", to: "2018-08" },
        { at: "B", kind: "intern", from: "2019-05", to: "2019-08" },
        { at: "A", from: "2020-01", to: "2020-12" },
        { at: "B", from: "2021-01" },
      ];
      // From the first role, A again is not next, because B lies between. B again is.
      const route = linked([roleStep({ kinds: ["intern"] }), roleStep({ kinds: ["full-time"] })], "next", null);
      expect(await wayIn(roles, route)).toEqual([0, 3]);
    });

    it("takes the way that can be finished, not the first one begun", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2010-01", to: "2010-12" },
        { at: "A", from: "2020-01", to: "2020-12" },
        { at: "B", from: "2021-01" },
      ];
      expect(await wayIn(roles, linked([roleStep({ at: "A" }), roleStep({ at: "B" })], "any", 12))).toEqual([1, 2]);
    });

    it("matches sixty stops and eight steps, and a thousand roles in a moment", async () => {
      const many = (count: number): BriefRole[] =>
        Array.from({ length: count }, (_, index) => ({
          at: `C${index % 30}`,
          from: `${1960 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
          to: `${1960 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
        }));
      const steps = Array.from({ length: 8 }, () => roleStep());
      const links = steps.slice(1).map(() => ({ between: "next" as const, limit: 1 }));
      expect(await wayIn(many(60), routeOf(steps, { links }))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      const engine = await open([{ id: "one", roles: many(700) }]);
      const start = performance.now();
      const impossible = routeOf([...steps.slice(0, 7), roleStep({ at: "Z" })], { links });
      expect((await engine.search(impossible, PAGE)).people).toBe(0);
      expect(performance.now() - start).toBeLessThan(moment);
    });
  });

  describe("matching", () => {
    const sameWay = (routes: fc.Arbitrary<Route>) =>
      fc.asyncProperty(anyLine, routes, async (one, asked) => {
        expect(await wayOf(one, asked)).toEqual(naiveWay(toLine(one), asked));
      });

    it("finds the way that trying all of them in order finds first", { timeout: LONG_MS }, async () => {
      await fc.assert(sameWay(anyRoute), { numRuns: Math.ceil(4_000 * share) });
    });

    it("finds it where every step takes any role, with and without limits", { timeout: LONG_MS }, async () => {
      const any = roleStep({});
      const anything = anyRoute.map((asked) => ({
        ...asked,
        steps: asked.steps.map((one) => (one.of === "role" ? any : one)),
      }));
      await fc.assert(sameWay(anything), { numRuns: Math.ceil(2_000 * share) });
    });
  });
}
