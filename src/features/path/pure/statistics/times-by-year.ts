import { TimeTable, type CurveTimes, type Counts } from "./time-table.ts";

/** A time of the current person, and the year in which it began. */
type Time = { year: number; months: number; isEnded: boolean; isOnYear: boolean };
/** A person's longest time that began in a year. */
type Longest = { person: string; months: number };

/**
 * People's times by the year in which each began. The times of any span of years are a sum over its years, and people
 * can be added and removed. A person with times in several years must count once per span. So people in two consecutive
 * years of theirs are counted too, and subtracted if the span contains both years.
 */
export class TimesByYear {
  readonly #years = new Map<number, TimeTable>();
  readonly #twice = new YearPairs();
  readonly #endedTwice = new YearPairs();
  readonly #longest: LongestByYear;
  #ofPerson: Time[] = [];

  /** @param most how many of the people with the longest times are known */
  constructor(most: number) {
    this.#longest = new LongestByYear(most);
  }

  /** False if a person with one of the longest times was removed. Then the next longest must be searched. */
  get isComplete(): boolean {
    return this.#longest.isComplete;
  }

  /** Adds a time of the current person. */
  add(time: Time): void {
    this.#ofPerson.push(time);
  }

  /** Call this after all times of one person, who is added (1) or removed (−1). `person` is called only if needed. */
  closePerson(person: () => string, isPublic: boolean, by: 1 | -1): void {
    const times = this.#ofPerson;
    if (times.length === 0) return;
    this.#ofPerson = [];
    // Nearly always sorted already.
    times.sort((a, b) => a.year - b.year);
    let [before, endedBefore] = [NaN, NaN];
    for (let at = 0; at < times.length;) {
      const { year } = times[at] as Time;
      const table = this.#tableOf(year);
      let longest = 0;
      let hasEnded = false;
      for (; times[at]?.year === year; at += 1) {
        const { months, isEnded, isOnYear } = times[at] as Time;
        table.add(months, isEnded, isOnYear, by);
        longest = Math.max(longest, months);
        hasEnded ||= isEnded;
      }
      table.closePerson(isPublic, by);
      this.#longest.note(year, { person, months: longest, by });
      if (!Number.isNaN(before)) this.#twice.add(before, year, isPublic, by);
      before = year;
      if (!hasEnded) continue;
      if (!Number.isNaN(endedBefore)) this.#endedTwice.add(endedBefore, year, isPublic, by);
      endedBefore = year;
    }
  }

  #tableOf(year: number): TimeTable {
    let table = this.#years.get(year);
    if (!table) this.#years.set(year, (table = new TimeTable()));
    return table;
  }

  /** The times that began in years for which `isAsked` is true. */
  within(isAsked: (year: number) => boolean): CurveTimes {
    const sum = new TimeTable();
    for (const [year, table] of this.#years) if (isAsked(year)) sum.addAll(table);
    const longest = this.#longest.within(isAsked);
    return {
      people: this.#twice.takenFrom(sum.people, isAsked),
      endedPeople: this.#endedTwice.takenFrom(sum.endedPeople, isAsked),
      total: sum.total,
      onYears: sum.onYears,
      table: () => sum.table(),
      atRisk: (months) => sum.atRisk(months),
      lastMonthWith: (people) => longest[people - 1] ?? -1,
    };
  }
}

/** People by two years that follow each other among the years of a person's times. */
class YearPairs {
  readonly #pairs = new Map<number, Counts & { from: number; to: number }>();

  add(from: number, to: number, isPublic: boolean, by: 1 | -1): void {
    const key = from * 10_000 + to;
    let pair = this.#pairs.get(key);
    if (!pair) this.#pairs.set(key, (pair = { from, to, people: 0, publics: 0 }));
    pair.people += by;
    if (isPublic) pair.publics += by;
  }

  takenFrom({ people, publics }: Counts, isAsked: (year: number) => boolean): Counts {
    const left = { people, publics };
    for (const { from, to, ...counts } of this.#pairs.values()) {
      if (!isAsked(from) || !isAsked(to)) continue;
      left.people -= counts.people;
      left.publics -= counts.publics;
    }
    return left;
  }
}

/** For each year, the people with the longest times, longest first. */
class LongestByYear {
  readonly #most: number;
  readonly #years = new Map<number, Longest[]>();
  isComplete = true;

  constructor(most: number) {
    this.#most = most;
  }

  note(year: number, { person, months, by }: { person: () => string; months: number; by: 1 | -1 }): void {
    const list = this.#years.get(year) ?? [];
    const isFull = list.length >= this.#most;
    const least = list.at(-1)?.months ?? 0;
    if (by === 1) {
      if (isFull && months <= least) return;
      list.push({ person: person(), months });
      list.sort((a, b) => b.months - a.months);
      if (list.length > this.#most) list.pop();
      this.#years.set(year, list);
      return;
    }
    if (isFull && months < least) return;
    const at = list.findIndex((one) => one.person === person());
    if (at < 0) return;
    list.splice(at, 1);
    // A list that was not full had everybody of the year.
    if (isFull) this.isComplete = false;
  }

  /** The longest times of different people, longest first. */
  within(isAsked: (year: number) => boolean): number[] {
    const longest = new Map<string, number>();
    for (const [year, list] of this.#years) {
      if (!isAsked(year)) continue;
      for (const { person, months } of list) longest.set(person, Math.max(longest.get(person) ?? 0, months));
    }
    return [...longest.values()].toSorted((a, b) => b - a);
  }
}
