/**
 * npm run bench:anonymity -- [--people 1000,10000] [--targets 400] [--ends]
 * Plays somebody who knows two true things of an anonymous person, on demo
 * people: how many are singled out, per level and per colour of the meter, as
 * more and more of the meter's advice is taken. `--ends` measures by a meter
 * that counts ends, too, which is what its record weighs.
 * Method: the record of trust rules 1.4 (what is known against everything an
 * anonymous page shows; a stop that is kept back may be any job that began when
 * it says). Prints tables; nothing leaves the machine.
 */
import { parseArgs } from "node:util";
import { openRandom, type Random } from "#db/seed/random.ts";
import { inventPerson } from "#db/seed/person.ts";
import { openWorld } from "#db/seed/world.ts";
import { readCatalogue } from "#features/company/catalogue.server.ts";
import { CROWDS, MANY, meterOf, type Crowd, type Thing } from "#features/meter/rules.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "1000,10000" },
    targets: { type: "string", default: "400" },
    ends: { type: "boolean", default: false },
  },
});
const TODAY = "2026-06-15";
const SEED = 1;

/** A month counted from year 0; where only the year is known, its January. */
type Month = number;
type Moment = { month: Month; isYearOnly: boolean };
/** Without an end: current. */
type Job = { company: number; start: Moment; end: Moment | undefined; isKeptBack: boolean };
/** School -1: none, or none that is shown. */
type Person = { jobs: Job[]; school: number; showsMonths: boolean };

const yearOf = (month: Month): number => Math.floor(month / 12);
const SCHOOL_KEPT = -1;

async function inventAnonymous(people: number): Promise<Person[]> {
  const companies = (await readCatalogue())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one, id) => ({
      id,
      name: one.name,
      displayName: one.displayName,
      country: one.country,
      industry: one.industry,
    }));
  const schools = readSchoolCatalogue().map((one, id) => ({ id, country: "", domains: one.domains }));
  const world = openWorld(companies, schools);
  const momentOf = (date: string, isYearOnly: boolean): Moment => ({
    month: Number(date.slice(0, 4)) * 12 + (isYearOnly ? 0 : Number(date.slice(5, 7)) - 1),
    isYearOnly,
  });
  return Array.from({ length: people }, (_, index) => inventPerson(world, SEED, index, TODAY))
    .filter((person) => person.visibility === "anonymous" && person.entries.length >= 2)
    .map((person) => ({
      school: person.school,
      showsMonths: false,
      jobs: person.entries.map(({ company, roles }) => {
        const isYearOnly = roles.some((role) => role.datePrecision === "year");
        const start = roles.map((role) => role.startDate).toSorted()[0] ?? "";
        const last = roles.every((role) => role.endDate !== undefined)
          ? roles
              .map((role) => role.endDate ?? "")
              .toSorted()
              .at(-1)
          : undefined;
        return {
          company,
          start: momentOf(start, isYearOnly),
          end: last === undefined ? undefined : momentOf(last, isYearOnly),
          isKeptBack: false,
        };
      }),
    }));
}

/** Whether what a page shows of a moment, with or without its month, leaves it open that it was this one. */
function isOpen(shown: Moment, page: Person, job: Job, known: Moment, knowsMonth: boolean): boolean {
  const toMonth = page.showsMonths && !job.isKeptBack && !shown.isYearOnly && knowsMonth && !known.isYearOnly;
  return toMonth ? shown.month === known.month : yearOf(shown.month) === yearOf(known.month);
}

/** The same of an end, which may be that there is none yet. */
function isEndOpen(page: Person, job: Job, known: Moment | undefined): boolean {
  if (!job.end || !known) return job.end === known;
  return isOpen(job.end, page, job, known, true);
}

/** As features/meter/read.server.ts: whether another page's stop stands for a stop of one's own, told or kept back. */
function standsFor(other: Person, its: Job, own: Person, job: Job, isKept: boolean): boolean {
  if (its.isKeptBack ? !isKept : its.company !== job.company) return false;
  if (!isKept && own.showsMonths && !job.start.isYearOnly && (!other.showsMonths || its.start.isYearOnly)) return false;
  // Whose own month is not known is covered by nobody's month.
  if (job.start.isYearOnly && other.showsMonths && !its.isKeptBack && !its.start.isYearOnly) return false;
  return isOpen(its.start, other, its, job.start, true) && (!values.ends || isEndOpen(other, its, job.end));
}

