import { readPdf } from "#features/import/pure/document/read-pdf.ts";
import { answerReader } from "./answer-reader.ts";

/** Reads PDFs and everything else. It is twenty times larger than the other worker, so it is opened for a PDF alone. */
answerReader(readPdf);
