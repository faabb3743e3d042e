/** Each call of the API held against the reference, over the pipelines that the API shows. */
import type {
  CompanyQuestion,
  FlowQuestion,
  PathLine,
  Route,
  RoutesQuestion,
  SchoolQuestion,
  Similar,
  Sort,
} from "#features/path/pure/types.ts";
import { fieldsOf } from "#core/fields.ts";
import { differences, inOrder } from "#tests/paths/differences.ts";
import { queryText, stopText } from "#tests/paths/query-text.ts";
import { company } from "#tests/paths/reference/company.ts";
import { flow } from "#tests/paths/reference/flow.ts";
import { keyOf, looserRoutes } from "#tests/paths/reference/looser.ts";
import { nextSteps } from "#tests/paths/reference/next.ts";
import { routes } from "#tests/paths/reference/routes.ts";
import { school } from "#tests/paths/reference/school.ts";
import { search } from "#tests/paths/reference/search.ts";
import { similarTo } from "#tests/paths/reference/similar.ts";
import { title, titles } from "#tests/paths/reference/titles.ts";
import type { World } from "#tests/paths/reference/world.ts";
import { allPages, type Api } from "./api.ts";
import { filterText, routeOf } from "./query.ts";
import { apiLines, counted, expectedLines, listOf } from "./shapes.ts";

const FIRST_LINES = 12;

export type Site = { api: Api; world: World; known: ReadonlyMap<string, PathLine> };

function parts(path: string, got: unknown, expected: unknown): string[] {
  return differences(counted(got), counted(expected)).map((difference) => `${path} ${difference}`);
}

function failed(path: string, status: number): string[] {
  return status === 200 ? [] : [`${path} answered ${status}`];
}

/** A step that no role can be is refused in words. The pipelines must not have such a role either. */
function refused(path: string, { status, body }: { status: number; body: unknown }, people: unknown): string[] {
  const [issue] = listOf(fieldsOf(body)["issues"]).map(fieldsOf);
  const isContradiction = status === 400 && String(issue?.["message"]).startsWith("No role is ");
  return isContradiction && people === 0 ? [] : [`${path} answered ${status} where ${String(people)} people are`];
}

export async function checkSearch({ api, world, known }: Site, route: Route, sort: Sort): Promise<string[]> {
  const path = `/api/paths/search?${queryText(route)}&sort=${sort}&limit=7`;
  const pages = await allPages(api, path);
  const first = pages[0];
  if (!first) return failed(path, 0);
  const expected = search(route, sort, world);
  if (first.status !== 200) return refused(path, first, expected.people);
  const { looser, lines: _, ...got } = fieldsOf(first.body);
  const lines = pages.flatMap(({ body }) => apiLines(fieldsOf(body)["lines"]));
  const offered = listOf(looser).map((one) => {
    const { query, people } = fieldsOf(one);
    return `${keyOf(routeOf(String(query)))} ${String(people)}`;
  });
  const looserExpected = looserRoutes(route, world, queryText).map((one) => `${keyOf(one.route)} ${one.people}`);
  return [
    ...parts(path, { ...got, lines }, { ...expected, lines: expectedLines(expected.lines, known) }),
    ...parts(`${path} looser`, offered, looserExpected),
  ];
}

export async function checkNext({ api, world }: Site, route: Route): Promise<string[]> {
  const path = `/api/paths/next?${queryText(route)}`;
  const { status, body } = await api.get(path);
  const expected = nextSteps(route, world).map((one) => `${one.group} ${one.stop} ${one.people}`);
  if (status !== 200) return refused(path, { status, body }, expected.length);
  const steps = listOf(fieldsOf(body)["candidates"]).map((one) => {
    const { group, stop, people } = fieldsOf(one);
    return `${String(group)} ${String(stop)} ${String(people)}`;
  });
  return parts(path, inOrder(steps, String), inOrder(expected, String));
}

