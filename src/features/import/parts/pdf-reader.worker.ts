import { readPdf } from "#features/import/pure/document/read-pdf.ts";
import { answerReader } from "./answer-reader.ts";

/**
 * Reads PDFs and all other files. It is twenty times larger than the other worker, so it is used only if there is a
 * PDF.
 */
answerReader(readPdf);
