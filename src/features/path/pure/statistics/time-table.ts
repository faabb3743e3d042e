import type { MonthOfTimes } from "./kaplan-meier.ts";

/** Different people, and how many of them are public. */
export type Counts = { people: number; publics: number };

/** The data of a survival curve. */
export type CurveTimes = {
  people: Counts;
  endedPeople: Counts;
  total: number;
  /** How many of the times have a date known only to the year. */
  onYears: number;
  table: () => MonthOfTimes[];
  /** How many times last at least this many months. */
  atRisk: (months: number) => number;
  /** The last month at which at least `people` remain; −1 if there never were so many. */
  lastMonthWith: (people: number) => number;
};

/** People's times, each ended or censored, as counts per month. A person may have several times. */
export class TimeTable implements CurveTimes {
  #ended = new Uint32Array(128);
  #censored = new Uint32Array(128);
  /** For each month, the people whose longest time it is. */
  #longest = new Uint32Array(128);
  readonly people: Counts = { people: 0, publics: 0 };
  readonly endedPeople: Counts = { people: 0, publics: 0 };
  total = 0;
  onYears = 0;
  #personLongest = -1;
  #hasEnded = false;

  /** Adds a time of the current person; `by` −1 removes it. */
  add(months: number, isEnded: boolean, isOnYear: boolean, by: 1 | -1 = 1): void {
    if (months >= this.#ended.length) this.#enlarge(months);
    const counts = isEnded ? this.#ended : this.#censored;
    counts[months] = (counts[months] ?? 0) + by;
    this.total += by;
    if (isOnYear) this.onYears += by;
    if (months > this.#personLongest) this.#personLongest = months;
    if (isEnded) this.#hasEnded = true;
  }

  /** Call it after all times of one person. A person without a time is not counted. */
  closePerson(isPublic: boolean, by: 1 | -1 = 1): void {
    if (this.#personLongest < 0) return;
    count(this.people, isPublic, by);
    if (this.#hasEnded) count(this.endedPeople, isPublic, by);
    this.#longest[this.#personLongest] = (this.#longest[this.#personLongest] ?? 0) + by;
    this.#personLongest = -1;
    this.#hasEnded = false;
  }

  table(): MonthOfTimes[] {
    const rows: MonthOfTimes[] = [];
    for (let months = 0; months < this.#ended.length; months += 1) {
      const [ended, censored] = [this.#ended[months] ?? 0, this.#censored[months] ?? 0];
      if (ended + censored > 0) rows.push({ months, ended, censored });
    }
    return rows;
  }

  /** Adds another table's times and people as different people. The longest times are not joined. */
  addAll(other: TimeTable): void {
    const { length } = other.#ended;
    if (length > this.#ended.length) this.#enlarge(length);
    for (let months = 0; months < length; months += 1) {
      this.#ended[months] = (this.#ended[months] ?? 0) + (other.#ended[months] ?? 0);
      this.#censored[months] = (this.#censored[months] ?? 0) + (other.#censored[months] ?? 0);
    }
    this.total += other.total;
    this.onYears += other.onYears;
    for (const [own, others] of [
      [this.people, other.people],
      [this.endedPeople, other.endedPeople],
    ] as const) {
      own.people += others.people;
      own.publics += others.publics;
    }
  }

  atRisk(months: number): number {
    let left = this.total;
    for (let month = 0; month < months && month < this.#ended.length; month += 1) {
      left -= (this.#ended[month] ?? 0) + (this.#censored[month] ?? 0);
    }
    return left;
  }

  lastMonthWith(people: number): number {
    let left = 0;
    for (let month = this.#longest.length - 1; month >= 0; month -= 1) {
      left += this.#longest[month] ?? 0;
      if (left >= people) return month;
    }
    return -1;
  }

  #enlarge(months: number): void {
    const larger = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const array = new Uint32Array(months * 2);
      array.set(old);
      return array;
    };
    this.#ended = larger(this.#ended);
    this.#censored = larger(this.#censored);
    this.#longest = larger(this.#longest);
  }
}

function count(counts: Counts, isPublic: boolean, by: 1 | -1): void {
  counts.people += by;
  if (isPublic) counts.publics += by;
}
