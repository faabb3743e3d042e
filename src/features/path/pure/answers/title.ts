import { Times } from "#features/path/pure/columns/times.ts";
import { CURRENT_BIT, NO_ROLE } from "#features/path/pure/columns/layout.ts";
import { MANAGER_LADDER } from "#features/path/pure/limits.ts";
import {
  isTold,
  tellCount,
  tellCurve,
  tellSpread,
  tellWholeYears,
  type Tally,
} from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import { TimeTable } from "#features/path/pure/statistics/time-table.ts";
import type { Level } from "#features/path/pure/types.ts";
import type { TitleAnswer, TitleRow, TitlesAnswer } from "#features/path/pure/title-types.ts";
import { FirstAtCount } from "./first-at.ts";
import { routeOfStep } from "./flow.ts";
import { RouteRun } from "./route-run.ts";
import { countIn, newTally, titleOf, visitAll, type State } from "./state.ts";
import { companyNaming, TableCount, TableOfSeveralCount, titleNaming } from "./table-count.ts";

/** Levels that people begin with, so there is no time until them. */
export const BEGINNINGS = new Set<Level>(["intern", "junior", "mid"]);

/** Is it a level of the ladder of managers? */
export function isManagement(level: Level): boolean {
  return MANAGER_LADDER.some((one) => one === level);
}

/** Every title that somebody has or had, if it may be shown. Most people first, then by slug. */
export function answerTitles({ columns, nameOfTitle }: State): TitlesAnswer {
  const { titles } = columns.wordings;
  const tallies = titles.map(newTally);
  const lastLine = new Int32Array(titles.length).fill(-1);
  visitAll(columns, (line) => {
    const to = columns.offset[line + 1] ?? 0;
    for (let role = columns.offset[line] ?? 0; role < to; role += 1) {
      const title = titleOf(columns, role);
      if (lastLine[title] === line) continue;
      lastLine[title] = line;
      const tally = tallies[title];
      if (tally) countIn(tally, columns.isPublic(line));
    }
  });
  const rows = titles.map(({ slug, level, family }, index): TitleRow => ({
    slug,
    name: nameOfTitle(slug),
    level,
    family,
    people: tellCount(tallies[index] ?? newTally()),
  }));
  return {
    titles: rows
      .filter(({ people }) => people !== 0)
      // Titles with fewer than five people come last, without an order by their numbers.
      .toSorted((a, b) => (b.people ?? 1) - (a.people ?? 1) || (a.slug < b.slug ? -1 : 1)),
  };
}

/** Undefined for a title that nobody holds, and for one that must look like that. */
export function answerTitle(state: State, slug: string): TitleAnswer | undefined {
  const { columns, nameOfTitle } = state;
  const number = columns.wordings.findTitle(slug);
  const title = columns.wordings.titles[number];
  if (!title) return undefined;
  const isReached = !BEGINNINGS.has(title.level);
  const times = isReached ? new TimesToTitle(state, number) : undefined;
  const holders = new Holders(state, number, times);
  const run = new RouteRun(state, routeOfStep({ of: "role", companies: [], titles: [slug], levels: [], kinds: [] }), {
    also: (line, first) => holders.add(line, first),
  });
  run.takeAll();
  const people = tellCount(run.tally);
  if (people === 0) return undefined;
  return {
    slug,
    name: nameOfTitle(slug),
    level: title.level,
    family: title.family,
    spellings: holders.spellings(),
    people,
    months: times ? tellSpread(times.months, times.isAbout) : null,
    wholeYears: times ? tellWholeYears(times.months) : [],
    curve: times ? tellCurve(times.table) : null,
    fromTitles: holders.fromTitles.tell(),
    promoted: tellCount(holders.promoted),
    hired: tellCount(holders.hired),
    companies: holders.companies.tell(),
    firstAt: holders.firstAt.tell(),
    lines: run.page.tell(run.tally).lines,
  };
}

/** The companies where people held a title, their wordings, and what they were before. */
class Holders {
  readonly fromTitles: TableCount;
  readonly companies: TableOfSeveralCount;
  readonly firstAt: FirstAtCount;
  readonly promoted: Tally = newTally();
  readonly hired: Tally = newTally();
  readonly #state: State;
  readonly #title: number;
  readonly #times: TimesToTitle | undefined;
  readonly #spelled = new Map<number, number>();
  readonly #companies: number[] = [];
  readonly #wordings: number[] = [];

  constructor(state: State, title: number, times: TimesToTitle | undefined) {
    this.#state = state;
    this.#title = title;
    this.#times = times;
    this.firstAt = new FirstAtCount(state);
    this.fromTitles = new TableCount(titleNaming(state));
    this.companies = new TableOfSeveralCount(companyNaming(state.columns));
  }

