import { beforeAll, describe, expect, it } from "vitest";
import { monthOf } from "#db/seed/line.ts";
import { inventPerson, type DemoPerson } from "#db/seed/person.ts";
import { openWorld, type World } from "#db/seed/world.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { readSchoolCatalogue } from "#features/school/catalogue.server.ts";
import { hasEveryInsight, insightsOf, medianStay, neighboursOf, staysOf } from "#tests/helpers/demo-insights.ts";
import {
  companiesByPeople,
  countBy,
  pairsWithRoute,
  shownPeople,
  type ShownPerson,
} from "#tests/helpers/demo-measures.ts";

/** The seed of a fresh site's people. */
const SEED = 20_260_101;
const FRESH_SITE = 600;

const catalogue = (await readCatalogue()).map((company, id) => ({ ...company, id }));
const schools = (await readSchoolCatalogue()).map(({ country, domains, known }, id) => ({
  id,
  country,
  domains,
  isObscure: known === 0,
}));

function settle(people: number, today: string): { world: World; people: DemoPerson[]; shown: ShownPerson[] } {
  const world = openWorld(catalogue, schools, people);
  const invented = Array.from({ length: people }, (_, index) => inventPerson(world, SEED, index, today));
  return { world, people: invented, shown: shownPeople(invented, world.companies, monthOf(today)) };
}

describe.each(["2026-03-14", "2026-11-22", "2027-07-01", "2028-12-31"])("600 people as of %s", (today) => {
  const { shown } = settle(FRESH_SITE, today);
  const now = monthOf(today);

  it("show every insight at the ten most visited companies", () => {
    const top = companiesByPeople(shown).slice(0, 10);
    const lacking = top.map(({ company }) => insightsOf(shown, company, now)).filter((of) => !hasEveryInsight(of));
    expect(lacking).toEqual([]);
  });

  it("went between 100 pairs of companies by five or more", () => {
    expect(pairsWithRoute(shown)).toBeGreaterThanOrEqual(100);
  });

  it("mostly have five neighbours or more, and many a company that five of those went on to", () => {
    const found = neighboursOf(shown, now);
    const share = (count: number): number => count / found.length;
    expect(share(found.filter(({ neighbours }) => neighbours >= 5).length)).toBeGreaterThan(0.8);
    expect(share(found.filter(({ nextCompanies }) => nextCompanies > 0).length)).toBeGreaterThan(0.2);
  });
});

describe("20,000 people", () => {
  const today = "2026-11-22";
  const now = monthOf(today);
  const { world, people, shown } = settle(20_000, today);
  const counts = companiesByPeople(shown).map((one) => one.people);
  const slope = (ordered: readonly number[], from: number, to: number): number =>
    Math.log((ordered[to - 1] ?? 1) / (ordered[from - 1] ?? 1)) / Math.log(to / from);

  it("follow a power law of companies and of schools", () => {
    expect(slope(counts, 10, 300)).toBeLessThan(-0.8);
    expect(slope(counts, 10, 300)).toBeGreaterThan(-1.7);
    const pupils = [...countBy(people.map(({ school }) => school).filter((school) => school >= 0)).values()].toSorted(
      (a, b) => b - a,
    );
    expect(slope(pupils, 5, 100)).toBeLessThan(-0.6);
    expect(slope(pupils, 5, 100)).toBeGreaterThan(-1.7);
    expect(counts[0]).toBeLessThan(people.length / 5);
  });

  it("stay about two years", () => {
    expect(medianStay(staysOf(shown, undefined, now))).toBeGreaterThanOrEqual(21);
    expect(medianStay(staysOf(shown, undefined, now))).toBeLessThanOrEqual(27);
  });

  it("are the first of a larger world", () => {
    const larger = openWorld(catalogue, schools, 1_000_000);
    const named = (at: World, index: number): unknown => {
      const person = inventPerson(at, SEED, index, today);
      return {
        ...person,
        stops: person.stops.map((stop) => ({ ...stop, company: at.companies[stop.company] })),
      };
    };
    for (const index of [0, 599, 5_000, 19_999]) expect(named(larger, index)).toEqual(named(world, index));
  });

  it("rise with time", () => {
    const ladder = ["junior", "mid", "senior", "lead", "staff", "principal", "distinguished", "fellow"];
    const heights = [0, 3, 6, 10].map((years) => {
      const levels = shown.flatMap(({ roles }) => {
        const jobs = roles.filter(({ kind }) => kind === "full-time");
        const start = jobs[0]?.start ?? now;
        const height = ladder.indexOf(jobs.findLast((role) => role.start <= start + years * 12)?.level ?? "");
        return start + years * 12 <= now && height >= 0 ? height : [];
      });
      return levels.reduce((sum, level) => sum + level, 0) / levels.length;
    });
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect((heights.at(-1) ?? 0) - (heights[0] ?? 0)).toBeGreaterThan(1);
  });

  it("are of all levels, with undisclosed stops, free-text schools, companies without a page, breaks and side jobs", () => {
    const share = (isOne: (person: DemoPerson) => boolean): number => people.filter(isOne).length / people.length;
    const spans = (person: DemoPerson) =>
      person.stops
        .flatMap(({ roles }) => roles)
        .filter(({ datePrecision, kind }) => datePrecision !== "year" && kind !== "intern" && kind !== "co-op")
        .map(({ startDate, endDate }) => ({ start: monthOf(startDate), end: monthOf(endDate ?? today) }))
        .toSorted((a, b) => a.start - b.start);
    expect(share(({ visibility }) => visibility === "private")).toBeGreaterThan(0.03);
    expect(share(({ visibility, showMonths }) => visibility === "anonymous" && showMonths)).toBeGreaterThan(0.08);
    expect(share(({ visibility, showMonths }) => visibility === "anonymous" && !showMonths)).toBeGreaterThan(0.15);
    expect(share(({ stops }) => stops.some(({ undisclosed }) => undisclosed))).toBeGreaterThan(0.08);
    expect(share(({ schoolText }) => schoolText !== "")).toBeGreaterThan(0.03);
    for (const status of ["typed", "gone"] as const) {
      const isAt = ({ company }: { company: number }): boolean => world.companies[company]?.status === status;
      expect(
        share(({ stops }) => stops.some(isAt)),
        status,
      ).toBeGreaterThan(0.02);
    }
    expect(
      share((person) => spans(person).some(({ start }, at, all) => at > 0 && start > (all[at - 1]?.end ?? 0) + 6)),
    ).toBeGreaterThan(0.08);
    expect(
      share((person) => spans(person).some(({ start }, at, all) => at > 0 && start < (all[at - 1]?.end ?? 0) - 2)),
    ).toBeGreaterThan(0.05);
  });
});

