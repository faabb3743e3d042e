import type { Education } from "#features/import/rules.ts";
import { readSpan, type Reader, type Span } from "#features/import/pure/read-span.ts";
import { cutDate, type DateReading } from "#features/import/pure/read-date.ts";
import type { LineDates } from "./dates-in-line.ts";

/** The dates of a line as the dates of a job or a school. */

/** Turns the date into text again, for the rules that all readers share. */
function textOf(reading: DateReading): string {
  if (reading.is === "current") return "present";
  if (reading.is !== "date") return "";
  return cutDate(reading.known.date, reading.known.precision);
}

/** Reports dates that lost precision, or are out of order. */
export function jobDates(reader: Reader, place: string, dates: LineDates | undefined): Span {
  if (!dates) return { start: undefined, end: undefined, isCurrent: false };
  const { start, end } = dates;
  for (const reading of [start, end]) {
    if (reading.is === "date" && reading.notice !== undefined) {
      reader.problems.add(reader.file, 0, `${place}: ${reading.notice}`);
    }
  }
  return readSpan(reader, place, { start: textOf(start), end: textOf(end), isCurrent: end.is === "current" }, false);
}

/** A single date beside a school is that of the degree. */
export function schoolDates(
  reader: Reader,
  place: string,
  dates: LineDates | undefined,
): Pick<Education, "start" | "end"> {
  const { start, end } = jobDates(reader, place, dates);
  return dates?.isRange === false ? { start: undefined, end: start } : { start, end };
}
