/**
 * node --expose-gc bench/paths-engine.ts [--lines 1000000] [--questions 200] [--only "2 levels"]
 * Fills the path engine with invented pipelines (companies by a power law). Prints fill time, memory and the times of
 * each kind of question: elapsed time, and "work", the mean CPU time of the thread. Other programs on the machine do
 * not change the CPU time.
 */
import { parseArgs } from "node:util";
import { routeOf } from "#features/path/pure/route-parts.ts";
import { createPathEngine, type MeasuredEngine } from "#features/path/pure/engine.ts";
import type { PathLine, PathRole, RoleStep, Route, Step } from "#features/path/pure/types.ts";
import { askOneOfEach } from "#features/path/running/ask-one-of-each.ts";
import { drawQuestions, makeLine, makeWorld, type World } from "./path-lines.ts";

/**
 * The times of one kind of question, in milliseconds. `work` is the mean CPU time of the thread. If the engine refuses
 * a question of that size, they are the times until the refusal.
 */
export type Figure = {
  what: string;
  p50: number;
  p99: number;
  worst: number;
  work: number;
  times: number;
  isRefused: boolean;
};
type Asking = { lines: number; questions: number; only: string };
type Measuring = (what: string, times: number, ask: (turn: number) => void) => void;

export const MEGABYTE = 1_000_000;
/** A cheap question is asked at most this many times for each question requested. */
const MOST_TIMES_A_QUESTION = 5;

/** The CPU time of this thread, which other programs do not change. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function step(part: Partial<RoleStep>): Step {
  return { of: "role", companies: [], titles: [], levels: [], kinds: [], ...part };
}

export function route(steps: readonly Step[], between: "any" | "next" = "any", limit: number | null = null): Route {
  return routeOf(steps, { links: steps.slice(1).map(() => ({ between, limit })) });
}

export const PAGE = { sort: "recent", limit: 12, cursor: null } as const;

function timeQuestion(what: string, times: number, ask: (turn: number) => void): Figure {
  const took: number[] = [];
  let isRefused = false;
  const worked = threadMilliseconds();
  for (let turn = 0; turn < times; turn += 1) {
    const start = performance.now();
    if (isRefusal(() => ask(turn))) isRefused = true;
    took.push(performance.now() - start);
  }
  const work = (threadMilliseconds() - worked) / times;
  took.sort((a, b) => a - b);
  return {
    what,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    worst: took.at(-1) ?? 0,
    work,
    times,
    isRefused,
  };
}

/** Is the question about more people than the engine reads for it? */
function isRefusal(ask: () => void): boolean {
  try {
    ask();
    return false;
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("More than")) return true;
    throw error;
  }
}

/** Adds pipelines and passes each to `see`. Returns the thread's seconds, without the time to invent them. */
export function fill(engine: MeasuredEngine, world: World, count: number, see?: (line: PathLine) => void): number {
  const CHUNK = 20_000;
  let spent = 0;
  for (let at = 0; at < count; at += CHUNK) {
    const lines: PathLine[] = [];
    for (let index = at; index < Math.min(count, at + CHUNK); index += 1) lines.push(makeLine(world, index));
    const start = threadMilliseconds();
    for (const line of lines) engine.put(line);
    spent += threadMilliseconds() - start;
    if (see) for (const line of lines) see(line);
  }
  return spent / 1_000;
}

