import { describe, expect, it } from "vitest";
import type { Level } from "#features/path/pure/types.ts";
import { idOf, PAGE, roleStep, routeOf, times, toLine, type BriefRole } from "#tests/helpers/path-lines.ts";
import type { Open } from "./opening.ts";

const SHOPIFY_GOOGLE: BriefRole[] = [
  { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
  { at: "Shopify", from: "2019-06", to: "2021-01" },
  { at: "Google", level: "senior", from: "2021-02" },
];
const a = (at: string): ReturnType<typeof roleStep> => roleStep({ at });
const known = <T>(value: T | undefined): T => value ?? expect.fail("it is there");

/** Each question once, on pipelines written by hand. */
export function describeAnswers(open: Open): void {
  describe("counts and times", () => {
    const route = routeOf([a("Shopify"), a("Google")]);

    it("are those of the search, route by route", async () => {
      const engine = await open([
        ...times(6, { roles: SHOPIFY_GOOGLE }),
        ...times(2, { isPublic: false, roles: [{ at: "Shopify", from: "2020-01" }] }, "q"),
      ]);
      expect(await engine.counts([route, routeOf([a("Shopify")]), routeOf([a("Nowhere")])])).toEqual([6, 8, 0]);
      expect(await engine.times(route)).toEqual([33, 33, 33, 33, 33, 33]);
    });

    it("tell nothing of four people, and like nobody where none of them is public", async () => {
      const few = await open([
        ...times(3, { isPublic: false, roles: SHOPIFY_GOOGLE }),
        { id: "open", roles: SHOPIFY_GOOGLE },
      ]);
      expect([await few.counts([route]), await few.times(route)]).toEqual([[null], []]);
      await few.remove(idOf("open"));
      expect([await few.counts([route]), await few.times(route)]).toEqual([[0], []]);
    });

    it("give no times of more people than are drawn one by one", async () => {
      const many = await open(times(241, { roles: SHOPIFY_GOOGLE }));
      expect(await many.times(route)).toEqual([]);
    });
  });

  describe("search", () => {
    it("tells people, months, internships, stops between and lines", async () => {
      const engine = await open([
        ...times(6, { roles: SHOPIFY_GOOGLE }),
        ...times(2, { isPublic: false, roles: [{ at: "Shopify", from: "2020-01" }] }, "q"),
      ]);
      const found = await engine.search(routeOf([a("Shopify"), a("Google")]), { ...PAGE, limit: 4 });
      expect(found).toMatchObject({
        people: 6,
        fewerThan: null,
        peopleAfterEachStep: [8, 6],
        months: { q1: 33, median: 33, q3: 33, isAbout: false },
        internedFirst: { people: 6, of: 6, isTwice: false },
        stopsBetween: { q1: 0, median: 0, q3: 0, isAbout: false },
        looser: [],
      });
      expect(found.lines[0]).toEqual({ profile: idOf("p0"), matched: [0, 2], months: 33 });
    });

    it("tells fewer than five people, and nobody where none of them is public", async () => {
      const few = await open([
        ...times(3, { isPublic: false, roles: SHOPIFY_GOOGLE }),
        { id: "open", roles: SHOPIFY_GOOGLE },
      ]);
      const route = routeOf([a("Shopify"), a("Google")]);
      expect(await few.search(route, PAGE)).toMatchObject({
        people: null,
        fewerThan: 5,
        peopleAfterEachStep: [4, null],
        months: null,
        internedFirst: null,
        lines: [{ profile: idOf("open") }],
      });
      await few.remove(idOf("open"));
      expect(await few.search(route, PAGE)).toMatchObject({
        people: 0,
        fewerThan: null,
        peopleAfterEachStep: [3, 0],
        lines: [],
      });
      expect(await few.search(routeOf([a("Google")]), PAGE)).toMatchObject({ people: 3, fewerThan: null });
    });

    it("gives each line once over all pages, in either order", async () => {
      const lines = Array.from({ length: 23 }, (_, index) => ({
        id: index,
        roles: [
          { at: "A", from: "2015-01", to: "2016-01" },
          { at: "B", from: `20${16 + (index % 4)}-03` },
        ],
      }));
      const engine = await open(lines);
      for (const sort of ["recent", "shortest"] as const) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await engine.search(routeOf([a("A"), a("B")]), { sort, limit: 5, cursor });
          seen.push(...page.lines.map((line) => line.profile));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(new Set(seen).size).toBe(23);
        expect(seen.length).toBe(23);
      }
      const first = await engine.search(routeOf([a("A"), a("B")]), { sort: "recent", limit: 5, cursor: null });
      await expect(async () =>
        engine.search(routeOf([a("A")]), { sort: "recent", limit: 5, cursor: first.nextCursor }),
      ).rejects.toThrow(RangeError);
    });

    it("puts roles still to come before all others", async () => {
      const engine = await open([
        { id: "soon", roles: [{ at: "A", from: "2026-12" }] },
        { id: "now", roles: [{ at: "A", from: "2026-11" }] },
      ]);
      expect((await engine.search(routeOf([a("A")]), PAGE)).lines.map((line) => line.profile)).toEqual([
        idOf("soon"),
        idOf("now"),
      ]);
    });

    it("offers looser routes that five people took: single changes first, the larger ones first", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2010-01", to: "2012-01" },
        { at: "X", from: "2012-02", to: "2014-01" },
        { at: "B", level: "mid", from: "2014-02" },
      ];
      const engine = await open(times(5, { roles }));
      const asked = routeOf([a("A"), roleStep({ at: "B", levels: ["senior"] })], {
        links: [{ between: "any", limit: 60 }],
      });
      expect((await engine.search(asked, PAGE)).looser).toEqual([
        {
          route: { ...asked, steps: [a("A"), roleStep({ at: "B", levels: ["mid"] })] },
          query: `stop=company:${idOf("A")}&then=any,5y&stop=company:${idOf("B")},level:mid`,
          people: 5,
          change: [{ kind: "lower-level", step: 1, from: "senior", to: "mid" }],
        },
        expect.objectContaining({
          change: [
            { kind: "drop-limit", link: 0 },
            { kind: "lower-level", step: 1, from: "senior", to: "mid" },
          ],
        }),
      ]);
      const twice = routeOf([a("A"), a("Z"), a("B")], {
        links: [
          { between: "next", limit: 12 },
          { between: "any", limit: 48 },
        ],
      });
      const offered = (await engine.search(twice, PAGE)).looser;
      expect(offered.map((one) => one.query)).toContain(
        `stop=company:${idOf("A")}&then=any,5y&stop=company:${idOf("B")}`,
      );
      expect(offered.every((one) => one.route.steps.length >= 2)).toBe(true);
    });

    it("offers a looser route once, in whatever order its steps list their values", async () => {
      const roles: BriefRole[] = [
        { at: "A", from: "2010-01", to: "2012-01" },
        { at: "B", from: "2012-02" },
      ];
      const engine = await open(times(5, { roles }));
      const either = (...names: string[]) => ({ ...roleStep({}), companies: names.map(idOf) });
      const { looser } = await engine.search(routeOf([a("A"), either("A", "B"), either("B", "A")]), PAGE);
      // Without the second step it is what it is without the third.
      expect(looser.map(({ change }) => change)).toEqual([
        [{ kind: "drop-step", step: 1 }],
        [{ kind: "drop-step", step: 0 }],
      ]);
    });
  });

  describe("next", () => {
    it("offers further steps that five people took and that not everybody did", async () => {
      const engine = await open([
        ...times(5, { roles: SHOPIFY_GOOGLE }),
        ...times(
          4,
          {
            roles: [
              { at: "Shopify", from: "2010-01", to: "2011-01" },
              { at: "Rare", from: "2011-02" },
            ],
          },
          "q",
        ),
      ]);
      expect((await engine.next(routeOf([a("Shopify")]))).candidates).toEqual([
        { group: "level", stop: "level:senior", name: "Senior or above", people: 5 },
        { group: "title", stop: "title:senior-software", name: "senior-software", people: 5 },
        { group: "company", stop: `company:${idOf("Google")}`, name: "Google", people: 5 },
        { group: "company", stop: `company:${idOf("Shopify")}`, name: "Shopify", people: 5 },
      ]);
      expect((await engine.next(routeOf([a("Google")]))).candidates).toEqual([]);
    });
  });

  describe("routes", () => {
    it("are the first and last stop between; whose first role is the goal took none", async () => {
      const via = (...companies: string[]): BriefRole[] =>
        ["A", ...companies, "B"].map((at, index) => ({ at, from: `20${10 + index}-01`, to: `20${10 + index}-12` }));
      const engine = await open([
        ...times(5, { roles: via() }, "s"),
        ...times(6, { roles: via("C") }, "c"),
        ...times(7, { roles: via("C", "D", "E") }, "e"),
        ...times(2, { roles: via("F") }, "f"),
        ...times(3, { roles: via("").map((role) => ({ ...role, entry: role.at || "own" })) }, "u"),
        ...times(5, { roles: [{ at: "B", from: "2001-01", to: "2001-12" }, ...via()] }, "b"),
      ]);
      const found = await engine.routes({
        from: null,
        to: a("B"),
        country: null,
        school: null,
        since: null,
        until: null,
      });
      expect(found.people).toBe(23);
      expect(found.routes.map((one) => [one.companies.map(({ name }) => name), one.people])).toEqual([
        [["C", "E"], 7],
        [["C"], 6],
        [[], 5],
      ]);
      expect(found.others).toBe(5);
      expect(
        found.columns.map((column) => [column.rows.map(({ name, people }) => [name, people]), column.others]),
      ).toEqual([
        [[["C", 13]], 5],
        [
          [
            ["E", 7],
            ["C", 6],
          ],
          5,
        ],
      ]);
      expect(found.links).toEqual([
        { from: "start", to: idOf("C"), people: 13 },
        { from: "start", to: "other", people: 5 },
        { from: "start", to: "straight", people: 5 },
        { from: idOf("C"), to: idOf("E"), people: 7 },
        { from: idOf("C"), to: idOf("C"), people: 6 },
        { from: "other", to: "other", people: 5 },
      ]);
    });
  });

  describe("flow", () => {
    it("goes stop by stop, with interns who stayed, and ends", async () => {
      const stayed: BriefRole[] = [...SHOPIFY_GOOGLE];
      const still: BriefRole[] = [{ at: "Shopify", from: "2020-01" }];
      const left: BriefRole[] = [{ at: "Shopify", from: "2020-01", to: "2021-01" }];
      const engine = await open([
        ...times(6, { roles: stayed }, "a"),
        ...times(5, { roles: still }, "b"),
        ...times(2, { roles: left }, "c"),
      ]);
      const flow = await engine.flow({ step: a("Shopify"), hops: 3, direction: "after" });
      expect(flow.people).toBe(13);
      expect(flow.hops).toMatchObject([
        {
          people: 13,
          nodes: [],
          others: 0,
          stayed: 6,
          stillThere: 5,
          ended: null,
          links: [{ from: "start", to: "stayed", people: 6 }],
        },
        {
          people: 6,
          nodes: [{ name: "Google", people: 6 }],
          stayed: 0,
          links: [{ from: "stayed", to: idOf("Google"), people: 6 }],
        },
        { people: 6, nodes: [], stillThere: 6, links: [] },
      ]);
      const before = await engine.flow({ step: a("Google"), hops: 1, direction: "before" });
      expect(before.hops).toMatchObject([{ people: 6, nodes: [{ name: "Shopify", people: 6 }], ended: 0 }]);
    });
  });

  describe("stops", () => {
    it.each<[string, BriefRole[], number]>([
      [
        "a parallel job does not part a run",
        [
          { at: "A", from: "2015-01" },
          { at: "B", from: "2016-01", to: "2016-06" },
          { at: "A", from: "2017-01" },
          { at: "C", from: "2018-01" },
        ],
        1,
      ],
      [
        "a job after the run has ended does",
        [
          { at: "A", from: "2015-01", to: "2015-12" },
          { at: "B", from: "2016-01", to: "2016-06" },
          { at: "A", from: "2017-01" },
          { at: "C", from: "2018-01" },
        ],
        2,
      ],
      [
        "two entries without a page are two stops",
        [
          { at: "A", from: "2015-01" },
          { at: "", from: "2016-01" },
          { at: "", from: "2017-01" },
          { at: "C", from: "2018-01" },
        ],
        2,
      ],
    ])("%s", async (_what, roles, between) => {
      const engine = await open(times(5, { roles }));
      const found = await engine.search(routeOf([roleStep({ at: "A" }), a("C")], { isFirst: true }), PAGE);
      expect(found.stopsBetween?.median).toBe(between);
    });
  });

  describe("titles", () => {
    it("tell who held them, how long it took and from where", async () => {
      const engine = await open([
        ...times(6, { roles: SHOPIFY_GOOGLE }),
        ...times(5, { roles: [{ at: "Shopify", from: "2020-01" }] }, "q"),
      ]);
      const title = known(await engine.title("senior-software"));
      expect(title).toMatchObject({
        people: 6,
        spellings: ["senior software"],
        months: { median: 20 },
        fromTitles: { rows: [{ id: "mid-software", people: 6 }], others: 0 },
        promoted: 0,
        hired: 6,
        companies: { rows: [{ name: "Google", people: 6 }] },
      });
      expect(title.curve).toMatchObject({ people: 11, ended: 6 });
      expect((await engine.titles()).titles.map(({ slug, people }) => [slug, people])).toEqual([
        ["mid-software", 11],
        ["intern-software", 6],
        ["senior-software", 6],
      ]);
      expect([(await engine.title("mid-software"))?.curve, await engine.title("staff-software")]).toEqual([
        null,
        undefined,
      ]);
    });

    it("are shown like nobody's where fewer than five hold them and none is public; few are not in order of how many", async () => {
      const holds = (level: Level) => ({ roles: [{ at: "Shopify", from: "2020-01", level }] });
      const engine = await open([
        ...times(4, { isPublic: false, ...holds("staff") }, "s"),
        ...times(3, holds("senior"), "t"),
        ...times(4, holds("principal"), "p"),
        { id: "one", ...holds("lead") },
      ]);
      expect(await engine.title("staff-software")).toBe(await engine.title("fellow-software"));
      expect((await engine.titles()).titles.map(({ slug, people }) => [slug, people])).toEqual([
        ["lead-software", null],
        ["principal-software", null],
        ["senior-software", null],
      ]);
    });
  });

  describe("questions about everybody", () => {
    const filters = { country: null, school: null, since: null, until: null };
    const lines = times(6, { school: "Waterloo", roles: SHOPIFY_GOOGLE });
    const senior = roleStep({ levels: ["senior"] });

    it("are refused where more people match than one answer may be about, unless a company or school narrows them", async () => {
      const engine = await open(lines, { mostOfEverybody: 5 });
      const refusal = new RangeError("More than 5 people match. Name a company or a school to ask about fewer.");
      await expect(async () => engine.routes({ ...filters, from: null, to: senior })).rejects.toThrow(refusal);
      await expect(async () => engine.flow({ step: roleStep(), hops: 3, direction: "after" })).rejects.toThrow(refusal);
      expect((await engine.routes({ ...filters, from: null, to: a("Google") })).people).toBe(6);
      expect((await engine.routes({ ...filters, from: null, to: senior, school: idOf("Waterloo") })).people).toBe(6);
      expect((await engine.flow({ step: a("Shopify"), hops: 3, direction: "after" })).people).toBe(6);
    });

    it("are answered about exactly so many", async () => {
      const engine = await open(lines, { mostOfEverybody: 6 });
      expect((await engine.routes({ ...filters, from: null, to: senior })).people).toBe(6);
      expect((await engine.flow({ step: roleStep(), hops: 3, direction: "after" })).people).toBe(6);
    });
  });

  describe("similar", () => {
    it("compares at the same career age and tells what came next", async () => {
      const engine = await open([
        ...times(6, { school: "Waterloo", roles: SHOPIFY_GOOGLE }),
        { id: "me", school: "Waterloo", roles: [{ at: "Shopify", from: "2025-11" }] },
        { id: "young", school: "Waterloo", roles: [{ at: "Shopify", from: "2026-06" }] },
      ]);
      const found = known(await engine.similar(idOf("me")));
      expect(found).toMatchObject({ months: 12, since: "career-start", people: 6, movedOn: 6, notYet: 0 });
      expect(found.lines[0]?.shared).toEqual([
        `school:${idOf("Waterloo")}`,
        `company:${idOf("Shopify")}`,
        "title:mid-software",
      ]);
      expect(found.companies.rows).toEqual([{ id: idOf("Google"), name: "Google", people: 6 }]);
      expect(found.wait).toMatchObject({
        people: 6,
        ended: 6,
        median: { months: 8 },
        steps: [{ months: 8, survival: 0 }],
      });
      const handedIn = {
        ...toLine({ id: "me", school: "Waterloo", roles: [{ at: "Shopify", from: "2025-11" }] }),
        id: "",
      };
      expect((await engine.similarTo(handedIn)).people).toBe(7);
      expect([await engine.similar(idOf("nobody")), await engine.similar("../etc")]).toEqual([undefined, undefined]);
    });
  });
}
