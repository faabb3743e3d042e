import { readSpan, type Reader, type Span } from "#features/import/pure/read-span.ts";
import { cutDate, type DateReading } from "#features/import/pure/read-date.ts";
import type { LineDates } from "./dates-in-line.ts";

/** The dates of a line as the dates of a job. */

/** Turns the date into text again, for the rules that all readers share. */
function textOf(reading: DateReading): string {
  if (reading.is === "current") return "present";
  if (reading.is !== "date") return "";
  return cutDate(reading.known.date, reading.known.precision);
}

/** Reports dates that lost precision, or are out of order. */
export function knownOf(reader: Reader, place: string, { start, end }: LineDates): Span {
  for (const reading of [start, end]) {
    if (reading.is === "date" && reading.notice !== undefined) {
      reader.problems.add(reader.file, 0, `${place}: ${reading.notice}`);
    }
  }
  return readSpan(reader, place, { start: textOf(start), end: textOf(end), isCurrent: end.is === "current" }, false);
}
