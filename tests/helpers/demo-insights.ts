/**
 * What a company's page and "people like this one" could show of demo people. Section numbers are those of the
 * specification of paths.
 */
import {
  careerStartOf,
  countBy,
  isIntern,
  ratingOf,
  stopsOf,
  SHOWN_FROM,
  type ShownPerson,
  type ShownRole,
} from "./demo-measures.ts";

const YEAR = 12;
/** Ratings are shown from this many people on. */
const RATERS = 20;

type Outcome = { year: number; stayed: boolean };

/** Section 4: of each person's last internship here, over for a year, whether the first full-time role after it was here. */
function conversionsAt(people: readonly ShownPerson[], company: number, now: number): Outcome[] {
  return people.flatMap(({ roles }) => {
    const at = roles.findLastIndex((role) => role.company === company && isIntern(role));
    const last = roles[at];
    const next = roles.slice(at + 1).find(({ kind }) => kind === "full-time");
    if (!last || !next || last.end === undefined || last.end > now - YEAR) return [];
    return [{ year: Math.floor(last.end / YEAR), stayed: next.company === company }];
  });
}

/** Section 1.3. */
function isShownShare(outcomes: readonly Outcome[]): boolean {
  const stayed = outcomes.filter((one) => one.stayed).length;
  const isEnough = (count: number): boolean => count === 0 || count >= SHOWN_FROM;
  return outcomes.length >= SHOWN_FROM && isEnough(stayed) && isEnough(outcomes.length - stayed);
}

/**
 * Section 1.3: groups of contiguous years. From the earliest year on, years are joined until the group is large enough
 * to show. Remaining years join the last group.
 */
function shownGroups(outcomes: readonly Outcome[]): number {
  let groups = 0;
  let open: Outcome[] = [];
  for (const year of [...new Set(outcomes.map((one) => one.year))].toSorted((a, b) => a - b)) {
    open.push(...outcomes.filter((one) => one.year === year));
    if (!isShownShare(open)) continue;
    groups += 1;
    open = [];
  }
  return groups;
}

type Stay = { months: number; ended: boolean };

/** Full-time stays; both months count. One still to come is none. */
export function staysOf(people: readonly ShownPerson[], company: number | undefined, now: number): Stay[] {
  return people.flatMap((person) =>
    stopsOf(person).flatMap((stop) => {
      const roles = stop.roles.filter(({ kind, start }) => kind === "full-time" && start <= now);
      const [first] = roles;
      if (!first || stop.company === undefined || (company !== undefined && stop.company !== company)) return [];
      const end = Math.max(...roles.map((role) => role.end ?? Infinity));
      return [{ months: Math.max(1, Math.min(end, now) - first.start + 1), ended: end <= now }];
    }),
  );
}

/** Kaplan–Meier: the first month at or below one half; undefined where the curve never gets there. */
export function medianStay(stays: readonly Stay[]): number | undefined {
  let survival = 1;
  for (const month of [...new Set(stays.map(({ months }) => months))].toSorted((a, b) => a - b)) {
    const atRisk = stays.filter(({ months }) => months >= month).length;
    survival *= 1 - stays.filter(({ months, ended }) => ended && months === month).length / atRisk;
    if (survival <= 0.5) return atRisk >= SHOWN_FROM ? month : undefined;
  }
  return undefined;
}

type CompanyInsights = {
  conversion: number;
  conversionGroups: number;
  hasMedianStay: boolean;
  before: number;
  after: number;
  /**
   * For people who joined at least n years ago: how many of the six numbers, after 0, 2, 4 … 10 years, may be shown.
   */
  levelsShown: number;
  schools: number;
  joinedAs: number;
  raters: number;
  cameRated: number;
  leftRated: number;
};

const shownOf = (keys: readonly (number | string | undefined)[]): number =>
  [...countBy(keys.filter((key) => key !== undefined && key !== -1))].filter(([, count]) => count >= SHOWN_FROM).length;

