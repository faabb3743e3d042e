import Papa from "papaparse";
import { foldText } from "#core/text.ts";
import { LIMITS, type Problems } from "#features/transfer/rules.ts";

/**
 * A table with named columns out of a CSV, however it was saved: any
 * separator, order and case, lines before the header, broken rows between
 * whole ones. A row that cannot be told apart surely is named and left out.
 */

export type Row<Column extends string> = { line: number; cells: Readonly<Partial<Record<Column, string>>> };

/** The names a column may have, folded and without anything but letters and digits. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

const SEPARATORS = [",", ";", "\t"] as const;

/** "Started On " → "startedon". */
export function columnKey(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]+/gu, "");
}

function splitHeader(line: string, separator: string): string[] {
  const { data } = Papa.parse<string[]>(line, { delimiter: separator, newline: "\n" });
  return (data[0] ?? []).map(columnKey);
}

type Header<Column extends string> = {
  /** Place of the first row, and its line. */
  at: number;
  line: number;
  separator: string;
  width: number;
  places: ReadonlyMap<number, Column>;
};

/** Where each wanted column stands; of two with one name the first. */
function placesOf<Column extends string>(keys: readonly string[], columns: Columns<Column>): Map<number, Column> {
  const places = new Map<number, Column>();
  for (const column of Object.keys(columns).filter((key): key is Column => key in columns)) {
    const at = keys.findIndex((key, index) => columns[column].includes(key) && !places.has(index));
    if (at !== -1) places.set(at, column);
  }
  return places;
}

function findHeader<Column extends string>(
  text: string,
  columns: Columns<Column>,
  needed: readonly (readonly NoInfer<Column>[])[],
): Header<Column> | undefined {
  let at = 0;
  for (let line = 1; line <= LIMITS.preambleLines && at < text.length; line += 1) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const raw = text.slice(at, Math.min(end, at + LIMITS.longCell));
    for (const separator of SEPARATORS) {
      const keys = splitHeader(raw, separator);
      const places = placesOf(keys, columns);
      const names = [...places.values()];
      if (needed.some((together) => together.every((column) => names.includes(column)))) {
        return { at: end + 1, line: line + 1, separator, width: keys.length, places };
      }
    }
    at = end + 1;
  }
  return undefined;
}

/** One line for everything that is shown in one; no turned or hidden characters. */
export function cleanCell(text: string, limit: number = LIMITS.cell): string {
  const flat = text.toWellFormed().replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, " ");
  const bare = /^'[=+\-@＝＋－＠]/u.test(flat) ? flat.slice(1) : flat;
  return bare.replace(/\s+/gu, " ").trim().slice(0, limit).toWellFormed();
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

type Raw = { start: number; end: number; line: number; cells: readonly string[]; isBroken: boolean };

/** Rows from a place on, up to one with a broken quote or to the limit. */
function readRaw(text: string, at: number, line: number, separator: string, most: number): Raw[] {
  const rows: Raw[] = [];
  let [start, startLine] = [at, line];
  Papa.parse<string[]>(text.slice(at), {
    delimiter: separator,
    newline: "\n",
    step({ data, errors, meta }, parser) {
      const end = at + meta.cursor;
      rows.push({ start, end, line: startLine, cells: data, isBroken: errors.length > 0 });
      startLine += linesIn(text, start, end);
      start = end;
      if (errors.length > 0 || rows.length >= most) parser.abort();
    },
  });
  return rows;
}

const BROKEN = "A quotation mark in the row is not closed, so we left the row out.";
const WIDE = "The row has more columns than the header, so we cannot tell which is which.";
const NARROW = "The row ends before its last column, so we left it out.";

/**
 * The rows under the header: the first line that holds all of one of the
 * needed sets of columns. Undefined where there is none.
 */
export function readCsv<Column extends string>(
  file: string,
  raw: string,
  columns: Columns<Column>,
  needed: readonly (readonly NoInfer<Column>[])[],
  problems: Problems,
): Row<Column>[] | undefined {
  const text = raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const header = findHeader(text, columns, needed);
  if (!header) return undefined;
  const rows: Row<Column>[] = [];
  let { at, line } = header;
  let recoveries = 0;
  while (at < text.length) {
    const read = readRaw(text, at, line, header.separator, LIMITS.rows + 1 - rows.length);
    for (const one of read) {
      const isEmpty = one.cells.every((cell) => cell.trim() === "");
      if (one.isBroken) problems.add(file, one.line, BROKEN);
      else if (isEmpty) continue;
      else if (one.cells.slice(header.width).some((cell) => cell.trim() !== "")) problems.add(file, one.line, WIDE);
      else if (one.cells.length < header.width) problems.add(file, one.line, NARROW);
      else rows.push({ line: one.line, cells: pick(one.cells, header.places) });
    }
    const last = read.at(-1);
    if (!last) break;
    if (rows.length > LIMITS.rows) {
      problems.add(file, last.line, `The file has more than ${LIMITS.rows} rows. We read the first ones.`);
      return rows.slice(0, LIMITS.rows);
    }
    if (!last.isBroken) {
      at = last.end;
      line = last.line + linesIn(text, last.start, last.end);
      continue;
    }
    recoveries += 1;
    if (recoveries > LIMITS.recoveries) {
      problems.add(file, last.line, "Too many rows have broken quotation marks. We stopped reading here.");
      return rows;
    }
    // What follows the broken line may be whole.
    const next = text.indexOf("\n", last.start);
    if (next === -1) break;
    at = next + 1;
    line = last.line + 1;
  }
  return rows;
}

function pick<Column extends string>(
  cells: readonly string[],
  places: ReadonlyMap<number, Column>,
): Partial<Record<Column, string>> {
  const picked: Partial<Record<Column, string>> = {};
  for (const [at, column] of places) picked[column] = cells[at] ?? "";
  return picked;
}
