import { MANAGER_LADDER } from "#features/title/schema.ts";
import { ANY_ROLE, routeOf } from "#features/path/pure/route-parts.ts";
import { compareText } from "#core/text.ts";
import type { Columns } from "#features/path/pure/columns/columns.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { CURRENT_BIT, NO_ROLE } from "#features/path/pure/columns/layout.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import {
  isShown,
  showCount,
  showCurve,
  showSpread,
  showWholeYears,
  type Counts,
} from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import { TimeTable } from "#features/path/pure/statistics/time-table.ts";
import type { Level } from "#features/path/pure/types.ts";
import type { TitleAnswer, TitleRow, TitlesAnswer } from "#features/path/pure/title-types.ts";
import { FirstAtCount } from "./first-at.ts";
import { FIRST_PAGE, INCOMING_LATER, PageLines } from "./lines.ts";
import { countIn, newCounts, titleOf, visitAll, type State } from "./state.ts";
import { companyNaming, TableCount, TableOfSeveralCount, titleNaming } from "./table-count.ts";

/** People begin with these levels, so there is no time until them. */
export const ENTRY_LEVELS = new Set<Level>(["intern", "junior", "mid"]);

/** Is it a level of the ladder of managers? */
export function isManagement(level: Level): boolean {
  return MANAGER_LADDER.some((one) => one === level);
}

/** Every title that somebody has or had, if it may be shown. Most people first, then by slug. */
export function answerTitles({ columns, nameOfTitle }: State): TitlesAnswer {
  const { titles } = columns.wordings;
  const { counts } = columns;
  const rows = titles.map(({ slug, level, family }, index): TitleRow => ({
    slug,
    name: nameOfTitle(slug),
    level,
    family,
    people: showCount({ people: counts.titles[index] ?? 0, publics: counts.publicsOfTitles[index] ?? 0 }),
  }));
  return showTitles(rows);
}

/** The titles that may be shown. Those with fewer than five people come last, without an order by their numbers. */
export function showTitles(rows: readonly TitleRow[]): TitlesAnswer {
  return {
    titles: rows
      .filter(({ people }) => people !== 0)
      .toSorted((a, b) => (b.people ?? 1) - (a.people ?? 1) || compareText(a.slug, b.slug)),
  };
}

/** Undefined for a title that nobody holds, and for one that must look as if nobody held it. */
export function answerTitle(state: State, slug: string): TitleAnswer | undefined {
  const { columns, nameOfTitle } = state;
  const number = columns.wordings.findTitle(slug);
  const title = columns.wordings.titles[number];
  if (!title) return undefined;
  const wordings = columns.wordings.wordingsOf(number);
  const times = ENTRY_LEVELS.has(title.level) ? undefined : new TimesToTitle(state, number, wordings);
  const holders = new Holders(state, number, wordings);
  const levelBit = 1 << title.levelNumber;
  visitAll(columns, (line) => {
    const first = ((columns.mask[line] ?? 0) & levelBit) === 0 ? -1 : findRole(columns, line, wordings);
    const time = times ? times.take(line, first) : NO_TIME;
    if (first >= 0) holders.add(line, first, time);
  });
  const people = showCount(holders.counts);
  if (people === 0) return undefined;
  return {
    slug,
    name: nameOfTitle(slug),
    level: title.level,
    family: title.family,
    spellings: holders.spellings(),
    people,
    months: times ? showSpread(times.months, times.isAbout) : null,
    wholeYears: times ? showWholeYears(times.months) : [],
    curve: times ? showCurve(times.table) : null,
    fromTitles: holders.fromTitles.answer(),
    promoted: showCount(holders.promoted),
    hired: showCount(holders.hired),
    companies: holders.companies.answer(),
    firstAt: holders.firstAt.answer(),
    lines: holders.page.answer(holders.counts).lines,
  };
}

/** A line's first role with one of these wordings, from `from` on if given; −1 if it has none. */
function findRole(columns: Columns, line: number, wordings: Uint8Array, from = columns.offset[line] ?? 0): number {
  const to = columns.offset[line + 1] ?? 0;
  let role = from;
  while (role < to && wordings[columns.wording[role] ?? 0] === 0) role += 1;
  return role === to ? -1 : role;
}

/** The people who held a title: at which companies, in which words, and what they were before. */
class Holders {
  readonly counts: Counts = newCounts();
  readonly page: PageLines;
  readonly fromTitles: TableCount;
  readonly companies: TableOfSeveralCount;
  readonly firstAt: FirstAtCount;
  readonly promoted: Counts = newCounts();
  readonly hired: Counts = newCounts();
  readonly #state: State;
  readonly #asked: Uint8Array;
  readonly #times: Times;
  readonly #spelled = new Map<number, number>();
  readonly #companies: number[] = [];
  readonly #wordings: number[] = [];

  /** @param asked 1 for each wording of the title */
  constructor(state: State, title: number, asked: Uint8Array) {
    const { columns, today } = state;
    this.#state = state;
    this.#asked = asked;
    this.#times = new Times(columns, today);
    const titles = [columns.wordings.titles[title]?.slug ?? ""];
    const route = routeOf([{ ...ANY_ROLE, titles }]);
    const matcher = new Matcher(columns, compileRoute(columns, route), today);
    this.page = new PageLines(matcher, { route, page: FIRST_PAGE });
    this.firstAt = new FirstAtCount(state);
    this.fromTitles = new TableCount(titleNaming(state));
    this.companies = new TableOfSeveralCount(companyNaming(state.columns));
  }

