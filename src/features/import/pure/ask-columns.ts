import { fieldKey } from "./field-key.ts";
import { LIMITS, type ColumnAnswer, type ColumnQuestion } from "#features/import/rules.ts";
import { POSITION_COLUMNS } from "./column-names.ts";
import { cleanCell, firstRows } from "./read-csv.ts";
import { readDate } from "./read-date.ts";
import { readRange } from "./read-range.ts";

/** Asks about tables with unknown column names. */

/** Rows shown with the question, and characters of one cell. */
const SHOWN = 3;
const CELL = 60;
/** A table of jobs has at least company, title and one date. */
const LEAST = 3;

/** Columns of people, messages and addresses. A table with one is not a list of jobs, and is never shown. */
const NOT_OF_JOBS = new Set(
  "firstname lastname birthdate conversationid emailaddress emailaddresses email content address phonenumber ipaddress url".split(
    " ",
  ),
);

const isDate = (cell: string): boolean =>
  ["date", "current"].includes(readDate(cell).is) || readRange(cell) !== undefined;

/** Columns whose cells are dates. */
function datedIn(names: readonly string[], sample: readonly (readonly string[])[]): number[] {
  return names.flatMap((_, at) => {
    const cells = sample.map((row) => row[at] ?? "").filter((cell) => cell !== "");
    return cells.length > 0 && cells.every(isDate) ? [at] : [];
  });
}

/**
 * The question; undefined if the text is not a table of at least three columns with a row below its names. Only a table
 * that is called a list of jobs (`isNamed`) may be without a date.
 */
export function columnQuestion(file: string, text: string, isNamed: boolean): ColumnQuestion | undefined {
  for (const { line, separator, cells, next } of firstRows(text)) {
    const names = cells.map((cell) => cleanCell(cell, CELL));
    const named = names.filter((name) => name !== "");
    if (named.length < LEAST || named.some((name) => isDate(name) || name.length === CELL)) continue;
    if (names.some((name) => NOT_OF_JOBS.has(fieldKey(name)))) return undefined;
    const rows = next(SHOWN).filter((row) => row.filter((cell) => cell.trim() !== "").length > 1);
    if (rows.length === 0) return undefined;
    const sample = rows.map((row) => names.map((_, at) => cleanCell(row[at] ?? "", CELL)));
    if (!isNamed && datedIn(names, sample).length === 0) return undefined;
    return { file, line, separator, names: names.slice(0, LIMITS.columns), sample };
  }
  return undefined;
}

/** Guesses columns from their names and the rows below: columns of dates contain dates. */
export function guessColumns({ names, sample }: ColumnQuestion): ColumnAnswer["places"] {
  const keys = names.map(fieldKey);
  const named = (column: keyof ColumnAnswer["places"]): number | undefined => {
    const at = keys.findIndex((key) => POSITION_COLUMNS[column].includes(key));
    return at === -1 ? undefined : at;
  };
  const dated = datedIn(names, sample);
  const places = {
    company: named("company"),
    title: named("title"),
    start: named("start") ?? dated[0],
    end: named("end") ?? dated[1],
  };
  return Object.fromEntries(Object.entries(places).filter(([, at]) => at !== undefined));
}
