import { describe, expect, it } from "vitest";
import type { RoutesQuestion } from "#features/path/pure/types.ts";
import {
  idOf,
  PAGE,
  roleStep,
  routeOf,
  times,
  toLine,
  type BriefLine,
  type BriefRole,
} from "#tests/helpers/path-lines.ts";
import type { Open } from "./opening.ts";

const a = (at: string): ReturnType<typeof roleStep> => roleStep({ at });
const NO_FILTER = { country: null, school: null, since: null, until: null };

/** Cases that once were answered wrongly. */
export function describeEdges(open: Open): void {
  describe("stop=any alone", () => {
    const roles: BriefRole[] = [{ at: "A", from: "2020-01" }];
    it("lists every visible pipeline of a small site, anonymous ones too, and tells their number", async () => {
      const engine = await open([...times(2, { isPublic: false, roles }), { id: "open", roles }]);
      const found = await engine.search(routeOf([roleStep({})]), PAGE);
      expect(found).toMatchObject({ people: 3, fewerThan: null, peopleAfterEachStep: [3] });
      expect(found.lines.length).toBe(3);
    });
    it("is under the rule of five with a filter, and in a flow", async () => {
      const engine = await open([...times(2, { isPublic: false, roles }), { id: "open", roles }]);
      expect((await engine.search(routeOf([roleStep({})], { isNow: true }), PAGE)).people).toBeNull();
      expect((await engine.flow({ step: roleStep({}), hops: 1, direction: "after" })).people).toBeNull();
    });
  });

  describe("stays that still run", () => {
    it("rest on the months of their start, whatever role came last", async () => {
      const engine = await open(
        times(5, {
          roles: [
            { at: "A", from: "2020-01" },
            { at: "A", from: "2021" },
          ],
        }),
      );
      const { stays } = await engine.company({ company: idOf("A"), kind: "everyone", since: null, until: null });
      expect([stays.own.isAbout, stays.everywhere.isAbout]).toEqual([false, false]);
    });
  });

  describe("stops between", () => {
    it("count a stop that began after the one that the first role goes on", async () => {
      const roles: BriefRole[] = [
        { at: "B", from: "2017-07", to: "2018-07" },
        { at: "D", from: "2017-07" },
        { at: "B", from: "2019-07", level: "staff" },
        { at: "C", from: "2020-07" },
      ];
      // The first role at B is open, so the stop at D does not part it from that of 2019.
      const engine = await open(times(5, { roles: [{ at: "B", from: "2017-06" }, ...roles] }));
      const route = routeOf([roleStep({ at: "B", levels: ["staff"] }), a("C")]);
      expect((await engine.search(route, PAGE)).stopsBetween).toEqual({ q1: 1, median: 1, q3: 1, isAbout: false });
    });
  });

  describe("links of routes", () => {
    const question: RoutesQuestion = { ...NO_FILTER, from: a("A"), to: a("C") };
    const way = (between: string[]): BriefRole[] =>
      ["A", ...between, "C"].map((at, index) => ({ at, from: `${2010 + index}-01`, to: `${2010 + index}-12` }));
    it("has one link from other to other, of different people", async () => {
      const engine = await open([
        ...times(6, { roles: way(["B"]) }, "b"),
        ...times(1, { roles: way(["X"]) }, "x"),
        ...times(1, { roles: way(["B", "Y"]) }, "y"),
        ...times(2, { roles: way([]) }, "straight"),
      ]);
      const { links } = await engine.routes(question);
      expect(links).toEqual([
        { from: "start", to: idOf("B"), people: 7 },
        { from: idOf("B"), to: idOf("B"), people: 6 },
        { from: "other", to: "other", people: null },
      ]);
    });
    it("counts those who came straight among them", async () => {
      const engine = await open([
        ...times(6, { roles: way(["B"]) }, "b"),
        ...times(3, { roles: way(["B", "Y"]) }, "y"),
        ...times(2, { roles: way([]) }, "straight"),
      ]);
      expect((await engine.routes(question)).links.at(-1)).toEqual({ from: "other", to: "other", people: 5 });
    });
  });

  describe("four anonymous people", () => {
    it("are shown by ways and flows like nobody", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2018-01", to: "2018-12", level: "staff" },
        { at: "B", from: "2019-01", to: "2019-12" },
        { at: "C", from: "2020-01" },
      ];
      const others = times(6, { roles: [{ at: "D", from: "2018-01" }] }, "other");
      const engine = await open([...others, ...times(4, { isPublic: false, roles })]);
      const nobody = await open(others);
      const ways: RoutesQuestion = { ...NO_FILTER, from: a("A"), to: a("C") };
      expect(await engine.routes(ways)).toEqual(await nobody.routes(ways));
      for (const direction of ["after", "before"] as const) {
        const flow = { step: roleStep({ levels: ["staff"] }), hops: 2, direction } as const;
        expect(await engine.flow(flow)).toEqual(await nobody.flow(flow));
      }
    });
  });

  describe("lines like one", () => {
    it("have a company from the first role there that had begun by the age, in whatever order the roles stand", async () => {
      const roles = (later: string, earlier: string, career: string): BriefRole[] => [
        { at: "", from: career, entry: "own" },
        { at: "A", from: later },
        { at: "A", from: earlier, level: "senior" },
      ];
      const engine = await open([
        { id: "own", roles: roles("2026-11", "2026-11", "2024-11") },
        ...times(5, { roles: roles("2012-02", "2012-01", "2010-01") }),
      ]);
      expect(await engine.similar(idOf("own"))).toMatchObject({ months: 24, people: 5 });
    });
  });

  describe("what comes next, known to the year", () => {
    it("says that the time until it is about", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2010-01", to: "2012-12" },
        { at: "B", from: "2013" },
      ];
      const engine = await open([{ id: "own", roles: [{ at: "A", from: "2024-11" }] }, ...times(5, { roles })]);
      expect((await engine.similar(idOf("own")))?.wait).toMatchObject({ people: 5, ended: 5, isAbout: true });
    });
  });

  describe("a title", () => {
    const senior = (from: string, to?: string): BriefRole => ({
      at: "A",
      level: "senior",
      from,
      ...(to === undefined ? {} : { to }),
    });
    it("that was held before the career start counts from its next role on", async () => {
      const roles: BriefRole[] = [
        { ...senior("2015-01", "2015-12"), kind: "part-time" },
        { at: "B", from: "2016-01", to: "2017-12" },
        senior("2018-01"),
      ];
      const engine = await open(times(5, { roles }));
      expect((await engine.title("senior-software"))?.months).toMatchObject({ median: 24 });
    });

    it("that is still to come is waited for until today, also where nothing is current", async () => {
      const start: BriefRole = { at: "B", from: "2020-01", to: "2022-01" };
      const engine = await open([
        ...times(5, { roles: [start, senior("2027-01")] }, "w"),
        ...times(5, { roles: [start, senior("2026-06")] }, "h"),
      ]);
      const curve = (await engine.title("senior-software"))?.curve;
      expect(curve?.years.find(({ years }) => years === 5)?.atRisk).toBe(10);
    });

    it("has a spelling once for each person, whatever kinds of work they have with it", async () => {
      const roles: BriefRole[] = [{ ...senior("2015-01", "2015-12"), kind: "part-time" }, senior("2016-01")];
      const engine = await open(times(3, { roles }));
      expect(await engine.title("senior-software")).toMatchObject({ people: null, spellings: [] });
    });
  });

  describe("stays of all companies in some years", () => {
    it("stay right as pipelines come, change and go after the question", async () => {
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
      const engine = await open(before);
      const question = { company: idOf("A"), kind: "everyone" as const, since: 2012, until: 2013 };
      await engine.company(question);
      await engine.put(toLine(line("n0", "B", "2013-07")));
      await engine.put(toLine(line("late", "I", "2012-02")));
      await engine.remove(idOf("n1"));
      const after = [line("n0", "B", "2013-07"), ...before.slice(2), line("late", "I", "2012-02")];
      const asked = await engine.company(question);
      expect(asked.stays.everywhere.people).toBe(7);
      const anew = await open(after);
      expect(asked).toEqual(await anew.company(question));
    });
  });
}
