import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pipelineOf, TODAY, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import { growClass, heightClass, lineView } from "./segments.ts";
import { stopText } from "./stop-text.ts";

const INTERN: RoleSpec = { at: "Shopify", title: "Software Engineer Intern", from: "2017-05-01", to: "2017-08-01" };
const FIRST_JOB: RoleSpec = { at: "Datadog", title: "Software Engineer", from: "2019-07-01", to: "2022-02-01" };
const NOW: RoleSpec = { at: "Google", title: "Staff Engineer", from: "2022-03-01" };
const NEXT: RoleSpec = { at: "Stripe", title: "Software Engineer", from: "2025-07-01" };

function drawn(...specs: RoleSpec[]) {
  const view = lineView(pipelineOf(specs), TODAY);
  return {
    rings: view.stops.map((segment) => segment.ring),
    tracks: view.stops.map((segment) => segment.roles.map((role) => role.tracks.map((track) => track.kind))),
    first: view.first,
    end: view.end,
    view,
  };
}

describe("kinds of track", () => {
  it("is dashed for internships, solid for jobs, a hairline where a pause is longer than two months", () => {
    const { rings, tracks, first, end } = drawn(INTERN, FIRST_JOB, NOW);
    expect(rings).toEqual(["intern", "full", "full"]);
    expect(tracks).toEqual([[["intern", "gap"]], [["full"]], [[]]]);
    expect(first).toBe("gap");
    expect(end).toBe("arrow");
  });

  it.each([
    ["2017-10-01", ["intern"]],
    ["2017-11-01", ["intern"]],
    ["2017-12-01", ["intern", "gap"]],
  ])("pause before %s", (from, kinds) => {
    expect(drawn(INTERN, { ...FIRST_JOB, from }).tracks[0]).toEqual([kinds]);
  });

  it("gives a co-op the look of an internship", () => {
    expect(drawn({ ...INTERN, title: "Developer", kind: "co-op" }).rings).toEqual(["intern"]);
  });

  it("measures track in months, and not past the next stop's start", () => {
    const { view } = drawn({ ...FIRST_JOB, to: "2023-12-01" }, NOW);
    expect(view.stops[0]?.roles[0]?.tracks).toEqual([{ kind: "full", months: 32 }]);
  });
});

describe("the end of a line", () => {
  it("is a bar after the last day", () => {
    expect(drawn(INTERN, FIRST_JOB).end).toBe("bar");
  });

  it("is dots before a stop that is still to come, and nothing after it", () => {
    const { rings, tracks, end } = drawn(NOW, NEXT);
    expect(rings).toEqual(["full", "incoming"]);
    expect(tracks).toEqual([[["full", "incoming"]], [[]]]);
    expect(end).toBe("none");
  });

  it("is dots from the school when nothing has begun", () => {
    const { first, rings, end } = drawn(NEXT);
    expect([first, rings, end]).toEqual(["incoming", ["incoming"], "none"]);
  });

  it("is an arrow while any stop is current, even if a later one ended", () => {
    expect(drawn(NOW, { ...INTERN, from: "2023-01-01", to: "2023-04-01" }).end).toBe("arrow");
  });
});

describe("roles", () => {
  it("turns from dashed to solid at one station for an intern who came back", () => {
    const { rings, tracks } = drawn({ ...INTERN, at: "Google" }, { ...NOW, from: "2017-09-01" });
    expect(rings).toEqual(["full"]);
    expect(tracks).toEqual([[["intern"], []]]);
  });

  it("keeps a station that was reached when a role there is still to come", () => {
    const { rings, tracks, end } = drawn({ ...INTERN, at: "Stripe" }, NEXT);
    expect(rings).toEqual(["intern"]);
    expect(tracks).toEqual([[["intern", "incoming"], []]]);
    expect(end).toBe("none");
  });

  it("is a second station after another stop", () => {
    const { view } = drawn(INTERN, { ...FIRST_JOB, from: "2018-01-01", to: "2019-01-01" }, { ...NOW, at: "Shopify" });
    expect(view.stops.map((segment) => segment.displayName)).toEqual(["Shopify", "Datadog", "Shopify"]);
    expect(view.stops[2]?.isReturn).toBe(true);
  });
});

describe("years only", () => {
  const years = (from: string, to?: string): RoleSpec => ({
    at: `C${from}`,
    title: "Engineer",
    from: `${from}-01-01`,
    ...(to ? { to: `${to}-01-01` } : {}),
    precision: "year",
  });

  it("draws a gap only where at least a whole year is certain", () => {
    expect(drawn(years("2015", "2016"), years("2017")).tracks[0]).toEqual([["full"]]);
    expect(drawn(years("2015", "2016"), years("2018")).tracks[0]).toEqual([["full", "gap"]]);
  });

  it("reads as years", () => {
    const { view } = drawn(years("2015", "2016"), years("2017", "2017"), years("2018"));
    expect(view.stops.map((segment) => stopText(segment))).toEqual([
      "Engineer, C2015, 2015 to 2016",
      "Engineer, C2017, 2017",
      "Engineer, C2018, 2018 to present",
    ]);
  });
});

describe("read out", () => {
  it("says title, company and time of every role", () => {
    const { view } = drawn(INTERN, NOW, NEXT);
    expect(view.stops.map((segment) => stopText(segment))).toEqual([
      "Software Engineer Intern, Shopify, May 2017 to August 2017",
      "Staff Engineer, Google, March 2022 to present",
      "Incoming Software Engineer, Stripe, from July 2025",
    ]);
  });

  it("joins the roles of one station", () => {
    const { view } = drawn({ ...INTERN, at: "Google" }, { ...NOW, from: "2017-09-01" });
    expect(view.stops.map((segment) => stopText(segment))).toEqual([
      "Software Engineer Intern, Google, May 2017 to August 2017; then Staff Engineer, Google, September 2017 to present",
    ]);
  });
});

const months = fc.integer({ min: 0, max: 420 }).map((index) => {
  const year = 1990 + Math.floor(index / 12);
  return `${year}-${String((index % 12) + 1).padStart(2, "0")}-01`;
});

describe("for every line", () => {
  const specs = fc.array(
    fc.record({
      at: fc.constantFrom("A", "B", "C", "D"),
      title: fc.constantFrom("Intern", "Engineer"),
      a: months,
      b: months,
    }),
    { maxLength: 12 },
  );

  it("every role is drawn once, every track has a length, and only the last has none", () => {
    fc.assert(
      fc.property(specs, (list) => {
        const sorted = list
          .map(({ at, title, a, b }) => ({ at, title, from: a < b ? a : b, to: a < b ? b : a }))
          .toSorted((x, y) => x.from.localeCompare(y.from));
        const view = lineView(pipelineOf(sorted), TODAY);
        const roles = view.stops.flatMap((segment) => segment.roles);
        expect(roles.length).toBe(sorted.length);
        for (const [index, role] of roles.entries()) {
          expect(role.tracks.length > 0).toBe(index < roles.length - 1);
          for (const track of role.tracks) expect(track.months).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it("has a class for every length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), (length) => {
        expect(Number(growClass(length).slice(2))).toBeGreaterThanOrEqual(2);
        expect(Number(growClass(length).slice(2))).toBeLessThanOrEqual(40);
        const height = Number(heightClass(length).slice(2));
        expect(height % 4).toBe(0);
        expect(height).toBeGreaterThanOrEqual(72);
        expect(height).toBeLessThanOrEqual(168);
      }),
    );
  });
});
