import {
  LIMITS,
  Problems,
  type ColumnAnswers,
  type GivenFile,
  type OwnExtras,
  type OnProgress,
} from "#features/import/rules.ts";
import { baseName, kindOfFile, LETTERS_MAY_BE_WRONG, textOf } from "./file-content.ts";
import { readResume, type ResumeResult } from "./read-resume.ts";
import { unreadableFile, unsupportedFile, unsupportedZip } from "./unsupported-files.ts";
import { NONE_OF_OURS, readTable, withoutKnown, type Reading } from "./read-table.ts";
import { ARCHIVE, isSystemCopy, OWN_RESUME, OWN_STOPS, tableNamed } from "./file-names.ts";
import { listZip, unpack, ZipError, type Budget, type ZipEntry } from "./read-zip.ts";

/**
 * Reads exports of a professional network or our own: archives, archives inside archives, or single CSVs. Loads the
 * unpacker and the CSV reader, so pages import it only when somebody chooses a file.
 */

type Context = Reading & {
  budget: Budget;
  archives: number;
  onProgress: OnProgress;
  own: OwnExtras | undefined;
  /** Tables without rows. */
  empty: string[];
};

const NO_ROWS = "There are no rows in it.";
const NOTHING_FOUND = "There is no Positions.csv, Volunteering.csv, Education.csv or Profile.csv in it.";

function readText(context: Context, file: string, bytes: Uint8Array): void {
  const name = baseName(file);
  const say = (why: string): void => context.problems.add(name, 0, why);
  const stranger = unsupportedFile(name, bytes);
  if (stranger !== undefined) {
    say(stranger);
    return;
  }
  if (bytes.length > LIMITS.textBytes) {
    say(`The file is larger than ${LIMITS.textBytes / 1_000_000} MB, which no list of jobs is.`);
    return;
  }
  const kind = kindOfFile(bytes);
  if (kind !== "text") {
    say(kind === "json" ? "This is a JSON file, not a CSV." : unreadableFile(name));
    return;
  }
  const { text, isGuess } = textOf(bytes);
  const said = context.problems.list.length + context.ask.length;
  const before = context.positions.length + context.education.length + (context.profile ? 1 : 0);
  readTable(context, tableNamed(name), name, text);
  const after = context.positions.length + context.education.length + (context.profile ? 1 : 0);
  if (after === before && context.problems.list.length + context.ask.length === said) context.empty.push(name);
  if (isGuess && after > before) say(LETTERS_MAY_BE_WRONG);
}

/** Skips facts that another file already had. The review compares jobs that differ. */
function addResume(context: Context, { positions, education, profile, problems, own }: ResumeResult): boolean {
  context.positions.push(...withoutKnown(context.positions, positions));
  context.education.push(...withoutKnown(context.education, education));
  context.profile ??= profile;
  context.own ??= own;
  for (const { file, line, why } of problems) context.problems.add(file, line, why);
  return positions.length > 0 || own !== undefined;
}

/**
 * Returns the number of useful files in the archive and in archives inside it. stops.csv contains less than
 * resume.json, so it is read only if resume.json is missing or broken.
 */