/** Pages, and who of them could hold a stop of a company, leave a year open, or show a school. */
class Site {
  readonly pages: readonly Person[];
  readonly #by = new Map<string, Set<number>>();

  constructor(pages: readonly Person[]) {
    this.pages = pages;
    for (const [self, page] of pages.entries()) this.#list(self, page);
  }

  #list(self: number, page: Person): void {
    const add = (key: string): unknown => this.#by.set(key, (this.#by.get(key) ?? new Set()).add(self));
    for (const job of page.jobs) {
      const year = yearOf(job.start.month);
      add(job.isKeptBack ? `in ${year}` : `at ${job.company} in ${year}`);
    }
    if (page.school !== SCHOOL_KEPT) add(`school ${page.school}`);
  }

  /** Keeps a thing of a page back: a stop by its place, the school after them. */
  keepBack(self: number, place: number): void {
    const page = this.pages[self];
    const job = page?.jobs[place];
    if (!page) return;
    if (job) job.isKeptBack = true;
    else page.school = SCHOOL_KEPT;
    for (const one of this.#by.values()) one.delete(self);
    this.#list(self, page);
  }

  #near(self: number, thing: Thing): ReadonlySet<number>[] {
    const page = this.pages[self];
    const job = page?.jobs[thing.place];
    const keys = job
      ? [`at ${job.company} in ${yearOf(job.start.month)}`, ...(thing.isKept ? [`in ${yearOf(job.start.month)}`] : [])]
      : [`school ${page?.school}`];
    return keys.flatMap((key) => this.#by.get(key) ?? []);
  }

  meter(self: number): ReturnType<typeof meterOf> {
    const own = this.pages[self];
    if (!own) throw new Error(`There is no page ${self}.`);
    const places = (other: Person, thing: Thing): number[] => {
      const job = own.jobs[thing.place];
      if (!job) return other.school === own.school ? [other.jobs.length] : [];
      return other.jobs.flatMap((its, at) => (standsFor(other, its, own, job, thing.isKept) ? [at] : []));
    };
    const known = new Map<string, number>();
    const count = (a: Thing, b: Thing): number => {
      const seen = new Set([self]);
      for (const other of this.#near(self, a).flatMap((set) => [...set])) {
        const page = this.pages[other];
        if (!page || seen.has(other)) continue;
        const [one, two] = [places(page, a), places(page, b)];
        // One stop of theirs stands for two things only where they are one.
        if (one.some((at) => a.place === b.place || two.some((its) => its !== at))) seen.add(other);
        if (seen.size > MANY) break;
      }
      return seen.size - 1;
    };
    return meterOf(
      own.jobs.map((job) => job.isKeptBack),
      own.school !== SCHOOL_KEPT,
      (a, b) => {
        const key = `${a.place} ${a.isKept} ${b.place} ${b.isKept}`;
        const people = known.get(key) ?? count(a, b);
        known.set(key, people);
        return people;
      },
    );
  }
}

type Known = { company: number; start: Moment | undefined; knowsMonth: boolean; end?: { is: Moment | undefined } };

const KNOWLEDGE = {
  "with months": (job: Job): Known => ({ company: job.company, start: job.start, knowsMonth: true }),
  "with years": (job: Job): Known => ({ company: job.company, start: job.start, knowsMonth: false }),
  "without dates": (job: Job): Known => ({ company: job.company, start: undefined, knowsMonth: false }),
  "and the ends": (job: Job): Known => ({
    company: job.company,
    start: job.start,
    knowsMonth: true,
    end: { is: job.end },
  }),
} as const;

function fits(page: Person, job: Job, known: Known): boolean {
  if (!job.isKeptBack && job.company !== known.company) return false;
  if (known.start !== undefined && !isOpen(job.start, page, job, known.start, known.knowsMonth)) return false;
  return known.end === undefined || isEndOpen(page, job, known.end.is);
}

/** Whether a page can be whose it is of whom this is known: each known job is one of its stops, no stop is two. */
function isPossible(page: Person, [first, second]: readonly Known[], school: number | undefined): boolean {
  if (!first) return true;
  if (school !== undefined && page.school !== SCHOOL_KEPT && page.school !== school) return false;
  for (const a of page.jobs) {
    if (!fits(page, a, first)) continue;
    if (!second || page.jobs.some((b) => b !== a && fits(page, b, second))) return true;
  }
  return false;
}

