/**
 * Makes typed text comparable. Storing, searching and comparing use the same folding, so that browser, server and
 * database agree.
 */

/** Exact key: NFKC, lower case, single spaces, trimmed. "  GitHub " → "github". */
export function keyOf(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** "Ada Lovelace"; one name alone where the other is '', and '' without both. */
export function fullName(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim();
}

/** Letters that decompose to nothing under NFKD but that people type without their stroke. */
const STROKES: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** Search key: as keyOf, and without accents. "Zürich" → "zurich", "Łódź" → "lodz". */
export function foldText(text: string): string {
  // Most texts: none of the steps below but these changes an ASCII text.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().replace(/\s+/g, " ").trim();
  return withoutStrokes(keyOf(text.normalize("NFKD").replace(/\p{M}+/gu, "")));
}

/** A text in lower case without the strokes of its letters. "łódź" → "lódź", "weiß" → "weiss" */
export function withoutStrokes(text: string): string {
  return text.replace(/[ßæœøđðþłı]/gu, (letter) => STROKES[letter] ?? letter);
}

/** The terms of a name: from each word on to its end. "Jane Street" → ["jane street", "street"]. */
export function searchTerms(text: string, maxLength: number): string[] {
  const folded = foldText(text);
  const terms = new Set<string>();
  const starts = [0];
  for (const match of folded.matchAll(/[\s\-–,.(/&']+/gu)) starts.push(match.index + match[0].length);
  for (const start of starts) {
    const term = folded.slice(start, start + maxLength).trim();
    if (term !== "") terms.add(term);
  }
  return [...terms];
}

/** For `toSorted`, in the order of the characters' codes. Dates and ids on the wire sort by time and by id. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** "engineer" → "Engineer" */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Escapes a text for LIKE, so that `%`, `_` and `\` are ordinary characters. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** Makes each character of a text mean itself in a regular expression of PostgreSQL. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);
}

/** True for text PostgreSQL and JSON carry whole: no NUL, no lone surrogate. */
export function isCleanText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/**
 * True for text on one line in one direction: no control characters, and no characters that change the direction. False
 * for a text that shows nothing, such as a zero-width space or a Hangul filler; true for ''.
 */
export function isPlainText(text: string): boolean {
  return (
    isCleanText(text) &&
    !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text) &&
    !/^[\s\u2800\p{Default_Ignorable_Code_Point}]+$/u.test(text)
  );
}

/** Longer texts are not searched for, which bounds the work of one call. In characters. */
export const MAX_SEARCH_TEXT = 80;

/** FNV-1a, 32 bits: small, the same in browser and server, for colours and monograms, never for secrets. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

const XML_SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML or HTML, between tags or inside double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => XML_SIGNS[sign] ?? sign);
}