function readZip(context: Context, file: string, bytes: Uint8Array, depth: number): number {
  context.archives += 1;
  if (context.archives > LIMITS.archives) throw new ZipError(`We open at most ${LIMITS.archives} ZIP files at once.`);
  const entries = listZip(bytes).filter(({ name }) => !isSystemCopy(name));
  const named = (isSuch: (name: string) => boolean): ZipEntry[] => entries.filter(({ name }) => isSuch(baseName(name)));
  const open = (entry: ZipEntry, limit: number): Uint8Array =>
    unpack(bytes, entry, {
      limit,
      budget: context.budget,
      onProgress: (share) => context.onProgress(baseName(entry.name), share),
    });
  let taken = 0;
  /**
   * Returns whether the file was read. A file that cannot be unpacked becomes a problem, and the others are still read.
   */
  const attempt = (entry: ZipEntry, take: (content: Uint8Array) => boolean): boolean => {
    taken += 1;
    try {
      return take(open(entry, LIMITS.textBytes));
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      context.problems.add(baseName(entry.name), 0, error.message);
      return false;
    }
  };
  const asText = (entry: ZipEntry): boolean =>
    attempt(entry, (content) => {
      readText(context, entry.name, content);
      return true;
    });
  for (const entry of named((name) => tableNamed(name) !== undefined)) asText(entry);
  const resumes = named((name) => OWN_RESUME.test(name)).map((entry) =>
    attempt(entry, (content) => addResume(context, readResume(entry.name, content, context.thisYear))),
  );
  if (!resumes.includes(true)) for (const entry of named((name) => OWN_STOPS.test(name))) asText(entry);
  for (const entry of named((name) => ARCHIVE.test(name))) {
    if (depth >= LIMITS.archiveDepth) {
      context.problems.add(file, 0, "There are more archives inside archives than we open.");
      break;
    }
    taken += readInnerZip(context, baseName(entry.name), () => open(entry, LIMITS.fileBytes), depth + 1);
  }
  return taken;
}

function readInnerZip(context: Context, file: string, open: () => Uint8Array, depth: number): number {
  try {
    return readZip(context, file, open(), depth);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    context.problems.add(file, 0, error.message);
    return 1;
  }
}

export const TOO_LARGE = `The file is larger than ${LIMITS.fileBytes / 1_000_000} MB. Choose the CSV files inside it instead.`;

/** Ask this before reading a file's bytes. */
export function isTooLarge(size: number): boolean {
  return size > LIMITS.fileBytes;
}

function readGivenFile(context: Context, { name, bytes }: GivenFile): void {
  const file = baseName(name);
  if (isTooLarge(bytes.length)) {
    context.problems.add(file, 0, TOO_LARGE);
  } else if (bytes.length === 0) context.problems.add(file, 0, "The file is empty.");
  else if (kindOfFile(bytes) !== "zip") {
    if (ARCHIVE.test(file)) context.problems.add(file, 0, "This is not a ZIP file. Download it again.");
    else readText(context, file, bytes);
  } else if (readInnerZip(context, file, () => bytes, 0) === 0) {
    context.problems.add(file, 0, unsupportedZip(file, bytes) ?? NOTHING_FOUND);
  }
}

type ReadOptions = {
  onProgress?: OnProgress;
  /** The current year, for years of two digits. */
  thisYear?: number;
  budget?: Budget;
  /** The person's answers about columns that we do not know. */
  answers?: ColumnAnswers;
};

/** Jobs, schools and the person of the files, and a sentence for each problem. Never throws. */
export function readArchive(
  files: readonly GivenFile[],
  {
    onProgress = () => undefined,
    thisYear,
    budget = { bytes: LIMITS.unpackedBytes },
    answers = new Map(),
  }: ReadOptions = {},
): ResumeResult {
  const context: Context = {
    positions: [],
    education: [],
    profile: undefined,
    problems: new Problems(),
    own: undefined,
    empty: [],
    budget,
    archives: 0,
    onProgress,
    thisYear,
    answers,
    ask: [],
  };
  if (files.length > LIMITS.files) context.problems.add("", 0, `We read at most ${LIMITS.files} files at once.`);
  for (const file of files.slice(0, LIMITS.files)) {
    onProgress(baseName(file.name), 0);
    readGivenFile(context, file);
  }
  const { positions, education, profile, own } = context;
  const hasNothing = positions.length === 0 && education.length === 0 && !profile && !own;
  if (hasNothing) for (const file of context.empty) context.problems.add(file, 0, NO_ROWS);
  // If there are real lists, a table with another name is probably not one of jobs.
  const asked = context.ask.filter(({ isNamed }) => isNamed || hasNothing);
  for (const one of context.ask) if (!asked.includes(one)) context.problems.add(one.file, 0, NONE_OF_OURS);
  const ask = asked.map(({ isNamed: _isNamed, ...question }) => question);
  return { positions, education, profile, problems: context.problems.all(), own, ...(ask.length > 0 ? { ask } : {}) };
}
