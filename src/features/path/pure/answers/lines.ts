import { DEFAULT_LINES } from "#features/path/pure/limits.ts";
import type { Matcher } from "#features/path/pure/match/matcher.ts";
import { readCursor, writeCursor } from "#features/path/pure/query/cursor.ts";
import { isShown, maySeeAnonymous, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { EngineLine, Page, Route } from "#features/path/pure/types.ts";
import { isExact } from "./exact.ts";
import { FirstLines } from "./first-lines.ts";

/** Added to the start of a future role: such roles come before all that have begun. */
export const INCOMING_LATER = 1 << 16;
/** Lines without months come last. */
const NO_MONTHS = 0xffff;

export const FIRST_PAGE: Page = { sort: "recent", limit: DEFAULT_LINES, cursor: null };

/** Keeps one page of a route's lines while matches are found, so that not all of them must be stored. */
export class PageLines {
  readonly #matcher: Matcher;
  readonly #route: Route;
  readonly #page: Page;
  readonly #isShortest: boolean;
  readonly #mark: { key: number; id: string } | undefined;
  readonly #all: FirstLines;
  /** The public lines, for a route with so few people that only public ones may be listed. */
  readonly #publics: FirstLines;

  /** A cursor of another question is a RangeError. */
  constructor(matcher: Matcher, { route, page }: { route: Route; page: Page }) {
    this.#matcher = matcher;
    this.#route = route;
    this.#page = page;
    this.#isShortest = page.sort === "shortest";
    this.#mark = page.cursor === null ? undefined : readCursor(route, page.sort, page.cursor);
    if (page.cursor !== null && !this.#mark) throw new RangeError("The cursor is of another question.");
    // One line more than the page, to see whether there is a next page.
    this.#all = new FirstLines(matcher.columns, page.limit + 1);
    this.#publics = new FirstLines(matcher.columns, page.limit + 1);
  }

  /** Only lines with this key or a smaller one can still be on the page. */
  get worst(): number {
    return this.#all.worst;
  }

  /**
   * The key of a match: the smaller comes first. `began` is the month in which its last role begins (0 without roles;
   * with INCOMING_LATER for a future role), `months` are −1 for none.
   */
  keyOf(began: number, months: number): number {
    if (!this.#isShortest) return 2 * INCOMING_LATER - began;
    return months < 0 ? NO_MONTHS : months;
  }

  /** Adds a match; `people` counts it and the ones before. */
  add(line: number, key: number, months: number, people: number): void {
    const mark = this.#mark;
    if (mark && (key < mark.key || (key === mark.key && this.#matcher.columns.idOf(line) <= mark.id))) return;
    this.#all.add(line, key, 0, months);
    if (!isShown(people) && this.#matcher.columns.isPublic(line)) this.#publics.add(line, key, 0, months);
  }

  answer(counts: Counts): { lines: EngineLine[]; nextCursor: string | null } {
    const { limit, sort } = this.#page;
    const chosen = maySeeAnonymous(counts, isExact(this.#route)) ? this.#all : this.#publics;
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
