import { fieldKey } from "./field-key.ts";
import { LIMITS, type Problems } from "#features/import/rules.ts";

/**
 * Reads a CSV with any separator, order and case of columns, lines before the header, and broken rows between good
 * ones. A row that cannot be read for certain is reported and left out.
 */

export type Row<Column extends string> = {
  line: number;
  cells: Readonly<Partial<Record<Column, string>>>;
  /** Why cells may be in the wrong column: the row has too few cells, or extra empty ones. */
  doubt?: string;
};

type Table<Column extends string> = { rows: Row<Column>[]; has: ReadonlySet<Column> };

/** Names of each column, folded, letters and digits only. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

const SEPARATORS = [",", ";", "\t"] as const;

type ParsedRow = {
  cells: string[];
  /** Index of the line break after the row, or the length of the text. */
  end: number;
};

/** The index after a cell's closing quotation mark and the spaces behind it; undefined if the mark is missing. */
function findCellEnd(text: string, from: number, separator: string, last: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1 && at <= last; at = text.indexOf('"', at)) {
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

/** The row that begins at `start`; undefined where a quotation mark is not closed or the row passes its limit. */
function parseRow(text: string, start: number, separator: string): ParsedRow | undefined {
  const last = start + LIMITS.row;
  const cells: string[] = [];
  for (let at = start; at <= last;) {
    let end = at;
    if (text[at] === '"') {
      const close = findCellEnd(text, at + 1, separator, last);
      if (close === undefined) return undefined;
      end = close;
      cells.push(text.slice(at + 1, text.lastIndexOf('"', close - 1)).replaceAll('""', '"'));
    } else {
      while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
      cells.push(text.slice(at, end));
    }
    if (text[end] !== separator) return { cells, end };
    at = end + 1;
  }
  return undefined;
}

type Header<Column extends string> = {
  /** Index of the first row, and its line. */
  at: number;
  line: number;
  separator: string;
  /** Cells of a complete row: up to the last named column, and with the empty ones behind. */
  least: number;
  width: number;
  places: ReadonlyMap<number, Column>;
};

/** Index of each column; the first of two with the same name. */
function placesOf<Column extends string>(keys: readonly string[], columns: Columns<Column>): Map<number, Column> {
  const places = new Map<number, Column>();
  for (const column of Object.keys(columns).filter((key): key is Column => key in columns)) {
    const at = keys.findIndex((key, index) => columns[column].includes(key) && !places.has(index));
    if (at !== -1) places.set(at, column);
  }
  return places;
}

type HeadLine = { line: number; next: number; separator: string; cells: string[]; keys: string[] };

/** The lines that may be the header, split at each separator; `next` is the index of the following line. */
function* headLines(text: string): Generator<HeadLine> {
  let at = 0;
  for (let line = 1; line <= LIMITS.preambleLines && at < text.length; line += 1) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const raw = text.slice(at, Math.min(end, at + LIMITS.longCell));
    for (const separator of SEPARATORS) {
      const cells = parseRow(raw, 0, separator)?.cells ?? [raw];
      yield { line, next: end + 1, separator, cells, keys: cells.map(fieldKey) };
    }
    at = end + 1;
  }
}

function withPlainEnds(raw: string): string {
  return raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** The columns of each of the first lines, read as a header. */
export function headersIn(raw: string): ReadonlySet<string>[] {
  return [...headLines(withPlainEnds(raw))].filter(({ keys }) => keys.length > 1).map(({ keys }) => new Set(keys));
}

/** The first lines as rows, each split at the separator that fits it best; `next` gives the rows below. */
export function* firstRows(
  raw: string,
): Generator<{ line: number; separator: string; cells: string[]; next: (count: number) => string[][] }> {
  const text = withPlainEnds(raw);
  const lines = Map.groupBy(headLines(text), ({ line }) => line);
  for (const forms of lines.values()) {
    const [best] = forms.toSorted((a, b) => b.cells.length - a.cells.length);
    if (!best) continue;
    const { line, separator, cells } = best;
    const next = (count: number): string[][] => {
      const rows: string[][] = [];
      for (let at = best.next; at < text.length && rows.length < count;) {
        const row = parseRow(text, at, separator);
        if (!row) break;
        rows.push(row.cells);
        at = row.end + 1;
      }
      return rows;
    };
    yield { line, separator, cells, next };
  }
}

/** The columns, as the person answered. */
export type AnsweredColumns<Column extends string> = {
  line: number;
  separator: string;
  places: ReadonlyMap<number, Column>;
};

function findHeader<Column extends string>(
  text: string,
  columns: Columns<Column>,
  needed: readonly (readonly NoInfer<Column>[])[],
  answered: AnsweredColumns<Column> | undefined,
): Header<Column> | undefined {
  for (const { line, next, separator, keys } of headLines(text)) {
    const isAnswered = answered !== undefined && answered.line === line && answered.separator === separator;
    const places = isAnswered
      ? answered.places
      : answered === undefined
        ? placesOf(keys, columns)
        : new Map<number, Column>();
    const names = [...places.values()];
    if (isAnswered || needed.some((together) => together.every((column) => names.includes(column)))) {
      const least = keys.findLastIndex((key) => key !== "") + 1;
      return { at: next, line: line + 1, separator, least, width: keys.length, places };
    }
  }
  return undefined;
}

/** Makes text a single line, without characters that hide or reverse text. */
export function cleanCell(text: string, limit: number = LIMITS.cell): string {
  const flat = text.toWellFormed().replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, " ");
  return flat.replace(/\s+/gu, " ").trim().slice(0, limit).toWellFormed();
}

/** Removes the apostrophe that protects a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@＝＋－＠]/u.test(cell) ? cell.slice(1) : cell;
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

const BROKEN = "A quotation mark in the row is not closed, so we left the row out.";
const WIDE = "The row has more columns than the header, so we cannot tell which is which.";
const NARROW = "The row ends before its last column, so we left it out.";

/** Rows below the header: the first line with all columns of a set in `needed`. Undefined without one. */
export function readCsv<Column extends string>(
  { file, text: raw, problems }: { file: string; text: string; problems: Problems },
  columns: Columns<Column>,
  {
    needed,
    answered,
  }: { needed: readonly (readonly NoInfer<Column>[])[]; answered?: AnsweredColumns<Column> | undefined },
): Table<Column> | undefined {
  const text = withPlainEnds(raw);
  const header = findHeader(text, columns, needed, answered);
  if (!header) return undefined;
  const rows: Row<Column>[] = [];
  const table: Table<Column> = { rows, has: new Set(header.places.values()) };
  let { at, line } = header;
  let broken = 0;
  while (at < text.length) {
    const row = parseRow(text, at, header.separator);
    if (row === undefined) {
      broken += 1;
      if (broken > LIMITS.brokenRows) {
        problems.add(file, line, "Too many rows have broken quotation marks. We stopped reading here.");
        return table;
      }
      problems.add(file, line, BROKEN);
      // The next line may be fine.
      const next = text.indexOf("\n", at);
      at = next === -1 ? text.length : next + 1;
      line += 1;
      continue;
    }
    const { cells, end } = row;
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
