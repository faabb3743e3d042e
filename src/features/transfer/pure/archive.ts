import { LIMITS, Problems, type GivenFile, type OwnExtras, type Tell } from "#features/transfer/rules.ts";
import { baseName, kindOfFile, LETTERS_MAY_BE_WRONG, textOf } from "./bytes.ts";
import { fromResume, type ResumeResult } from "./resume-in.ts";
import { strangerInZip, strangerOf } from "./strangers.ts";
import { takeTable, withoutKnown, type Reading } from "./tables.ts";
import { ARCHIVE, isShadow, OWN_RESUME, OWN_STOPS, tableNamed } from "./wanted.ts";
import { listZip, unpack, ZipError, type Budget, type ZipEntry } from "./zip.ts";

/**
 * Reads the data export of a professional network or of our own: archives,
 * archives in archives, or single CSVs. Of all their files a few are unpacked.
 * Brings the unpacker and the CSV reader along: a page imports this file when
 * somebody gives it a file.
 */

type Context = Reading & {
  budget: Budget;
  archives: number;
  tell: Tell;
  own: OwnExtras | undefined;
  /** Tables that have their columns and nothing else. */
  empty: string[];
};

const NO_ROWS = "There are no rows in it.";
const NOTHING_FOUND = "There is no Positions.csv, Education.csv or Profile.csv in it.";

function takeText(context: Context, file: string, bytes: Uint8Array): void {
  const name = baseName(file);
  const say = (why: string): void => context.found.add(name, 0, why);
  const stranger = strangerOf(name, bytes);
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
    say(kind === "json" ? "This is a JSON file, not a CSV." : "This is neither a ZIP file nor a CSV.");
    return;
  }
  const { text, isGuess } = textOf(bytes);
  const told = context.found.list.length;
  const before = context.positions.length + context.education.length + (context.profile ? 1 : 0);
  takeTable(context, tableNamed(name), name, text);
  const after = context.positions.length + context.education.length + (context.profile ? 1 : 0);
  if (after === before && context.found.list.length === told) context.empty.push(name);
  if (isGuess && after > before) say(LETTERS_MAY_BE_WRONG);
}

/** What two files tell alike is taken once; lists of jobs that differ are for the person to compare. */
function takeResume(context: Context, { positions, education, profile, problems, own }: ResumeResult): boolean {
  context.positions.push(...withoutKnown(context.positions, positions));
  context.education.push(...withoutKnown(context.education, education));
  context.profile ??= profile;
  context.own ??= own;
  for (const { file, line, why } of problems) context.found.add(file, line, why);
  return positions.length > 0 || own !== undefined;
}

/** How many files for us the archive, or one inside it, holds. Our own table of stops says less than our own résumé and is read in its stead alone. */
function takeZip(context: Context, file: string, bytes: Uint8Array, depth: number): number {
  context.archives += 1;
  if (context.archives > LIMITS.archives) throw new ZipError(`We open at most ${LIMITS.archives} ZIP files at once.`);
  const entries = listZip(bytes).filter(({ name }) => !isShadow(name));
  const named = (isSuch: (name: string) => boolean): ZipEntry[] => entries.filter(({ name }) => isSuch(baseName(name)));
  const open = (entry: ZipEntry, limit: number): Uint8Array =>
    unpack(bytes, entry, limit, context.budget, (share) => context.tell(baseName(entry.name), share));
  let taken = 0;
  /** True where it was read; what cannot be unpacked is told of, and the others are read. */
  const attempt = (entry: ZipEntry, take: (content: Uint8Array) => boolean): boolean => {
    taken += 1;
    try {
      return take(open(entry, LIMITS.textBytes));
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      context.found.add(baseName(entry.name), 0, error.message);
      return false;
    }
  };
  const asText = (entry: ZipEntry): boolean =>
    attempt(entry, (content) => {
      takeText(context, entry.name, content);
      return true;
    });
  for (const entry of named((name) => tableNamed(name) !== undefined)) asText(entry);
  const resumes = named((name) => OWN_RESUME.test(name)).map((entry) =>
    attempt(entry, (content) => takeResume(context, fromResume(entry.name, content, context.thisYear))),
  );
  if (!resumes.includes(true)) for (const entry of named((name) => OWN_STOPS.test(name))) asText(entry);
  for (const entry of named((name) => ARCHIVE.test(name))) {
    if (depth >= LIMITS.archiveDepth) {
      context.found.add(file, 0, "There are more archives inside archives than we open.");
      break;
    }
    taken += takeInner(context, baseName(entry.name), () => open(entry, LIMITS.fileBytes), depth + 1);
  }
  return taken;
}

function takeInner(context: Context, file: string, open: () => Uint8Array, depth: number): number {
  try {
    return takeZip(context, file, open(), depth);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    context.found.add(file, 0, error.message);
    return 1;
  }
}

/** Whether a file is too large to be read at all; asked before its bytes are. */
export function isTooLarge(size: number): boolean {
  return size > LIMITS.fileBytes;
}

function takeFile(context: Context, { name, bytes }: GivenFile): void {
  const file = baseName(name);
  if (isTooLarge(bytes.length)) {
    context.found.add(
      file,
      0,
      `The file is larger than ${LIMITS.fileBytes / 1_000_000} MB. Choose the CSV files inside it instead.`,
    );
  } else if (bytes.length === 0) context.found.add(file, 0, "The file is empty.");
  else if (kindOfFile(bytes) !== "zip") {
    if (ARCHIVE.test(file)) context.found.add(file, 0, "This is no ZIP file. Download it again.");
    else takeText(context, file, bytes);
  } else if (takeInner(context, file, () => bytes, 0) === 0) {
    context.found.add(file, 0, strangerInZip(file, bytes) ?? NOTHING_FOUND);
  }
}

export type ReadOptions = {
  tell?: Tell;
  /** The year it is, for years of two digits. */
  thisYear?: number;
  budget?: Budget;
};

/** Everything the files tell of jobs, schools and the person, and a sentence for each thing they do not. Never throws. */
export function readArchive(
  files: readonly GivenFile[],
  { tell = () => undefined, thisYear, budget = { bytes: LIMITS.unpackedBytes } }: ReadOptions = {},
): ResumeResult {
  const context: Context = {
    positions: [],
    education: [],
    profile: undefined,
    found: new Problems(),
    own: undefined,
    empty: [],
    budget,
    archives: 0,
    tell,
    thisYear,
  };
  if (files.length > LIMITS.files) context.found.add("", 0, `We read at most ${LIMITS.files} files at once.`);
  for (const file of files.slice(0, LIMITS.files)) {
    tell(baseName(file.name), 0);
    takeFile(context, file);
  }
  const { positions, education, profile, own } = context;
  const hasNothing = positions.length === 0 && education.length === 0 && !profile && !own;
  if (hasNothing) for (const file of context.empty) context.found.add(file, 0, NO_ROWS);
  return { positions, education, profile, problems: context.found.all(), own };
}
