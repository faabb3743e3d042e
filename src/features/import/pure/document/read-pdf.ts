import type { ReadResult } from "#features/import/rules.ts";
import { baseName } from "#features/import/pure/file-content.ts";
import { pdfLines } from "./pdf-lines.ts";
import { PdfError, pdfPages } from "./pdf-pages.ts";
import { readDocumentLines, SCAN } from "./read-document.ts";

/** Jobs, schools and the person of a PDF. Never throws. Loads pdf.js, so it is imported only for a PDF. */
export async function readPdf(
  name: string,
  bytes: Uint8Array,
  thisYear?: number,
  onProgress: (share: number) => void = () => undefined,
): Promise<ReadResult> {
  const file = baseName(name);
  try {
    return readDocumentLines(file, pdfLines(await pdfPages(bytes, onProgress)), thisYear, SCAN);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { positions: [], education: [], profile: undefined, problems: [{ file, line: 0, why: error.message }] };
  }
}
