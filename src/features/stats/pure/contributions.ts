import { DAY_MS, monthsBetween, yearOf } from "#core/calendar.ts";
import type { CountedPerson } from "#core/stored-profile.ts";

/**
 * What visible people add to company_stats, company_move, school_company_stats, company_day and school_stats. The views
 * *_by_person define what one person adds.
 */
export type Contributions = {
  companies: {
    company_id: number;
    employees: number;
    interns: number;
    tenure_days: number;
    stays: number;
    first_stops: number;
    open_stops: number;
    isTyped: boolean;
  }[];
  moves: { from_company: number; to_company: number; people: number }[];
  schools: { school_id: number; company_id: number; people: number; first_stops: number }[];
  /** `day` counts from 1 January 1970. */
  days: { company_id: number; day: number; change: number }[];
  schoolPeople: { school_id: number; people: number }[];
};

/** One person's stop that everybody may see, with the columns of the view `counted_stop`. Days are `YYYY-MM-DD`. */
export type CountedStop = readonly [
  companyId: number,
  countsUnder: "employees" | "interns",
  firstStart: string,
  lastStart: string,
  isOpen: boolean,
  completedDays: number | null,
  isFirstStop: boolean,
  isVisibleWithSchool: boolean,
  schoolId: number | null,
  /** True for a company that people typed and that is not in the catalogue. */
  isTyped: boolean,
];

/** One person's rows of company_stats_by_person, company_move_by_person and school_company_stats_by_person. */
export function contributionsOfStops(
  stops: readonly CountedStop[],
): Pick<Contributions, "companies" | "moves" | "schools"> {
  const added: Pick<Contributions, "companies" | "moves" | "schools"> = { companies: [], moves: [], schools: [] };
  for (const stop of stops) {
    const [company_id, countsUnder, firstStart, , isOpen, completedDays, isFirst, isWithSchool, school_id, isTyped] =
      stop;
    const first_stops = Number(isFirst);
    added.companies.push({
      company_id,
      employees: Number(countsUnder === "employees"),
      interns: Number(countsUnder === "interns"),
      tenure_days: completedDays ?? 0,
      stays: Number(completedDays !== null),
      first_stops,
      open_stops: Number(isOpen),
      isTyped,
    });
    if (isWithSchool && school_id !== null) added.schools.push({ school_id, company_id, people: 1, first_stops });
    for (const [to_company, , , lastStart] of stops)
      if (to_company !== company_id && firstStart < lastStart)
        added.moves.push({ from_company: company_id, to_company, people: 1 });
  }
  return added;
}

export const NOTHING: Contributions = { companies: [], moves: [], schools: [], days: [], schoolPeople: [] };

/**
 * What one person adds to the numbers, computed from what is stored of the person. The result is that of the views
 * *_by_person. It is computed here too, so that a save need not query them before and after its change.
 */
export function contributionsOf(person: CountedPerson): Contributions {
  const { listed, hide_school, school_id } = person;
  if (!listed) return NOTHING;
  const stops = visibleStopsOf(person);
  return {
    ...contributionsOfStops(stops.map((stop) => toCountedStop(person, stop))),
    days: stops.flatMap(daysOf),
    schoolPeople: hide_school || school_id === null ? [] : [{ school_id, people: 1 }],
  };
}

type Role = CountedPerson["roles"][number];
type VisibleStop = { key: number; company_id: number; isTyped: boolean; roles: readonly Role[] };

/** The stops at companies that others see, with their roles in the order of time. */
function visibleStopsOf({ stops, roles }: CountedPerson): VisibleStop[] {
  const byStop = Map.groupBy(roles, ({ stop }) => stop);
  return stops.flatMap(({ key, company_id, undisclosed, isTyped }) => {
    const own = byStop.get(key);
    return company_id === null || undisclosed || !own ? [] : { key, company_id, isTyped, roles: own };
  });
}

function toCountedStop(person: CountedPerson, { key, company_id, isTyped, roles }: VisibleStop): CountedStop {
  const [first = roles[0]] = roles;
  const last = roles.reduce((best, role) =>
    role.start_date > best.start_date || (role.start_date === best.start_date && role.position > best.position)
      ? role
      : best,
  );
  return [
    company_id,
    last.kind === "intern" || last.kind === "co-op" ? "interns" : "employees",
    first?.start_date ?? "",
    last.start_date,
    roles.some((role) => role.end_date === null),
    completedDaysOf(person, roles),
    person.roles[0]?.stop === key,
    !person.hide_school,
    person.school_id,
    isTyped,
  ];
}

/** Millionths of a day. Sums of these are exact, as PostgreSQL's are. */
const [DAY, YEAR] = [1_000_000, 365_242_500];
const MONTH = YEAR / 12;

/** The days of all roles, once the last one has ended; null before. */
function completedDaysOf(person: CountedPerson, roles: readonly Role[]): number | null {
  let sum = 0;
  for (const { start_date: start, end_date: end, date_precision } of roles) {
    if (end === null) return null;
    if (person.visibility === "public") sum += dayOf(end) * DAY - dayOf(start) * DAY;
    else if (person.show_months && date_precision !== "year") sum += stayOf(monthsBetween(start, end), MONTH);
    else sum += stayOf(yearOf(end) - yearOf(start), YEAR);
  }
  return Math.round(sum / DAY);
}

/** PostgreSQL's third is the least bit less than one, so a sum that would end in half a day is rounded down. */
const LEAST_BIT = 0.001;
const stayOf = (whole: number, length: number): number => (whole === 0 ? length / 3 - LEAST_BIT : whole * length);

const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

/** Nobody asks for earlier days. */
const FIRST_DAY = dayOf("2025-01-01");

/**
 * The days on which the person began to be at this company (+1), and those after the last day there (-1). Roles that
 * touch or overlap are one stay.
 */
function daysOf({ company_id, roles }: VisibleStop): Contributions["days"] {
  const edges: Contributions["days"] = [];
  const note = (day: number, change: number): void => {
    if (day >= FIRST_DAY && day < Infinity) edges.push({ company_id, day, change });
  };
  let until: number | undefined;
  for (const { start_date, end_date } of roles) {
    const [from, behind] = [dayOf(start_date), end_date === null ? Infinity : dayOf(end_date) + 1];
    if (behind < FIRST_DAY) continue;
    if (until === undefined || from > until) {
      if (until !== undefined) note(until, -1);
      note(from, 1);
      until = behind;
    } else until = Math.max(until, behind);
  }
  if (until !== undefined) note(until, -1);
  return edges;
}