  /** @param first the first role of the title; the time is that from career start to it */
  add(line: number, first: number, { months, isOnYear }: Time): void {
    const { columns } = this.#state;
    const isPublic = columns.isPublic(line);
    countIn(this.counts, isPublic);
    const began = this.#times.start(first) + (this.#times.isIncoming(first) ? INCOMING_LATER : 0);
    this.page.add(line, this.page.keyOf(began, -1), -1, this.counts.people);
    const hasBefore = first > (columns.offset[line] ?? 0);
    const isPromoted = hasBefore && columns.company[first - 1] === columns.company[first];
    countIn(isPromoted ? this.promoted : this.hired, isPublic);
    this.fromTitles.add(hasBefore ? titleOf(columns, first - 1) : -1, isPublic);
    this.firstAt.add({ company: columns.company[first] ?? -1, months, isOnYear, isPromoted, isPublic });
    // Reuse two short lists: two sets for each of a million people would all be garbage.
    const companies = this.#companies;
    const wordings = this.#wordings;
    companies.length = 0;
    wordings.length = 0;
    const to = columns.offset[line + 1] ?? 0;
    for (let role = first; role < to; role += 1) {
      const wording = columns.wording[role] ?? 0;
      if (this.#asked[wording] === 0) continue;
      const company = columns.company[role] ?? -1;
      if (company >= 0 && !companies.includes(company)) companies.push(company);
      if (!wordings.includes(wording)) wordings.push(wording);
    }
    this.companies.add(companies, isPublic);
    this.#countSpellings(wordings);
  }

  /**
   * Counts how the title is spelled. An internship and a job with the same text are two wordings, but the text counts
   * once for each person.
   */
  #countSpellings(wordings: readonly number[]): void {
    const { wordings: known } = this.#state.columns;
    for (let index = 0; index < wordings.length; index += 1) {
      const wording = wordings[index] ?? 0;
      const isAgain =
        index > 0 && wordings.slice(0, index).some((other) => known.textOf(other) === known.textOf(wording));
      if (!isAgain) this.#spelled.set(wording, (this.#spelled.get(wording) ?? 0) + 1);
    }
  }

  /** Most people first. */
  spellings(): string[] {
    const byText = new Map<string, number>();
    for (const [wording, people] of this.#spelled) {
      const text = this.#state.columns.wordings.textOf(wording);
      byText.set(text, (byText.get(text) ?? 0) + people);
    }
    return [...byText]
      .filter(([, people]) => isShown(people))
      .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || compareText(a, b))
      .map(([spelling]) => spelling);
  }
}

/** The time from career start to a title; −1 if the person did not get it, or had it before. */
type Time = { months: number; isOnYear: boolean };
const NO_TIME: Time = { months: -1, isOnYear: false };

/** The times from career start to a title: of everybody who started, and of those who got it. */
class TimesToTitle {
  /** Of those who got it. */
  readonly months = new Histogram();
  readonly table = new TimeTable();
  isAbout = false;
  /** For each title of a career start: can the asked title follow it? */
  readonly #isOfFamily: Uint8Array;
  readonly #state: State;
  readonly #times: Times;
  /** 1 for each wording of the title. */
  readonly #wordings: Uint8Array;

  constructor(state: State, title: number, wordings: Uint8Array) {
    this.#state = state;
    this.#wordings = wordings;
    this.#times = new Times(state.columns, state.today);
    const { titles } = state.columns.wordings;
    const asked = titles[title];
    const isForAll = asked !== undefined && isManagement(asked.level);
    this.#isOfFamily = Uint8Array.from(titles, ({ family }) => (isForAll || family === asked?.family ? 1 : 0));
  }

  /** Counts a person by their first role of the title, −1 without one. @returns the time until it */
  take(line: number, first: number): Time {
    const { columns } = this.#state;
    const career = columns.career[line] ?? NO_ROLE;
    if (career === NO_ROLE) return NO_TIME;
    const isAtRisk = this.#isOfFamily[columns.careerTitle[line] ?? 0] === 1;
    // This skips most lines without reading their roles.
    if (!isAtRisk && first < 0) return NO_TIME;
    const start = (columns.offset[line] ?? 0) + career;
    if (this.#times.isIncoming(start)) return NO_TIME;
    // A role of the title from before the career's start does not count.
    const reached = first < 0 || first >= start ? first : findRole(columns, line, this.#wordings, start);
    const isReached = reached >= 0 && !this.#times.isIncoming(reached);
    if (!isReached) {
      if (isAtRisk) this.#addUnreached(line, start, reached);
      return NO_TIME;
    }
    const months = Math.max(0, this.#times.start(reached) - this.#times.start(start));
    const isOnYear = this.#times.isYear(start) || this.#times.isYear(reached);
    this.months.add(months);
    if (isOnYear) this.isAbout = true;
    if (isAtRisk) {
      this.table.add(months, true, isOnYear);
      this.table.closePerson(columns.isPublic(line));
    }
    return { months, isOnYear };
  }

  /** Somebody who has not got the title, or only in the future (`reached`): observed until today, or the last end. */
  #addUnreached(line: number, start: number, reached: number): void {
    const { columns, today } = this.#state;
    const isOver = reached < 0 && ((columns.mask[line] ?? 0) & CURRENT_BIT) === 0;
    const end = isOver ? this.#times.lastEnded(columns.offset[line] ?? 0, columns.offset[line + 1] ?? 0) : -1;
    const until = end < 0 ? today : this.#times.lastsUntil(end);
    const isOnYear = this.#times.isYear(start) || (end >= 0 && this.#times.isYear(end));
    this.table.add(Math.max(0, until - this.#times.start(start)), false, isOnYear);
    this.table.closePerson(columns.isPublic(line));
  }
}
