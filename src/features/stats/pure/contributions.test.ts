import { describe, expect, it } from "vitest";
import { contributionsOfStops, type CountedStop } from "./contributions.ts";

const [FIRST, SECOND, SCHOOL] = [11, 22, 7];

function stopOf(company: number, from: string, to: string, more: { days?: number; school?: number } = {}): CountedStop {
  const { days = null, school } = more;
  return [
    company,
    "employees",
    from,
    to,
    days === null,
    days,
    company === FIRST,
    school !== undefined,
    school ?? null,
    false,
  ];
}

describe("what a person adds to the numbers", () => {
  it("is one move from each stop to each that was begun later", () => {
    const { moves } = contributionsOfStops([
      stopOf(FIRST, "2010-01-01", "2010-01-01"),
      stopOf(SECOND, "2012-01-01", "2012-01-01"),
    ]);
    expect(moves).toEqual([{ from_company: FIRST, to_company: SECOND, people: 1 }]);
  });

  it("is a move in both directions where a role at the first company began after the second", () => {
    const { moves } = contributionsOfStops([
      stopOf(FIRST, "2010-01-01", "2015-01-01"),
      stopOf(SECOND, "2012-01-01", "2012-01-01"),
    ]);
    expect(moves).toEqual([
      { from_company: FIRST, to_company: SECOND, people: 1 },
      { from_company: SECOND, to_company: FIRST, people: 1 },
    ]);
  });

  it("is not a move between stops that began on one day", () => {
    const day = "2010-01-01";
    expect(contributionsOfStops([stopOf(FIRST, day, day), stopOf(SECOND, day, day)]).moves).toEqual([]);
  });

  it("counts a stay once its last role has ended, and the school only where others see it", () => {
    const stops = [
      stopOf(FIRST, "2010-01-01", "2010-01-01", { days: 40, school: SCHOOL }),
      stopOf(SECOND, "2012-01-01", "2012-01-01"),
    ];
    const { companies, schools } = contributionsOfStops(stops);
    const one = { employees: 1, interns: 0, isTyped: false };
    expect(companies).toEqual([
      { ...one, company_id: FIRST, tenure_days: 40, stays: 1, first_stops: 1, open_stops: 0 },
      { ...one, company_id: SECOND, tenure_days: 0, stays: 0, first_stops: 0, open_stops: 1 },
    ]);
    expect(schools).toEqual([{ school_id: SCHOOL, company_id: FIRST, people: 1, first_stops: 1 }]);
  });
});
