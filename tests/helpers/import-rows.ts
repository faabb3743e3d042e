import fc from "fast-check";
import type { DatePrecision } from "#core/calendar.ts";
import type { KnownDate } from "#features/import/rules.ts";
import type { ImportRow } from "#features/import/pure/import-rows.ts";

/** Invented rows for tests of what files bring in. */

const PRECISIONS: Readonly<Record<number, DatePrecision>> = { 4: "year", 7: "month", 10: "day" };

function knownOf(text: string): KnownDate | undefined {
  const precision = PRECISIONS[text.length];
  return precision && { date: `${text}-01-01`.slice(0, 10), precision };
}

/** Dates as "2020", "2020-01" or "2020-01-15"; '' at the end is a current job. */
export function importRow(companyName: string, title: string, start: string, end: string): ImportRow {
  return {
    companyId: "",
    companyName,
    logo: "",
    title,
    start: knownOf(start),
    end: knownOf(end),
    isCurrent: end === "",
    kind: undefined,
    rating: 0,
    from: { file: "Positions.csv", line: 2 },
  };
}

const two = (value: number): string => String(value).padStart(2, "0");

const spanArbitrary = fc
  .tuple(
    fc.integer({ min: 1_990, max: 2_010 }),
    fc.integer({ min: 1, max: 6 }),
    fc.nat({ max: 12 }),
    fc.integer({ min: 7, max: 12 }),
    fc.constantFrom(4, 7, 10),
    fc.constantFrom(4, 7, 10),
  )
  .map(([year, from, years, to, startLength, endLength]) => ({
    start: `${year}-${two(from)}-03`.slice(0, startLength),
    end: `${year + years}-${two(to)}-04`.slice(0, endLength),
  }));

/** A row; few names, so that companies and titles meet. */
export const rowArbitrary: fc.Arbitrary<ImportRow> = fc
  .tuple(
    fc.constantFrom("Northwind", "Northwind Inc.", "Quarry Lane", "Zürich Works AG", "Harbour"),
    fc.constantFrom("Engineer", "Senior Engineer", "Software Engineering Intern", "Lead"),
    spanArbitrary,
    fc.constantFrom("ended", "ended", "current", "no end", "no start"),
  )
  .map(([company, title, { start, end }, how]) => {
    const row = importRow(company, title, how === "no start" ? "" : start, how === "current" ? "" : end);
    return how === "no end" ? { ...row, end: undefined } : row;
  });

export const rowsArbitrary = fc.array(rowArbitrary, { maxLength: 12 });
