/**
 * Recounts the numbers of the path pages from public data. It pages through the public API, rebuilds the pipelines, and
 * compares every call with the reference. It does not use the engine. Run: node tests/paths/recount.ts
 * http://localhost:3000 [questions] [seed]
 */
import fc from "fast-check";
import type { CompanyQuestion, InsightKind } from "#features/path/pure/types.ts";
import { picksAbout, questionsAbout, routeAlong, type Words } from "./questions.ts";
import { apiAt, type Api } from "./recount/api.ts";
import {
  checkCompany,
  checkFlow,
  checkNext,
  checkRoutes,
  checkSchool,
  checkSearch,
  checkSimilar,
  checkTitle,
  checkTitles,
  type Site,
} from "./recount/calls.ts";
import { readWorld } from "./recount/read-world.ts";
import type { World } from "./reference/world.ts";

type RecountOptions = { questions: number; seed: number };
type Recount = { people: number; asked: number; differences: string[] };

const KINDS: readonly InsightKind[] = ["full-time", "intern", "everyone"];

function wordsOf({ lines }: World): Words {
  const distinct = (values: readonly string[]): string[] =>
    [...new Set(values)].filter((value) => value !== "").toSorted();
  return {
    companies: distinct(lines.flatMap((line) => line.roles.map((role) => role.company))),
    schools: distinct(lines.map((line) => line.school)),
    countries: distinct(lines.map((line) => line.country)),
    slugs: distinct(lines.flatMap((line) => line.roles.map((role) => role.slug))),
  };
}

type Check = () => Promise<string[]>;

/** Random questions, and each company, school, title and person once as a page asks for them. */
function checksOf(site: Site, { questions, seed }: RecountOptions): Check[] {
  const { world } = site;
  const words = wordsOf(world);
  if (Object.values(words).some((list) => list.length === 0)) return [() => checkTitles(site)];
  const asked = questionsAbout(words);
  const some = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { seed, numRuns: questions });
  const paths = some(picksAbout(asked)).map((picks) => routeAlong(world.lines, picks));
  const companyPages = words.companies.flatMap((company) =>
    KINDS.map((kind): CompanyQuestion => ({ company, kind, since: null, until: null })),
  );
  return [
    ...paths.map(
      (route, at): Check =>
        () =>
          checkSearch(site, route, at % 3 === 0 ? "shortest" : "recent"),
    ),
    ...paths
      .filter((route) => route.steps.length < 8)
      .map(
        (route): Check =>
          () =>
            checkNext(site, route),
      ),
    ...some(asked.noStep).map(
      (route): Check =>
        () =>
          checkNext(site, route),
    ),
    ...some(asked.routes).map(
      (question): Check =>
        () =>
          checkRoutes(site, question),
    ),
    ...some(asked.flow).map(
      (question): Check =>
        () =>
          checkFlow(site, question),
    ),
    ...[...companyPages, ...some(asked.company)].map(
      (question): Check =>
        () =>
          checkCompany(site, question),
    ),
    ...some(asked.school).map(
      (question): Check =>
        () =>
          checkSchool(site, question),
    ),
    ...words.schools.map(
      (school): Check =>
        () =>
          checkSchool(site, { school, since: null, until: null }),
    ),
    () => checkTitles(site),
    ...words.slugs.map(
      (slug): Check =>
        () =>
          checkTitle(site, slug),
    ),
    ...world.lines.map(
      (line): Check =>
        () =>
          checkSimilar(site, line),
    ),
  ];
}

/** Every difference between the site's answers at `api` and the sums over its own pages. */
export async function recount(api: Api, options: RecountOptions): Promise<Recount> {
  const { world, faults } = await readWorld(api);
  const site: Site = { api, world, known: new Map(world.lines.map((line) => [line.id, line])) };
  const checks = checksOf(site, options);
  const differences = [...faults];
  for (const check of checks) differences.push(...(await check()));
  return { people: world.lines.length, asked: checks.length, differences };
}

const DEFAULT_QUESTIONS = 100;
const DEFAULT_SEED = 1;
const MOST_PRINTED = 50;

if (import.meta.main) {
  const [base = "http://localhost:3000", questions = DEFAULT_QUESTIONS, seed = DEFAULT_SEED] = process.argv.slice(2);
  const result = await recount(apiAt(base), { questions: Number(questions), seed: Number(seed) });
  for (const difference of result.differences.slice(0, MOST_PRINTED)) console.log(difference);
  console.log(`${result.people} people, ${result.asked} calls, ${result.differences.length} differences`);
  process.exitCode = result.differences.length === 0 ? 0 : 1;
}
