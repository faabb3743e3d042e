/** Full-width signs start a formula in some spreadsheets. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A cell of CSV (RFC 4180). One that a spreadsheet would run as a formula starts with an apostrophe. */
export function csvCell(text: string): string {
  if (FORMULA.test(text)) return `"'${text.replaceAll('"', '""')}"`;
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
