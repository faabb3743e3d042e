import { answerReader } from "./answer-reader.ts";

/** Reads everything but PDFs. */
answerReader();
