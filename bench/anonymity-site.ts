/** The anonymous pages of bench/anonymity.ts, what they show, and an anonymity check over them without a database. */
import { MANY, checkAnonymity, type Fact } from "#features/anonymity/rules.ts";

/** A month, counted from year 0. If only the year is known, its January. */
type Month = number;
export type Moment = { month: Month; isYearOnly: boolean };
/** A current job has no end. */
export type Job = {
  company: number;
  start: Moment;
  end: Moment | undefined;
  isUndisclosed: boolean;
  /** The catalogue's title. */
  title: string;
};
/** School -1: none, or an undisclosed one. */
export type Person = { jobs: Job[]; school: number; showsMonths: boolean };

const yearOf = (month: Month): number => Math.floor(month / 12);
export const SCHOOL_KEPT = -1;

/** Does what a page shows of a date, with or without the month, allow that it was the known date? */
export function isOpen(shown: Moment, page: Person, job: Job, known: Moment, knowsMonth: boolean): boolean {
  const toMonth = page.showsMonths && !job.isUndisclosed && !shown.isYearOnly && knowsMonth && !known.isYearOnly;
  return toMonth ? shown.month === known.month : yearOf(shown.month) === yearOf(known.month);
}

/** The same for an end. A current job has none. */
export function isEndOpen(page: Person, job: Job, known: Moment | undefined): boolean {
  if (!job.end || !known) return job.end === known;
  return isOpen(job.end, page, job, known, true);
}

/** What an anonymity check counts in addition to beginnings, for comparison. */
type AlsoCounted = { ends: boolean; titles: boolean };

/** As in features/anonymity/read.server.ts: could another page's stop be taken for this stop, disclosed or not? */
function standsFor(
  other: Person,
  its: Job,
  own: Person,
  job: Job,
  isUndisclosed: boolean,
  counts: AlsoCounted,
): boolean {
  if (counts.titles && its.title !== job.title) return false;
  if (its.isUndisclosed ? !isUndisclosed : its.company !== job.company) return false;
  if (!isUndisclosed && own.showsMonths && !job.start.isYearOnly && (!other.showsMonths || its.start.isYearOnly))
    return false;
  // If a page's own month is unknown, pages that show a month do not protect it.
  if (job.start.isYearOnly && other.showsMonths && !its.isUndisclosed && !its.start.isYearOnly) return false;
  return isOpen(its.start, other, its, job.start, true) && (!counts.ends || isEndOpen(other, its, job.end));
}

const NOBODY: ReadonlySet<number> = new Set();

/** The pages, with an index of who could hold a stop at a company in a year, or show a school. */
export class Site {
  readonly pages: readonly Person[];
  readonly #by = new Map<string, Set<number>>();

  readonly #counts: AlsoCounted;

  constructor(pages: readonly Person[], counts: AlsoCounted) {
    this.pages = pages;
    this.#counts = counts;
    for (const [self, page] of pages.entries()) for (const key of this.#keysOf(page)) this.#at(key).add(self);
  }

  #at(key: string): Set<number> {
    const known = this.#by.get(key) ?? new Set();
    this.#by.set(key, known);
    return known;
  }

  #keysOf(page: Person): string[] {
    const years = page.jobs.map((job) => ({ job, year: yearOf(job.start.month) }));
    const keys = years.map(({ job, year }) => (job.isUndisclosed ? `in ${year}` : `at ${job.company} in ${year}`));
    return page.school === SCHOOL_KEPT ? keys : [...keys, `school ${page.school}`];
  }

  /** Makes a stop or the school undisclosed. The school's place is after the last stop. */
  undisclose(self: number, place: number): void {
    const page = this.pages[self];
    const job = page?.jobs[place];
    if (!page) return;
    for (const key of this.#keysOf(page)) this.#at(key).delete(self);
    if (job) job.isUndisclosed = true;
    else page.school = SCHOOL_KEPT;
    for (const key of this.#keysOf(page)) this.#at(key).add(self);
  }

  /** Sets that contain everybody who could have the same stop or school. */
  #near(page: Person, thing: Fact): ReadonlySet<number>[] {
    const job = page.jobs[thing.place];
    if (!job) return [this.#at(`school ${page.school}`)];
    const year = yearOf(job.start.month);
    return [this.#at(`at ${job.company} in ${year}`), thing.isUndisclosed ? this.#at(`in ${year}`) : NOBODY];
  }

  /** Can two stops of another page, or a stop and the school, be taken for two facts of this page? */
  #covers(other: Person, own: Person, a: Fact, b: Fact): boolean {
    const shows = (thing: Fact, at: number): boolean => {
      const [job, its] = [own.jobs[thing.place], other.jobs[at]];
      if (!job || !its) return !job && !its && own.school === other.school;
      return standsFor(other, its, own, job, thing.isUndisclosed, this.#counts);
    };
    // The place after the last stop is the school.
    for (let one = 0; one <= other.jobs.length; one += 1) {
      if (!shows(a, one)) continue;
      if (a.place === b.place) return true;
      for (let two = 0; two <= other.jobs.length; two += 1) if (one !== two && shows(b, two)) return true;
    }
    return false;
  }

  #count(self: number, own: Person, a: Fact, b: Fact): number {
    const size = (sets: ReadonlySet<number>[]): number => sets.reduce((sum, set) => sum + set.size, 0);
    const [ofA, ofB] = [this.#near(own, a), this.#near(own, b)];
    const seen = new Set<number>();
    for (const set of size(ofA) <= size(ofB) ? ofA : ofB)
      for (const other of set) {
        const page = this.pages[other];
        if (other === self || !page || seen.has(other) || !this.#covers(page, own, a, b)) continue;
        seen.add(other);
        if (seen.size >= MANY) return MANY;
      }
    return seen.size;
  }

  check(self: number): ReturnType<typeof checkAnonymity> {
    const own = this.pages[self];
    if (!own) throw new Error(`There is no page ${self}.`);
    const known = new Map<string, number>();
    return checkAnonymity(
      { undisclosed: own.jobs.map((job) => job.isUndisclosed), hasSchool: own.school !== SCHOOL_KEPT, ownTitles: 0 },
      (a, b) => {
        const key = `${a.place} ${a.isUndisclosed} ${b.place} ${b.isUndisclosed}`;
        const people = known.get(key) ?? this.#count(self, own, a, b);
        known.set(key, people);
        return people;
      },
    );
  }
}
