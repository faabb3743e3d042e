import type { Times } from "#features/path/pure/columns/times.ts";
import { DEFAULT_LINES } from "#features/path/pure/limits.ts";
import type { Matcher } from "#features/path/pure/match/matcher.ts";
import { readCursor, writeCursor } from "#features/path/pure/query/cursor.ts";
import { isTold, maySeeAnonymous, type Tally } from "#features/path/pure/rule-of-five.ts";
import type { EngineLine, Page, Route, Sort } from "#features/path/pure/types.ts";
import { isExact } from "./exact.ts";
import { FirstLines } from "./first-lines.ts";

/** Future roles come before all roles that have begun. */
const INCOMING_FIRST = 1 << 16;
/** Lines without months come last. */
const NO_MONTHS = 0xffff;

/** Smaller comes first. `last` is the last matched role, −1 without one; `months` −1 for none. */
function sortKey(times: Times, sort: Sort, last: number, months: number): number {
  if (sort === "shortest") return months < 0 ? NO_MONTHS : months;
  if (last < 0) return 0;
  return 2 * INCOMING_FIRST - (times.start(last) + (times.isIncoming(last) ? INCOMING_FIRST : 0));
}

export const FIRST_PAGE: Page = { sort: "recent", limit: DEFAULT_LINES, cursor: null };

/** Keeps one page of a route's lines while matches are found, so that not all of them must be stored. */
export class PageLines {
  readonly #matcher: Matcher;
  readonly #route: Route;
  readonly #times: Times;
  readonly #page: Page;
  readonly #mark: { key: number; id: string } | undefined;
  readonly #all: FirstLines;
  /** The public lines. They are used if there are so few people that only public ones may be listed. */
  readonly #publics: FirstLines;

  /** A cursor of another question is a RangeError. */
  constructor(matcher: Matcher, { route, page, times }: { route: Route; page: Page; times: Times }) {
    this.#matcher = matcher;
    this.#route = route;
    this.#times = times;
    this.#page = page;
    this.#mark = page.cursor === null ? undefined : readCursor(route, page.sort, page.cursor);
    if (page.cursor !== null && !this.#mark) throw new RangeError("The cursor is of another question.");
    // One line more than the page, to see whether there is a next page.
    this.#all = new FirstLines(matcher.columns, page.limit + 1);
    this.#publics = new FirstLines(matcher.columns, page.limit + 1);
  }

  /** Adds a match with its last role and its months. `people` counts it and the ones before. */
  add(line: number, last: number, months: number, people: number): void {
    const key = sortKey(this.#times, this.#page.sort, last, months);
    const { columns } = this.#matcher;
    const mark = this.#mark;
    if (mark && (key < mark.key || (key === mark.key && columns.idOf(line) <= mark.id))) return;
    this.#all.add(line, key, 0, months);
    if (!isTold(people) && columns.isPublic(line)) this.#publics.add(line, key, 0, months);
  }

  tell(tally: Tally): { lines: EngineLine[]; nextCursor: string | null } {
    const { limit, sort } = this.#page;
    const chosen = maySeeAnonymous(tally, isExact(this.#route)) ? this.#all : this.#publics;
    const shown = Math.min(limit, chosen.length);
    const last = shown - 1;
    const cursor = { key: chosen.keyAt(last), id: this.#matcher.columns.idOf(chosen.lineAt(last)) };
    return {
      lines: Array.from({ length: shown }, (_, place) => this.#lineAt(chosen.lineAt(place), chosen.noteAt(place))),
      nextCursor: chosen.length > limit ? writeCursor(this.#route, sort, cursor) : null,
    };
  }

  #lineAt(line: number, months: number): EngineLine {
    const matcher = this.#matcher;
    const from = matcher.columns.offset[line] ?? 0;
    matcher.reach(line);
    matcher.findWay(line);
    const matched = Array.from(matcher.way.subarray(0, matcher.route.roleSteps), (role) => role - from);
    return { profile: matcher.columns.idOf(line), matched, months: months < 0 ? null : months };
  }
}
