import { describe, expect, it } from "vitest";
import type { Step } from "#features/path/pure/types.ts";
import { engineOf, PAGE, roleStep, routeOf, times } from "#tests/helpers/path-lines.ts";

// Which questions about very many people are refused, and which are answered at any cost.

const PEOPLE = 12;
const engine = engineOf(
  times(PEOPLE, {
    school: "Waterloo",
    roles: [
      { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
      { at: "Shopify", from: "2018-09", to: "2020-01" },
      { at: "Google", level: "senior", from: "2020-02" },
    ],
  }),
  { mostOfEverybody: 5 },
);
const any = roleStep();
const intern = roleStep({ kinds: ["intern"] });
const senior = roleStep({ levels: ["senior"] });
const soon = { between: "next" as const, limit: 24 };

describe("a search, what follows it, a title and a company are never refused for what they cost", () => {
  it.each<[string, Step[], { links?: (typeof soon)[]; isFirst?: boolean; isNow?: boolean }]>([
    ["everybody", [any], {}],
    ["two stops, whatever they are", [any, any], {}],
    ["who went on within two years", [any, any], { links: [soon] }],
    ["three stops, each soon after the one before", [any, any, any], { links: [soon, soon] }],
    ["interns who became senior", [intern, senior], {}],
    ["interns who became senior within some years", [intern, any, senior], { links: [soon, soon] }],
    ["whose first role was an internship, and who are senior now", [intern, senior], { isFirst: true, isNow: true }],
  ])("%s", (_, steps, more) => {
    const route = routeOf(steps, more);
    expect(engine.search(route, PAGE).people).toBe(PEOPLE);
    expect(engine.counts([route])).toEqual([PEOPLE]);
    expect(() => engine.next(route)).not.toThrow();
  });

  it("and where nobody matches, a looser route is offered", () => {
    const never = routeOf([senior, intern], {});
    expect(engine.search(never, PAGE)).toMatchObject({ people: 0, fewerThan: null });
    const late = routeOf([intern, senior], { links: [{ between: "any", limit: 12 }] });
    expect(engine.search(late, PAGE).looser[0]).toMatchObject({ people: PEOPLE });
  });

  it("and a title's and a school's people are everybody's", () => {
    expect(engine.title("senior-software")?.people).toBe(PEOPLE);
    expect(engine.titles().titles.length).toBe(3);
  });
});
