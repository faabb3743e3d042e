import { areFarApart, fetchStarts } from "#features/path/pure/columns/fetch.ts";
import { INCOMING, INTERN_FLAG, phaseOf, RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import { INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { LINES_AT_ONCE, visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { isShown, showInternedFirst, showSpread, type Counts } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import type { InternedFirst, Page, Route, Spread } from "#features/path/pure/types.ts";
import { FIRST_PAGE, INCOMING_LATER, PageLines } from "./lines.ts";
import { newCounts, type State } from "./state.ts";

/** Moves INTERN_FLAG to the lowest bit. */
const INTERN_SHIFT = Math.log2(INTERN_FLAG);

/** If the route itself asks for an internship, people with two are counted as interned before. */
export function asksForInterns(route: Route): boolean {
  return route.steps.some(
    (step) => step.of === "role" && step.kinds.some((kind) => kind === "intern" || kind === "co-op"),
  );
}

/** Gets a matching line, the first and last role of its way (−1 for a school alone), and its months (−1: none). */
type TakeMatch = (line: number, first: number, last: number, months: number) => void;

/** The figures of a route, from the earliest way of each line that matches. */
export class RouteRun {
  readonly route: Route;
  readonly matcher: Matcher;
  readonly reader: BatchReader;
  readonly stops: Stops;
  readonly counts: Counts = newCounts();
  readonly page: PageLines;
  // Columns do not change during a question.
  readonly #mask: Uint32Array;
  readonly #offset: Uint32Array;
  readonly #company: Int32Array;
  readonly #flags: Uint8Array;
  readonly #start: Uint16Array;
  readonly #months = new Uint16Array(LINES_AT_ONCE);
  readonly #also: TakeMatch | undefined;
  readonly #isTwice: boolean;
  readonly #hasMonths: boolean;
  readonly #monthCounts = new Histogram();
  readonly #betweenCounts = new Histogram();
  /** People without a stop in between. They are counted apart from the others, because there may be very many. */
  #noneBetween = 0;
  #interned = 0;
  #isAbout = false;

  /** @param also is also called for each match */
  constructor(state: State, route: Route, { page = FIRST_PAGE, also }: { page?: Page; also?: TakeMatch }) {
    this.#mask = state.columns.mask;
    this.#offset = state.columns.offset;
    this.#company = state.columns.company;
    this.#flags = state.columns.flags;
    this.#start = state.columns.start;
    this.#also = also;
    this.route = route;
    this.matcher = new Matcher(state.columns, compileRoute(state.columns, route), state.today);
    this.reader = new BatchReader(this.matcher);
    this.stops = new Stops(state.columns, state.today);
    this.page = new PageLines(this.matcher, { route, page });
    this.#hasMonths = route.steps.length > 1;
    this.#isTwice = asksForInterns(route);
  }

  /** Takes every line that matches and that `isAsked`. */
  takeAll(isAsked?: (line: number) => boolean): void {
    visitLines(this.matcher, this.matcher.route.roleSteps, (lines) => {
      this.reader.read(lines);
      this.take(isAsked);
    });
  }

  /** Takes the lines that the reader has just found. */
  take(isAsked?: (line: number) => boolean): void {
    const { matcher, page, counts } = this;
    const { found, foundLength, first: firstOf, last: lastOf } = this.reader;
    const { hasSchoolStep, roleSteps } = matcher.route;
    const { times } = this.stops;
    const { today } = times;
    const mask = this.#mask;
    const offset = this.#offset;
    const flags = this.#flags;
    const starts = this.#start;
    const hasMonths = this.#hasMonths;
    const monthsOf = this.#months;
    const also = this.#also;
    const once = this.#isTwice ? 0 : 1;
    let taken = 0;
    let interned = 0;
    let noneBetween = 0;
    let publics = 0;
    let people = counts.people;
    let worst = page.worst;
    const lines = found.subarray(0, foundLength);
    if (areFarApart(lines)) fetchStarts(matcher.columns, lines);
    for (let index = 0; index < foundLength; index += 1) {
      const line = found[index] ?? 0;
      if (isAsked && !isAsked(line)) continue;
      const bits = mask[line] ?? 0;
      people += 1;
      // 1 for a public person: PUBLIC_BIT is the highest of the 32 bits.
      publics += bits >>> 31;
      if (roleSteps === 0) {
        page.add(line, page.keyOf(2 * INCOMING_LATER, -1), -1, people);
        continue;
      }
      const from = offset[line] ?? 0;
      const first = hasSchoolStep ? from : (firstOf[index] ?? 0);
      const last = lastOf[index] ?? 0;
      // Only a start after today needs a closer look.
      let start = starts[last] ?? 0;
      if (start > today) start = times.start(last);
      const isIncoming = phaseOf(flags[last] ?? 0) === INCOMING;
      let months = -1;
      if (hasMonths && !isIncoming) {
        let startOfFirst = starts[first] ?? 0;
        if (startOfFirst > today) startOfFirst = times.start(first);
        months = Math.max(0, start - startOfFirst);
        monthsOf[taken] = months;
        taken += 1;
        if (!this.#isAbout) this.#isAbout = times.isYear(first) || times.isYear(last);
      }
      const key = page.keyOf(isIncoming ? start + INCOMING_LATER : start, months);
      const mayBeOnPage = key <= worst || !isShown(people);
      if (mayBeOnPage) {
        page.add(line, key, months, people);
        worst = page.worst;
      }
      // Without a role in between there is no stop in between, unless the person returned to a company.
      const hasRoleBetween = hasSchoolStep || last - first >= 2;
      const mayHaveReturned = first !== from && (bits & RETURN_BIT) !== 0;
      if (hasRoleBetween || mayHaveReturned) this.#betweenCounts.add(this.#stopsBetween(line, first, last));
      else noneBetween += 1;
      // Most internships are the first role. Count these without a branch, which the processor would often guess wrong:
      // `firstInterned` is 1 or 0, and less 1 it has no bits or all of them.
      const firstInterned = (((flags[from] ?? 0) & INTERN_FLAG) >> INTERN_SHIFT) & once;
      interned += firstInterned & (last > from ? 1 : 0);
      const mayBeInternedLater = (bits & INTERN_BITS & (firstInterned - 1)) !== 0;
      if (mayBeInternedLater) this.#takeInterned(from, last);
      if (!also) continue;
      counts.people = people;
      also(line, first, last, months);
    }
    counts.people = people;
    counts.publics += publics;
    this.#interned += interned;
    this.#noneBetween += noneBetween;
    this.#monthCounts.addAll(monthsOf, taken);
  }

  /** Stops strictly between those of two roles; all before the last role's after a school. */
  #stopsBetween(line: number, first: number, last: number): number {
    const isFromSchool = this.matcher.route.hasSchoolStep;
    if (((this.#mask[line] ?? 0) & RETURN_BIT) === 0) {
      const company = this.#company;
      let changes = 0;
      for (let role = first + 1; role <= last; role += 1) if (company[role] !== company[role - 1]) changes += 1;
      return isFromSchool ? changes : Math.max(0, changes - 1);
    }
    const from = this.#offset[line] ?? 0;
    if (last - first === 1 && !isFromSchool && !this.#isBack(first, from)) return 0;
    this.stops.read(line);
    const lastStop = this.stops.stopOf[last - from] ?? 0;
    if (isFromSchool) return lastStop;
    return Math.max(0, lastStop - (this.stops.stopOf[first - from] ?? 0) - 1);
  }

  /** Had the person left the company of this role before? */
  #isBack(role: number, from: number): boolean {
    const company = this.#company;
    const own = company[role];
    let before = role - 1;
    while (before >= from && company[before] === own) before -= 1;
    while (before >= from && company[before] !== own) before -= 1;
    return before >= from;
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

  months(): Spread {
    return showSpread(this.#monthCounts, this.#isAbout);
  }

  stopsBetween(): Spread {
    this.#betweenCounts.add(0, this.#noneBetween);
    this.#noneBetween = 0;
    return showSpread(this.#betweenCounts, false);
  }

  internedFirst(): InternedFirst {
    if (this.matcher.route.roleSteps === 0) return null;
    return showInternedFirst(this.#interned, this.counts.people, this.#isTwice);
  }
}