export function askAll(engine: MeasuredEngine, filled: World, { lines, questions, only }: Asking): Figure[] {
  const figures: Figure[] = [];
  let world = drawQuestions(filled);
  const measure: Measuring = (what, times, ask) => {
    if (!what.includes(only)) return;
    world = drawQuestions(filled);
    const figure = timeQuestion(what, Math.min(times, questions * MOST_TIMES_A_QUESTION), ask);
    figures.push(figure);
    const [p50, p99, worst, work] = [figure.p50, figure.p99, figure.worst, figure.work].map((ms) => ms.toFixed(2));
    console.log(
      `${what}: p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms; work ${work} ms (${figure.times})${figure.isRefused ? "; refused" : ""}`,
    );
  };
  const company = (): string => world.companyId(world.someCompany());
  const common = (): string => world.companyId(Math.floor(world.random() * 300));
  const search = (one: Route): void => void engine.search(one, PAGE);
  const two = (): Route => route([step({ companies: [common()] }), step({ companies: [common()] })]);
  measure("search, 2 companies", questions * 5, () => search(two()));
  measure("search, 2 companies as people are spread", questions * 5, () =>
    search(route([step({ companies: [company()] }), step({ companies: [company()] })])),
  );
  measure("search, intern at a company, then a level", questions, () =>
    search(route([step({ companies: [common()], kinds: ["intern"] }), step({ levels: ["senior"] })])),
  );
  measure("search, 3 steps", questions, () =>
    search(route([step({ companies: [common()] }), step({ levels: ["senior"] }), step({ companies: [common()] })])),
  );
  measure("search, 5 steps, next and limits", questions, () =>
    search(
      route(
        [
          step({ kinds: ["intern"] }),
          step({ companies: [common()] }),
          step({}),
          step({ levels: ["senior"] }),
          step({}),
        ],
        "next",
        60,
      ),
    ),
  );
  measure("search, 2 levels (no list, all lines)", 20, () =>
    search(route([step({ levels: ["senior"] }), step({ levels: ["staff"] })])),
  );
  measure("search, interns then managers (all lines)", 20, () =>
    search(route([step({ kinds: ["intern"] }), step({ levels: ["manager"] })])),
  );
  measure("search, any (every line)", 10, () => search(route([step({})])));
  measure("search, any then any", 10, () => search(route([step({}), step({})])));
  measure("search, 8 × any, next", 5, () =>
    search(
      route(
        Array.from({ length: 8 }, () => step({})),
        "next",
      ),
    ),
  );
  const manyAny = (steps: number): Step[] => Array.from({ length: steps }, () => step({}));
  measure("search, 2 × any, next and limits", 5, () => search(route(manyAny(2), "next", 60)));
  measure("search, 2 × full-time within 2 years", 5, () =>
    search(route([step({ kinds: ["full-time"] }), step({ kinds: ["full-time"] })], "any", 24)),
  );
  measure("search, 5 × any, next and limits", 5, () => search(route(manyAny(5), "next", 60)));
  measure("search, 2 × any of 20 companies", 5, () => {
    const companies = Array.from({ length: 20 }, (_, index) => world.companyId(index));
    search(route([step({ companies }), step({ companies })]));
  });
  measure("search, nobody, looser routes", 5, () => {
    const steps = Array.from({ length: 3 }, () => step({ levels: ["mid"] }));
    search({ ...route(steps), until: 1950 });
  });
  measure("search, nobody, 8 steps, looser routes", 5, () => {
    const steps = Array.from({ length: 8 }, () => step({ levels: ["mid"], kinds: ["full-time"] }));
    search({ ...route(steps, "next", 1_200), until: 1950, country: "CA" });
  });
  measure("next, after a company", questions, () => engine.next(route([step({ companies: [common()] })])));
  measure("next, after any", 5, () => engine.next(route([step({})])));
  measure("next, first steps", 5, () => engine.next(route([])));
  measure("routes, company to company", questions, () =>
    engine.routes({
      from: step({ companies: [common()] }),
      to: { of: "role", companies: [common()], titles: [], levels: [], kinds: [] },
      country: null,
      school: null,
      since: null,
      until: null,
    }),
  );
  measure("routes, anywhere to a company", questions, () =>
    engine.routes({
      from: null,
      to: { of: "role", companies: [common()], titles: [], levels: [], kinds: [] },
      country: null,
      school: null,
      since: null,
      until: null,
    }),
  );
  measure("routes, anywhere to any role (worst)", 5, () =>
    engine.routes({
      from: null,
      to: { of: "role", companies: [], titles: [], levels: [], kinds: [] },
      country: null,
      school: null,
      since: null,
      until: null,
    }),
  );
  const everybodyTo = (levels: RoleStep["levels"]): void =>
    void engine.routes({
      from: null,
      to: { of: "role", companies: [], titles: [], levels, kinds: [] },
      country: null,
      school: null,
      since: null,
      until: null,
    });
  measure("routes, anywhere to managers (worst)", 5, () => everybodyTo(["manager"]));
  measure("routes, anywhere to two levels", 5, () => everybodyTo(["senior", "manager"]));
  measure("flow, 3 hops", questions, () =>
    engine.flow({ step: step({ companies: [common()] }), hops: 3, direction: "after" }),
  );
  measure("flow, 3 hops from managers (worst)", 5, () =>
    engine.flow({ step: step({ levels: ["manager"] }), hops: 3, direction: "after" }),
  );
  measure("flow, 3 hops from any", 5, () => engine.flow({ step: step({}), hops: 3, direction: "after" }));
  measure("company insights", 50, () =>
    engine.company({ company: common(), kind: "full-time", since: null, until: null }),
  );
  measure("company insights, years", 20, (turn) =>
    engine.company({ company: common(), kind: "everyone", since: 2000 + turn, until: 2024 }),
  );
  measure("school insights", 50, () =>
    engine.school({ school: world.schoolId(Math.floor(world.random() * 50)), since: null, until: null }),
  );
  measure("titles", 5, () => engine.titles());
  measure("title", 20, () => engine.title("senior-software"));
  measure("title of managers (all lines at risk)", 10, () => engine.title("manager-general"));
  measure("similar", questions, () => engine.similar(world.lineId(Math.floor(world.random() * lines))));
  measure("similar, one role (all of one title)", 10, (turn) => engine.similarTo(beginner(world, turn)));
  measure("change, then a search", questions, (turn) => {
    engine.put(makeLine(world, turn, 1));
    search(two());
  });
  return figures;
}