  /** `first`: the first role of the title. */
  add(line: number, first: number): void {
    const { columns } = this.#state;
    const isPublic = columns.isPublic(line);
    const hasBefore = first > (columns.offset[line] ?? 0);
    const isPromoted = hasBefore && columns.company[first - 1] === columns.company[first];
    countIn(isPromoted ? this.promoted : this.hired, isPublic);
    this.fromTitles.add(hasBefore ? titleOf(columns, first - 1) : -1, isPublic);
    const { months, isOnYear } = this.#times?.takeTime(line) ?? NO_TIME;
    this.firstAt.add({ company: columns.company[first] ?? -1, months, isOnYear, isPromoted, isPublic });
    // Short lists, kept from person to person: two sets for each of a million people would be garbage.
    const companies = this.#companies;
    const wordings = this.#wordings;
    companies.length = 0;
    wordings.length = 0;
    const to = columns.offset[line + 1] ?? 0;
    for (let role = first; role < to; role += 1) {
      if (titleOf(columns, role) !== this.#title) continue;
      const company = columns.company[role] ?? -1;
      if (company >= 0 && !companies.includes(company)) companies.push(company);
      const wording = columns.wording[role] ?? 0;
      if (!wordings.includes(wording)) wordings.push(wording);
    }
    this.companies.add(companies, isPublic);
    this.#countSpellings(wordings);
  }

  /** A text that somebody holds with two kinds has two numbers; it counts once. */
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
      .filter(([, people]) => isTold(people))
      .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
      .map(([spelling]) => spelling);
  }
}

/** The time from career start to a title; −1 if the person did not get it, or had it before. */
type Time = { months: number; isOnYear: boolean };
const NO_TIME: Time = { months: -1, isOnYear: false };

/**
 * The times from career start to a title: of everybody who started, and of those who got it, after `takeTime` was
 * called for each.
 */
class TimesToTitle {
  readonly months = new Histogram();
  readonly table = new TimeTable();
  isAbout = false;
  /** Without this bit in its mask a line never reached the title. */
  readonly #levelBit: number;
  /** For each title of a career start: can the asked title follow it? */
  readonly #isOfFamily: Uint8Array;
  readonly #state: State;
  readonly #times: Times;
  readonly #title: number;

  constructor(state: State, title: number) {
    this.#state = state;
    this.#title = title;
    this.#times = new Times(state.columns, state.today);
    const { titles } = state.columns.wordings;
    const asked = titles[title];
    this.#levelBit = 1 << (asked?.levelNumber ?? 0);
    const isForAll = asked !== undefined && isManagement(asked.level);
    this.#isOfFamily = Uint8Array.from(titles, ({ family }) => (isForAll || family === asked?.family ? 1 : 0));
    visitAll(state.columns, (line) => this.#add(line));
  }

  /** For a person who held the title: adds the time to `months`. */
  takeTime(line: number): Time {
    const time = this.#timeOf(line);
    if (time.months < 0) return time;
    this.months.add(time.months);
    if (time.isOnYear) this.isAbout = true;
    return time;
  }

  #timeOf(line: number): Time {
    const { columns } = this.#state;
    const career = columns.career[line] ?? NO_ROLE;
    if (career === NO_ROLE) return NO_TIME;
    const start = (columns.offset[line] ?? 0) + career;
    const to = columns.offset[line + 1] ?? 0;
    let reached = start;
    while (reached < to && titleOf(columns, reached) !== this.#title) reached += 1;
    if (reached === to || this.#times.isIncoming(start) || this.#times.isIncoming(reached)) return NO_TIME;
    return {
      months: Math.max(0, this.#times.start(reached) - this.#times.start(start)),
      isOnYear: this.#times.isYear(start) || this.#times.isYear(reached),
    };
  }

  #add(line: number): void {
    const { columns, today } = this.#state;
    const career = columns.career[line] ?? NO_ROLE;
    if (career === NO_ROLE) return;
    // For most lines, data of the line itself decides, without reading its roles.
    if (this.#isOfFamily[columns.careerTitle[line] ?? 0] !== 1) return;
    const hasLevel = ((columns.mask[line] ?? 0) & this.#levelBit) !== 0;
    const start = (columns.offset[line] ?? 0) + career;
    if (this.#times.isIncoming(start)) return;
    const to = columns.offset[line + 1] ?? 0;
    let reached = hasLevel ? start : to;
    while (reached < to && titleOf(columns, reached) !== this.#title) reached += 1;
    const isReached = reached < to && !this.#times.isIncoming(reached);
    const month = this.#times.start(start);
    if (isReached) {
      const isOnYear = this.#times.isYear(start) || this.#times.isYear(reached);
      this.table.add(Math.max(0, this.#times.start(reached) - month), true, isOnYear);
    } else {
      const end = reached < to ? undefined : this.#endOfAll(line);
      const until = end === undefined ? today : this.#times.lastsUntil(end);
      const isOnYear = this.#times.isYear(start) || (end !== undefined && this.#times.isYear(end));
      this.table.add(Math.max(0, until - month), false, isOnYear);
    }
    this.table.closePerson(columns.isPublic(line));
  }

  /** The role that ended last where nothing is current; undefined where something is. */
  #endOfAll(line: number): number | undefined {
    const { columns } = this.#state;
    if (((columns.mask[line] ?? 0) & CURRENT_BIT) !== 0) return undefined;
    const to = columns.offset[line + 1] ?? 0;
    let last: number | undefined;
    for (let role = columns.offset[line] ?? 0; role < to; role += 1) {
      if (this.#times.isIncoming(role)) continue;
      if (last === undefined || this.#times.lastsUntil(role) >= this.#times.lastsUntil(last)) last = role;
    }
    return last;
  }
}
