import { csvCell } from "#core/csv-cell.ts";
import { ROLE_TEXT_NAMES, ROLE_TEXTS } from "#core/role-texts.ts";
import { inOrder, type StopDraft } from "#features/pipeline/draft.ts";
import { inferKind } from "#features/title/kind.ts";
import { writtenDate } from "./json-resume.ts";

/**
 * Stops as a CSV, one role a line, in columns that readArchive reads. A cell that a spreadsheet would run as a formula
 * starts with an apostrophe, which readArchive removes.
 */

const COLUMNS = [
  "Company Name",
  "Title",
  "Kind",
  "Started On",
  "Finished On",
  "Rating (1-5)",
  "Undisclosed",
  ...ROLE_TEXT_NAMES.map((text) => ROLE_TEXTS[text].label),
];
export function toCsv(stops: readonly StopDraft[]): string {
  const rows = inOrder(stops).flatMap((stop) =>
    stop.roles.map((role) => [
      stop.companyName,
      role.title,
      role.kind ?? inferKind(role.title),
      writtenDate(role.startDate, role.datePrecision),
      role.isCurrent ? "" : writtenDate(role.endDate, role.datePrecision),
      role.rating === 0 ? "" : String(role.rating / 20),
      stop.undisclosed === true ? "yes" : "",
      ...ROLE_TEXT_NAMES.map((text) => role[text]),
    ]),
  );
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${[COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}
