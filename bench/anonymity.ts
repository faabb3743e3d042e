/**
 * npm run bench:anonymity -- [--people 1000,10000] [--targets 400] [--dates months,years,mixed] [--ends | --titles]
 * Simulates somebody who knows two true facts about an anonymous person, on demo people. Prints how many people are
 * singled out, for each level and each colour of the anonymity check, while they follow more and more of its advice.
 * `--ends` and `--titles` use a check that also counts ends, or the catalogue's titles; docs/decisions/0040 compares
 * them. People write their own titles, and pages show the catalogue's title instead, because an own title would be
 * unique.
 * Method: known facts are compared with everything an anonymous page shows; an undisclosed stop may be any job that
 * began at the shown time. Nothing leaves the machine.
 */
import { parseArgs } from "node:util";
import { openRandom, type Random } from "#db/seed/random.ts";
import { inventPerson } from "#db/seed/person.ts";
import { openWorld } from "#db/seed/world.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { classify, titleName } from "#features/title/classify.ts";
import { SHARING_STEPS, type Sharing } from "#features/anonymity/rules.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";
import { isEndOpen, isOpen, SCHOOL_KEPT, Site, type Job, type Moment, type Person } from "./anonymity-site.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "1000,10000" },
    targets: { type: "string", default: "400" },
    dates: { type: "string", default: "months,years,mixed" },
    ends: { type: "boolean", default: false },
    titles: { type: "boolean", default: false },
  },
});
const TODAY = "2026-06-15";
const SEED = 1;

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
  const schools = (await readSchoolCatalogue())
    .filter(({ known }) => known > 0)
    .map(({ country, domains }, id) => ({
      id,
      country,
      domains,
    }));
  const world = openWorld(companies, schools, people);
  const momentOf = (date: string, isYearOnly: boolean): Moment => ({
    month: Number(date.slice(0, 4)) * 12 + (isYearOnly ? 0 : Number(date.slice(5, 7)) - 1),
    isYearOnly,
  });
  return Array.from({ length: people }, (_, index) => inventPerson(world, SEED, index, TODAY))
    .filter((person) => person.visibility === "anonymous" && person.stops.length >= 2)
    .map((person) => ({
      school: person.school,
      showsMonths: false,
      jobs: person.stops.map(({ company, roles }) => {
        const isYearOnly = roles.some((role) => role.datePrecision === "year");
        const [first] = roles.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
        const start = first?.startDate ?? "";
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
          isUndisclosed: false,
          title: first ? titleName(classify(first.title, first.kind).slug) : "",
        };
      }),
    }));
}

type Known = {
  /** Undefined if only the title is known. */
  company?: number;
  start: Moment | undefined;
  knowsMonth: boolean;
  end?: { is: Moment | undefined };
  /** The catalogue's title of the same level and family. Who knows the person's own title can look it up. */
  title?: string;
};

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
  "years and titles": (job: Job): Known => ({
    company: job.company,
    start: job.start,
    knowsMonth: false,
    title: job.title,
  }),
  "titles alone": (job: Job): Known => ({ start: undefined, knowsMonth: false, title: job.title }),
} as const;
const NAMES: Readonly<Partial<Record<keyof typeof KNOWLEDGE, string>>> = {
  "and the ends": "with months and the ends",
  "years and titles": "with years and titles",
};

function fits(page: Person, job: Job, known: Known): boolean {
  if (known.title !== undefined && job.title !== known.title) return false;
  if (known.company !== undefined && !job.isUndisclosed && job.company !== known.company) return false;
  if (known.start !== undefined && !isOpen(job.start, page, job, known.start, known.knowsMonth)) return false;
  return known.end === undefined || isEndOpen(page, job, known.end.is);
}

/** Can this page belong to the person about whom these facts are known? Each known job must be a different stop. */
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

/** Prints a row for each kind of knowledge and a cell for each group of people: singled out / fewer than five left. */
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
    row(NAMES[name as keyof typeof KNOWLEDGE] ?? name, ({ pair }) => {
      const known = pair.map(know);
      return pages.filter((page) => isPossible(page, known, undefined)).length;
    });
  }
  row("one title", ({ pair }) => {
    const known = pair.slice(0, 1).map(KNOWLEDGE["titles alone"]);
    return pages.filter((page) => isPossible(page, known, undefined)).length;
  });
  row("a job and a shown school", ({ self, pair }) => {
    // People with an undisclosed school are left out.
    if (pages[self]?.school === SCHOOL_KEPT) return undefined;
    const known = pair.slice(0, 1).map(KNOWLEDGE["with months"]);
    return pages.filter((page) => isPossible(page, known, truth[self]?.school)).length;
  });
}

/** How much of the advice people have followed at each step. `Infinity`: until there is no more. */
const STEPS = [0, 1, 2, 3, 4, Infinity] as const;

for (const people of values.people.split(",").map(Number)) {
  const truth = await inventAnonymous(people);
  console.log(`\n${people} people, ${truth.length} anonymous with two jobs or more`);
  for (const dates of values.dates.split(",")) {
    const random = openRandom(SEED, 11);
    const pages = truth.map((person) => ({
      ...person,
      showsMonths: dates === "months" || (dates === "mixed" && random() < 0.5),
      jobs: person.jobs.map((job) => ({ ...job })),
    }));
    const site = new Site(pages, values);
    let taken = 0;
    for (const step of STEPS) {
      for (; taken < step; taken += 1) {
        let changes = 0;
        for (const [self, page] of pages.entries()) {
          if (page.school === SCHOOL_KEPT && page.jobs.every((job) => job.isUndisclosed)) continue;
          const { mostIdentifying } = site.check(self);
          if (mostIdentifying === -1) continue;
          site.undisclose(self, mostIdentifying);
          changes += 1;
        }
        if (changes === 0) break;
      }
      const colours = pages.map((_, self): Sharing => site.check(self).now);
      const everybody = [...pages.keys()];
      const groups = [everybody, ...SHARING_STEPS.map((name) => everybody.filter((self) => colours[self] === name))];
      const columnHeads = groups.map((group) => {
        const jobs = group.flatMap((self) => pages[self]?.jobs ?? []);
        return `${group.length}, ${percent(jobs.filter((job) => !job.isUndisclosed).length, jobs.length)} disclosed`;
      });
      console.log(
        `  ${dates} shown, advice taken: ${step === Infinity ? "all" : step}; singled out / fewer than five left`,
      );
      const columns = ["all", "red", "amber", "green"].map((word, n) => `${word} (${columnHeads[n]})`.padEnd(18));
      console.log(`    ${"known".padEnd(24)} ${columns.join(" ")}`);
      play(pages, truth, groups);
    }
  }
}
