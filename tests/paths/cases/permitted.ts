import { describe, expect, it } from "vitest";
import type { Step } from "#features/path/pure/types.ts";
import { PAGE, roleStep, routeOf, times } from "#tests/helpers/path-lines.ts";
import type { Open } from "./opening.ts";

const PEOPLE = 12;
const lines = times(PEOPLE, {
  school: "Waterloo",
  roles: [
    { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
    { at: "Shopify", from: "2018-09", to: "2020-01" },
    { at: "Google", level: "senior", from: "2020-02" },
  ],
});
const bounds = { mostOfEverybody: 5 };
const any = roleStep();
const intern = roleStep({ kinds: ["intern"] });
const senior = roleStep({ levels: ["senior"] });
const soon = { between: "next" as const, limit: 24 };

/** Which questions about very many people are refused, and which are answered at any cost. */
export function describePermitted(open: Open): void {
  describe("a search, what follows it, a title and a company are never refused for what they cost", () => {
    it.each<[string, Step[], { links?: (typeof soon)[]; isFirst?: boolean; isNow?: boolean }]>([
      ["everybody", [any], {}],
      ["two stops, whatever they are", [any, any], {}],
      ["who went on within two years", [any, any], { links: [soon] }],
      ["three stops, each soon after the one before", [any, any, any], { links: [soon, soon] }],
      ["interns who became senior", [intern, senior], {}],
      ["interns who became senior within some years", [intern, any, senior], { links: [soon, soon] }],
      ["whose first role was an internship, and who are senior now", [intern, senior], { isFirst: true, isNow: true }],
    ])("%s", async (_, steps, more) => {
      const route = routeOf(steps, more);
      const engine = await open(lines, bounds);
      expect((await engine.search(route, PAGE)).people).toBe(PEOPLE);
      expect(await engine.counts([route])).toEqual([PEOPLE]);
      expect(await engine.next(route)).toMatchObject({ candidates: expect.any(Array) });
    });

    it("and where nobody matches, a looser route is offered", async () => {
      const engine = await open(lines, bounds);
      const never = routeOf([senior, intern], {});
      expect(await engine.search(never, PAGE)).toMatchObject({ people: 0, fewerThan: null });
      const late = routeOf([intern, senior], { links: [{ between: "any", limit: 12 }] });
      expect((await engine.search(late, PAGE)).looser[0]).toMatchObject({ people: PEOPLE });
    });

    it("and a title's and a school's people are everybody's", async () => {
      const engine = await open(lines, bounds);
      expect((await engine.title("senior-software"))?.people).toBe(PEOPLE);
      expect((await engine.titles()).titles.length).toBe(3);
    });
  });
}
