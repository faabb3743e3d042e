import Papa from "papaparse";
import { inOrder, type StopForm } from "#features/pipeline/draft.ts";
import { inferKind } from "#features/title/rules.ts";
import { writtenDate } from "./resume.ts";

/**
 * One's own stops as a CSV, one role a line, in columns that readArchive reads
 * again. A cell that a spreadsheet would take for a formula begins with a
 * quotation mark, which readArchive takes off.
 */

const COLUMNS = ["Company Name", "Title", "Kind", "Started On", "Finished On", "Rating (1-5)", "Undisclosed"];
/** A full-width sign begins a formula in some spreadsheets too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

export function toCsv(stops: readonly StopForm[]): string {
  const rows = inOrder(stops).flatMap((stop) =>
    stop.roles.map((role) => [
      stop.companyName,
      role.title,
      role.kind ?? inferKind(role.title),
      writtenDate(role.startDate, role.datePrecision),
      role.isCurrent ? "" : writtenDate(role.endDate, role.datePrecision),
      role.rating === 0 ? "" : String(role.rating / 20),
      stop.undisclosed === true ? "yes" : "",
    ]),
  );
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return `\uFEFF${Papa.unparse([COLUMNS, ...rows], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
