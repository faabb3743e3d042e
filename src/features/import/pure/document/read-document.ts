import { amountText } from "#core/number-text.ts";
import { LIMITS, Problems, type Person, type ReadResult } from "#features/import/rules.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import { baseName } from "#features/import/pure/file-content.ts";
import type { Reader } from "#features/import/pure/read-span.ts";
import { listZip, TooLargeError, unpack, ZipError, type Budget } from "#features/import/pure/read-zip.ts";
import { blockLines } from "./blocks.ts";
import { docxBlocks } from "./docx-blocks.ts";
import { textLines, type Line } from "./line.ts";
import { odtBlocks } from "./odt-blocks.ts";
import { hintsOf, readLines } from "./read-lines.ts";
import { isLinkedin, readLinkedin } from "./read-linkedin.ts";
import { XmlError } from "./xml-tree.ts";

/** Jobs, schools and the person of a document that people write for people. */

const NO_JOBS = "We found no jobs in it. Type them in, or choose another file.";
const NO_TEXT = "There is no text in it.";
const TOO_LARGE = "The document holds more text than we read. Paste the part about your jobs instead.";
export const SCAN =
  "This PDF contains pictures of text and no text, like a scan. Choose the document it was printed from, or paste its text.";

/** Characters below which a document holds no text worth reading. */
const LEAST_TEXT = 30;

function linkedinIn(lines: readonly Line[]): string {
  for (const { text } of lines.slice(0, 60)) {
    const address = /linkedin\.com\/in\/[^\s|,;)]{1,120}/iu.exec(text)?.[0];
    const handle = address === undefined ? undefined : linkedinHandle(`https://www.${address}`);
    if (handle !== undefined && handle !== "") return handle;
  }
  return "";
}

const TITLES = /curriculum|lebenslauf|r[ée]sum[ée]|^cv$|hoja de vida|履歴書|简历|이력서|bewerbung/iu;

/** The name above everything else: two to four words in the largest letters. Unknown without letter sizes. */
function personIn(lines: readonly Line[], top: readonly Line[]): Person | undefined {
  const largest = Math.max(0, ...lines.map(({ size }) => size));
  const usual = lines.map(({ size }) => size).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0;
  const linkedin = linkedinIn(lines);
  const line = top.find(({ size, text }) => size > usual * 1.3 && size === largest && !TITLES.test(text));
  const words = line?.text.split(/[ \t]/u) ?? [];
  const isName =
    words.length > 1 && words.length < 5 && words.every((word) => /^\p{Lu}[\p{L}\p{M}.'’-]{0,30}$/u.test(word));
  if (!isName && linkedin === "") return undefined;
  const [first, last] = isName ? [words.slice(0, -1).join(" "), words.at(-1) ?? ""] : ["", ""];
  return {
    firstName: first,
    lastName: last,
    countryCode: "",
    countryName: "",
    ...(linkedin === "" ? {} : { linkedin }),
  };
}

/** Reads the lines of a document. Never throws. */
export function readDocumentLines(
  file: string,
  lines: readonly Line[],
  thisYear?: number,
  noText = NO_TEXT,
): ReadResult {
  const problems = new Problems();
  const empty = { positions: [], education: [], profile: undefined };
  if (lines.reduce((sum, { text }) => sum + text.length, 0) < LEAST_TEXT) {
    problems.add(file, 0, noText);
    return { ...empty, problems: problems.all() };
  }
  const reader: Reader = { file, problems, hints: hintsOf(lines, thisYear) };
  const isTheirs = isLinkedin(lines);
  const read = isTheirs ? undefined : readLines(reader, lines);
  const found = read ? { ...read, profile: personIn(lines, read.top) } : readLinkedin(reader, lines);
  const { positions, education, profile } = found;
  if (positions.length === 0) problems.add(file, 0, NO_JOBS);
  const what = `${amountText(positions.length, "job")} and ${amountText(education.length, "school")}`;
  const said = isTheirs
    ? `We read ${what} in LinkedIn’s PDF.`
    : `We read ${what} in the text. What is marked “Not sure” is a guess.`;
  return {
    positions,
    education,
    profile,
    problems: problems.all(),
    ...(positions.length + education.length > 0 ? { understood: [said] } : {}),
  };
}

export function readText(name: string, text: string, thisYear?: number): ReadResult {
  return readDocumentLines(baseName(name), textLines(text.slice(0, LIMITS.textBytes)), thisYear);
}

/** The XML of a text document; undefined for any other ZIP. */
const DOCUMENTS: readonly (readonly [name: string, blocks: typeof docxBlocks])[] = [
  ["word/document.xml", docxBlocks],
  ["content.xml", odtBlocks],
];

/** A DOCX or an ODT; undefined if the ZIP is neither. Never throws. */
export function readOffice(name: string, bytes: Uint8Array, budget: Budget, thisYear?: number): ReadResult | undefined {
  const file = baseName(name);
  const failed = (why: string): ReadResult => ({
    positions: [],
    education: [],
    profile: undefined,
    problems: [{ file, line: 0, why }],
  });
  try {
    const entries = listZip(bytes);
    for (const [path, blocks] of DOCUMENTS) {
      const entry = entries.find((one) => one.name === path);
      if (!entry) continue;
      // A spreadsheet has a content.xml too.
      if (path === "content.xml" && !isText(bytes, entries, budget)) return undefined;
      const xml = new TextDecoder().decode(unpack(bytes, entry, { limit: LIMITS.textBytes, budget }));
      return readDocumentLines(file, blockLines(blocks(xml)), thisYear);
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooLargeError) return failed(TOO_LARGE);
    if (error instanceof ZipError || error instanceof XmlError) return failed(error.message);
    throw error;
  }
}

function isText(bytes: Uint8Array, entries: ReturnType<typeof listZip>, budget: Budget): boolean {
  const entry = entries.find(({ name }) => name === "mimetype");
  if (!entry) return false;
  return new TextDecoder().decode(unpack(bytes, entry, { limit: 200, budget })).includes("opendocument.text");
}