describe("a world of a million people", () => {
  const today = "2026-11-22";
  let world: World;
  let people: DemoPerson[];
  const byPeople = (places: readonly number[]): number[] => [...countBy(places).values()].toSorted((a, b) => b - a);
  beforeAll(() => {
    world = openWorld(catalogue, schools, 1_000_000);
    // Every twenty-fifth person of a large world.
    people = Array.from({ length: 40_000 }, (_, number) => inventPerson(world, SEED, number * 25, today));
  });
  const slope = (ordered: readonly number[], from: number, to: number): number =>
    Math.log((ordered[to - 1] ?? 1) / (ordered[from - 1] ?? 1)) / Math.log(to / from);

  it("has companies by the ten thousand, each name once", () => {
    const { companies } = world;
    expect(companies.length).toBeGreaterThan(25_000);
    expect(new Set(companies.map(({ name }) => name)).size).toBe(companies.length);
  });

  it("is at far more companies and schools than a small one, by a power law in its whole length", () => {
    const stays = byPeople(people.flatMap(({ stops }) => stops.map(({ company }) => company)));
    const pupils = byPeople(people.map(({ school }) => school).filter((school) => school >= 0));
    expect(stays.length).toBeGreaterThan(15_000);
    expect(pupils.length).toBeGreaterThan(3_000);
    for (const [from, to] of [
      [10, 300],
      [300, 3_000],
    ] as const) {
      expect(slope(stays, from, to)).toBeLessThan(-0.6);
      expect(slope(stays, from, to)).toBeGreaterThan(-1.7);
    }
    expect(slope(pupils, 5, 1_000)).toBeLessThan(-0.6);
    expect(slope(pupils, 5, 1_000)).toBeGreaterThan(-1.7);
  });

  it("has levels, undisclosed stops and ratings as a small one has", () => {
    const share = (of: readonly DemoPerson[], isOne: (person: DemoPerson) => boolean): number =>
      of.filter(isOne).length / of.length;
    const few = people.slice(0, 4_000);
    const many = people.slice(-4_000);
    for (const isOne of [
      ({ visibility }: DemoPerson) => visibility === "private",
      ({ visibility }: DemoPerson) => visibility === "anonymous",
      ({ stops }: DemoPerson) => stops.some(({ undisclosed }) => undisclosed),
      ({ stops }: DemoPerson) => stops.some(({ roles }) => roles.some(({ rating }) => rating !== undefined)),
    ]) {
      expect(share(many, isOne)).toBeGreaterThan(0.02);
      expect(Math.abs(share(many, isOne) - share(few, isOne))).toBeLessThan(0.03);
    }
  });
});
