import { lengthWords } from "#core/number-text.ts";
import { capital } from "#core/text.ts";
import { AppError } from "#core/errors.ts";
import { SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import { IDS_AS_NAMES } from "#features/path/pure/query/names.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { Candidate, Link, Route } from "#features/path/pure/types.ts";
import { askForPage, type Paths } from "#features/path/read.server.ts";
import { namedIn, readMarks } from "./marks-read.server.ts";
import { lookOf, type Look, type Marks } from "./pure/look.ts";
import { routeHref, type RouteText, writeRouteText } from "./pure/route-text.ts";
import type { Asking, PathsInput } from "./route-read.server.ts";

/** A route to begin with: its small drawing, a sentence, how many took it. */
export type ExampleRoute = { href: string; looks: Look[]; links: Link[]; words: string; people: number };
type FirstStops = { title: string; rows: { href: string; look: Look; people: number }[] };
/** What /search shows before a question. Both lists are empty if the engine does not answer. */
export type RouteStart = { examples: ExampleRoute[]; firstStops: FirstStops[] };

const ROWS = 3;

/** Parses a route that this site wrote itself, all by ids. */
export function routeOf(text: RouteText): Route {
  const parsed = parseRoute(writeRouteText(text), IDS_AS_NAMES);
  if ("mistakes" in parsed) throw new AppError("bad-request");
  return parsed.route;
}

const textOf = (stops: readonly string[], thens: readonly string[]): RouteText => ({ stops, thens, others: [] });

/** Examples of each kind to try, those that probably have people first. */
function tries(of: (group: Candidate["group"]) => string[]): RouteText[][] {
  const [companies, schools] = [of("company").slice(0, 4), of("school").slice(0, 3)];
  const pairs = companies.flatMap((from) => companies.filter((to) => to !== from).map((to) => [from, to] as const));
  return [
    [
      ...schools.flatMap((school) =>
        pairs.slice(0, 6).map(([from, to]) => textOf([school, `${from},kind:intern`, to], ["any", "any"])),
      ),
      // Used while no school is well known yet.
      ...schools.flatMap((school) => companies.map((to) => textOf([school, "kind:intern", to], ["any", "any"]))),
    ],
    companies.map((to) => textOf(["kind:intern", to], ["next"])),
    companies.flatMap((from) => ["staff", "senior"].map((level) => textOf([from, `level:${level}`], ["any,4y"]))),
  ];
}

/** First steps, with their people. */
export async function readCandidates(ask: Paths["ask"]): Promise<Candidate[]> {
  const { candidates } = await ask("next", routeOf(textOf([], [])));
  return candidates;
}

/** "Waterloo, intern at Shopify, then Google within 4 years". */
export function routeWords(looks: readonly Look[], links: readonly Link[]): string {
  return looks
    .map((look, index) => {
      const link = links[index - 1];
      // "Intern at" belongs to the sentence; "Came as" and "Title" do not.
      const name = look.word.endsWith(" at") ? `${look.word.toLowerCase()} ${look.name}` : look.name;
      if (link === undefined) return capital(name);
      const limit = link.limit === null ? "" : ` within ${lengthWords(link.limit)}`;
      if (link.between === "next") return `next stop ${name}${limit}`;
      return `${index === looks.length - 1 ? "then " : ""}${name}${limit}`;
    })
    .join(", ");
}

/** The first of each list of routes that 5 people or more took, with their number. */
export async function firstTaken(
  ask: Paths["ask"],
  lists: readonly (readonly RouteText[])[],
): Promise<{ text: RouteText; route: Route; people: number }[]> {
  const all = lists.flat();
  const routes = all.map(routeOf);
  const counts = await ask("counts", routes);
  return lists.flatMap((list) => {
    const text = list.find((one) => (counts[all.indexOf(one)] ?? 0) >= SHOWN_FROM_PEOPLE);
    if (text === undefined) return [];
    const at = all.indexOf(text);
    return [{ text, route: routes[at] ?? routeOf(text), people: counts[at] ?? 0 }];
  });
}

export function exampleOf(one: { text: RouteText; route: Route; people: number }, marks: Marks): ExampleRoute {
  const looks = one.route.steps.map((step) => lookOf(step, marks));
  return {
    href: routeHref(one.text),
    looks,
    links: [...one.route.links],
    words: routeWords(looks, one.route.links),
    people: one.people,
  };
}

async function askStart({ db, ask }: Asking): Promise<RouteStart> {
  const candidates = await readCandidates(ask);
  const of = (group: Candidate["group"]): string[] =>
    candidates.filter((one) => one.group === group).map(({ stop }) => stop);
  const taken = await firstTaken(ask, tries(of));
  const [interns = 0] = await ask("counts", [routeOf(textOf(["kind:intern"], []))]);
  const firsts = (group: Candidate["group"]): { stop: string; people: number }[] => [
    ...(group === "level" && (interns ?? 0) >= SHOWN_FROM_PEOPLE
      ? [{ stop: "kind:intern", people: interns ?? 0 }]
      : []),
    ...candidates.filter((one) => one.group === group),
  ];
  const lists = (["school", "company", "title", "level"] as const).map((group) => firsts(group).slice(0, ROWS));
  const routes = lists.map((rows) => rows.map(({ stop }) => routeOf(textOf([stop], []))));
  const steps = [...taken.flatMap(({ route }) => route.steps), ...routes.flat().flatMap((route) => route.steps)];
  const marks = await readMarks(db, namedIn(steps));
  const titles = ["School", "Company", "Title", "Level"];
  return {
    examples: taken.map((one) => exampleOf(one, marks)),
    firstStops: lists
      .map((rows, list) => ({
        title: titles[list] ?? "",
        rows: rows.flatMap(({ stop, people }, at) => {
          const step = routes[list]?.[at]?.steps[0];
          return step ? [{ href: routeHref(textOf([stop], [])), look: lookOf(step, marks), people }] : [];
        }),
      }))
      .filter(({ rows }) => rows.length > 0),
  };
}

export async function readRouteStart({ db, paths }: PathsInput): Promise<RouteStart & { isReady: boolean }> {
  const found = await askForPage(paths, (ask) => askStart({ db, ask }));
  return found === "not-ready" ? { examples: [], firstStops: [], isReady: false } : { ...found, isReady: true };
}
