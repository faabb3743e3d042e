/**
 * npm run bench:anonymity -- [--people 1000,10000] [--targets 400]
 * Plays somebody who knows two true jobs of an anonymous person, on demo
 * people: how many are singled out, per level and per colour of the meter.
 * Method: the record of trust rules 1.4 (known employers and starts against
 * everything an anonymous page shows; a stop that is kept back may be any job
 * that began when it says). Prints tables; nothing leaves the machine.
 */
import { parseArgs } from "node:util";
import { openRandom, type Random } from "#db/seed/random.ts";
import { inventPerson } from "#db/seed/person.ts";
import { openWorld } from "#db/seed/world.ts";
import { readCatalogue } from "#features/company/catalogue.server.ts";
import { meterOf, type Crowd } from "#features/meter/rules.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";

const { values } = parseArgs({
  options: { people: { type: "string", default: "1000,10000" }, targets: { type: "string", default: "400" } },
});
const TODAY = "2026-06-15";
const SEED = 1;

type Precision = "month" | "year";
type Job = { company: number; start: string; isKeptBack: boolean };
type Person = { jobs: Job[] };
type Known = { company: number; start: string | undefined };

const cut = (date: string, precision: Precision): string => date.slice(0, precision === "year" ? 4 : 7);
const keyOf = (company: number, start: string): string => `${company} ${start}`;

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
  return Array.from({ length: people }, (_, index) => inventPerson(world, SEED, index, TODAY))
    .filter((person) => person.visibility === "anonymous" && person.entries.length >= 2)
    .map((person) => ({
      jobs: person.entries.map(({ company, roles }) => ({
        company,
        start: roles.map((role) => role.startDate).toSorted()[0] ?? "",
        isKeptBack: false,
      })),
    }));
}

/** By people the places of their stops. */
type Held = Map<number, number[]>;

/** Who holds what, by what a page shows of it. */
class Holders {
  readonly #told = new Map<string, Held>();
  readonly #kept = new Map<string, Held>();
  readonly #precision: Precision;

  constructor(pages: readonly Person[], precision: Precision) {
    this.#precision = precision;
    for (const [self, page] of pages.entries()) this.add(self, page);
  }

