import { readPdf } from "#features/import/pure/document/read-pdf.ts";
import { answerReader } from "./answer-reader.ts";

/** Reads PDFs and all other files. Twenty times larger than the other worker, so only used for a PDF. */
answerReader(readPdf);
