import { hasYear } from "./line.ts";
import type { PdfItem, PdfPage } from "./pdf-pages.ts";

/** Finds pages with two columns, and the texts in each. */

/** Texts that follow each other on one baseline. */
export type Run = { text: string; x: number; end: number; y: number; size: number; font: string };

/**
 * Gaps relative to the letter height. A smaller gap is inside a word; a larger one than the second begins another run.
 */
const WORD_GAP = 0.16;
const RUN_GAP = 0.9;
/** Two columns meet between these shares of the page's width. */
const [FIRST_PART, LAST_PART] = [0.16, 0.74];
/** Points between two places that are tried. */
const STEP = 2;
/** Runs that each side must have. */
const LEAST = 4;
/** Share of a page's runs that may cross: a name over both columns. */
const CROSSING = 0.12;

function isOneLine(a: { y: number; size: number }, b: { y: number; size: number }): boolean {
  return Math.abs(a.y - b.y) <= 0.3 * Math.min(a.size, b.size);
}

/** Joins texts that are side by side. */
export function runsOf(items: readonly PdfItem[]): Run[] {
  const runs: Run[] = [];
  for (const { text, x, y, width, size, font } of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const near = runs.findLast(
      (run) => isOneLine(run, { y, size }) && x - run.end <= RUN_GAP * Math.max(size, run.size) && x >= run.x - 1,
    );
    if (!near) {
      runs.push({ text, x, end: x + width, y, size, font });
      continue;
    }
    const isWord = x - near.end > WORD_GAP * size && !/\s$/u.test(near.text) && !/^\s/u.test(text);
    near.text += isWord ? ` ${text}` : text;
    near.end = Math.max(near.end, x + width);
  }
  return runs;
}

/** Dates, and the places below them. They do not form a column of text. */
function isBeside(text: string): boolean {
  return hasYear(text) && text.length < 48;
}

/** Dates at the edge of a line belong to it: then the page has rows and not columns. */
function areRows(left: readonly Run[], right: readonly Run[]): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([side = [], other = []]) => {
    const dates = side.filter(({ text }) => isBeside(text));
    const shared = dates.filter((date) => other.some((one) => isOneLine(one, date)));
    return dates.length >= 1 && dates.length >= side.length * 0.28 && shared.length >= dates.length * 0.6;
  });
}

type Split = { at: number; runs: readonly Run[]; gap: number };

function splitAt(runs: readonly Run[], at: number): { left: Run[]; right: Run[]; crossing: number } {
  return {
    left: runs.filter(({ end }) => end <= at + 1),
    right: runs.filter(({ x }) => x >= at - 1),
    crossing: runs.filter(({ x, end }) => x < at - 1 && end > at + 1).length,
  };
}

function findSplit(runs: readonly Run[], width: number): Split | undefined {
  let best: Split | undefined;
  for (let at = width * FIRST_PART; at <= width * LAST_PART; at += STEP) {
    const { left, right, crossing } = splitAt(runs, at);
    if (left.length < LEAST || right.length < LEAST || crossing > runs.length * CROSSING) continue;
    const gap = Math.min(...right.map(({ x }) => x)) - Math.max(...left.map(({ end }) => end));
    if (best && best.gap >= gap) continue;
    if (areRows(left, right)) continue;
    best = { at: Math.min(...right.map(({ x }) => x)) - 2, runs, gap };
  }
  return best;
}

/**
 * The x position where the document's pages split into two columns, in points from the left. Undefined if they have one
 * column.
 */
export function columnsAt(pages: readonly PdfPage[]): number | undefined {
  for (const page of pages.slice(0, 3)) {
    const found = findSplit(runsOf(page.items), page.width);
    if (found) return found.at;
  }
  return undefined;
}
