import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PathLine, PathRole, Route } from "#features/path/pure/types.ts";
import { copies, lineOf, routeOf, stepOf, TODAY } from "#tests/paths/hand-made.ts";
import { company } from "#tests/paths/reference/company.ts";
import { flow } from "#tests/paths/reference/flow.ts";
import { looserRoutes } from "#tests/paths/reference/looser.ts";
import { earliestWayOfAll } from "#tests/paths/reference/exhaustive.ts";
import { earliestWay } from "#tests/paths/reference/match.ts";
import { routes } from "#tests/paths/reference/routes.ts";
import { search } from "#tests/paths/reference/search.ts";
import { similarTo } from "#tests/paths/reference/similar.ts";
import { staysOf } from "#tests/paths/reference/stays.ts";
import { title } from "#tests/paths/reference/titles.ts";
import { stopsOf } from "#tests/paths/reference/world.ts";
import { queryText } from "#tests/paths/query-text.ts";
import { picksAbout, questionsAbout, routeAlong } from "#tests/paths/questions.ts";
import { world, WORDS } from "#tests/paths/worlds.ts";

const at = (name: string) => stepOf({ companies: [name] });
const worldOf = (lines: PathLine[]) => ({ lines, today: TODAY });
const way = (line: PathLine, route: Route): number[] | undefined =>
  earliestWay(line, route, worldOf([line]))?.map((role: PathRole) => role.position);
const stops = (roles: string): string[] =>
  stopsOf(lineOf("one", roles), TODAY).map((stop) => stop.roles.length + stop.company);

describe("stops", () => {
  it.each([
    ["intern@A 2018-05..2018-08, full-time@A 2019-01..", ["2A"]],
    ["intern@A 2018-05..2018-08, full-time@B 2019-01..2020-01, full-time@A 2020-02..", ["1A", "1B", "1A"]],
    ["full-time@A 2018-05..2021-01, contract@B 2019-01..2019-03, full-time@A 2020-02..", ["2A", "1B"]],
    // Ended in the month in which B began: ended by B's start.
    ["intern@A 2018-05..2018-08, full-time@B 2018-08..2020-01, full-time@A 2020-02..", ["1A", "1B", "1A"]],
    ["intern@A 2018-05..2018-08, full-time@? 2019-01..2020-01, full-time@A 2020-02..", ["1A", "1", "1A"]],
  ])("of %s", (roles, expected) => {
    expect(stops(roles)).toEqual(expected);
  });
});

