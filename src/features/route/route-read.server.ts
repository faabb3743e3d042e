import type { Reader } from "#db/connect.ts";
import { mistakeText } from "#features/path/pure/search-view.ts";
import { parsePage, parseRoute } from "#features/path/pure/query/parse.ts";
import type { Mistake } from "#features/path/pure/query/step.ts";
import { writeLink, writeStep } from "#features/path/pure/query/write.ts";
import type { LooserRoute, Page, Route } from "#features/path/pure/types.ts";
import { askForPage, readLines, readNames } from "#features/path/read.server.ts";
import type { Paths } from "#features/path/read.server.ts";
import { COUNTED_FROM_LINES } from "#features/stats/rules.ts";
import { namedIn, readMarks } from "./marks-read.server.ts";
import { rowOf } from "./pure/form-rows.ts";
import { lookOf, type Look } from "./pure/look.ts";
import { looseParts, looseWords } from "./pure/loose-words.ts";
import { withOther, readRouteText, routeHref, tidyRoute, type RouteText } from "./pure/route-text.ts";
import type { LooserView, RouteAnswerView, RouteView } from "./pure/view.ts";

export type PathsInput = { db: Reader; paths: Paths | undefined; today: string };

/** Writes a parsed route as an address, all by ids. */
export function textOfRoute(route: Route, asked: RouteText): RouteText {
  const written: RouteText = { stops: route.steps.map(writeStep), thens: route.links.map(writeLink), others: [] };
  return withOther({ ...written, others: asked.others }, route.school === null ? {} : { school: route.school });
}

/** The route of an address and the people who took it, for the page /search. */
export async function readRoutePage(input: PathsInput, asked: URLSearchParams): Promise<RouteView> {
  const { db, paths, today } = input;
  const { params, notice } = tidyRoute(asked);
  const text = readRouteText(params);
  const parsed = parseRoute(params, await readNames(db, params));
  const page = "route" in parsed ? parsePage(params, parsed.route) : { mistakes: [] };
  const mistakes = "mistakes" in parsed ? parsed.mistakes : "mistakes" in page ? page.mistakes : [];
  if (!("route" in parsed) || !("page" in page)) return mistaken(text, mistakes, notice);
  const { route } = parsed;
  const named = namedIn(route.steps);
  const schools = route.school === null ? named.schools : [...named.schools, route.school];
  const marks = await readMarks(db, { ...named, schools });
  const looks = route.steps.map((step) => lookOf(step, marks));
  const own = textOfRoute(route, text);
  const view = {
    text: own,
    links: [...route.links],
    notice,
    mistakes: [],
    rows: own.stops.map((stop, index) => rowOf(stop, looks[index]?.name ?? "")),
    schoolName: route.school === null ? "" : (marks.get(route.school)?.name ?? ""),
  };
  const stepsOf = (counts: readonly (number | null)[]): RouteView["steps"] =>
    looks.map((look, index) => ({ ...look, stop: own.stops[index] ?? "", people: counts[index] }));
  if (route.steps.length === 0) return { ...view, steps: [], answer: undefined, state: "start" };
  const found = await askForPage(paths, (ask) => askRoute({ db, ask, today }, route, page.page));
  if (found === "not-ready") return { ...view, steps: stepsOf([]), answer: undefined, state: "not-ready" };
  const { looser, peopleAfterEachStep, times, ...answer } = found;
  const looserViews = looser.map((one) => looserView(one, { route, looks, text: own }));
  return {
    ...view,
    steps: stepsOf(peopleAfterEachStep),
    answer: { ...answer, looser: looserViews },
    times,
    counted: COUNTED_FROM_LINES,
    state: "answer",
  };
}

function mistaken(text: RouteText, mistakes: readonly Mistake[], notice: RouteView["notice"]): RouteView {
  return {
    text,
    steps: [],
    links: [],
    notice,
    mistakes: mistakes.map((one) => ({ place: one.parameter, text: mistakeText(one) })),
    rows: text.stops.map((stop) => rowOf(stop, "")),
    schoolName: "",
    answer: undefined,
    state: "mistaken",
  };
}

type Answered = Omit<RouteAnswerView, "looser"> & {
  times: number[];
  looser: LooserRoute[];
  peopleAfterEachStep: (number | null)[];
};

/** What is needed to answer a question, once the engine is ready. */
export type Asking = { db: Reader; ask: Paths["ask"] };

async function askRoute({ db, ask, today }: Asking & { today: string }, route: Route, page: Page): Promise<Answered> {
  const [answer, times] = await Promise.all([
    ask("search", { route, page }),
    route.steps.length < 2 ? [] : ask("times", route),
  ]);
  return { ...answer, times, lines: await readLines(db, answer.lines, today) };
}

function looserView(
  { route: loose, people, change }: LooserRoute,
  asked: { route: Route; looks: readonly Look[]; text: RouteText },
): LooserView {
  // Filters that were dropped are gone from the looser route; order and layout stay.
  const others = withOther(asked.text, {
    first: loose.isFirst ? "1" : undefined,
    now: loose.isNow ? "1" : undefined,
    country: loose.country ?? undefined,
    school: loose.school ?? undefined,
    since: loose.since?.toString(),
    until: loose.until?.toString(),
  }).others;
  return {
    href: routeHref({ ...textOfRoute(loose, { stops: [], thens: [], others }), others }),
    people,
    words: looseWords(change, asked.route, asked.looks),
    parts: looseParts(change, asked.route),
  };
}
