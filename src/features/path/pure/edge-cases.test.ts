import { describe, expect, it } from "vitest";
import type { RoutesQuestion } from "#features/path/pure/types.ts";
import {
  engineOf,
  idOf,
  PAGE,
  roleStep,
  routeOf,
  times,
  toLine,
  type BriefLine,
  type BriefRole,
} from "#tests/helpers/path-lines.ts";

const a = (at: string): ReturnType<typeof roleStep> => roleStep({ at });
const NO_FILTER = { country: null, school: null, since: null, until: null };

describe("stop=any alone", () => {
  const roles: BriefRole[] = [{ at: "A", from: "2020-01" }];
  it("lists every visible pipeline of a small site, anonymous ones too, and tells their number", () => {
    const engine = engineOf([...times(2, { isPublic: false, roles }), { id: "open", roles }]);
    const found = engine.search(routeOf([roleStep({})]), PAGE);
    expect(found).toMatchObject({ people: 3, fewerThan: null, peopleAfterEachStep: [3] });
    expect(found.lines.length).toBe(3);
  });
  it("is under the rule of five with a filter, and in a flow", () => {
    const engine = engineOf([...times(2, { isPublic: false, roles }), { id: "open", roles }]);
    expect(engine.search(routeOf([roleStep({})], { isNow: true }), PAGE).people).toBeNull();
    expect(engine.flow({ step: roleStep({}), hops: 1, direction: "after" }).people).toBeNull();
  });
});

describe("stays that still run", () => {
  it("rest on the months of their start, whatever role came last", () => {
    const engine = engineOf(
      times(5, {
        roles: [
          { at: "A", from: "2020-01" },
          { at: "A", from: "2021" },
        ],
      }),
    );
    const { stays } = engine.company({ company: idOf("A"), kind: "everyone", since: null, until: null });
    expect([stays.own.isAbout, stays.everywhere.isAbout]).toEqual([false, false]);
  });
});

describe("stops between", () => {
  it("count a stop that began after the one that the first role goes on", () => {
    const roles: BriefRole[] = [
      { at: "B", from: "2017-07", to: "2018-07" },
      { at: "D", from: "2017-07" },
      { at: "B", from: "2019-07", level: "staff" },
      { at: "C", from: "2020-07" },
    ];
    // The first role at B is open, so the stop at D does not part it from that of 2019.
    const engine = engineOf(times(5, { roles: [{ at: "B", from: "2017-06" }, ...roles] }));
    const route = routeOf([roleStep({ at: "B", levels: ["staff"] }), a("C")]);
    expect(engine.search(route, PAGE).stopsBetween).toEqual({ q1: 1, median: 1, q3: 1, isAbout: false });
  });
});

describe("links of routes", () => {
  const question: RoutesQuestion = { ...NO_FILTER, from: a("A"), to: a("C") };
  const way = (between: string[]): BriefRole[] =>
    ["A", ...between, "C"].map((at, index) => ({ at, from: `${2010 + index}-01`, to: `${2010 + index}-12` }));
  it("has one link from other to other, of different people", () => {
    const engine = engineOf([
      ...times(6, { roles: way(["B"]) }, "b"),
      ...times(1, { roles: way(["X"]) }, "x"),
      ...times(1, { roles: way(["B", "Y"]) }, "y"),
      ...times(2, { roles: way([]) }, "straight"),
    ]);
    const { links } = engine.routes(question);
    expect(links).toEqual([
      { from: "start", to: idOf("B"), people: 7 },
      { from: idOf("B"), to: idOf("B"), people: 6 },
      { from: "other", to: "other", people: null },
    ]);
  });
  it("counts those who came straight among them", () => {
    const engine = engineOf([
      ...times(6, { roles: way(["B"]) }, "b"),
      ...times(3, { roles: way(["B", "Y"]) }, "y"),
      ...times(2, { roles: way([]) }, "straight"),
    ]);
    expect(engine.routes(question).links.at(-1)).toEqual({ from: "other", to: "other", people: 5 });
  });
});

describe("lines like one", () => {
  it("have a company from the first role there that had begun by the age, in whatever order the roles stand", () => {
    const roles = (later: string, earlier: string, career: string): BriefRole[] => [
      { at: "", from: career, entry: "own" },
      { at: "A", from: later },
      { at: "A", from: earlier, level: "senior" },
    ];
    const engine = engineOf([
      { id: "own", roles: roles("2026-11", "2026-11", "2024-11") },
      ...times(5, { roles: roles("2012-02", "2012-01", "2010-01") }),
    ]);
    expect(engine.similar(idOf("own"))).toMatchObject({ months: 24, people: 5 });
  });
});

describe("stays of all companies in some years", () => {
  it("stay right as pipelines come, change and go after the question", () => {
    const line = (id: string, at: string, from: string): BriefLine => ({
      id,
      roles: [
        { at: "I", kind: "intern", from: "2011-05", to: "2011-08" },
        { at, from, to: "2016-01" },
      ],
    });
    const before = Array.from({ length: 12 }, (_, index) =>
      line(`n${index}`, "A", `201${2 + (index % 3)}-0${1 + (index % 9)}`),
    );
    const engine = engineOf(before);
    const question = { company: idOf("A"), kind: "everyone" as const, since: 2012, until: 2013 };
    engine.company(question);
    engine.put(toLine(line("n0", "B", "2013-07")));
    engine.put(toLine(line("late", "I", "2012-02")));
    engine.remove(idOf("n1"));
    const after = [line("n0", "B", "2013-07"), ...before.slice(2), line("late", "I", "2012-02")];
    const asked = engine.company(question);
    expect(asked).toEqual(engineOf(after).company(question));
    expect(asked.stays.everywhere.people).toBe(7);
  });
});
