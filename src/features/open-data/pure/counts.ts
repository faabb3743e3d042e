import { compareText } from "#core/text.ts";
import { isPublicId } from "#core/ids.ts";
import { inFives, MAX_ROUTE } from "#features/open-data/rules.ts";
import { rolesInOrder } from "#features/pipeline/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { NumberList } from "./number-list.ts";

/** What one person counts for: the school's id or "", and runs of company ids. */
export type Person = { school: string; runs: readonly (readonly string[])[] };

/** The runs of companies with a page. A company without a page, or one that others may not know, ends a run. */
export function personOf(profile: PublicProfile): Person {
  const runs: string[][] = [[]];
  for (const { stop } of rolesInOrder(profile.pipeline)) {
    const run = runs.at(-1) ?? [];
    if (stop.companyId === stop._id) runs.push([]);
    else if (run.at(-1) !== stop.companyId) run.push(stop.companyId);
  }
  return { school: isPublicId(profile.school) ? profile.school : "", runs };
}

/** Ids with a small number each, and how many people have each. */
class Numbered {
  readonly ids: string[] = [];
  readonly people: number[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(id: string): number {
    const known = this.find(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.ids.length);
    this.people.push(0);
    return this.ids.push(id) - 1;
  }

  find(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  peopleOf(id: string): number | null {
    return inFives(this.people[this.find(id) ?? -1] ?? 0);
  }

  isShown(number: number): boolean {
    return inFives(this.people[number] ?? 0) !== null;
  }
}

/** Two numbers in one that a double holds exactly: the second has less than this. */
const ROOM = 2 ** 26;
/** Words of the list of people that are no company's number. */
const [GAP, END, NO_SCHOOL] = [0xffff_ffff, 0xffff_fffe, 0xffff_fffd];
/** People that are counted before other work gets its turn. */
const AT_ONCE = 2_000;

type Pair = { first: number; last: number; people: number };

/** Pairs of a shown thing (a school, a shorter route) and a company, each with a number by which the next are found. */
class Pairs {
  readonly shown: Pair[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(counts: ReadonlyMap<number, number>) {
    for (const [key, people] of counts) {
      if (inFives(people) === null) continue;
      this.#numbers.set(key, this.shown.length);
      this.shown.push({ first: Math.floor(key / ROOM), last: key % ROOM, people });
    }
  }

  numberOf(first: number, last: number): number | undefined {
    return this.#numbers.get(first * ROOM + last);
  }
}

/**
 * Counts visible people, each once for each thing, only from what everybody sees of them. Routes are counted by length:
 * people who took a route also took its shorter parts. So a longer route is counted only if its parts have five people.
 * Few routes of a million people remain, and the others are never stored.
 */
export class OpenDataCounts {
  readonly #companies = new Numbered();
  readonly #schools = new Numbered();
  readonly #names: string[] = [];
  /** For each person: a school or NO_SCHOOL, companies with GAP between runs, and END. */
  readonly #people = new NumberList();
  #schoolPairs = new Pairs(new Map());
  /** Routes of two companies, of three, and so on. */
  readonly #routes: Pairs[] = [];

  /** @param names the companies' names by their ids */
  add({ school, runs }: Person, names: ReadonlyMap<string, string>): void {
    const list = this.#people;
    const taken = new Set<number>();
    if (school === "") list.push(NO_SCHOOL);
    else {
      const number = this.#schools.numberOf(school);
      this.#schools.people[number] = (this.#schools.people[number] ?? 0) + 1;
      list.push(number);
    }
    for (const run of runs) {
      for (const id of run) {
        const number = this.#companies.numberOf(id);
        this.#names[number] = names.get(id) ?? "";
        taken.add(number);
        list.push(number);
      }
      list.push(GAP);
    }
    list.push(END);
    for (const number of taken) this.#companies.people[number] = (this.#companies.people[number] ?? 0) + 1;
  }

  /** Runs to its end once everybody was added; it stops now and then, for other work to come between. */
  *count(): Generator<void> {
    const pairs = new Map<number, number>();
    yield* this.#forEach((from, to) => this.#schoolKeys(from, to), pairs);
    this.#schoolPairs = new Pairs(pairs);
    for (let length = 2; length <= MAX_ROUTE; length += 1) {
      const counts = new Map<number, number>();
      yield* this.#forEach((from, to) => this.#routeKeys(from, to, length), counts);
      this.#routes.push(new Pairs(counts));
    }
  }

  /** Adds one for each key of each person. A person's data begins at `from` (the school) and ends before `to`. */
  *#forEach(keysOf: (from: number, to: number) => Iterable<number>, counts: Map<number, number>): Generator<void> {
    const { length } = this.#people;
    let looked = 0;
    for (let from = 0; from < length;) {
      let to = from;
      while (this.#people.at(to) !== END) to += 1;
      for (const key of new Set(keysOf(from, to))) counts.set(key, (counts.get(key) ?? 0) + 1);
      from = to + 1;
      looked += 1;
      if (looked % AT_ONCE === 0) yield;
    }
  }

  *#schoolKeys(from: number, to: number): Generator<number> {
    const school = this.#people.at(from);
    if (school === NO_SCHOOL || !this.#schools.isShown(school)) return;
    for (let at = from + 1; at < to; at += 1) {
      const company = this.#people.at(at);
      if (company !== GAP && this.#companies.isShown(company)) yield school * ROOM + company;
    }
  }

  *#routeKeys(from: number, to: number, length: number): Generator<number> {
    for (let at = from + 1; at + length <= to; at += 1) {
      const shorter = this.#shownRouteAt(at, length - 1);
      if (shorter === undefined || this.#shownRouteAt(at + 1, length - 1) === undefined) continue;
      yield shorter * ROOM + this.#people.at(at + length - 1);
    }
  }

  /** The number of the route of `length` companies from `at` on. Undefined if it has too few people to be shown. */
  #shownRouteAt(at: number, length: number): number | undefined {
    const company = this.#people.at(at);
    if (company === GAP || !this.#companies.isShown(company)) return undefined;
    let number: number | undefined = company;
    for (let more = 1; more < length && number !== undefined; more += 1)
      number = this.#routes[more - 1]?.numberOf(number, this.#people.at(at + more));
    return number;
  }

  company(id: string): number | null {
    return this.#companies.peopleOf(id);
  }

  school(id: string): number | null {
    return this.#schools.peopleOf(id);
  }

  nameOf(company: string): string {
    return this.#names[this.#companies.find(company) ?? -1] ?? "";
  }

  /** Companies with a number, in the order of their ids, which are random. */
  companies(): string[] {
    return this.#companies.ids.filter((_, number) => this.#companies.isShown(number)).toSorted();
  }

  schoolCompanies(): { school: string; company: string; people: number | null }[] {
    return this.#schoolPairs.shown
      .map(({ first, last, people }) => ({
        school: this.#schools.ids[first] ?? "",
        company: this.#companies.ids[last] ?? "",
        people: inFives(people),
      }))
      .toSorted((a, b) => compareText(a.school + a.company, b.school + b.company));
  }

  routes(): { companies: string; names: string; people: number | null }[] {
    return this.#routes
      .flatMap((pairs, at) =>
        pairs.shown.map(({ first, last, people }) => {
          const numbers = [...this.#companiesOf(first, at), last];
          return {
            companies: numbers.map((number) => this.#companies.ids[number] ?? "").join(">"),
            names: numbers.map((number) => this.#names[number] ?? "").join(" > "),
            people: inFives(people),
          };
        }),
      )
      .toSorted((a, b) => compareText(a.companies, b.companies));
  }

  /** The companies of a route of `more` + 1 companies. */
  #companiesOf(number: number, more: number): number[] {
    if (more === 0) return [number];
    const route = this.#routes[more - 1]?.shown[number];
    return route === undefined ? [] : [...this.#companiesOf(route.first, more - 1), route.last];
  }
}
