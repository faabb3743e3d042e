import { routeOf } from "#features/path/pure/route-parts.ts";
import { RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import { candidateLines, visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import type { Flow, FlowQuestion, Route } from "#features/path/pure/types.ts";
import { refuseTooMany } from "./budget.ts";
import { ENDED, FlowCount, GONE, STAYED, STILL_THERE, TO_OTHER } from "./flow-count.ts";
import { isExact } from "./exact.ts";
import { isFullTimeRole, isInternRole, type State } from "./state.ts";

export function answerFlow(state: State, question: FlowQuestion): Flow {
  return flowOf(state, question, undefined);
}

/** Decides by the first matching role (−1 for a school) whether a line counts; undefined counts all. */
type IsCounted = ((first: number, line: number) => boolean) | undefined;

export function flowOf(state: State, question: FlowQuestion, isCounted: IsCounted): Flow {
  const run = new FlowRun(state, question, isCounted);
  visitLines(run.matcher, run.matcher.route.roleSteps, (lines) => {
    for (const line of lines) run.add(line);
    refuseTooMany(run.matcher, run.length, state.mostOfEverybody);
  });
  return run.answer();
}

/** Counts the flow, line by line. */
export class FlowRun {
  readonly matcher: Matcher;
  readonly #question: FlowQuestion;
  readonly #route: Route;
  readonly #walk: Walk;
  readonly #isCounted: IsCounted;

  constructor(state: State, question: FlowQuestion, isCounted: IsCounted) {
    this.#question = question;
    this.#isCounted = isCounted;
    this.#route = routeOf([question.step]);
    this.matcher = new Matcher(state.columns, compileRoute(state.columns, this.#route), state.today);
    const { length } = candidateLines(this.matcher, this.matcher.route.roleSteps) ?? {
      length: state.columns.counts.all,
    };
    this.#walk = new Walk(state, { hops: question.hops, people: length });
  }

  /** The number of people counted so far. */
  get length(): number {
    return this.#walk.count.length;
  }

  /** Adds a living line, whether it matches or not. */
  add(line: number): void {
    const { matcher } = this;
    const isSchool = matcher.route.roleSteps === 0;
    if (!isSchool) {
      if (!matcher.isWhole(matcher.reach(line))) return;
      matcher.findWay(line);
    }
    const first = isSchool ? -1 : (matcher.way[0] ?? 0);
    if (this.#isCounted && !this.#isCounted(first, line)) return;
    if (this.#question.direction === "after") this.#walk.addAfter(line, first);
    else this.#walk.addBefore(line, first);
  }

  answer(): Flow {
    const { step } = this.#question;
    // A step without companies lists nobody by name, so its flow follows the rule of five.
    const isListed = step.of === "school" || step.companies.length > 0;
    return this.#walk.count.answer(this.#isCounted === undefined && isListed && isExact(this.#route));
  }
}

/** One person's hops from stop to stop. */
class Walk {
  readonly count: FlowCount;
  readonly #state: State;
  readonly #stops: Stops;
  /** Where each hop of the current person leads. */
  readonly #way: Int32Array;

  /** @param size.people at most so many will be added */
  constructor(state: State, { hops, people }: { hops: number; people: number }) {
    this.#way = new Int32Array(hops);
    this.#state = state;
    this.#stops = new Stops(state.columns, state.today);
    this.count = new FlowCount(state, { hops, people });
  }

  addAfter(line: number, first: number): void {
    const { columns } = this.#state;
    const isSimple = ((columns.mask[line] ?? 0) & RETURN_BIT) === 0;
    if (isSimple) this.#readRunsAfter(line, first);
    else this.#readStopsAfter(line, first);
    this.count.add(this.#way, columns.isPublic(line));
  }

  /** For a line that never returns to a company: each run of roles at one company is a stop. */
  #readRunsAfter(line: number, first: number): void {
    const { columns } = this.#state;
    const { company } = columns;
    const { times } = this.#stops;
    const way = this.#way;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    let hop = 0;
    let role = from;
    let isStillThere = false;
    if (first >= 0) {
      const at = company[first];
      role = first;
      while (role > from && company[role - 1] === at) role -= 1;
      const mayStay = isInternRole(columns, first);
      for (; role < to && company[role] === at; role += 1) {
        if (!times.isPast(role)) isStillThere = true;
        if (mayStay && hop === 0 && role > first && isFullTimeRole(columns, role)) {
          way[0] = STAYED;
          hop = 1;
        }
      }
    }
    for (; role < to && hop < way.length; hop += 1) {
      const at = company[role] ?? TO_OTHER;
      way[hop] = Math.max(TO_OTHER, at);
      isStillThere = false;
      for (; role < to && company[role] === at; role += 1) if (!times.isPast(role)) isStillThere = true;
    }
    if (hop < way.length) way[hop] = isStillThere ? STILL_THERE : ENDED;
    for (let gone = hop + 1; gone < way.length; gone += 1) way[gone] = GONE;
  }

  #readStopsAfter(line: number, first: number): void {
    const { columns } = this.#state;
    const stops = this.#stops;
    stops.read(line);
    const from = columns.offset[line] ?? 0;
    const stop = first < 0 ? -1 : (stops.stopOf[first - from] ?? 0);
    const way = this.#way;
    let hop = 0;
    if (first >= 0 && this.#staysFullTime(line, first, stop)) {
      way[0] = STAYED;
      hop = 1;
    }
    for (let at = stop + 1; hop < way.length; at += 1, hop += 1) {
      if (at < stops.count) way[hop] = Math.max(TO_OTHER, stops.company[at] ?? TO_OTHER);
      else if (at > stops.count) way[hop] = GONE;
      else way[hop] = this.#isStillThere(line, at - 1) ? STILL_THERE : ENDED;
    }
  }

  addBefore(line: number, first: number): void {
    const { columns } = this.#state;
    const stops = this.#stops;
    stops.read(line);
    const stop = first < 0 ? 0 : (stops.stopOf[first - (columns.offset[line] ?? 0)] ?? 0);
    const way = this.#way;
    for (let hop = 0; hop < way.length; hop += 1) {
      const at = stop - 1 - hop;
      if (at >= 0) way[hop] = Math.max(TO_OTHER, stops.company[at] ?? TO_OTHER);
      else way[hop] = at === -1 ? ENDED : GONE;
    }
    this.count.add(way, columns.isPublic(line));
  }

  #staysFullTime(line: number, first: number, stop: number): boolean {
    const { columns } = this.#state;
    if (!isInternRole(columns, first)) return false;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    for (let role = first + 1; role < to; role += 1) {
      if (this.#stops.stopOf[role - from] === stop && isFullTimeRole(columns, role)) return true;
    }
    return false;
  }

  #isStillThere(line: number, stop: number): boolean {
    const { columns } = this.#state;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    for (let role = from; role < to; role += 1) {
      if (this.#stops.stopOf[role - from] === stop && !this.#stops.times.isPast(role)) return true;
    }
    return false;
  }
}
