import { isTooLarge, readArchive, TOO_LARGE } from "#features/import/pure/read-archive.ts";
import { readOffice, readText } from "#features/import/pure/document/read-document.ts";
import { isPdf, kindOfFile, textOf } from "#features/import/pure/file-content.ts";
import { readResume } from "#features/import/pure/read-resume.ts";
import { resumeFormat } from "#features/import/pure/resume-format.ts";
import { unsupportedFile } from "#features/import/pure/unsupported-files.ts";
import {
  LIMITS,
  type ColumnAnswers,
  type GivenFile,
  type Problem,
  type ReadResult,
  type OnProgress,
} from "#features/import/rules.ts";

async function readOne(file: File, problems: Problem[]): Promise<GivenFile | undefined> {
  if (isTooLarge(file.size)) {
    problems.push({ file: file.name, line: 0, why: TOO_LARGE });
    return undefined;
  }
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    problems.push({ file: file.name, line: 0, why: "The file could not be opened. Choose it again." });
    return undefined;
  }
}

/** Reads a PDF; see pure/document/read-pdf.ts. */
export type ReadPdf = (
  name: string,
  bytes: Uint8Array,
  thisYear: number,
  onProgress: (share: number) => void,
) => Promise<ReadResult>;

const PLAIN_TEXT = /\.(?:txt|text|md|markdown)$/i;

/**
 * A text that can be read as a data format or a table is a résumé or a table. Any other text was written for people.
 */
function readPlainText(given: GivenFile, thisYear: number): ReadResult {
  const isFormat = resumeFormat(given.name, given.bytes) !== undefined;
  const read = isFormat ? readResume(given.name, given.bytes, thisYear) : readArchive([given], { thisYear });
  if (read.positions.length > 0 || read.education.length > 0) return read;
  return readText(given.name, textOf(given.bytes).text, thisYear);
}

/** Reads archives, tables, résumés and documents. Without `readPdf` a PDF is a problem. */
export async function readFiles(
  files: readonly File[],
  onProgress: OnProgress,
  answers: ColumnAnswers = new Map(),
  readPdf?: ReadPdf,
): Promise<ReadResult> {
  const result: ReadResult = { positions: [], education: [], profile: undefined, problems: [] };
  if (files.length > LIMITS.files) {
    result.problems.push({ file: "", line: 0, why: `We read at most ${LIMITS.files} files at once.` });
  }
  const archives: GivenFile[] = [];
  const budget = { bytes: LIMITS.unpackedBytes };
  const thisYear = new Date().getFullYear();
  const add = (read: ReadResult): void => {
    result.positions.push(...read.positions);
    result.education.push(...read.education);
    result.profile ??= read.profile;
    result.own ??= read.own;
    result.problems.push(...read.problems);
    if (read.ask) result.ask = [...(result.ask ?? []), ...read.ask];
    if (read.understood) result.understood = [...(result.understood ?? []), ...read.understood];
  };
  for (const file of files.slice(0, LIMITS.files)) {
    onProgress(file.name, 0);
    const given = await readOne(file, result.problems);
    if (!given) continue;
    const kind = kindOfFile(given.bytes);
    const office = kind === "zip" ? readOffice(given.name, given.bytes, budget, thisYear) : undefined;
    const isText = kind === "text" && PLAIN_TEXT.test(given.name);
    const isKnown = unsupportedFile(given.name, given.bytes) === undefined;
    if (readPdf && isPdf(given.bytes)) {
      add(await readPdf(given.name, given.bytes, thisYear, (share) => onProgress(given.name, share)));
    } else if (office) add(office);
    else if (isText) add(readPlainText(given, thisYear));
    else if (isKnown && resumeFormat(given.name, given.bytes) !== undefined) {
      add(readResume(given.name, given.bytes, thisYear));
    } else archives.push(given);
  }
  if (archives.length > 0) add(readArchive(archives, { onProgress, thisYear, answers, budget }));
  return result;
}
