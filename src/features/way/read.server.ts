import { AppError } from "#core/errors.ts";
import { foldText } from "#core/text.ts";
import { suggestCompanies } from "#features/company/read.server.ts";
import { SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import { parseRoutes } from "#features/path/pure/query/questions.ts";
import { writeStep } from "#features/path/pure/query/write.ts";
import { mistakeText, type PathLineView } from "#features/path/pure/search-view.ts";
import type { Candidate, Link, RoutesAnswer } from "#features/path/pure/types.ts";
import { askForPage, readLines, readNames } from "#features/path/read.server.ts";
import { suggestSchools } from "#features/school/read.server.ts";
import {
  isMatch,
  namedIn,
  readCandidates,
  readMarks,
  routeOf,
  type Asking,
  type PathsInput,
} from "#features/route/read.server.ts";
import { lookOf, type Look, type Marks } from "#features/route/pure/look.ts";
import type { Choice } from "#features/route/pure/view.ts";
import { wayHref, type WayText } from "./pure/address.ts";
import { ANYWHERE } from "./pure/words.ts";

/** Choices in each group of a picker. */
const SHOWN = 4;
const COUNTED = 8;
const COMPANIES_TRIED = 4;
const QUESTIONS = 3;

type WayQuestion = { text: WayText; from: Look | undefined; to: Look | undefined };
export type WayAnswer = Omit<RoutesAnswer, "lines"> & { lines: PathLineView[] };
/** An example question. `words` is its text if it is not a question about a way. */
export type Example = {
  href: string;
  from: Look | undefined;
  to: Look;
  people: number;
  words?: string;
  link?: Link;
};
export type WayPage = WayQuestion & {
  state: "start" | "answer" | "mistaken" | "not-ready";
  mistakes: string[];
  answer: WayAnswer | undefined;
  /** Logos of the companies in the answer. */
  logos: Record<string, string>;
  /** Other questions; wider ones if too few people took the way. */
  examples: Example[];
  picker: { end: "from" | "to"; text: string; choices: Choice[] } | undefined;
};

const EMPTY = { mistakes: [], answer: undefined, logos: {}, examples: [], picker: undefined };

/** The page /paths: how people get from one stop to another, or how they become something. */
export async function readWayPage({ db, paths, today }: PathsInput, params: URLSearchParams): Promise<WayPage> {
  const asked = { from: params.get("from") ?? "", to: params.get("to") ?? "" };
  const names = await readNames(db, params);
  const parsed = asked.to === "" ? undefined : parseRoutes(params, names);
  if (parsed !== undefined && "mistakes" in parsed) {
    const mistakes = parsed.mistakes.map(mistakeText);
    return { ...EMPTY, text: asked, from: undefined, to: undefined, state: "mistaken", mistakes };
  }
  const question = parsed?.question;
  // Without a goal, still read the start.
  const alone = asked.to === "" && asked.from !== "" ? parseRoutes(withGoal(params), names) : undefined;
  const from = question?.from ?? (alone && "question" in alone ? alone.question.from : null);
  const text = { from: from ? writeStep(from) : "", to: question ? writeStep(question.to) : "" };
  const steps = [...(from ? [from] : []), ...(question ? [question.to] : [])];
  const marks = await readMarks(db, namedIn(steps));
  const view: WayQuestion = {
    text,
    from: from ? lookOf(from, marks) : undefined,
    to: question ? lookOf(question.to, marks) : undefined,
  };
  const find = askForPage(paths, async (ask) => {
    const asking = { db, ask };
    const picker = await readPicker(asking, text, params);
    if (question === undefined)
      return { picker, answer: undefined, examples: await readExamples(asking, await readCandidates(ask)) };
    const answer = await ask("routes", question);
    const isShown = (answer.people ?? 0) >= SHOWN_FROM_PEOPLE;
    const examples = isShown
      ? (await readExamples(asking, await readCandidates(ask))).filter(({ href }) => href !== wayHref(text)).slice(0, 2)
      : await readWider(asking, text);
    return { picker, examples, answer: { ...answer, lines: await readLines(db, answer.lines, today) } };
  });
  const found = await find.catch(refusalOf);
  if (found === "not-ready") return { ...EMPTY, ...view, state: "not-ready" };
  if ("refused" in found) return { ...EMPTY, ...view, state: "mistaken", mistakes: [found.refused] };
  const companies = (found.answer?.columns ?? []).flatMap(({ rows }) => rows.map(({ id }) => id));
  const logos = await readMarks(db, { companies, schools: [] });
  return {
    ...view,
    ...found,
    mistakes: [],
    logos: Object.fromEntries([...logos].map(([id, { logo }]) => [id, logo])),
    state: question === undefined ? "start" : "answer",
  };
}

/** A question that the engine refuses, with its reason. Throws other errors on. */
function refusalOf(error: unknown): { refused: string } {
  if (error instanceof AppError && error.code === "bad-request") return { refused: error.message };
  throw error;
}

function withGoal(params: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(params);
  changed.set("to", "any");
  return changed;
}

async function exampleRows({ db, ask }: Asking, ways: readonly WayText[]): Promise<Example[]> {
  const routes = ways.map(({ from, to }) =>
    routeOf({
      stops: from === "" ? ["any", to] : [from, to],
      thens: ["any"],
      others: from === "" ? [["first", "1"]] : [],
    }),
  );
  const counts = await ask("counts", routes);
  const steps = routes.flatMap((route) => route.steps);
  const marks: Marks = await readMarks(db, namedIn(steps));
  return ways.flatMap((way, at) => {
    const [from, to] = routes[at]?.steps ?? [];
    const people = counts[at] ?? 0;
    if (!from || !to || people < SHOWN_FROM_PEOPLE) return [];
    const look = way.from === "" ? undefined : lookOf(from, marks);
    return [{ href: wayHref(way), from: look, to: lookOf(to, marks), people }];
  });
}

/** Questions that many people answer: from schools and companies to companies, and to higher titles. */
async function readExamples(asking: Asking, candidates: readonly Candidate[]): Promise<Example[]> {
  const of = (group: Candidate["group"]): string[] =>
    candidates.filter((one) => one.group === group).map(({ stop }) => stop);
  const titles = of("title").filter((stop) => /^title:(?:staff|lead|manager|senior|principal)-/.test(stop));
  const companies = of("company");
  const ways = [
    ...of("school")
      .slice(0, 2)
      .flatMap((from) => companies.slice(0, 2).map((to) => ({ from, to }))),
    ...companies.slice(0, 1).flatMap((from) => companies.slice(1, 3).map((to) => ({ from, to }))),
    ...titles.slice(0, 3).map((to) => ({ from: "", to })),
  ];
  const rows = await exampleRows(asking, ways);
  const [become, get] = [rows.filter(({ from }) => from === undefined), rows.filter(({ from }) => from !== undefined)];
  return [...become.slice(0, 1), ...get.slice(0, 2), ...become.slice(1, 2), ...get.slice(2, 3)];
}

/** "Where do Shopify interns go next?", for the most common company with enough interns. */
async function readNextQuestion({ db, ask }: Asking, candidates: readonly Candidate[]): Promise<Example[]> {
  const companies = candidates.filter(({ group }) => group === "company").slice(0, COMPANIES_TRIED);
  const routes = companies.map(({ stop }) => routeOf({ stops: [`${stop},kind:intern`], thens: [], others: [] }));
  const counts = await ask("counts", routes);
  const at = counts.findIndex((people) => (people ?? 0) >= SHOWN_FROM_PEOPLE);
  const [step] = routes[at]?.steps ?? [];
  const company = companies[at];
  if (!step || !company) return [];
  const from = lookOf(step, await readMarks(db, namedIn([step])));
  return [
    {
      href: `/company/${company.stop.slice("company:".length)}?kind=intern#flow`,
      from,
      to: { ...ANYWHERE, ring: "i" },
      people: counts[at] ?? 0,
      words: `Where do ${from.name} interns go next?`,
      link: { between: "next", limit: null },
    },
  ];
}

/** Three questions of different kinds with their people, for other pages; none if the engine is not ready. */
export async function readQuestions({ db, paths }: Pick<PathsInput, "db" | "paths">): Promise<Example[]> {
  const found = await askForPage(paths, async (ask) => {
    const candidates = await readCandidates(ask);
    const [rows, next] = await Promise.all([
      readExamples({ db, ask }, candidates),
      readNextQuestion({ db, ask }, candidates),
    ]);
    const ways = rows.filter(({ from }) => from !== undefined);
    const becoming = rows.filter(({ from }) => from === undefined);
    const kinds = [ways.slice(0, 1), next, becoming.slice(0, 1)].flat();
    return [...kinds, ...rows.filter((one) => !kinds.includes(one))].slice(0, QUESTIONS);
  });
  return found === "not-ready" ? [] : found;
}

/** Wider questions, for one that too few people answer. */
async function readWider(asking: Asking, { from, to }: WayText): Promise<Example[]> {
  const levels = [...to.matchAll(/(?:level:|title:)([a-z]+)/g)].map(([, level = ""]) => `level:${level}`);
  const ways = [{ from: "", to }, ...levels.filter((level) => level !== to).map((level) => ({ from, to: level }))];
  return exampleRows(
    asking,
    ways.filter((way) => way.from !== from || way.to !== to),
  );
}

/** The choices of the open picker, with the people who took each way. Undefined if no picker is open. */
async function readPicker({ db, ask }: Asking, text: WayText, params: URLSearchParams): Promise<WayPage["picker"]> {
  const end = params.get("pick");
  if (end !== "from" && end !== "to") return undefined;
  const typed = (params.get("q") ?? "").slice(0, 80);
  const key = foldText(typed);
  const other = end === "from" ? text.to : text.from;
  const wayWith = (stop: string): WayText => (end === "from" ? { ...text, from: stop } : { ...text, to: stop });
  const known = (await readCandidates(ask)).filter(
    ({ group, name }) => (end === "from" || group !== "school") && isMatch(name, key),
  );
  const [companies, schools] =
    key.length < 2
      ? [[], []]
      : await Promise.all([
          suggestCompanies(db, typed, Number.MAX_SAFE_INTEGER),
          end === "from" ? suggestSchools(db, typed) : [],
        ]);
  const groups = ["school", "company", "title", "level"] as const;
  const stops = [
    ...groups.flatMap((group) => known.filter((one) => one.group === group).slice(0, COUNTED)),
    ...companies.slice(0, SHOWN).map((one) => ({ group: "company" as const, stop: `company:${one._id}` })),
    ...schools.slice(0, SHOWN).map((one) => ({ group: "school" as const, stop: `school:${one._id}` })),
  ].filter(({ stop }, at, all) => stop !== other && all.findIndex((one) => one.stop === stop) === at);
  const routes = stops.map(({ stop }) => {
    const way = wayWith(stop);
    const both = [way.from, way.to].filter((one) => one !== "");
    return routeOf({ stops: both, thens: both.slice(1).map(() => "any"), others: [] });
  });
  const counts = await ask("counts", routes);
  const marks = await readMarks(db, namedIn(routes.flatMap((route) => route.steps)));
  const choices = stops.flatMap((one, at): Choice[] => {
    const people = counts[at] ?? 0;
    const step = end === "from" ? routes[at]?.steps[0] : routes[at]?.steps.at(-1);
    if (people < SHOWN_FROM_PEOPLE || !step) return [];
    return [{ ...one, look: lookOf(step, marks), people, href: wayHref(wayWith(one.stop)) }];
  });
  return {
    end,
    text: typed,
    choices: groups.flatMap((group) =>
      choices
        .filter((one) => one.group === group)
        .toSorted((a, b) => b.people - a.people)
        .slice(0, SHOWN),
    ),
  };
}
