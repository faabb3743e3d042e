import { cleanLine, hasYear, withoutBullet, type Line } from "./line.ts";
import { columnsAt, runsOf, type Run } from "./pdf-columns.ts";
import type { PdfPage } from "./pdf-pages.ts";

/** The lines of a PDF in reading order: side columns first, each column over all pages. */

type Row = { runs: Run[]; page: number; column: 0 | 1 };

/** Share of a page's height at its top and bottom where it is numbered. */
const EDGE = 0.09;
/** Pieces farther apart than this, in letter heights, are separate texts. */
const CELL_GAP = 1.4;
/** The space above a line, in letter heights, from which it is separate from the line before. */
const APART = 1.9;

/** "Page 2 of 3", "2 / 3", in any language. */
function isPageNumber(text: string, page: number, count: number): boolean {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (text.length > 34 || numbers.length === 0 || numbers.length > 2) return false;
  return [[page], [page, count], [count, page]].some(
    (one) => one.length === numbers.length && one.every((number, at) => number === numbers[at]),
  );
}

/** Removes page numbers and texts that repeat at the edge of every page. */
function withoutEdges(pages: readonly PdfPage[]): PdfPage[] {
  const rowsAt = pages.map(({ items, height }) =>
    runsOf(items.filter(({ y }) => y < height * EDGE || y > height * (1 - EDGE))),
  );
  const seen = new Map<string, number>();
  const keyOf = (run: Run): string => `${run.text.replace(/\d+/g, "#")}@${Math.round(run.y)}`;
  for (const rows of rowsAt) for (const key of new Set(rows.map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return pages.map((page, index) => {
    const gone = (rowsAt[index] ?? []).filter(
      (run) =>
        isPageNumber(run.text, index + 1, pages.length) || (pages.length > 1 && seen.get(keyOf(run)) === pages.length),
    );
    const items = page.items.filter(
      ({ x, y }) => !gone.some((run) => Math.abs(run.y - y) < 1 && x >= run.x - 1 && x <= run.end),
    );
    return { ...page, items };
  });
}

/** Runs on one baseline. */
function rowsOf(runs: readonly Run[], page: number, column: 0 | 1): Row[] {
  const rows: Row[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.findLast(
      ({ runs: [first] }) => first !== undefined && Math.abs(first.y - run.y) <= 0.35 * run.size,
    );
    if (row) row.runs.push(run);
    else rows.push({ runs: [run], page, column });
  }
  for (const { runs: some } of rows) some.sort((a, b) => a.x - b.x);
  return rows;
}

function textOf(runs: readonly Run[]): string {
  let text = "";
  let before: Run | undefined;
  for (const run of runs) {
    if (before) text += run.x - before.end > CELL_GAP * run.size ? "\t" : " ";
    text += run.text;
    before = run;
  }
  return cleanLine(text);
}

const BULLET_ALONE = /^[•◦▪▫●○■□‣⁃∙➢➤►▶✓✔·*\u{F000}-\u{F8FF}-]$/u;

/** A list's bullet in its own column belongs to the text beside it. */
function withBullets(runs: readonly Run[]): Run[] {
  return runs.map((run) => (BULLET_ALONE.test(run.text.trim()) ? { ...run, text: "•", end: run.x + run.size } : run));
}

function toLines(rows: readonly Row[], isSide: (column: 0 | 1) => boolean): Line[] {
  const lines: Line[] = [];
  let before: Row | undefined;
  for (const row of rows) {
    const [first] = row.runs;
    const text = textOf(row.runs).replace(/^•[\t ]/u, "• ");
    if (!first || text === "") continue;
    const last = before?.runs[0];
    const isNext = before?.page === row.page && before.column === row.column;
    const room = isNext && last ? first.y - last.y : Number.POSITIVE_INFINITY;
    const { text: bare, isBullet } = withoutBullet(text);
    const main = row.runs.toSorted((a, b) => b.text.length - a.text.length)[0] ?? first;
    lines.push({
      text: bare,
      at: 0,
      style: `${first.font} ${Math.round(first.size * 2) / 2}`,
      size: main.size,
      isBullet,
      // A column or a page may break anywhere.
      isApart: isNext && room > APART * first.size,
      isSide: isSide(row.column),
      isHeading: false,
    });
    before = row;
  }
  return lines;
}

/** The side column. The main one has more dates. */
function sideColumn(rows: readonly Row[]): 0 | 1 {
  const dated = rows.filter(({ runs }) => hasYear(textOf(runs)));
  const inFirst = dated.filter(({ column }) => column === 0).length;
  return inFirst > dated.length - inFirst ? 1 : 0;
}

/** The lines of all pages. */
export function pdfLines(given: readonly PdfPage[]): Line[] {
  const pages = withoutEdges(given);
  const part = columnsAt(pages);
  const rows = pages.flatMap(({ items }, page) => {
    const runs = withBullets(runsOf(items));
    if (part === undefined) return rowsOf(runs, page, 0);
    // Rows across both columns belong to the main column and come before both.
    const left = runs.filter(({ end }) => end <= part + 2);
    const others = runs.filter((run) => !left.includes(run));
    return [...rowsOf(left, page, 0), ...rowsOf(others, page, 1)];
  });
  const side = part === undefined ? undefined : sideColumn(rows);
  const ordered = [...rows.filter(({ column }) => column === side), ...rows.filter(({ column }) => column !== side)];
  return toLines(ordered, (column) => column === side).map((line, index) => ({ ...line, at: index + 1 }));
}
