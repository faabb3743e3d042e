import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Link, Route, Step } from "#features/path/pure/types.ts";
import { contradictionOf } from "./contradiction.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { nearestNames, type Names } from "./names.ts";
import { parsePage, parseRoute } from "./parse.ts";
import { routeText, writeRoute } from "./write.ts";

const SHOPIFY = "5f0000000000000000000001";
const WATERLOO = "5f0000000000000000000002";
const KNOWN = ["Shopify", "Foo, Inc.", "Stripe", "Spotify", "Google"];

const names: Names = {
  company: (text) => {
    if (/^[0-9a-f]{24}$/.test(text)) return { id: text };
    return KNOWN.includes(text) ? { id: SHOPIFY } : { nearest: nearestNames(text, KNOWN) };
  },
  school: (text) => (/^[0-9a-f]{24}$/.test(text) ? { id: text } : { nearest: ["University of Waterloo"] }),
  title: (text) => (/^[a-z]+-[a-z]+$/.test(text) ? { id: text } : { nearest: ["staff-software"] }),
};

function parse(query: string): ReturnType<typeof parseRoute> {
  return parseRoute(new URLSearchParams(query), names);
}

function mistakesOf(query: string): string[] {
  const parsed = parse(query);
  return "mistakes" in parsed ? parsed.mistakes.map((one) => `${one.parameter}: ${one.message}`) : [];
}

