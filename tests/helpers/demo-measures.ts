/**
 * What the path pages could show of demo people, counted by simple loops over public data: visible people, known
 * companies, dates as precise as shown. Section numbers are those of the specification of paths.
 */
import { isInternship } from "#core/role-kind.ts";
import type { DemoKind } from "#db/seed/line.ts";
import type { WorldCompany } from "#db/seed/places.ts";
import type { DemoPerson } from "#db/seed/person.ts";
import { classify } from "#features/title/classify.ts";

/** The rule of five: smaller figures are not shown. */
export const SHOWN_FROM = 5;

export type ShownRole = {
  /** undefined = undisclosed, or a company without a page */
  company: number | undefined;
  kind: DemoKind;
  title: string;
  level: string;
  /** Months since year 0; a date known to the year counts as July. */
  start: number;
  end: number | undefined;
  rating: number | undefined;
};
export type ShownPerson = {
  /** -1 = none shown */
  school: number;
  roles: ShownRole[];
};

/** A date known to the year counts as July, and where it has begun never later than today. */
function monthShown(date: string, isYear: boolean, now: number): number {
  const month = Number(date.slice(0, 4)) * 12 + (isYear ? 6 : Number(date.slice(5, 7)) - 1);
  return isYear && month - 6 <= now ? Math.min(month, now) : month;
}

/** The people others see, as they see them; roles in true order. */
export function shownPeople(
  people: readonly DemoPerson[],
  companies: readonly WorldCompany[],
  now: number,
): ShownPerson[] {
  return people
    .filter(({ visibility }) => visibility !== "private")
    .map((person) => ({
      school: person.hideSchool ? -1 : person.school,
      roles: person.stops
        .flatMap((stop) => stop.roles.map((role) => ({ stop, role })))
        .toSorted((a, b) => (a.role.startDate < b.role.startDate ? -1 : a.role.startDate > b.role.startDate ? 1 : 0))
        .map(({ stop, role }) => {
          const isYear =
            role.datePrecision === "year" ||
            stop.undisclosed ||
            (person.visibility === "anonymous" && !person.showMonths);
          const { slug, level } = classify(role.title, role.kind);
          return {
            company: stop.undisclosed || companies[stop.company]?.status === "gone" ? undefined : stop.company,
            kind: role.kind,
            title: slug,
            level,
            start: monthShown(role.startDate, isYear, now),
            end: role.endDate === undefined ? undefined : monthShown(role.endDate, isYear, now),
            rating: role.rating,
          };
        }),
    }));
}

export function countBy<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Companies by the people seen there, the most visited first. */
export function companiesByPeople(people: readonly ShownPerson[]): { company: number; people: number }[] {
  const visits = people.flatMap(({ roles }) => [...new Set(roles.map(({ company }) => company))]);
  return [...countBy(visits.filter((company) => company !== undefined))]
    .map(([company, count]) => ({ company, people: count }))
    .toSorted((a, b) => b.people - a.people || a.company - b.company);
}

/** Section 2: ordered pairs of companies between which at least five people moved, with any stops in between. */
export function pairsWithRoute(people: readonly ShownPerson[]): number {
  const pairs = people.flatMap(({ roles }) => {
    const own = new Set<string>();
    for (const [at, { company: from }] of roles.entries()) {
      for (const { company: to } of roles.slice(at + 1)) {
        if (from !== undefined && to !== undefined && from !== to) own.add(`${from}>${to}`);
      }
    }
    return [...own];
  });
  return [...countBy(pairs).values()].filter((count) => count >= SHOWN_FROM).length;
}

type Stop = { company: number | undefined; roles: ShownRole[] };

/** Section 1.4: runs of roles at one company; another company's role parts a run only if the run has ended by then. */
export function stopsOf({ roles }: ShownPerson): Stop[] {
  const stops: Stop[] = [];
  for (const role of roles) {
    const open = stops.findLast(
      (stop) => stop.company === role.company && stop.company !== undefined && !isParted(stops, stop),
    );
    if (open) open.roles.push(role);
    else stops.push({ company: role.company, roles: [role] });
  }
  return stops;
}

function isParted(stops: readonly Stop[], stop: Stop): boolean {
  const end = Math.max(...stop.roles.map((role) => role.end ?? Infinity));
  return stops.slice(stops.indexOf(stop) + 1).some(({ roles }) => roles.some(({ start }) => start >= end));
}

/** A stop's rating is that of its latest rated role. */
export function ratingOf(stop: Stop): number | undefined {
  return stop.roles.findLast(({ rating }) => rating !== undefined)?.rating;
}

export function isIntern(role: ShownRole): boolean {
  return isInternship(role.kind);
}

/** Section 1.7. */
export function careerStartOf(person: ShownPerson): ShownRole | undefined {
  return person.roles.find(({ kind }) => kind === "full-time" || kind === "contract" || kind === "founder");
}
