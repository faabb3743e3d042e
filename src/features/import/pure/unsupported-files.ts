import { listZip, ZipError } from "./read-zip.ts";

/** Recognises files that people often try first, and says what to choose instead. */

const INSTEAD = "A résumé must be a JSON file (JSON Resume), jobs a LinkedIn ZIP file or its CSV files.";
const TEXT = `This is a text document, which we cannot read. ${INSTEAD}`;
const SHEET = "This is a spreadsheet, which we cannot read. Save it as CSV, and choose that file.";

function isOldOffice(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
}

/** A sentence for a file of another program; undefined if it may be a table. */
export function unsupportedFile(name: string, bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 512)).trimStart();
  if (head.startsWith("%PDF")) return `This is a PDF, which we cannot read. ${INSTEAD}`;
  if (head.startsWith("{\\rtf")) return TEXT;
  if (isOldOffice(bytes)) return /\.xl\w*$/i.test(name) ? SHEET : TEXT;
  if (/^(?:\u00EF\u00BB\u00BF)?<(?:!doctype html|html)/i.test(head)) {
    return "This is a web page, not the file itself. Download the file again.";
  }
  return undefined;
}

/** The same for an archive: newer office documents are ZIP files. */
export function unsupportedZip(file: string, bytes: Uint8Array): string | undefined {
  try {
    const names = listZip(bytes).map(({ name }) => name);
    if (names.some((name) => name.startsWith("word/"))) return TEXT;
    if (names.some((name) => name.startsWith("xl/"))) return SHEET;
    if (names.includes("mimetype") && names.includes("content.xml")) return /\.ods$/i.test(file) ? SHEET : TEXT;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
  }
  return undefined;
}
