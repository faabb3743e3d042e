import { INTERN_FLAG, RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import { INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import { visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { tellInternedFirst, tellSpread, type Tally } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import type { InternedFirst, Page, Route, Spread } from "#features/path/pure/types.ts";
import { FIRST_PAGE, INCOMING_LATER, PageLines } from "./lines.ts";
import { newTally, type State } from "./state.ts";

function asksForInterns(route: Route): boolean {
  return route.steps.some(
    (step) => step.of === "role" && step.kinds.some((kind) => kind === "intern" || kind === "co-op"),
  );
}

/**
 * Called with a matching line, the first and last role of its way (−1 for a school alone) and its months (−1: none).
 */
export type TakeMatch = (line: number, first: number, last: number, months: number) => void;

/** The figures of a route, from the earliest way of each line that matches. */
export class RouteRun {
  readonly route: Route;
  readonly matcher: Matcher;
  readonly stops: Stops;
  readonly tally: Tally = newTally();
  readonly page: PageLines;
  // A question changes no column.
  readonly #mask: Uint32Array;
  readonly #offset: Uint32Array;
  readonly #company: Int32Array;
  readonly #flags: Uint8Array;
  readonly #also: TakeMatch | undefined;
  readonly #isTwice: boolean;
  readonly #hasMonths: boolean;
  readonly #monthCounts = new Histogram();
  readonly #betweenCounts = new Histogram();
  /** People whose way is a single role. They are counted separately, because there may be very many. */
  #noneBetween = 0;
  #interned = 0;
  #isAbout = false;

  /** @param also is also called for each match */
  constructor(state: State, route: Route, { page = FIRST_PAGE, also }: { page?: Page; also?: TakeMatch } = {}) {
    this.#mask = state.columns.mask;
    this.#offset = state.columns.offset;
    this.#company = state.columns.company;
    this.#flags = state.columns.flags;
    this.#also = also;
    this.route = route;
    this.matcher = new Matcher(state.columns, compileRoute(state.columns, route), state.today);
    this.stops = new Stops(state.columns, state.today);
    this.page = new PageLines(this.matcher, { route, page });
    this.#hasMonths = route.steps.length > 1;
    this.#isTwice = asksForInterns(route);
  }

  /** Takes every line that matches and that `isAsked`. */
  takeAll(isAsked: (line: number) => boolean = () => true): void {
    const { matcher } = this;
    const take = (line: number, seen: number): void => {
      if (matcher.isWhole(seen) && isAsked(line)) this.take(line);
    };
    visitLines(matcher, matcher.route.roleSteps, (lines) => matcher.reachAll(lines, take));
  }

  /** Right after a `reach` of the line that was whole. */
  take(line: number): void {
    const { matcher, tally } = this;
    const { roleSteps, hasSchoolStep } = matcher.route;
    const has = this.#mask[line] ?? 0;
    tally.people += 1;
    tally.publics += has >>> 31;
    if (roleSteps === 0) {
      this.page.add(line, 2 * INCOMING_LATER, -1, tally.people);
      return;
    }
    matcher.findWay(line);
    const from = this.#offset[line] ?? 0;
    const first = hasSchoolStep ? from : (matcher.way[0] ?? 0);
    const last = matcher.way[roleSteps - 1] ?? 0;
    const { times } = this.stops;
    const start = times.start(last);
    const isIncoming = times.isIncoming(last);
    let months = -1;
    if (this.#hasMonths && !isIncoming) {
      months = Math.max(0, start - times.start(first));
      this.#monthCounts.add(months);
      this.#isAbout ||= times.isYear(first) || times.isYear(last);
    }
    this.page.add(line, isIncoming ? start + INCOMING_LATER : start, months, tally.people);
    if (first === last && !hasSchoolStep) this.#noneBetween += 1;
    else this.#betweenCounts.add(this.#stopsBetween(line, first, last));
    if ((has & INTERN_BITS) !== 0) this.#takeInterned(from, last);
    this.#also?.(line, first, last, months);
  }

  /** Stops strictly between those of two roles; all before the last role's after a school. */
  #stopsBetween(line: number, first: number, last: number): number {
    const isFromSchool = this.matcher.route.hasSchoolStep;
    // Even between neighbouring roles there may be a stop: a role may continue a stop that began earlier.
    if (!isFromSchool && last - first < 1) return 0;
    if (((this.#mask[line] ?? 0) & RETURN_BIT) === 0) {
      const company = this.#company;
      let changes = 0;
      for (let role = first + 1; role <= last; role += 1) if (company[role] !== company[role - 1]) changes += 1;
      return isFromSchool ? changes : Math.max(0, changes - 1);
    }
    this.stops.read(line);
    const from = this.#offset[line] ?? 0;
    const lastStop = this.stops.stopOf[last - from] ?? 0;
    if (isFromSchool) return lastStop;
    return Math.max(0, lastStop - (this.stops.stopOf[first - from] ?? 0) - 1);
  }

  #takeInterned(from: number, last: number): void {
    const flags = this.#flags;
    let missing = this.#isTwice ? 2 : 1;
    const to = this.#isTwice ? last + 1 : last;
    for (let role = from; role < to; role += 1) {
      if (((flags[role] ?? 0) & INTERN_FLAG) === 0) continue;
      missing -= 1;
      if (missing > 0) continue;
      this.#interned += 1;
      return;
    }
  }

  tellMonths(): Spread {
    return tellSpread(this.#monthCounts, this.#isAbout);
  }

  tellStopsBetween(): Spread {
    this.#betweenCounts.add(0, this.#noneBetween);
    this.#noneBetween = 0;
    return tellSpread(this.#betweenCounts, false);
  }

  tellInternedFirst(): InternedFirst {
    if (this.matcher.route.roleSteps === 0) return null;
    return tellInternedFirst(this.#interned, this.tally.people, this.#isTwice);
  }
}