export async function checkRoutes({ api, world, known }: Site, question: RoutesQuestion): Promise<string[]> {
  const from = question.from === null ? "" : `from=${stopText(question.from)}&`;
  const path = `/api/paths/routes?${from}to=${stopText(question.to)}${filterText(question)}`;
  const { status, body } = await api.get(path);
  const expected = routes(question, world);
  if (status !== 200) return refused(path, { status, body }, expected.people);
  const idsOf = (one: unknown): unknown => ({
    ...fieldsOf(one),
    companies: listOf(fieldsOf(one)["companies"]).map((place) => fieldsOf(place)["id"]),
  });
  const ordered = (list: unknown): unknown[] => inOrder(listOf(list).map(idsOf), (one) => JSON.stringify(one));
  const got = fieldsOf(body);
  return parts(
    path,
    { ...got, routes: ordered(got["routes"]), lines: apiLines(got["lines"]) },
    {
      ...expected,
      routes: ordered(expected.routes),
      lines: expectedLines(expected.lines.slice(0, FIRST_LINES), known),
    },
  );
}

export async function checkFlow({ api, world }: Site, { step, hops, direction }: FlowQuestion): Promise<string[]> {
  const path = `/api/paths/flow?stop=${stopText(step)}&hops=${hops}&direction=${direction}`;
  const { status, body } = await api.get(path);
  const expected = flow(step, hops, direction, world);
  return status === 200 ? parts(path, body, expected) : refused(path, { status, body }, expected.people);
}

export async function checkCompany({ api, world }: Site, question: CompanyQuestion): Promise<string[]> {
  const years = filterText({ since: question.since, until: question.until });
  const path = `/api/company/${question.company}/insights?kind=${question.kind}${years}`;
  const { status, body } = await api.get(path);
  if (status !== 200) return failed(path, status);
  // Ratings are not visible, so nobody outside can recount them.
  const { happier: _, faces: _faces, ...got } = fieldsOf(body);
  return parts(path, got, company(question, world));
}

export async function checkSchool({ api, world }: Site, question: SchoolQuestion): Promise<string[]> {
  const years = filterText({ since: question.since, until: question.until }).replace("&", "?");
  const path = `/api/school/${question.school}/insights${years}`;
  const { status, body } = await api.get(path);
  return status === 200 ? parts(path, body, school(question, world)) : failed(path, status);
}

export async function checkTitles({ api, world }: Site): Promise<string[]> {
  const { status, body } = await api.get("/api/title");
  const rows = listOf(fieldsOf(body)["titles"]).map((row) => {
    const { slug, level, family, people } = fieldsOf(row);
    return { slug, level, family, people };
  });
  const got = inOrder(rows, (row) => String(row.slug));
  return [...failed("/api/title", status), ...parts("/api/title", got, titles(world))];
}

export async function checkTitle({ api, world, known }: Site, slug: string): Promise<string[]> {
  const path = `/api/title/${slug}`;
  const { status, body } = await api.get(path);
  const expected = title(slug, world);
  if (expected === undefined) return status === 404 ? [] : [`${path} answered ${status}, though nobody held it`];
  if (status !== 200) return failed(path, status);
  const { name: _, ...got } = fieldsOf(body);
  return parts(
    path,
    { ...got, lines: apiLines(got["lines"]) },
    { ...expected, lines: expectedLines(expected.lines.slice(0, FIRST_LINES), known) },
  );
}

/** The answer describes common things in words; their number can be checked. */
export async function checkSimilar({ api, world }: Site, line: PathLine): Promise<string[]> {
  const path = `/api/profile/${line.id}/similar`;
  const { status, body } = await api.get(path);
  if (status !== 200) return failed(path, status);
  const expected: Similar = similarTo(line, world);
  const got = fieldsOf(body);
  const lines = listOf(got["lines"]).map((one) => {
    const { profile, shared } = fieldsOf(one);
    return { profile: fieldsOf(profile)["_id"], shared: listOf(shared).length };
  });
  const expectedCounts = expected.lines.map(({ profile, shared }) => ({ profile, shared: shared.length }));
  return parts(path, { ...got, lines }, { ...expected, lines: expectedCounts });
}
