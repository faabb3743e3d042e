import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
  type Answering,
} from "./compare.ts";
import { picksAbout, questionsAbout, routeAlong } from "./questions.ts";
import type { World } from "./reference/world.ts";
import { world, WORDS } from "./worlds.ts";

const HOUR_MS = 3_600_000;

const asked = questionsAbout(WORDS);

type Run = {
  name: string;
  /** An engine that holds a world. */
  engineOf: (of: World) => Answering | Promise<Answering>;
  /** How many pairs of a world and a question. PATH_PAIRS sets another number; PATH_SEED repeats a run. */
  pairs: number;
};

/** Tests that an engine and the reference say the same of random pairs of a world and a question. */
export function describePairs({ name, engineOf, pairs: usual }: Run): void {
  const pairs = Number(process.env["PATH_PAIRS"] ?? usual);
  const seed = Number(process.env["PATH_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

  /** `share` of all pairs, several questions to each world. */
  async function expectSame<Q>(
    share: number,
    questions: fc.Arbitrary<Q>,
    compare: (engine: Answering, question: Q, of: World) => string[] | Promise<string[]>,
  ): Promise<void> {
    const perWorld = 4;
    const several = fc.array(questions, { minLength: perWorld, maxLength: perWorld });
    await fc.assert(
      fc.asyncProperty(world, several, async (drawn, all) => {
        const engine = await engineOf(drawn);
        for (const question of all) {
          const differences = await compare(engine, question, drawn);
          // The question is compared too, so that a failure shows it beside the differences.
          expect(differences.length === 0 ? [] : [question, ...differences]).toEqual([]);
        }
      }),
      { seed, numRuns: Math.ceil((pairs * share) / perWorld) },
    );
  }

  describe(`${name} and the reference say the same (PATH_SEED=${seed}, ${pairs} pairs)`, { timeout: HOUR_MS }, () => {
    const route = picksAbout(asked);
    const page = fc.record({
      picks: route,
      sort: fc.constantFrom("recent" as const, "shortest" as const),
      limit: fc.constantFrom(1, 2, 5, 12, 48),
    });
    it("of routes, their people and looser routes", async () => {
      await expectSame(0.5, page, (engine, { picks, sort, limit }, of) =>
        compareSearch(engine, routeAlong(of.lines, picks), { sort, limit }, of),
      );
    });
    it("of candidates for a further step", async () => {
      await expectSame(0.05, route, (engine, picks, of) => compareNext(engine, routeAlong(of.lines, picks), of));
      await expectSame(0.01, asked.noStep, compareNext);
    });
    it("of ways from X to Y", async () => {
      await expectSame(0.1, asked.routes, compareRoutes);
    });
    it("of flows", async () => {
      await expectSame(0.1, asked.flow, compareFlow);
    });
    it("of companies", async () => {
      await expectSame(0.08, asked.company, compareCompany);
    });
    it("of schools", async () => {
      await expectSame(0.04, asked.school, compareSchool);
    });
    it("of titles", async () => {
      await expectSame(0.04, asked.title, compareTitle);
      await expectSame(0.01, fc.constant(null), (engine, _, of) => compareTitles(engine, of));
    });
    it("of lines like one", async () => {
      await expectSame(0.08, fc.nat(1000), (engine, at, of) =>
        of.lines.length === 0 ? [] : compareSimilar(engine, of.lines[at % of.lines.length]?.id ?? "", of),
      );
    });
  });
}
