import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_STEPS } from "#features/path/pure/limits.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { writeRoute } from "#features/path/pure/query/write.ts";
import {
  addStop,
  canAdd,
  canMove,
  changeLink,
  withOther,
  kindOf,
  moveStop,
  readLink,
  readRouteText,
  removeStop,
  routeHref,
  tidyRoute,
  withKind,
  writeLink,
  writeRouteText,
  type RouteText,
} from "./route-text.ts";

const ID = "0123456789abcdef01234567";
const NAMES = {
  company: (id: string) => ({ id }),
  school: (id: string) => ({ id }),
  title: (id: string) => ({ id }),
};
const role = fc.constantFrom(
  `company:${ID}`,
  `company:${ID},kind:intern`,
  "level:senior",
  "title:staff-software",
  "any",
);
const then = fc.constantFrom("any", "next", "any,6y", "next,18m", "any,1m");
const routes: fc.Arbitrary<RouteText> = fc
  .record({ school: fc.boolean(), roles: fc.array(role, { minLength: 1, maxLength: MOST_STEPS - 1 }) })
  .chain(({ school, roles }) => {
    const stops = school ? [`school:${ID}`, ...roles] : roles;
    return fc.record({
      stops: fc.constant(stops),
      thens: fc.array(then, { minLength: stops.length - 1, maxLength: stops.length - 1 }),
      others: fc.constantFrom(
        [],
        [["since", "2018"]] as const,
        [
          ["first", "1"],
          ["country", "CA"],
          ["sort", "shortest"],
        ] as const,
      ),
    });
  });

const text = (stops: string[], thens: string[] = []): RouteText => ({ stops, thens, others: [] });

describe("a route as text", () => {
  it("is read from its own address as it was written, and the engine reads the same route", () => {
    fc.assert(
      fc.property(routes, (route) => {
        const params = new URL(routeHref(route), "http://x").searchParams;
        expect(readRouteText(params)).toEqual(route);
        const parsed = parseRoute(params, NAMES);
        if ("mistakes" in parsed) throw new Error(JSON.stringify(parsed.mistakes));
        expect(writeRoute(parsed.route).getAll("stop")).toEqual(route.stops);
        expect(writeRoute(parsed.route).getAll("then")).toEqual(route.thens);
      }),
    );
  });

  it("stays a route that the engine reads, whatever a button does to it", () => {
    fc.assert(
      fc.property(routes, fc.nat(7), fc.nat(7), (route, a, b) => {
        const at = a % route.stops.length;
        const changed = [
          removeStop(route, at),
          moveStop(route, at, b % route.stops.length),
          ...(canAdd(route, "end") ? [addStop(route, "level:staff", "next,2y", "end")] : []),
          ...(canAdd(route, "start") ? [addStop(route, `school:${ID}`, "any", "end")] : []),
        ];
        for (const one of changed) {
          expect(one.thens).toHaveLength(Math.max(0, one.stops.length - 1));
          expect(parseRoute(writeRouteText(one), NAMES)).toHaveProperty("route");
        }
      }),
    );
  });

  it("keeps filters and order where a stop is changed, and drops what opens a menu", () => {
    const params = new URLSearchParams("stop=any&sort=shortest&since=2018&filter=country&cursor=x&page=2");
    expect(routeHref(readRouteText(params))).toBe("/search?stop=any&since=2018&sort=shortest");
    expect(routeHref(withOther(readRouteText(params), { since: undefined }))).toBe("/search?stop=any&sort=shortest");
  });

  it("joins the links of a removed step: any stops, within the sum of both limits or none", () => {
    expect(removeStop(text(["a", "b", "c"], ["next,1y", "any,6m"]), 1).thens).toEqual(["any,18m"]);
    expect(removeStop(text(["a", "b", "c"], ["next", "any,6m"]), 1).thens).toEqual(["any"]);
    expect(removeStop(text(["a", "b", "c"], ["next", "any,6m"]), 0).thens).toEqual(["any,6m"]);
    expect(removeStop(text(["a", "b", "c"], ["next", "any,6m"]), 2).thens).toEqual(["next"]);
    expect(routeHref(removeStop(text(["a"]), 0))).toBe("/search");
  });

  it("never moves a school, nor anything before it", () => {
    const route = text([`school:${ID}`, "any", "level:senior"], ["any", "next"]);
    expect(canMove(route, 0, 1)).toBe(false);
    expect(canMove(route, 1, 0)).toBe(false);
    expect(moveStop(route, 2, 1).stops).toEqual([`school:${ID}`, "level:senior", "any"]);
    expect(moveStop(route, 2, 1).thens).toEqual(["any", "next"]);
    expect(canAdd(route, "start")).toBe(false);
  });

  it.each(["next", "any", "any,6y", "next,18m"])("link %s is written as it is read", (link) => {
    expect(writeLink(readLink(link))).toBe(link);
    expect(changeLink(text(["a", "b"], ["any"]), 0, link).thens).toEqual([link]);
  });
});

describe("a hand-written address", () => {
  it("has its school moved to the first place, and says so", () => {
    const { params, notice } = tidyRoute(new URLSearchParams(`stop=any&stop=school:${ID}&add=end`));
    expect([params.getAll("stop"), params.get("add"), notice]).toEqual([
      [`school:${ID}`, "any"],
      "end",
      "school-moved",
    ]);
  });

  it("has at most eight stops", () => {
    const { params, notice } = tidyRoute(new URLSearchParams(Array.from({ length: 9 }, () => ["stop", "any"])));
    expect([params.getAll("stop").length, params.getAll("then").length, notice]).toEqual([8, 7, "too-many"]);
  });

  it("is left as it is otherwise", () => {
    const asked = new URLSearchParams("stop=any");
    expect(tidyRoute(asked)).toEqual({ params: asked, notice: undefined });
  });
});

it("asks how people came to a stop, whatever else the stop says", () => {
  const kinds = ["", "intern", "full-time"] as const;
  fc.assert(
    fc.property(role, fc.constantFrom(...kinds), fc.constantFrom(...kinds), (stop, kind, other) => {
      const asked = withKind(stop, kind);
      expect(kindOf(asked)).toBe(kind);
      expect(withKind(asked, other)).toBe(withKind(stop, other));
    }),
  );
  expect(kindOf("any,kind:contract")).toBeUndefined();
  expect(kindOf("any,kind:intern,kind:contract")).toBeUndefined();
});
