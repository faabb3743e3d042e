import { foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { suggestCompanies } from "#features/company/read.server.ts";
import { MOST_STEPS, SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import { IDS_AS_NAMES } from "#features/path/pure/query/names.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { parseStep } from "#features/path/pure/query/step.ts";
import type { Candidate, Route } from "#features/path/pure/types.ts";
import { askForPage, readNames } from "#features/path/read.server.ts";
import { suggestSchools } from "#features/school/read.server.ts";
import { namedIn, readMarks } from "./marks-read.server.ts";
import { lookOf } from "./pure/look.ts";
import {
  addStop,
  canAdd,
  changeStop,
  isSchool,
  readLink,
  readRouteText,
  routeHref,
  tidyRoute,
  writeLink,
  writeRouteText,
  type RouteText,
} from "./pure/route-text.ts";
import type { Choice, ChoicesView, Place } from "./pure/view.ts";
import { textOfRoute, type Asking, type PathsInput } from "./route-read.server.ts";

const GROUPS = ["level", "title", "company", "school"] as const;
/** Choices in each group, before and after anything is typed. */
const SHOWN = 3;
const SHOWN_TYPED = 5;
/** Choices in each group that are counted one by one, if the engine has no count of its own. */
const COUNTED = 6;

/** The question of a picker's address: the choice's place, the link to it, the kind of role, the typed text. */
type ChoicesQuestion = { place: Place; link: string; as: ChoicesView["as"]; text: string };

function readQuestion(params: URLSearchParams, route: RouteText): ChoicesQuestion {
  const change = Number.parseInt(params.get("change") ?? "", 10);
  const isStart = params.get("add") === "start" && canAdd(route, "start");
  const as = params.get("as");
  return {
    place: change >= 0 && change < route.stops.length ? { change } : { at: isStart ? "start" : "end" },
    link: writeLink(readLink(params.get("link") ?? "any")),
    as: as === "intern" || as === "full-time" ? as : "",
    text: (params.get("q") ?? "").slice(0, 80),
  };
}

/** The steps that can be added to a route, or can replace a step, with the number of people who would match. */
export async function readChoices(input: PathsInput, asked: URLSearchParams): Promise<ChoicesView> {
  const { db, paths } = input;
  const { params } = tidyRoute(asked);
  const parsed = parseRoute(params, await readNames(db, params));
  const route = "route" in parsed ? parsed.route : undefined;
  const text = route === undefined ? readRouteText(params) : textOfRoute(route, readRouteText(params));
  const question = readQuestion(params, text);
  const looks = route === undefined ? [] : await looksOf(db, route);
  const view = {
    title: titleOf(question.place, looks),
    link: "at" in question.place && text.stops.length > 0 ? question.link : undefined,
    as: question.as,
    text: question.text,
  };
  if (route === undefined || (text.stops.length >= MOST_STEPS && "at" in question.place))
    return { ...view, choices: [], state: "answer" };
  const found = await askForPage(paths, (ask) => countChoices({ db, ask, route, text, question }));
  return found === "not-ready"
    ? { ...view, choices: [], state: "not-ready" }
    : { ...view, choices: found, state: "answer" };
}

async function looksOf(db: Reader, route: Route): Promise<string[]> {
  const marks = await readMarks(db, namedIn(route.steps));
  return route.steps.map((step) => lookOf(step, marks).name);
}

function titleOf(place: Place, names: readonly string[]): string {
  if ("change" in place) return `Change ${names[place.change] ?? "this stop"}`;
  if (names.length === 0) return "Pick a first stop";
  return place.at === "start" ? `Add a stop before ${names[0] ?? ""}` : `Add a stop after ${names.at(-1) ?? ""}`;
}

type Picking = Asking & { route: Route; text: RouteText; question: ChoicesQuestion };

/** The asked route with a choice in its place. */
function withChoice({ text, question }: Picking, stop: string): RouteText {
  const { place, link } = question;
  return "change" in place ? changeStop(text, place.change, stop) : addStop(text, stop, link, place.at);
}

function stopAs(stop: string, as: ChoicesView["as"]): string {
  return as === "" || isSchool(stop) || stop.startsWith("kind:") ? stop : `${stop},kind:${as}`;
}

/** Does a word of the name begin with the folded text? */
export function isMatch(name: string, key: string): boolean {
  const words = foldText(name);
  return words.startsWith(key) || words.includes(` ${key}`);
}

/** Candidates by name: those of the engine, and other meanings of a typed text. */
async function findCandidates({ db, ask, route, text, question }: Picking): Promise<Candidate[]> {
  const isEnd = "at" in question.place && question.place.at === "end";
  const base: Route = { ...route, ...(isEnd ? {} : { steps: [], links: [], isFirst: false }) };
  const { candidates } = await ask("next", base);
  const isFirst = "change" in question.place ? question.place.change === 0 : !isEnd || text.stops.length === 0;
  const interns: Candidate = { group: "level", stop: "kind:intern", name: "Intern", people: 0 };
  const known = [interns, ...candidates].filter(({ group }) => isFirst || group !== "school");
  const key = foldText(question.text);
  if (key === "") return known;
  const named = known.filter(({ name }) => isMatch(name, key));
  if (key.length < 2) return named;
  const [companies, schools] = await Promise.all([
    suggestCompanies(db, question.text, Number.MAX_SAFE_INTEGER),
    isFirst ? suggestSchools(db, question.text) : [],
  ]);
  const typed: Candidate[] = [
    ...companies
      .slice(0, SHOWN_TYPED)
      .map((one) => ({ group: "company" as const, stop: `company:${one._id}`, name: one.displayName, people: 0 })),
    ...schools
      .slice(0, SHOWN_TYPED)
      .map((one) => ({ group: "school" as const, stop: `school:${one._id}`, name: one.name, people: 0 })),
  ];
  const stops = new Set(named.map(({ stop }) => stop));
  return [...named, ...typed.filter(({ stop }) => !stops.has(stop))];
}

async function countChoices(asking: Picking): Promise<Choice[]> {
  const { db, ask, text, question } = asking;
  const candidates = await findCandidates(asking);
  const limit = question.text === "" ? SHOWN : SHOWN_TYPED;
  const chosen = GROUPS.flatMap((group) => candidates.filter((one) => one.group === group).slice(0, COUNTED));
  const written = chosen.flatMap((one) => {
    const stop = stopAs(one.stop, question.as);
    const parsed = parseStep(stop, "stop", IDS_AS_NAMES);
    // "Senior" as an intern is nobody.
    return "value" in parsed ? [{ ...one, stop, step: parsed.value }] : [];
  });
  const routes = written.map(({ stop }) => routeOf(asking, withChoice(asking, stop)));
  const counts = await ask("counts", routes);
  const known = written
    .map((one, index) => ({ ...one, people: counts[index] ?? 0 }))
    .filter(({ people, stop }) => people >= SHOWN_FROM_PEOPLE && !text.stops.includes(stop));
  const shown = GROUPS.flatMap((group) =>
    known
      .filter((one) => one.group === group)
      .toSorted((a, b) => b.people - a.people)
      .slice(0, limit),
  );
  const marks = await readMarks(db, namedIn(shown.map(({ step }) => step)));
  return shown.map((one) => ({
    group: one.group,
    stop: one.stop,
    look: { ...lookOf(one.step, marks), name: one.name },
    people: one.people,
    href: routeHref(withChoice(asking, one.stop)),
  }));
}

function routeOf({ route }: Picking, text: RouteText): Route {
  const parsed = parseRoute(writeRouteText(text), IDS_AS_NAMES);
  return "route" in parsed ? parsed.route : route;
}