/** Somebody with one role at a common company, similar to everybody who began in the same way. */
function beginner(world: World, company: number): PathLine {
  const line = makeLine(world, 0);
  const role: PathRole = {
    position: 0,
    entry: "0",
    company: world.companyId(company),
    companyName: "",
    title: "Software Engineer",
    kind: "full-time",
    family: "software",
    level: "mid",
    slug: "mid-software",
    start: world.today - 3,
    end: null,
    isYear: false,
    phase: "current",
  };
  return { ...line, id: "", school: world.schoolId(0), roles: [role] };
}

function main(): void {
  const { values } = parseArgs({
    options: {
      lines: { type: "string", default: "1000000" },
      questions: { type: "string", default: "200" },
      only: { type: "string", default: "" },
    },
  });
  const lines = Number(values.lines);
  const world = makeWorld(7);
  const before = process.memoryUsage();
  const engine = createPathEngine({ today: world.today, nameOfTitle: (slug) => slug });
  const seconds = fill(engine, world, lines);
  console.log(`fill: ${lines} lines in ${seconds.toFixed(2)} s (the making of the lines left out)`);
  const start = threadMilliseconds();
  askOneOfEach(engine);
  console.log(`one question of each kind, lists and sums made: ${(threadMilliseconds() - start).toFixed(0)} ms`);
  globalThis.gc?.();
  const after = process.memoryUsage();
  console.log(`columns: ${(engine.bytes() / MEGABYTE).toFixed(1)} MB`);
  console.log(`resident: ${((after.rss - before.rss) / MEGABYTE).toFixed(1)} MB more than before the fill`);
  askAll(engine, world, { lines, questions: Number(values.questions), only: values.only });
}

if (import.meta.main) main();