describe("matching", () => {
  const line = lineOf(
    "one",
    "intern@A 2018-05..2018-08, full-time@B 2019-01..2020-01, full-time@A 2020-02..2022-01, full-time@C 2022-02..",
  );
  it("takes the earliest way", () => {
    expect(way(line, routeOf([at("A"), at("C")]))).toEqual([0, 3]);
    expect(way(line, routeOf([stepOf({}), stepOf({})]))).toEqual([0, 1]);
  });
  it("goes back where the first role leads nowhere", () => {
    const next = { links: [{ between: "next" as const, limit: null }] };
    expect(way(line, routeOf([at("A"), at("C")], next))).toEqual([2, 3]);
    expect(way(line, routeOf([at("A"), at("C")], { links: [{ between: "any", limit: 24 }] }))).toEqual([2, 3]);
    expect(way(line, routeOf([at("A"), at("C")], { links: [{ between: "any", limit: 23 }] }))).toBeUndefined();
  });
  it("knows first and now", () => {
    expect(way(line, routeOf([at("B")], { isFirst: true }))).toBeUndefined();
    expect(way(line, routeOf([at("A")], { isNow: true }))).toBeUndefined();
    expect(way(line, routeOf([at("C")], { isNow: true }))).toEqual([3]);
  });
  it("finds the way that a trial of all choices finds", () => {
    const questions = questionsAbout(WORDS);
    fc.assert(
      fc.property(world, fc.array(picksAbout(questions), { minLength: 5, maxLength: 5 }), (drawn, picks) => {
        for (const pick of picks) {
          const route = routeAlong(drawn.lines, pick);
          for (const one of drawn.lines.filter(({ roles }) => roles.length <= 6)) {
            expect(earliestWay(one, route, drawn)).toEqual(earliestWayOfAll(one, route, drawn));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
  it("is never stopped by sixty roles", () => {
    const many = lineOf(
      "many",
      Array.from({ length: 60 }, (_, n) => `full-time@A ${2000 + (n % 2)}-01..2001-01`).join(", "),
    );
    const steps = Array.from({ length: 8 }, () => at("A"));
    expect(way(many, routeOf([...steps.slice(1), at("B")]))).toBeUndefined();
    expect(way(many, routeOf(steps))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("search", () => {
  it("counts one company exactly and tells a route from five people on", () => {
    const four = worldOf(copies(4, "intern@A 2018-05..2018-08, full-time@B 2019-01.."));
    expect(search(routeOf([at("A")]), "recent", four).people).toBe(4);
    const route = search(routeOf([at("A"), at("B")]), "recent", four);
    expect(route).toMatchObject({ people: null, fewerThan: 5, peopleAfterEachStep: [4, null], months: null });
    const hidden = { ...four, lines: four.lines.map((line) => ({ ...line, isPublic: false })) };
    expect(search(routeOf([at("A"), at("B")]), "recent", hidden)).toMatchObject({
      people: 0,
      fewerThan: null,
      lines: [],
    });
  });
  it("tells months from start to start", () => {
    const five = worldOf(copies(5, "intern@A 2018-05..2018-08, full-time@B 2019-01.."));
    const answer = search(routeOf([at("A"), at("B")]), "recent", five);
    expect(answer.months).toEqual({ q1: 8, median: 8, q3: 8, isAbout: false });
    expect(answer.internedFirst).toEqual({ people: 5, of: 5, isTwice: false });
  });
  it("offers what is looser, single changes before pairs", () => {
    const five = worldOf(copies(5, "intern@A 2018-05..2018-08, full-time@C 2018-09..2018-12, full-time@B 2019-01.."));
    const route = routeOf([at("A"), at("B")], { links: [{ between: "next", limit: 3 }] });
    expect(looserRoutes(route, five, queryText).map((one) => queryText(one.route))).toEqual([
      "stop=company:A&then=any&stop=company:B",
    ]);
  });
});

describe("routes and flows", () => {
  const people = [
    ...copies(6, "intern@A 2018-05..2018-08, full-time@B 2019-01..2020-01, full-time@C 2020-02..", "", "through"),
    ...copies(5, "intern@A 2018-05..2018-08, full-time@C 2019-01..", "", "straight"),
    ...copies(7, "intern@A 2018-05..2018-08, full-time@A 2019-01..", "", "stayed"),
  ];
  it("go by the first and the last stop between", () => {
    const none = { country: null, school: null, since: null, until: null };
    const answer = routes({ ...none, from: at("A"), to: at("C") }, worldOf(people));
    expect(answer.routes.map((one) => [one.companies.map(({ id }) => id), one.people])).toEqual([
      [["B"], 6],
      [[], 5],
    ]);
  });
  it("begin at the first matching role", () => {
    const { hops } = flow(at("A"), 2, "after", worldOf(people));
    expect(hops[0]).toMatchObject({ people: 18, stayed: 7, stillThere: 0, ended: 0 });
    expect(hops[0]?.nodes.map(({ id, people: count }) => [id, count])).toEqual([
      ["B", 6],
      ["C", 5],
    ]);
    expect(hops[1]).toMatchObject({ people: 18, stayed: 0, stillThere: 12, ended: 0 });
  });
});

describe("a company", () => {
  it("counts the first full-time job after the last internship", () => {
    const people = [
      ...copies(6, "intern@A 2018-05..2018-08, full-time@A 2019-01..", "", "back"),
      ...copies(5, "intern@A 2018-05..2018-08, full-time@B 2019-01..2020-01, full-time@A 2020-02..", "", "away"),
      ...copies(5, "intern@A 2018-05..2018-08", "", "none"),
      ...copies(5, "intern@A 2026-05..2026-08, full-time@A 2026-09..", "", "new"),
    ];
    const question = { company: "A", kind: "full-time" as const, since: null, until: null };
    const { conversion, levelsAfter } = company(question, worldOf(people));
    expect(conversion).toMatchObject({ all: { people: 6, of: 11 }, noFullTimeYet: 5 });
    expect(levelsAfter[0]).toMatchObject({ years: 0, people: 16 });
  });
  it.each([
    ["full-time@A 2018-05..2018-08", [4]],
    ["full-time@A 2018-05..2018-08, full-time@A 2019-02..2019-03", [11]],
    ["full-time@A 2018-05..2018-08, full-time@A 2019-03..2019-03", [4, 1]],
    ["full-time@A 2018-05..2018-08, part-time@A 2018-09..2019-05, full-time@A 2019-06..2019-07", [15]],
  ])("has stays: %s", (roles, months) => {
    expect(staysOf(lineOf("one", roles), "full-time", TODAY).map((stay) => stay.months)).toEqual(months);
  });
});

describe("a title", () => {
  it("counts from career start those who got there, and has all who started at risk", () => {
    const people = [
      ...copies(6, "full-time@A 2018-01..2019-12, full-time@A senior-software 2020-01..", "", "got"),
      ...copies(5, "full-time@A 2020-11..", "", "not"),
    ];
    const answer = title("senior-software", worldOf(people));
    expect(answer).toMatchObject({ people: 6, months: { median: 24 }, promoted: 6, hired: 0 });
    expect(answer?.curve).toMatchObject({ people: 11, ended: 6, median: { months: 24 } });
  });
});

describe("lines like this one", () => {
  it("share at least two things at the same career age", () => {
    const people = [
      lineOf("own", "full-time@A 2025-11.."),
      ...copies(5, "full-time@A 2020-01..2021-12, full-time@B 2022-01..", "", "like"),
      lineOf("young", "full-time@A 2026-10.."),
    ];
    const [own] = people;
    if (own === undefined) throw new Error("nobody");
    const answer = similarTo(own, worldOf(people));
    expect(answer).toMatchObject({ months: 12, since: "career-start", people: 5, movedOn: 5, notYet: 0 });
    expect(answer.wait.median).toMatchObject({ months: 12 });
  });
});