export function insightsOf(people: readonly ShownPerson[], company: number, now: number): CompanyInsights {
  const here = people.filter(({ roles }) => roles.some((role) => role.company === company));
  const outcomes = conversionsAt(here, company, now);
  const around = here.map((person) => {
    const stops = stopsOf(person);
    const at = stops.findIndex((stop) => stop.company === company && stop.roles.some(isFullTime));
    return at === -1 ? [] : [stops[at - 1]?.company, stops[at + 1]?.company];
  });
  const joined = here.flatMap(({ roles }) => roles.find((role) => role.company === company && isFullTime(role)) ?? []);
  const pairs = here.flatMap((person) => {
    const stops = stopsOf(person);
    return stops.slice(1).map((stop, at) => [stops[at], stop] as const);
  });
  const isRated = (pair: (typeof pairs)[number]): boolean =>
    pair.every((stop) => stop !== undefined && ratingOf(stop) !== undefined);
  return {
    conversion: isShownShare(outcomes) ? outcomes.length : 0,
    conversionGroups: shownGroups(outcomes),
    hasMedianStay: medianStay(staysOf(here, company, now)) !== undefined,
    before: shownOf(around.map(([before]) => before)),
    after: shownOf(around.map(([, after]) => after)),
    levelsShown: [0, 2, 4, 6, 8, 10].filter(
      (years) => joined.filter(({ start }) => start <= now - years * YEAR).length >= SHOWN_FROM,
    ).length,
    schools: shownOf(here.map(({ school }) => school)),
    joinedAs: shownOf(joined.map(({ level }) => level)),
    raters: here.filter((person) =>
      stopsOf(person).some((stop) => stop.company === company && ratingOf(stop) !== undefined),
    ).length,
    cameRated: pairs.filter((pair) => pair[1].company === company && isRated(pair)).length,
    leftRated: pairs.filter((pair) => pair[0]?.company === company && isRated(pair)).length,
  };
}

function isFullTime(role: ShownRole): boolean {
  return role.kind === "full-time";
}

/** All that a company's page shows first. Later stops of a flow and interns' schools may be empty (record 0149). */
export function hasEveryInsight(of: CompanyInsights): boolean {
  return (
    of.conversion > 0 &&
    of.conversionGroups >= 2 &&
    of.hasMedianStay &&
    of.before > 0 &&
    of.after > 0 &&
    of.levelsShown === 6 &&
    of.schools > 0 &&
    of.joinedAs > 0 &&
    of.raters >= RATERS &&
    of.cameRated >= RATERS &&
    of.leftRated >= RATERS
  );
}

type Traits = {
  start: number;
  age: number;
  school: number;
  title: string | undefined;
  stops: { company: number; age: number }[];
};

function traitsOf(person: ShownPerson, now: number): Traits {
  const career = careerStartOf(person);
  const start = (career ?? person.roles[0])?.start ?? now;
  const companies = new Map<number, number>();
  for (const role of person.roles) {
    if (role.company !== undefined && !companies.has(role.company)) companies.set(role.company, role.start - start);
  }
  return {
    start,
    age: now - start,
    school: person.school,
    title: career?.title,
    stops: [...companies].map(([company, age]) => ({ company, age })),
  };
}

/** Section 7, for each person today: how many neighbours, and at how many companies five or more of them went on to. */
export function neighboursOf(
  people: readonly ShownPerson[],
  now: number,
): { neighbours: number; nextCompanies: number }[] {
  const all = people.map((person) => traitsOf(person, now));
  return all.map((own, self) => {
    const needed = (people[self]?.roles.length ?? 0) > 1 ? 2 : 1;
    const others = all.filter((other, at) => {
      if (at === self || other.age < own.age) return false;
      const shared = own.stops.filter(
        ({ company, age }) =>
          age <= own.age && other.stops.some((stop) => stop.company === company && stop.age <= own.age),
      ).length;
      const sameSchool = own.school >= 0 && own.school === other.school ? 1 : 0;
      const sameTitle = own.title !== undefined && own.title === other.title ? 1 : 0;
      return shared + sameSchool + sameTitle >= needed;
    });
    const next = others.map((other) => other.stops.find(({ age }) => age > own.age)?.company);
    return { neighbours: others.length, nextCompanies: shownOf(next) };
  });
}
