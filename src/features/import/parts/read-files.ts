import { readArchive } from "#features/import/pure/read-archive.ts";
import { readResume } from "#features/import/pure/read-resume.ts";
import { resumeFormat } from "#features/import/pure/resume-format.ts";
import {
  LIMITS,
  type ColumnAnswers,
  type GivenFile,
  type Problem,
  type ReadResult,
  type Tell,
} from "#features/import/rules.ts";

async function readOne(file: File, problems: Problem[]): Promise<GivenFile | undefined> {
  if (file.size > LIMITS.fileBytes) {
    const why = `The file is larger than ${LIMITS.fileBytes / 1_000_000} MB. Choose the CSV files inside it instead.`;
    problems.push({ file: file.name, line: 0, why });
    return undefined;
  }
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    problems.push({ file: file.name, line: 0, why: "The file could not be opened. Choose it again." });
    return undefined;
  }
}

/** Reads archives, CSVs and résumés. */
export async function readFiles(
  files: readonly File[],
  tell: Tell,
  answers: ColumnAnswers = new Map(),
): Promise<ReadResult> {
  const result: ReadResult = { positions: [], education: [], profile: undefined, problems: [] };
  if (files.length > LIMITS.files) {
    result.problems.push({ file: "", line: 0, why: `We read at most ${LIMITS.files} files at once.` });
  }
  const archives: GivenFile[] = [];
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
    tell(file.name, 0);
    const given = await readOne(file, result.problems);
    if (!given) continue;
    if (resumeFormat(given.name, given.bytes) !== undefined) add(readResume(given.name, given.bytes, thisYear));
    else archives.push(given);
  }
  if (archives.length > 0) add(readArchive(archives, { tell, thisYear, answers }));
  return result;
}