function twoOf(jobs: readonly Job[], random: Random): Job[] {
  const a = Math.floor(random() * jobs.length);
  const b = (a + 1 + Math.floor(random() * (jobs.length - 1))) % jobs.length;
  return [jobs[a], jobs[b]].filter((job) => job !== undefined);
}

function draw(from: readonly number[], random: Random): number[] {
  const wanted = Number(values.targets);
  if (from.length <= wanted) return [...from];
  return Array.from({ length: wanted }, () => from[Math.floor(random() * from.length)] ?? 0);
}

const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;

/** One row a kind of knowledge, one cell a group of people: singled out / fewer than five left. */
function play(pages: readonly Person[], truth: readonly Person[], groups: readonly (readonly number[])[]): void {
  const random = openRandom(SEED, 7);
  const targets = groups.map((group) =>
    draw(group, random).map((self) => ({ self, pair: twoOf(truth[self]?.jobs ?? [], random) })),
  );
  const row = (name: string, countOf: (target: { self: number; pair: Job[] }) => number | undefined): void => {
    const cells = targets.map((group) => {
      const counts = group.map(countOf).filter((one) => one !== undefined);
      const [alone, few] = [counts.filter((one) => one <= 1).length, counts.filter((one) => one < 5).length];
      return counts.length === 0 ? "-" : `${percent(alone, counts.length)} / ${percent(few, counts.length)}`;
    });
    console.log(`    ${name.padEnd(24)} ${cells.map((cell) => cell.padEnd(18)).join(" ")}`);
  };
  for (const [name, know] of Object.entries(KNOWLEDGE)) {
    row(name === "and the ends" ? "with months and the ends" : name, ({ pair }) => {
      const known = pair.map(know);
      return pages.filter((page) => isPossible(page, known, undefined)).length;
    });
  }
  row("a job and a shown school", ({ self, pair }) => {
    // Whose school is kept back is not measured by it.
    if (pages[self]?.school === SCHOOL_KEPT) return undefined;
    const known = pair.slice(0, 1).map(KNOWLEDGE["with months"]);
    return pages.filter((page) => isPossible(page, known, truth[self]?.school)).length;
  });
}

/** How much of the advice each has taken by then; what is beyond the fourth is taken until there is none. */
const STEPS = [0, 1, 2, 3, 4, Infinity] as const;

for (const people of values.people.split(",").map(Number)) {
  const truth = await inventAnonymous(people);
  console.log(`\n${people} people, ${truth.length} anonymous with two jobs or more`);
  for (const dates of ["months", "years", "mixed"] as const) {
    const coin = openRandom(SEED, 11);
    const pages = truth.map((person) => ({
      ...person,
      showsMonths: dates === "months" || (dates === "mixed" && coin() < 0.5),
      jobs: person.jobs.map((job) => ({ ...job })),
    }));
    const site = new Site(pages);
    let taken = 0;
    for (const step of STEPS) {
      for (; taken < step; taken += 1) {
        let changes = 0;
        for (const self of pages.keys()) {
          const { worst } = site.meter(self);
          if (worst === -1) continue;
          site.keepBack(self, worst);
          changes += 1;
        }
        if (changes === 0) break;
      }
      const colours = pages.map((_, self): Crowd => site.meter(self).crowd);
      const everybody = [...pages.keys()];
      const groups = [everybody, ...CROWDS.map((crowd) => everybody.filter((self) => colours[self] === crowd))];
      const told = groups.map((group) => {
        const jobs = group.flatMap((self) => pages[self]?.jobs ?? []);
        return `${group.length}, ${percent(jobs.filter((job) => !job.isKeptBack).length, jobs.length)} told`;
      });
      console.log(
        `  ${dates} shown, advice taken: ${step === Infinity ? "all" : step}; singled out / fewer than five left`,
      );
      const columns = ["all", "red", "amber", "green"].map((word, n) => `${word} (${told[n]})`.padEnd(18));
      console.log(`    ${"known".padEnd(24)} ${columns.join(" ")}`);
      play(pages, truth, groups);
    }
  }
}
