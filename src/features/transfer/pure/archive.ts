import {
  LIMITS,
  Problems,
  type Education,
  type GivenFile,
  type KnownDate,
  type Person,
  type Position,
  type ReadResult,
  type Source,
  type Tell,
} from "#features/transfer/rules.ts";
import { baseName, kindOfFile, textOf } from "./bytes.ts";
import { countryOf } from "./country.ts";
import { cleanCell, readCsv, type Columns, type Row } from "./csv.ts";
import { readDate } from "./dates.ts";
import { listZip, unpack, ZipError, type Budget, type ZipEntry } from "./zip.ts";

/**
 * Reads the data export of a professional network: archives, archives in
 * archives, or single CSVs. Of all their files three are unpacked and of their
 * columns only those named here are looked at. Brings the unpacker and the CSV
 * reader along: a page imports this file when somebody gives it a file.
 */

type Table = "positions" | "education" | "profile";

const NAMES: readonly (readonly [Table, RegExp])[] = [
  ["positions", /^positions(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["education", /^education(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["profile", /^profile(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
];

const START = ["startedon", "startdate", "started", "start", "from"];
const END = ["finishedon", "enddate", "finished", "endedon", "end", "to"];
const POSITION_COLUMNS: Columns<"company" | "title" | "description" | "location" | "start" | "end"> = {
  company: ["companyname", "company", "employer", "organization", "organisation"],
  title: ["title", "jobtitle", "positiontitle", "position", "role"],
  description: ["description"],
  location: ["location"],
  start: START,
  end: END,
};
const EDUCATION_COLUMNS: Columns<"school" | "start" | "end" | "notes" | "degree" | "activities"> = {
  school: ["schoolname", "school", "institution", "university"],
  start: START,
  end: END,
  notes: ["notes"],
  degree: ["degreename", "degree"],
  activities: ["activities", "activitiesandsocieties"],
};
const PROFILE_COLUMNS: Columns<"first" | "last" | "place"> = {
  first: ["firstname"],
  last: ["lastname"],
  place: ["geolocation"],
};

type Context = ReadResult & { found: Problems; budget: Budget; archives: number; tell: Tell };

/** A date of a row; what is none is told of, and the row keeps the rest. */
function dateOf(
  context: Context,
  file: string,
  line: number,
  column: string,
  cell: string,
): { known: KnownDate | undefined; isOpen: boolean } {
  const reading = readDate(cell);
  if (reading.is === "date") return { known: reading.known, isOpen: false };
  if (reading.is === "wrong") context.found.add(file, line, `${column}: ${reading.why}`);
  return { known: undefined, isOpen: reading.is !== "wrong" };
}

function span(
  context: Context,
  file: string,
  { line, cells }: Row<"start" | "end">,
  hasEnd: boolean,
): { start: KnownDate | undefined; end: KnownDate | undefined; isCurrent: boolean } {
  const start = dateOf(context, file, line, "Start", cells.start ?? "");
  const end = dateOf(context, file, line, "End", cells.end ?? "");
  const [from, to] = [start.known, end.known];
  // "2020" against "May 2020" is the same year; only what both know can be out of order.
  const digits = Math.min(
    ...[from, to].map((one) => (one?.precision === "year" ? 4 : one?.precision === "month" ? 7 : 10)),
  );
  if (from && to && to.date.slice(0, digits) < from.date.slice(0, digits)) {
    context.found.add(file, line, "The end is before the start, so we left the end out.");
    return { start: from, end: undefined, isCurrent: false };
  }
  return { start: from, end: to, isCurrent: hasEnd && end.isOpen };
}

function toPosition(
  context: Context,
  file: string,
  row: Row<keyof typeof POSITION_COLUMNS>,
  hasEnd: boolean,
): Position | undefined {
  const { cells, line } = row;
  const company = cleanCell(cells.company ?? "");
  if (company === "") {
    context.found.add(file, line, "The row has no company, so we left it out.");
    return undefined;
  }
  const title = cleanCell(cells.title ?? "");
  if (title === "") context.found.add(file, line, "The row has no title. Fill it in before you save.");
  return {
    from: { file, line },
    company,
    companyId: "",
    title,
    location: cleanCell(cells.location ?? ""),
    description: cleanCell(cells.description ?? "", LIMITS.longCell),
    ...span(context, file, row, hasEnd),
    kind: undefined,
    rating: 0,
  };
}

function toEducation(context: Context, file: string, row: Row<keyof typeof EDUCATION_COLUMNS>): Education | undefined {
  const { cells, line } = row;
  const school = cleanCell(cells.school ?? "");
  if (school === "") {
    context.found.add(file, line, "The row has no school, so we left it out.");
    return undefined;
  }
  const { start, end } = span(context, file, row, true);
  return {
    from: { file, line },
    school,
    schoolId: "",
    start,
    end,
    degree: cleanCell(cells.degree ?? ""),
    notes: cleanCell(cells.notes ?? "", LIMITS.longCell),
    activities: cleanCell(cells.activities ?? "", LIMITS.longCell),
  };
}

function toPerson({ cells }: Row<keyof typeof PROFILE_COLUMNS>): Person {
  return {
    firstName: cleanCell(cells.first ?? ""),
    lastName: cleanCell(cells.last ?? ""),
    ...countryOf(cells.place ?? ""),
  };
}

/** The complete export holds what the basic one does: a row that another file told already is taken once. */
function withoutKnown<Told extends { from: Source }>(known: readonly Told[], read: readonly Told[]): Told[] {
  const textOfRow = ({ from: _from, ...row }: Told): string => JSON.stringify(row);
  const told = new Set(known.map(textOfRow));
  return read.filter((row) => !told.has(textOfRow(row)));
}

/** True where the text is that table and was taken in; a foreign file is told by its columns only where its name says nothing. */
function takeTable(context: Context, table: Table, file: string, text: string, isGuess: boolean): boolean {
  const { found } = context;
  if (table === "positions") {
    const needed = isGuess ? (["company", "title", "start"] as const) : (["company", "title"] as const);
    const rows = readCsv(file, text, POSITION_COLUMNS, [needed], found);
    const hasEnd = rows?.some(({ cells }) => cells.end !== undefined) ?? false;
    if (rows && rows.length > 0 && !hasEnd) {
      found.add(file, 0, "The file has no column “Finished On”, so we do not know which jobs have ended.");
    }
    const read = (rows ?? []).flatMap((row) => toPosition(context, file, row, hasEnd) ?? []);
    context.positions.push(...withoutKnown(context.positions, read));
    return rows !== undefined;
  }
  if (table === "education") {
    const rows = readCsv(file, text, EDUCATION_COLUMNS, [isGuess ? ["school", "degree"] : ["school"]], found);
    const read = (rows ?? []).flatMap((row) => toEducation(context, file, row) ?? []);
    context.education.push(...withoutKnown(context.education, read));
    return rows !== undefined;
  }
  // A list of other people has these columns too: only a file of that name is read.
  const rows = isGuess ? undefined : readCsv(file, text, PROFILE_COLUMNS, [["first"], ["last"], ["place"]], found);
  const [first] = rows ?? [];
  if (first) context.profile ??= toPerson(first);
  return rows !== undefined;
}

const COLUMNS_MISSING: Readonly<Record<Table, string>> = {
  positions: "The file has no line with the columns “Company Name” and “Title”.",
  education: "The file has no line with the column “School Name”.",
  profile: "The file has no line with the columns “First Name” and “Last Name”.",
};
const NOTHING_FOUND = "There is no Positions.csv, Education.csv or Profile.csv in it.";

function takeText(context: Context, file: string, bytes: Uint8Array): void {
  const name = baseName(file);
  if (bytes.length > LIMITS.textBytes) {
    context.found.add(file, 0, `The file is larger than ${LIMITS.textBytes / 1_000_000} MB, which no list of jobs is.`);
    return;
  }
  const kind = kindOfFile(bytes);
  if (kind !== "text") {
    context.found.add(
      file,
      0,
      kind === "json" ? "This is a JSON file, not a CSV." : "This is neither a ZIP file nor a CSV.",
    );
    return;
  }
  const table = NAMES.find(([, pattern]) => pattern.test(name))?.[0];
  const text = textOf(bytes);
  if (table !== undefined) {
    if (!takeTable(context, table, name, text, false)) context.found.add(name, 0, COLUMNS_MISSING[table]);
  } else if (!takeTable(context, "positions", name, text, true) && !takeTable(context, "education", name, text, true)) {
    context.found.add(name, 0, "This is none of Positions.csv, Education.csv and Profile.csv.");
  }
}

function isWanted(name: string): boolean {
  // Copies that one system adds beside every file.
  if (name.includes("__MACOSX/")) return false;
  return NAMES.some(([, pattern]) => pattern.test(baseName(name)));
}

/** How many of our three files the archive, or one inside it, holds. */
function takeZip(context: Context, file: string, bytes: Uint8Array, depth: number): number {
  context.archives += 1;
  if (context.archives > LIMITS.archives) throw new ZipError(`We open at most ${LIMITS.archives} ZIP files at once.`);
  const entries = listZip(bytes);
  const open = (entry: ZipEntry, limit: number): Uint8Array =>
    unpack(bytes, entry, limit, context.budget, (share) => context.tell(baseName(entry.name), share));
  let taken = 0;
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    taken += 1;
    try {
      takeText(context, entry.name, open(entry, LIMITS.textBytes));
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      context.found.add(baseName(entry.name), 0, error.message);
    }
  }
  for (const entry of entries.filter(({ name }) => /\.zip$/i.test(name) && !name.includes("__MACOSX/"))) {
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
    if (/\.zip$/i.test(file)) context.found.add(file, 0, "This is no ZIP file. Download it again.");
    else takeText(context, file, bytes);
  } else if (takeInner(context, file, () => bytes, 0) === 0) context.found.add(file, 0, NOTHING_FOUND);
}

/** Everything the files tell of jobs, schools and the person, and a sentence for each thing they do not. Never throws. */
export function readArchive(files: readonly GivenFile[], tell: Tell = () => undefined): ReadResult {
  const context: Context = {
    positions: [],
    education: [],
    profile: undefined,
    problems: [],
    found: new Problems(),
    budget: { bytes: LIMITS.unpackedBytes },
    archives: 0,
    tell,
  };
  if (files.length > LIMITS.files) context.found.add("", 0, `We read at most ${LIMITS.files} files at once.`);
  for (const file of files.slice(0, LIMITS.files)) {
    tell(baseName(file.name), 0);
    takeFile(context, file);
  }
  const { positions, education, profile } = context;
  return { positions, education, profile, problems: context.found.all() };
}
