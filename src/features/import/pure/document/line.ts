/** The lines of any document: a PDF, a text document, a pasted text. */

export type Line = {
  /** Tabs stand between pieces that are far apart. */
  text: string;
  /** The line's number from 1, in reading order. */
  at: number;
  /** Font and weight; '' if unknown. Lines that look the same have the same style. */
  style: string;
  /** Height of the letters in points; 0 = not known. */
  size: number;
  isBullet: boolean;
  /** More room above it than between the lines of a paragraph. */
  isApart: boolean;
  /** A side column of a page, beside its main one. */
  isSide: boolean;
  /** Marked as a heading by the document itself. */
  isHeading: boolean;
};

const BULLET = /^(?:[•◦▪▫●○■□‣⁃∙➢➤►▶✓✔·*]|[-–—](?= )|[oO](?=\t))[ \t]{0,8}/u;

/** Does the text hold a year, 1900 to 2099? */
export function hasYear(text: string): boolean {
  return /(?:^|[^\d])(?:19|20)\d\d(?:[^\d]|$)/u.test(text);
}

/** Without the sign of a list item, and whether there was one. */
export function withoutBullet(text: string): { text: string; isBullet: boolean } {
  const bare = text.replace(BULLET, "");
  return bare === "" ? { text, isBullet: false } : { text: bare, isBullet: bare !== text };
}

/** Spaces as one each, tabs kept, invisible signs gone. */
export function cleanLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/gu, "")
    .replace(/(?!\t)[\p{Cc}\s]/gu, " ")
    .replace(/ {2,}/gu, " ")
    .split("\t")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\t");
}

/** A line of a document without styles. */
export function plainLine(text: string, at: number, more: Partial<Line>): Line {
  const { text: bare, isBullet } = withoutBullet(text);
  return { text: bare, at, style: "", size: 0, isBullet, isApart: false, isSide: false, isHeading: false, ...more };
}

/** If a larger share of lines has a blank line above, blank lines have no meaning. */
const MOST_APART = 0.8;

/**
 * Splits a text into lines. A blank line separates its neighbours. Texts that web pages repeat for screen readers are
 * kept once.
 */
export function textLines(text: string): Line[] {
  const lines: Line[] = [];
  let isApart = true;
  let before = "";
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029\f]/u).entries()) {
    // Columns in plain text are made of spaces.
    const clean = cleanLine(raw.replace(/ {4,}/gu, "\t"));
    if (clean === "") {
      isApart = true;
      continue;
    }
    if (clean === before) continue;
    before = clean;
    const half = clean.slice(0, clean.length / 2);
    const once = clean.length > 5 && half + half === clean ? half : clean;
    lines.push(plainLine(once, index + 1, { isApart }));
    isApart = false;
  }
  // If almost every line is separate, ignore the separation.
  const apart = lines.filter((line) => line.isApart).length;
  return apart > lines.length * MOST_APART ? lines.map((line) => ({ ...line, isApart: false })) : lines;
}
