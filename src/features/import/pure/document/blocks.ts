import { cleanLine, hasYear, withoutBullet, type Line } from "./line.ts";

/** The parts of text documents: paragraphs, and table rows, which many résumés use for layout. */

export type Paragraph = {
  kind: "paragraph";
  text: string;
  style: string;
  isBullet: boolean;
  isHeading: boolean;
  isApart: boolean;
};
type TableRow = { kind: "row"; cells: Block[][] };
export type Block = Paragraph | TableRow;

/** The longest text of a cell that only adds dates or a place to its row. */
const SHORT_CELL = 60;
/** A cell with at least this many paragraphs is a column of the page. */
const COLUMN_FROM = 6;

function flat(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) => (block.kind === "paragraph" ? [block] : block.cells.flatMap(flat)));
}

const written = (paragraphs: readonly Paragraph[]): Paragraph[] => paragraphs.filter(({ text }) => text.trim() !== "");

type Placed = { paragraph: Paragraph; isSide: boolean };

/** A table row: the first lines of its cells become one line. */
function rowLines(cells: readonly Paragraph[][], isSide: boolean): Placed[] {
  const all = cells.map(written).filter((cell) => cell.length > 0);
  const heads: Paragraph[] = [];
  const rest: Paragraph[] = [];
  for (const cell of all) {
    const [first, ...others] = cell;
    if (!first) continue;
    const whole = cell.map(({ text }) => text).join(" ");
    if (whole.length <= SHORT_CELL && hasYear(whole)) heads.push({ ...first, text: whole });
    else {
      heads.push(first);
      rest.push(...others);
    }
  }
  const [first] = heads;
  if (!first) return [];
  const named = heads.find(({ text }) => !hasYear(text)) ?? first;
  const head = { ...named, text: heads.map(({ text }) => text).join("\t"), isBullet: false, isApart: true };
  return [head, ...rest].map((paragraph) => ({ paragraph, isSide }));
}

/** Columns of a page made by a table: the one with fewer dates is the side. */
function columnLines(cells: readonly Block[][]): Placed[] {
  const years = cells.map((cell) => flat(cell).filter(({ text }) => hasYear(text)).length);
  const main = years.indexOf(Math.max(...years));
  return cells.flatMap((cell, at) => placedOf(cell, at !== main));
}

function placedOf(blocks: readonly Block[], isSide: boolean): Placed[] {
  return blocks.flatMap((block): Placed[] => {
    if (block.kind === "paragraph") return [{ paragraph: block, isSide }];
    const cells = block.cells.filter((cell) => written(flat(cell)).length > 0);
    const [only] = cells;
    if (cells.length === 1 && only) return placedOf(only, isSide);
    const counts = cells.map((cell) => written(flat(cell)).length);
    const areColumns = counts.filter((count) => count >= COLUMN_FROM).length > 1;
    return areColumns ? columnLines(cells) : rowLines(cells.map(flat), isSide);
  });
}

/** The lines of a document. An empty paragraph separates its neighbours. */
export function blockLines(blocks: readonly Block[]): Line[] {
  const lines: Line[] = [];
  let isApart = true;
  for (const { paragraph, isSide } of placedOf(blocks, false)) {
    for (const part of paragraph.text.split("\n")) {
      const clean = cleanLine(part);
      if (clean === "") {
        isApart = true;
        continue;
      }
      const { text, isBullet } = withoutBullet(clean);
      const { style, isHeading } = paragraph;
      lines.push({
        text,
        at: lines.length + 1,
        style,
        size: 0,
        isBullet: isBullet || paragraph.isBullet,
        isApart: isApart || paragraph.isApart,
        isSide,
        isHeading,
      });
      isApart = false;
    }
    if (paragraph.text.trim() === "") isApart = true;
  }
  return lines;
}
