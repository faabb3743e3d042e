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
import type { StoreAnswers } from "#features/path/clickhouse/engine.ts";
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

/** An engine that answers at once or later. */
export type Answering = {
  [Call in keyof StoreAnswers]: (
    ...given: Parameters<PathEngine[Call]>
  ) => ReturnType<PathEngine[Call]> | Promise<ReturnType<PathEngine[Call]>>;
};

const flowInOrder = (answer: Flow): Flow => ({
  ...answer,
  hops: answer.hops.map((hop) => ({
    ...hop,
    links: inOrder(hop.links, (link) => `${link.from} ${link.to} ${link.people}`),
  })),
});

/** All pages of a search, as one answer. */
async function searchAll(engine: Answering, route: Route, page: { sort: Sort; limit: number }): Promise<SearchAnswer> {
  const first = await engine.search(route, { ...page, cursor: null });
  const lines = [...first.lines];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const further = await engine.search(route, { ...page, cursor });
    lines.push(...further.lines);
    if (further.lines.length === 0)
      return { ...first, lines: [...lines, { profile: "empty page", matched: [], months: null }] };
    cursor = further.nextCursor;
  }
  return { ...first, lines };
}

export async function compareSearch(
  engine: Answering,
  route: Route,
  page: { sort: Sort; limit: number },
  world: World,
): Promise<string[]> {
  const { nextCursor: _, looser, ...got } = await searchAll(engine, route, page);
  const expected = looserRoutes(route, world, routeText).map((one) => `${keyOf(one.route)} ${one.people}`);
  return [
    ...differences(got, search(route, page.sort, world)),
    ...differences(
      looser.map((one) => `${keyOf(one.route)} ${one.people}`),
      expected,
      "looser",
    ),
  ];
}

export async function compareNext(engine: Answering, route: Route, world: World): Promise<string[]> {
  const keyOfStep = (one: { group: string; stop: string }): string => `${one.group} ${one.stop}`;
  const got = (await engine.next(route)).candidates.map(({ group, stop, people }) => ({ group, stop, people }));
  return differences(inOrder(got, keyOfStep), inOrder(nextSteps(route, world), keyOfStep));
}

export async function compareRoutes(engine: Answering, question: RoutesQuestion, world: World): Promise<string[]> {
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
    ordered(await engine.routes(question)),
    ordered({ ...expected, lines: expected.lines.slice(0, FIRST_LINES) }),
  );
}

export async function compareFlow(engine: Answering, question: FlowQuestion, world: World): Promise<string[]> {
  const expected = flow(question.step, question.hops, question.direction, world);
  return differences(flowInOrder(await engine.flow(question)), flowInOrder(expected));
}

export async function compareCompany(engine: Answering, question: CompanyQuestion, world: World): Promise<string[]> {
  const ordered = (answer: ReturnType<typeof company>) => ({
    ...answer,
    before: flowInOrder(answer.before),
    after: flowInOrder(answer.after),
  });
  return differences(ordered(await engine.company(question)), ordered(company(question, world)));
}

export async function compareSchool(engine: Answering, question: SchoolQuestion, world: World): Promise<string[]> {
  const ordered = (answer: ReturnType<typeof school>) => ({ ...answer, after: flowInOrder(answer.after) });
  return differences(ordered(await engine.school(question)), ordered(school(question, world)));
}

export async function compareTitles(engine: Answering, world: World): Promise<string[]> {
  const got = (await engine.titles()).titles.map(({ slug, level, family, people }) => ({
    slug,
    level,
    family,
    people,
  }));
  return differences(
    inOrder(got, (one) => one.slug),
    titles(world),
  );
}

export async function compareTitle(engine: Answering, slug: string, world: World): Promise<string[]> {
  const got = await engine.title(slug);
  const expected = title(slug, world);
  if (got === undefined || expected === undefined) return differences(got, expected);
  const { name: _, ...counted } = got;
  return differences(counted, { ...expected, lines: expected.lines.slice(0, FIRST_LINES) });
}

export async function compareSimilar(engine: Answering, id: string, world: World): Promise<string[]> {
  const line = world.lines.find((one) => one.id === id);
  const got = await engine.similar(id);
  if (line === undefined || got === undefined) return differences(got, undefined);
  const ordered = (answer: ReturnType<typeof similarTo>) => ({
    ...answer,
    lines: answer.lines.map((one) => ({ ...one, shared: one.shared.toSorted() })),
  });
  return differences(ordered(got), ordered(similarTo(line, world)));
}