  add(self: number, page: Person): void {
    for (const [at, job] of page.jobs.entries()) {
      const year = cut(job.start, "year");
      if (job.isKeptBack) hold(this.#kept, year, self, at);
      else {
        hold(this.#told, keyOf(job.company, cut(job.start, this.#precision)), self, at);
        hold(this.#told, keyOf(job.company, `in ${year}`), self, at);
      }
    }
  }

  remove(self: number): void {
    for (const held of [...this.#told.values(), ...this.#kept.values()]) held.delete(self);
  }

  /** Others who show a job as it is told, or leave it open as it is kept back. */
  of(job: Job, isKept: boolean): Held {
    const year = cut(job.start, "year");
    if (!isKept) return this.#told.get(keyOf(job.company, cut(job.start, this.#precision))) ?? new Map();
    const all: Held = new Map(this.#told.get(keyOf(job.company, `in ${year}`)) ?? []);
    for (const [self, at] of this.#kept.get(year) ?? []) all.set(self, [...(all.get(self) ?? []), ...at]);
    return all;
  }
}

function hold(into: Map<string, Held>, key: string, self: number, at: number): void {
  const held = into.get(key) ?? new Map<number, number[]>();
  into.set(key, held.set(self, [...(held.get(self) ?? []), at]));
}

/** One person's stops may stand for two things only where they are two. */
function areTwo(one: readonly number[], two: readonly number[], isSame: boolean): boolean {
  return isSame || one.some((a) => two.some((b) => b !== a));
}

function readMeter(page: Person, holders: Holders, self: number): ReturnType<typeof meterOf> {
  const known = page.jobs.map((job) => [holders.of(job, false), holders.of(job, true)] as const);
  const kept = page.jobs.map((job) => job.isKeptBack);
  return meterOf(kept, false, (a, b) => {
    const [one, two] = [known[a.place]?.[a.isKept ? 1 : 0], known[b.place]?.[b.isKept ? 1 : 0]];
    let count = 0;
    for (const [other, at] of one ?? []) if (other !== self && areTwo(at, two?.get(other) ?? [], a === b)) count += 1;
    return count;
  });
}

/** Everybody, one after the other, takes so much of the meter's advice, as it is at that moment. */
function takeAdvice(truth: readonly Person[], precision: Precision, advice: number): Person[] {
  const pages = truth.map((person) => ({ jobs: person.jobs.map((job) => ({ ...job })) }));
  const holders = new Holders(pages, precision);
  for (const [self, page] of pages.entries()) {
    for (let turn = 0; turn < advice; turn += 1) {
      const job = page.jobs[readMeter(page, holders, self).worst];
      if (!job) break;
      job.isKeptBack = true;
      holders.remove(self);
      holders.add(self, page);
    }
  }
  return pages;
}

/** Two dates of perhaps different precision that do not contradict each other. */
const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Whether a page can be the person of whom this is known: each known job is one of its stops, no stop is two. */
function isPossible(page: Person, known: readonly Known[], precision: Precision): boolean {
  const finest = (job: Job): Precision => (job.isKeptBack ? "year" : precision);
  const fits = (job: Job, one: Known): boolean =>
    (job.isKeptBack || job.company === one.company) &&
    (one.start === undefined || isSame(cut(job.start, finest(job)), cut(one.start, finest(job))));
  const [first, second] = known;
  if (!first || !second) return true;
  return page.jobs.some((a) => fits(a, first) && page.jobs.some((b) => b !== a && fits(b, second)));
}

const KNOWLEDGE = {
  "with months": (job: Job): Known => ({ company: job.company, start: job.start.slice(0, 7) }),
  "with years": (job: Job): Known => ({ company: job.company, start: job.start.slice(0, 4) }),
  "without dates": (job: Job): Known => ({ company: job.company, start: undefined }),
} as const;

function twoOf(jobs: readonly Job[], random: Random): [Job, Job] | undefined {
  const a = Math.floor(random() * jobs.length);
  const b = (a + 1 + Math.floor(random() * (jobs.length - 1))) % jobs.length;
  const [one, two] = [jobs[a], jobs[b]];
  return one && two ? [one, two] : undefined;
}

type Tally = { targets: number; alone: number; few: number };

function play(
  pages: readonly Person[],
  truth: readonly Person[],
  precision: Precision,
  colours: readonly Crowd[],
): void {
  const wanted = Math.min(Number(values.targets), pages.length);
  const random = openRandom(SEED, 7);
  const targets = Array.from({ length: wanted }, () => Math.floor(random() * pages.length));
  for (const [name, know] of Object.entries(KNOWLEDGE)) {
    const tallies = new Map<Crowd | "all", Tally>();
    for (const target of targets) {
      const pair = twoOf(truth[target]?.jobs ?? [], random);
      if (!pair) continue;
      const known = pair.map(know);
      const candidates = pages.filter((page) => isPossible(page, known, precision)).length;
      for (const colour of ["all", colours[target] ?? "under-5"] as const) {
        const tally = tallies.get(colour) ?? { targets: 0, alone: 0, few: 0 };
        tally.targets += 1;
        if (candidates <= 1) tally.alone += 1;
        if (candidates < 5) tally.few += 1;
        tallies.set(colour, tally);
      }
    }
    const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
    const cells = (["all", "under-5", "5-19", "20-plus"] as const).map((colour) => {
      const tally = tallies.get(colour);
      return tally
        ? `${share(tally.alone, tally.targets)} / ${share(tally.few, tally.targets)} of ${tally.targets}`
        : "none";
    });
    console.log(`    ${name.padEnd(14)} ${cells.map((cell) => cell.padEnd(26)).join(" ")}`);
  }
}

for (const people of values.people.split(",").map(Number)) {
  const truth = await inventAnonymous(people);
  console.log(
    `\n${people} people, ${truth.length} anonymous with two jobs or more: singled out / fewer than five left, of so many targets`,
  );
  for (const precision of ["month", "year"] as const) {
    for (const [name, advice] of [
      ["everything told", 0],
      ["the meter's first advice taken", 1],
      ["all of the meter's advice taken", Infinity],
    ] as const) {
      const pages = takeAdvice(truth, precision, advice);
      const holders = new Holders(pages, precision);
      const colours = pages.map((page, self) => readMeter(page, holders, self).crowd);
      const jobs = pages.flatMap((page) => page.jobs);
      const told = (100 * jobs.filter((job) => !job.isKeptBack).length) / jobs.length;
      console.log(`  ${precision}s shown, ${name}: ${told.toFixed(1)} % of the stops told`);
      console.log(
        `    ${"known".padEnd(14)} ${["all", "red", "amber", "green"].map((word) => word.padEnd(26)).join(" ")}`,
      );
      play(pages, truth, precision, colours);
    }
  }
}
