import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PathEngine } from "#features/path/pure/types.ts";
import {
  compareCompany,
  compareFlow,
  compareNext,
  compareRoutes,
  compareSchool,
  compareSearch,
  compareSimilar,
  compareTitle,
  compareTitles,
} from "#tests/paths/compare.ts";
import { engineOf } from "#tests/paths/engine-of.ts";
import { picksAbout, questionsAbout, routeAlong } from "#tests/paths/questions.ts";
import type { World } from "#tests/paths/reference/world.ts";
import { world, WORDS } from "#tests/paths/worlds.ts";

/** Pairs of a world and a question. PATH_PAIRS=100000 is the long run; PATH_SEED repeats one. */
const PAIRS = Number(process.env["PATH_PAIRS"] ?? "2000");
const SEED = Number(process.env["PATH_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const HOUR_MS = 3_600_000;

const asked = questionsAbout(WORDS);

/** `share` of all pairs, several questions to each world. */
function expectSame<Q>(
  share: number,
  questions: fc.Arbitrary<Q>,
  compare: (engine: PathEngine, question: Q, of: World) => string[],
): void {
  const perWorld = 4;
  const several = fc.array(questions, { minLength: perWorld, maxLength: perWorld });
  fc.assert(
    fc.property(world, several, (drawn, all) => {
      const engine = engineOf(drawn);
      for (const question of all) {
        const differences = compare(engine, question, drawn);
        // The question is compared too, so that a failure shows it beside the differences.
        expect(differences.length === 0 ? [] : [question, ...differences]).toEqual([]);
      }
    }),
    { seed: SEED, numRuns: Math.ceil((PAIRS * share) / perWorld) },
  );
}

describe(`the engine and the reference say the same (PATH_SEED=${SEED}, ${PAIRS} pairs)`, { timeout: HOUR_MS }, () => {
  const route = picksAbout(asked);
  const page = fc.record({
    picks: route,
    sort: fc.constantFrom("recent" as const, "shortest" as const),
    limit: fc.constantFrom(1, 2, 5, 12, 48),
  });
  it("of routes, their people and looser routes", () => {
    expectSame(0.5, page, (engine, { picks, sort, limit }, of) =>
      compareSearch(engine, routeAlong(of.lines, picks), sort, limit, of),
    );
  });
  it("of candidates for a further step", () => {
    expectSame(0.05, route, (engine, picks, of) => compareNext(engine, routeAlong(of.lines, picks), of));
    expectSame(0.01, asked.noStep, compareNext);
  });
  it("of ways from X to Y", () => {
    expectSame(0.1, asked.routes, compareRoutes);
  });
  it("of flows", () => {
    expectSame(0.1, asked.flow, compareFlow);
  });
  it("of companies", () => {
    expectSame(0.08, asked.company, compareCompany);
  });
  it("of schools", () => {
    expectSame(0.04, asked.school, compareSchool);
  });
  it("of titles", () => {
    expectSame(0.04, asked.title, compareTitle);
    expectSame(0.01, fc.constant(null), (engine, _, of) => compareTitles(engine, of));
  });
  it("of lines like one", () => {
    expectSame(0.08, fc.nat(1000), (engine, at, of) =>
      of.lines.length === 0 ? [] : compareSimilar(engine, of.lines[at % of.lines.length]?.id ?? "", of),
    );
  });
});
