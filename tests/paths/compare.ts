/** Asks the engine and the reference the same and says where their answers part. */
import type {
  CompanyQuestion,
  Flow,
  FlowQuestion,
  PathEngine,
  Route,
  RoutesQuestion,
  SchoolQuestion,
  SearchAnswer,
  Sort,
} from "#features/path/pure/types.ts";
import { differences, inOrder } from "./differences.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { company } from "./reference/company.ts";
import { flow } from "./reference/flow.ts";
import { keyOf, looserRoutes } from "./reference/looser.ts";
import { nextSteps } from "./reference/next.ts";
import { routes } from "./reference/routes.ts";
import { school } from "./reference/school.ts";
import { search } from "./reference/search.ts";
import { similarTo } from "./reference/similar.ts";
import { title, titles } from "./reference/titles.ts";
import type { World } from "./reference/world.ts";

/** The number of lines on the first page of an answer. */
const FIRST_LINES = 12;

const flowInOrder = (answer: Flow): Flow => ({
  ...answer,
  hops: answer.hops.map((hop) => ({
    ...hop,
    links: inOrder(hop.links, (link) => `${link.from} ${link.to} ${link.people}`),
  })),
});

/** All pages of a search, as one answer. */
function searchAll(engine: PathEngine, route: Route, sort: Sort, limit: number): SearchAnswer {
  const first = engine.search(route, { sort, limit, cursor: null });
  const lines = [...first.lines];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const page = engine.search(route, { sort, limit, cursor });
    lines.push(...page.lines);
    if (page.lines.length === 0)
      return { ...first, lines: [...lines, { profile: "empty page", matched: [], months: null }] };
    cursor = page.nextCursor;
  }
  return { ...first, lines };
}

export function compareSearch(engine: PathEngine, route: Route, sort: Sort, limit: number, world: World): string[] {
  const { nextCursor: _, looser, ...got } = searchAll(engine, route, sort, limit);
  const expected = looserRoutes(route, world, routeText).map((one) => `${keyOf(one.route)} ${one.people}`);
  return [
    ...differences(got, search(route, sort, world)),
    ...differences(
      looser.map((one) => `${keyOf(one.route)} ${one.people}`),
      expected,
      "looser",
    ),
  ];
}

export function compareNext(engine: PathEngine, route: Route, world: World): string[] {
  const keyOfStep = (one: { group: string; stop: string }): string => `${one.group} ${one.stop}`;
  const got = engine.next(route).candidates.map(({ group, stop, people }) => ({ group, stop, people }));
  return differences(inOrder(got, keyOfStep), inOrder(nextSteps(route, world), keyOfStep));
}

export function compareRoutes(engine: PathEngine, question: RoutesQuestion, world: World): string[] {
  const ordered = <T extends Pick<ReturnType<typeof routes>, "routes" | "links">>(answer: T) => ({
    ...answer,
    routes: inOrder(answer.routes, (one) => one.companies.map(({ id }) => id).join(" ")).map((one) => ({
      ...one,
      companies: one.companies.map(({ id }) => id),
    })),
    links: inOrder(answer.links, (link) => `${link.from} ${link.to} ${link.people}`),
  });
  const expected = routes(question, world);
  return differences(
    ordered(engine.routes(question)),
    ordered({ ...expected, lines: expected.lines.slice(0, FIRST_LINES) }),
  );
}

export function compareFlow(engine: PathEngine, question: FlowQuestion, world: World): string[] {
  const expected = flow(question.step, question.hops, question.direction, world);
  return differences(flowInOrder(engine.flow(question)), flowInOrder(expected));
}

export function compareCompany(engine: PathEngine, question: CompanyQuestion, world: World): string[] {
  const ordered = (answer: ReturnType<typeof company>) => ({
    ...answer,
    before: flowInOrder(answer.before),
    after: flowInOrder(answer.after),
  });
  return differences(ordered(engine.company(question)), ordered(company(question, world)));
}

export function compareSchool(engine: PathEngine, question: SchoolQuestion, world: World): string[] {
  const ordered = (answer: ReturnType<typeof school>) => ({ ...answer, after: flowInOrder(answer.after) });
  return differences(ordered(engine.school(question)), ordered(school(question, world)));
}

export function compareTitles(engine: PathEngine, world: World): string[] {
  const got = engine.titles().titles.map(({ slug, level, family, people }) => ({ slug, level, family, people }));
  return differences(
    inOrder(got, (one) => one.slug),
    titles(world),
  );
}

export function compareTitle(engine: PathEngine, slug: string, world: World): string[] {
  const got = engine.title(slug);
  const expected = title(slug, world);
  if (got === undefined || expected === undefined) return differences(got, expected);
  const { name: _, ...counted } = got;
  return differences(counted, { ...expected, lines: expected.lines.slice(0, FIRST_LINES) });
}

export function compareSimilar(engine: PathEngine, id: string, world: World): string[] {
  const line = world.lines.find((one) => one.id === id);
  const got = engine.similar(id);
  if (line === undefined || got === undefined) return differences(got, undefined);
  const ordered = (answer: ReturnType<typeof similarTo>) => ({
    ...answer,
    lines: answer.lines.map((one) => ({ ...one, shared: one.shared.toSorted() })),
  });
  return differences(ordered(got), ordered(similarTo(line, world)));
}
