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

/** A row of `counted_stop` that is visible to all, of one person. Days are `YYYY-MM-DD`. */
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
