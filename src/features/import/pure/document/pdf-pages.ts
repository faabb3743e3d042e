import { getDocument, PasswordException } from "pdfjs-dist/legacy/build/pdf.mjs";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { isObject } from "#core/fields.ts";

/**
 * Reads the text of a PDF with its positions. pdf.js runs on this thread, which is already a worker: pdf.js's own
 * worker would have to be loaded, and this thread may load nothing.
 */

export type PdfItem = {
  text: string;
  /** Left edge and baseline in points; y from the top of the page. */
  x: number;
  y: number;
  width: number;
  /** Height of the letters in points. */
  size: number;
  font: string;
};

export type PdfPage = { width: number; height: number; items: PdfItem[] };

/** Pages read; a résumé has fewer. */
const MOST_PAGES = 40;
/** Pieces of text read from one page; a page of print has a few hundred. */
const MOST_ITEMS = 20_000;

/** The message is a sentence for the file's owner. */
export class PdfError extends Error {}

const DAMAGED =
  "This is a PDF that we cannot open: it is incomplete or damaged. Save it again, and choose the new file.";
const LOCKED = "This PDF is protected by a password. Open it, print it as a new PDF without one, and choose that file.";

type Raw = { str: string; transform: number[]; width: number; height: number; fontName: string };

function isText(item: unknown): item is Raw {
  return isObject(item) && "str" in item && "transform" in item;
}

/** Keeps only upright text. Text that runs up the edge of a page is not a line. */
function toItem(raw: Raw, height: number): PdfItem[] {
  const [a = 0, b = 0, , d = 0, x = 0, y = 0] = raw.transform;
  if (raw.str.trim() === "" || Math.abs(b) > Math.abs(a)) return [];
  return [{ text: raw.str, x, y: height - y, width: raw.width, size: Math.abs(d) || raw.height, font: raw.fontName }];
}

/** All text of the first pages. @throws PdfError */
export async function pdfPages(
  bytes: Uint8Array,
  onProgress: (share: number) => void = () => undefined,
): Promise<PdfPage[]> {
  // A copy: pdf.js takes the bytes away.
  const task = getDocument({
    data: bytes.slice(),
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    const pages: PdfPage[] = [];
    const count = Math.min(pdf.numPages, MOST_PAGES);
    for (let number = 1; number <= count; number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const [left = 0, bottom = 0] = page.view;
      const { items } = await page.getTextContent({ disableNormalization: false });
      const texts = items.slice(0, MOST_ITEMS).flatMap((item) => (isText(item) ? toItem(item, height + bottom) : []));
      pages.push({ width, height, items: texts.map((item) => ({ ...item, x: item.x - left })) });
      page.cleanup();
      onProgress(number / count);
    }
    return pages;
  } catch (error) {
    throw new PdfError(error instanceof PasswordException ? LOCKED : DAMAGED, { cause: error });
  } finally {
    await task.destroy();
  }
}
