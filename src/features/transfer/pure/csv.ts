import Papa from "papaparse";
import { foldText } from "#core/text.ts";
import { LIMITS, type Problems } from "#features/transfer/rules.ts";

/**
 * A table with named columns out of a CSV, however it was saved: any
 * separator, order and case, lines before the header, broken rows between
 * whole ones. A row that cannot be told apart surely is named and left out.
 */

export type Row<Column extends string> = {
  line: number;
  cells: Readonly<Partial<Record<Column, string>>>;
  /** Why the row may be told apart wrongly: it has cells too few, or empty ones too many, and a cell may be lost or doubled in its midst. */
  doubt?: string;
};

/** The rows, and which of the wanted columns the header has. */
export type Table<Column extends string> = { rows: Row<Column>[]; has: ReadonlySet<Column> };

/** The names a column may have, folded and without anything but letters and digits. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

const SEPARATORS = [",", ";", "\t"] as const;

/** "Started On " → "startedon". */
export function columnKey(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]+/gu, "");
}

function splitRow(row: string, separator: string): string[] {
  if (!row.includes('"')) return row.split(separator);
  return Papa.parse<string[]>(row, { delimiter: separator, newline: "\n" }).data[0] ?? [];
}

type Header<Column extends string> = {
  /** Place of the first row, and its line. */
  at: number;
  line: number;
  separator: string;
  /** Cells of a whole row: up to the last named column, and of all. */
  least: number;
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

/** The lines that may be a header, split at each separator; `next` is where the line after begins. */
function* headLines(text: string): Generator<{ line: number; next: number; separator: string; keys: string[] }> {
  let at = 0;
  for (let line = 1; line <= LIMITS.preambleLines && at < text.length; line += 1) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const raw = text.slice(at, Math.min(end, at + LIMITS.longCell));
    for (const separator of SEPARATORS) {
      yield { line, next: end + 1, separator, keys: splitRow(raw, separator).map(columnKey) };
    }
    at = end + 1;
  }
}

function withPlainEnds(raw: string): string {
  return raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** The columns that each of the first lines would have, were it a header. */
export function headersIn(raw: string): ReadonlySet<string>[] {
  return [...headLines(withPlainEnds(raw))].filter(({ keys }) => keys.length > 1).map(({ keys }) => new Set(keys));
}

function findHeader<Column extends string>(
  text: string,
  columns: Columns<Column>,
  needed: readonly (readonly NoInfer<Column>[])[],
): Header<Column> | undefined {
  for (const { line, next, separator, keys } of headLines(text)) {
    const places = placesOf(keys, columns);
    const names = [...places.values()];
    if (needed.some((together) => together.every((column) => names.includes(column)))) {
      const least = keys.findLastIndex((key) => key !== "") + 1;
      return { at: next, line: line + 1, separator, least, width: keys.length, places };
    }
  }
  return undefined;
}

/** One line for everything that is shown in one; no turned or hidden characters. */
export function cleanCell(text: string, limit: number = LIMITS.cell): string {
  const flat = text.toWellFormed().replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, " ");
  return flat.replace(/\s+/gu, " ").trim().slice(0, limit).toWellFormed();
}

/** Without the mark that keeps a spreadsheet from taking a cell for a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@＝＋－＠]/u.test(cell) ? cell.slice(1) : cell;
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The first place from `at` on where a cell that began with a quotation mark ends; undefined where it never does. */
function closeOf(text: string, opened: number, separator: string, last: number): number | undefined {
  for (let at = text.indexOf('"', opened); at !== -1 && at <= last; at = text.indexOf('"', at)) {
    if (text[at + 1] === '"') {
      at += 2;
      continue;
    }
    let next = at + 1;
    while (text[next] === " ") next += 1;
    const follows = text[next];
    return follows === undefined || follows === separator || follows === "\n" ? next : undefined;
  }
  return undefined;
}

/** Where the row that begins at `start` ends; undefined where a quotation mark in it does not close as it must. */
function endOfRow(text: string, start: number, separator: string): number | undefined {
  const last = start + LIMITS.row;
  let at = start;
  while (at <= last) {
    if (text[at] === '"') {
      const close = closeOf(text, at + 1, separator, last);
      if (close === undefined) return undefined;
      at = close;
    }
    while (at < text.length && text[at] !== separator && text[at] !== "\n") at += 1;
    if (text[at] !== separator) return at;
    at += 1;
  }
  return undefined;
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
): Table<Column> | undefined {
  const text = withPlainEnds(raw);
  const header = findHeader(text, columns, needed);
  if (!header) return undefined;
  const rows: Row<Column>[] = [];
  const table: Table<Column> = { rows, has: new Set(header.places.values()) };
  let { at, line } = header;
  let broken = 0;
  while (at < text.length) {
    const end = endOfRow(text, at, header.separator);
    if (end === undefined) {
      broken += 1;
      if (broken > LIMITS.brokenRows) {
        problems.add(file, line, "Too many rows have broken quotation marks. We stopped reading here.");
        return table;
      }
      problems.add(file, line, BROKEN);
      // What follows the broken line may be whole.
      const next = text.indexOf("\n", at);
      at = next === -1 ? text.length : next + 1;
      line += 1;
      continue;
    }
    const cells = end === at ? [] : splitRow(text.slice(at, end), header.separator);
    if (cells.some((cell) => cell.trim() !== "")) {
      if (rows.length === LIMITS.rows) {
        problems.add(file, line, `The file has more than ${LIMITS.rows} rows. We read the first ones.`);
        return table;
      }
      const doubt = cells.length > header.width ? WIDE : cells.length < header.least ? NARROW : undefined;
      if (cells.slice(header.width).some((cell) => cell.trim() !== "")) problems.add(file, line, WIDE);
      else rows.push({ line, cells: pick(cells, header.places), ...(doubt === undefined ? {} : { doubt }) });
    }
    line += linesIn(text, at, end) + 1;
    at = end + 1;
  }
  return table;
}

function pick<Column extends string>(
  cells: readonly string[],
  places: ReadonlyMap<number, Column>,
): Partial<Record<Column, string>> {
  const picked: Partial<Record<Column, string>> = {};
  for (const [at, column] of places) {
    const cell = cells[at];
    if (cell !== undefined) picked[column] = withoutGuard(cell);
  }
  return picked;
}
