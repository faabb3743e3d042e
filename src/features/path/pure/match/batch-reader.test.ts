import fc from "fast-check";
import { expect, it } from "vitest";
import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import { Columns } from "#features/path/pure/columns/columns.ts";
import type { PathLine, PathRole, RoleStep, Route } from "#features/path/pure/types.ts";
import { tries } from "#tests/helpers/amount.ts";
import { idOf, month } from "#tests/helpers/path-lines.ts";
import { BatchReader } from "./batch-reader.ts";
import { compileRoute } from "./compile.ts";
import { Matcher } from "./matcher.ts";

const RUNS = Number(process.env["PATH_PAIRS"] ?? tries({ all: 2_000, some: 500 }));
const LONG_MS = 3_600_000;

/** A date known to this year is July, which is still to come. */
const TODAY = month("2026-03");

const KINDS = ["intern", "full-time"] as const;
const LEVELS = ["junior", "mid", "senior"] as const;
const COMPANIES = ["A", "B", "C", "D", ""];

type Draft = {
  after: number;
  isYear: boolean;
  company: string;
  kind: (typeof KINDS)[number];
  level: PathRole["level"];
};

const draft: fc.Arbitrary<Draft> = fc.record({
  // Rarely the role began before the one before it.
  after: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: -30, max: -1 }) },
  ),
  isYear: fc.constantFrom(false, false, true),
  company: fc.constantFrom(...COMPANIES),
  kind: fc.constantFrom(...KINDS),
  level: fc.constantFrom(...LEVELS),
});

function lineOf(drafts: readonly Draft[], begin: number, number: number): PathLine {
  let began = begin;
  const roles = drafts.map((one, position): PathRole => {
    began += one.after;
    const phase = began > TODAY ? "incoming" : "past";
    const slug = `${one.level}-software`;
    return {
      ...one,
      position,
      entry: String(position),
      company: one.company === "" ? "" : idOf(one.company),
      companyName: one.company,
      title: slug,
      family: "software",
      slug,
      start: one.isYear ? Math.floor(began / 12) * 12 + 6 : began,
      end: began + 1,
      phase,
    };
  });
  return { id: idOf(number), isPublic: true, school: "", schoolName: "", country: "", roles };
}

// Some lines reach today and beyond, some are longer than the reader's first array.
const line = fc.tuple(
  fc.oneof(
    { weight: 20, arbitrary: fc.array(draft, { minLength: 1, maxLength: 10 }) },
    { weight: 1, arbitrary: fc.array(draft, { minLength: 60, maxLength: 80 }) },
  ),
  fc.oneof(fc.integer({ min: TODAY - 200, max: TODAY - 90 }), fc.integer({ min: TODAY - 90, max: TODAY })),
);
const lines = fc
  .array(line, { minLength: 1, maxLength: 20 })
  .map((all) => all.map(([drafts, begin], number) => lineOf(drafts, begin, number)));

const ANY = ANY_ROLE;
const steps = fc.array(
  fc.constantFrom<RoleStep>(
    ANY,
    ANY,
    { ...ANY, kinds: ["full-time"] },
    { ...ANY, kinds: ["intern"] },
    { ...ANY, levels: ["mid"] },
    { ...ANY, levels: ["senior"] },
    { ...ANY, companies: [idOf("A"), idOf("B")] },
    { ...ANY, companies: [idOf("C")], kinds: ["full-time"] },
  ),
  { minLength: 1, maxLength: 6 },
);
const routes: fc.Arbitrary<Route> = steps.chain((chosen) =>
  fc.record({
    steps: fc.constant(chosen),
    links: fc.array(
      fc.record({
        between: fc.constantFrom("any" as const, "any" as const, "next" as const),
        limit: fc.constantFrom(null, 3, 12, 24, 40),
      }),
      { minLength: chosen.length - 1, maxLength: chosen.length - 1 },
    ),
    isFirst: fc.constantFrom(false, false, false, true),
    isNow: fc.constant(false),
    country: fc.constant(null),
    school: fc.constant(null),
    since: fc.constantFrom(null, null, null, 2020),
    until: fc.constantFrom(null, null, null, 2022),
  }),
);

type Read = { seen: number; way: [first: number, last: number] | null };

function readByMatcher(matcher: Matcher, all: Uint32Array): Read[] {
  return Array.from(all, (one) => {
    const seen = matcher.reach(one);
    if (!matcher.isWhole(seen)) return { seen, way: null };
    matcher.findWay(one);
    return { seen, way: [matcher.way[0] ?? -1, matcher.way[matcher.route.roleSteps - 1] ?? -1] };
  });
}

function readInBatch(matcher: Matcher, all: Uint32Array): Read[] {
  const reader = new BatchReader(matcher);
  reader.read(all);
  const read = Array.from(all, (_, index): Read => ({ seen: reader.seen[index] ?? -1, way: null }));
  for (let at = 0; at < reader.foundLength; at += 1) {
    const one = read[all.indexOf(reader.found[at] ?? -1)];
    if (one) one.way = [reader.first[at] ?? -1, reader.last[at] ?? -1];
  }
  return read;
}

it("a batch is read as the matcher reads its lines, one by one", { timeout: LONG_MS }, () => {
  fc.assert(
    fc.property(lines, fc.array(routes, { minLength: 4, maxLength: 4 }), (drawn, asked) => {
      const columns = new Columns();
      for (const one of drawn) columns.put(one);
      columns.prepare();
      const all = Uint32Array.from(drawn, (_, at) => at);
      for (const route of asked) {
        const matcher = new Matcher(columns, compileRoute(columns, route), TODAY);
        expect({ route, read: readInBatch(matcher, all) }).toEqual({ route, read: readByMatcher(matcher, all) });
      }
    }),
    { numRuns: RUNS },
  );
});