describe("parseRoute", () => {
  it("reads a school without the spaces around it, like a step", () => {
    expect(parse(`stop=any&school=%20${WATERLOO}%20`)).toMatchObject({ route: { school: WATERLOO } });
  });

  it("reads steps with facets, links with limits, flags and filters", () => {
    const query =
      `stop=school:${WATERLOO}&then=any&stop=company:Shopify,kind:intern&then=any,6y` +
      "&stop=level:senior,title:staff-software&then=next,18m&stop=any&now=1&first=1&country=ca&since=2018&until=2024";
    expect(parse(query)).toEqual({
      route: {
        steps: [
          { of: "school", school: WATERLOO },
          { of: "role", companies: [SHOPIFY], titles: [], levels: [], kinds: ["intern"] },
          { of: "role", companies: [], titles: ["staff-software"], levels: ["senior"], kinds: [] },
          { of: "role", companies: [], titles: [], levels: [], kinds: [] },
        ],
        links: [
          { between: "any", limit: null },
          { between: "any", limit: 72 },
          { between: "next", limit: 18 },
        ],
        isFirst: true,
        isNow: true,
        country: "CA",
        school: null,
        since: 2018,
        until: 2024,
      },
    });
  });

  it("parts facets at a comma only before a facet's word", () => {
    expect(parse("stop=company:Foo, Inc.,kind:intern")).toMatchObject({
      route: { steps: [{ companies: [SHOPIFY], kinds: ["intern"] }] },
    });
  });

  it("takes a missing link as any, and an empty parameter as absent", () => {
    expect(parse("stop=any&stop=any&then=&since=&stop=")).toMatchObject({
      route: { steps: [{}, {}], links: [{ between: "any", limit: null }], since: null },
    });
  });

  it.each([
    ["stop=level:intern", "stop[0]: There is no level “intern”. Write kind:intern."],
    ["stop=any&stop=kind:boss", /^stop\[1\]: There is no kind “boss”/],
    [`stop=any&stop=school:${WATERLOO}`, "stop[1]: A school can only be the first stop."],
    [`stop=school:${WATERLOO},kind:intern`, "stop[0]: A school stands alone."],
    ["stop=any,kind:intern", "stop[0]: “any” stands alone."],
    [
      "stop=any&stop=title:junior-software,level:staff",
      "stop[1]: No role is title:junior-software and level:staff at once.",
    ],
    [
      "stop=level:senior,level:manager,kind:co-op",
      "stop[0]: No role is level:senior or level:manager and kind:co-op at once.",
    ],
    [
      "stop=title:intern-software,kind:full-time",
      "stop[0]: No role is title:intern-software and kind:full-time at once.",
    ],
    ["stop=title:mid-data,kind:intern", "stop[0]: No role is title:mid-data and kind:intern at once."],
    [
      "stop=title:intern-data,title:mid-data,level:mid,kind:intern",
      "stop[0]: No role is level:mid and kind:intern at once.",
    ],
    ["stop=shopify", "stop[0]: “shopify” is not a company:, school:, title:, level:, kind: or any."],
    ["stop=company:", "stop[0]: “company:” needs a value."],
    ["stop=any&stop=any&then=any,0m", "then[0]: A limit is at least one month."],
    ["stop=any&stop=any&then=soon", /^then\[0\]: “soon” is not a link/],
    ["stop=any&then=any", "then[0]: There are more links than fit between the stops."],
    ["stop=any&now=1&now=1", "now: “now” is given more than once."],
    ["stop=any&first=yes", "first: “first” is 1 or absent."],
    ["stop=any&country=ZZZ", /^country:/],
    ["stop=any&country=zz", /^country:/],
    ["stop=any&country=EU", /^country:/],
    ["stop=any&since=2020&until=2019", "until: “until” is before “since”."],
    ["stop=any&since=20", /^since: /],
    [Array.from({ length: 9 }, () => "stop=any").join("&"), "stop[8]: A route has at most 8 stops."],
  ])("names the mistake of %s", (query, message) => {
    const [first, ...more] = mistakesOf(query);
    expect(more).toEqual([]);
    expect(first).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  it.each([
    "level:staff,title:principal-software",
    "level:staff,level:junior,title:junior-software",
    "level:senior,kind:intern,kind:full-time",
    "title:intern-software,title:senior-software,kind:co-op",
    "title:manager-product,level:director,level:manager,kind:full-time",
  ])("takes alternatives of which one is possible: %s", (stop) => {
    expect(mistakesOf(`stop=${stop}`)).toEqual([]);
  });

  it("takes a blank after the comma between two facets", () => {
    const spaced = parse("stop=company:Shopify, kind:intern");
    expect(spaced).toEqual(parse("stop=company:Shopify,kind:intern"));
    expect(spaced).toHaveProperty("route");
  });

  it("tells the three nearest of an unknown name", () => {
    expect(parse("stop=any&stop=company:Shoppify")).toEqual({
      mistakes: [
        {
          parameter: "stop[1]",
          message: "There is no company “Shoppify”.",
          nearest: ["Shopify", "Spotify", "Stripe"],
        },
      ],
    });
  });

  const id = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("hex"));
  const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.uniqueArray(one, { maxLength: 3 });
  const roleStep: fc.Arbitrary<Step> = fc
    .record({
      of: fc.constant("role" as const),
      companies: some(id),
      titles: some(fc.constantFrom("staff-software", "mid-data", "manager-product", "intern-design")),
      levels: some(fc.constantFrom(...ENGINEER_LADDER, ...MANAGER_LADDER)),
      kinds: some(fc.constantFrom(...ROLE_KINDS)),
    })
    .filter((step) => contradictionOf(step) === undefined);
  const schoolStep: fc.Arbitrary<Step> = id.map((school) => ({ of: "school", school }));
  const link: fc.Arbitrary<Link> = fc.record({
    between: fc.constantFrom("next" as const, "any" as const),
    limit: fc.option(fc.integer({ min: 1, max: 1_200 })),
  });
  const year = fc.option(fc.integer({ min: 1950, max: 2030 }));
  const route: fc.Arbitrary<Route> = fc
    .record({
      head: fc.option(schoolStep),
      roles: fc.array(roleStep, { maxLength: 7 }),
      links: fc.array(link, { minLength: 8, maxLength: 8 }),
      isFirst: fc.boolean(),
      isNow: fc.boolean(),
      country: fc.option(fc.constantFrom("CA", "DE")),
      school: fc.option(id),
      since: year,
      until: year,
    })
    .map(({ head, roles, links, since, until, ...rest }) => {
      const steps = head ? [head, ...roles] : roles;
      const isTurned = since !== null && until !== null && since > until;
      return {
        ...rest,
        steps,
        links: links.slice(0, Math.max(0, steps.length - 1)),
        since: isTurned ? until : since,
        until: isTurned ? since : until,
      };
    });

  it("reads exactly what is written", () => {
    fc.assert(
      fc.property(route, (one) => {
        expect(parseRoute(writeRoute(one), names)).toEqual({ route: one });
        expect(parseRoute(new URLSearchParams(routeText(one)), names)).toEqual({ route: one });
      }),
      { numRuns: 500 },
    );
  });

  it("binds a cursor to its route and order, to the letter", () => {
    fc.assert(
      fc.property(route, id, fc.nat({ max: 200_000 }), (one, line, key) => {
        const cursor = writeCursor(one, "recent", { key, id: line });
        expect(readCursor(one, "recent", cursor)).toEqual({ key, id: line });
        expect(readCursor(one, "shortest", cursor)).toBeUndefined();
        expect(readCursor({ ...one, isNow: !one.isNow }, "recent", cursor)).toBeUndefined();
        expect(readCursor(one, "recent", cursor.toUpperCase().replace("A", "B"))).toSatisfy(
          (mark) => cursor === cursor.toUpperCase() || mark === undefined,
        );
        expect(readCursor(one, "recent", ` ${cursor}`)).toBeUndefined();
        const otherKey = (key + 1).toString(16).padStart(8, "0");
        expect(readCursor(one, "recent", `${cursor.slice(0, 16)}${otherKey}${line}`)).toBeUndefined();
        const otherLine = line.startsWith("0") ? `1${line.slice(1)}` : `0${line.slice(1)}`;
        expect(readCursor(one, "recent", `${cursor.slice(0, 24)}${otherLine}`)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe("parsePage", () => {
  const parsed = parse("stop=any");
  const route = "route" in parsed ? parsed.route : expect.fail("it is a route");

  it.each([
    ["", { sort: "recent", limit: 12, cursor: null }],
    ["sort=shortest&limit=48", { sort: "shortest", limit: 48, cursor: null }],
  ])("reads %s", (query, page) => {
    expect(parsePage(new URLSearchParams(query), route)).toEqual({ page });
  });

  it.each(["sort=best", "limit=0", "limit=49", "limit=1e1", "cursor=abc"])("refuses %s", (query) => {
    expect(parsePage(new URLSearchParams(query), route)).toMatchObject({
      mistakes: [{ parameter: query.split("=")[0] }],
    });
  });
});
