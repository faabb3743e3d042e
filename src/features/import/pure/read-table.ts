import { isRoleKind } from "#core/role-kind.ts";
import { mapTexts, ROLE_TEXT_NAMES } from "#core/role-texts.ts";
import {
  LIMITS,
  type ColumnAnswers,
  type ColumnQuestion,
  type Education,
  type KnownDate,
  type Person,
  type Position,
  type Problems,
  type Source,
} from "#features/import/rules.ts";
import { columnQuestion } from "./ask-columns.ts";
import { EDUCATION_COLUMNS, isSurely, POSITION_COLUMNS, PROFILE_COLUMNS } from "./column-names.ts";
import { countryOf } from "./country.ts";
import { missingNames } from "./missing-names.ts";
import { cleanCell, headersIn, readCsv, type Row, type AnsweredColumns } from "./read-csv.ts";
import { coarser, cutDate, dateWords, readDate, type DateHints } from "./read-date.ts";
import { readRange } from "./read-range.ts";
import { ratingOf } from "./json.ts";
import type { TableName } from "./file-names.ts";
import { unreadableFile } from "./unsupported-files.ts";

/** Reads the tables of an export and our own stops.csv. Only the columns named here are read. */

export type Reading = {
  positions: Position[];
  education: Education[];
  profile: Person | undefined;
  problems: Problems;
  thisYear?: number | undefined;
  /** The person's answers about columns, and the questions that remain. */
  answers: ColumnAnswers;
  ask: (ColumnQuestion & { isNamed: boolean })[];
};

const OTHER_PEOPLE = ["connectedon", "emailaddress", "emails", "phonenumbers", "company", "companyname", "companies"];
const WISHES = [
  "applicationdate",
  "applicationstatus",
  "applieddate",
  "appliedon",
  "dateapplied",
  "joburl",
  "resumename",
  "questionandanswers",
  "saveddate",
];

/** Why a table is not about the person's own jobs, whatever its name. Undefined if it may be. */
function unrelatedTable(headers: readonly ReadonlySet<string>[]): string | undefined {
  const has = (keys: ReadonlySet<string>, some: readonly string[]): boolean => some.some((key) => keys.has(key));
  if (headers.some((keys) => keys.has("firstname") && keys.has("lastname") && has(keys, OTHER_PEOPLE))) {
    return "This is a list of other people, not of your jobs, so we did not read it.";
  }
  if (headers.some((keys) => has(keys, WISHES))) {
    return "This is a list of jobs applied for or saved, not of jobs you had, so we did not read it.";
  }
  return undefined;
}

type Dated = { start: KnownDate | undefined; end: KnownDate | undefined; isCurrent: boolean };

class Rows {
  readonly reading: Reading;
  readonly file: string;
  readonly #hints: DateHints;

  constructor(reading: Reading, file: string, rows: readonly Row<"start" | "end">[]) {
    this.reading = reading;
    this.file = file;
    const words = dateWords(rows.flatMap(({ cells }) => [cells.start ?? "", cells.end ?? ""]));
    this.#hints = { words, thisYear: reading.thisYear };
  }

  say(line: number, why: string): void {
    this.reading.problems.add(this.file, line, why);
  }

  /** Reads a date of a row; an unreadable one becomes a problem, and the row keeps the rest. */
  #dateOf(
    line: number,
    column: "Start" | "End",
    cell: string,
  ): { known: KnownDate | undefined; isOpen: boolean; isNow: boolean } {
    const reading = readDate(cell, { ...this.#hints, side: column === "Start" ? "start" : "end" });
    const isNow = reading.is === "current";
    if (reading.is === "wrong") this.say(line, `${column}: ${reading.why}`);
    if (reading.is !== "date") return { known: undefined, isOpen: reading.is !== "wrong", isNow };
    if (reading.notice !== undefined) this.say(line, `${column}: ${reading.notice}`);
    return { known: reading.known, isOpen: false, isNow };
  }

  span({ line, cells }: Row<"start" | "end">, hasEnd: boolean): Dated {
    const both = (cells.end ?? "") === "" ? readRange(cells.start ?? "", this.#hints) : undefined;
    if (both?.start.is === "date") {
      const last = both.end.is === "date" ? both.end.known : undefined;
      return { start: both.start.known, end: last, isCurrent: both.end.is === "current" };
    }
    const start = this.#dateOf(line, "Start", cells.start ?? "");
    const end = this.#dateOf(line, "End", cells.end ?? "");
    const [from, to] = [start.known, end.known];
    // Compare at the coarser precision: "2020" is not before "May 2020".
    const precision = coarser(from?.precision ?? "day", to?.precision ?? "day");
    if (from && to && cutDate(to.date, precision) < cutDate(from.date, precision)) {
      this.say(line, "The end is before the start, so we left the end out.");
      return { start: from, end: undefined, isCurrent: false };
    }
    // Without any date it is unknown whether the job has ended.
    return { start: from, end: to, isCurrent: hasEnd && (end.isNow || (end.isOpen && from !== undefined)) };
  }

  /**
   * Is each cell in its own column? A row with missing or extra empty cells is accepted only if the mistake must be at
   * its end: its start is a date, and no text cell is one.
   * @param texts the cells that hold a text and never a date
   */
  isWhole({ line, cells, doubt }: Row<"start">, texts: readonly (string | undefined)[]): boolean {
    if (doubt === undefined) return true;
    const isDate = (cell: string | undefined): boolean => readDate(cell ?? "").is === "date";
    if (isDate(cells.start) && !texts.some(isDate)) return true;
    this.say(line, doubt);
    return false;
  }
}

/** Anything but a clear "no" makes the company undisclosed. */
function isUndisclosed(cell: string): boolean {
  return !["", "no", "false", "0"].includes(cell.trim().toLowerCase());
}

type PositionColumn = keyof typeof POSITION_COLUMNS;

function toPosition(rows: Rows, row: Row<PositionColumn>, hasEnd: boolean, isVolunteer: boolean): Position | undefined {
  const { cells, line } = row;
  const company = cleanCell(cells.company ?? "");
  const title = cleanCell(cells.title ?? "");
  if (company === "" && title === "") {
    rows.say(line, "The row has neither company nor title, so we left it out.");
    return undefined;
  }
  const texts = ROLE_TEXT_NAMES.map((text) => cells[text]);
  if (!rows.isWhole(row, [cells.title, cells.description, ...texts, cells.kind])) return undefined;
  for (const text of missingNames("The row", company, title)) rows.say(line, text);
  const kind = (cells.kind ?? "").trim().toLowerCase();
  return {
    from: { file: rows.file, line },
    company,
    companyId: "",
    title,
    ...mapTexts((text) => cleanCell(cells[text] ?? "")),
    description: cleanCell(cells.description ?? "", LIMITS.longCell),
    ...rows.span(row, hasEnd),
    kind: isRoleKind(kind) ? kind : isVolunteer ? "other" : undefined,
    rating: ratingOf(Number(cells.rating ?? "") * 20),
    ...(cells.undisclosed === undefined ? {} : { undisclosed: isUndisclosed(cells.undisclosed) }),
  };
}

function toEducation(rows: Rows, row: Row<keyof typeof EDUCATION_COLUMNS>): Education | undefined {
  const { cells, line } = row;
  const school = cleanCell(cells.school ?? "");
  if (school === "") {
    rows.say(line, "The row has no school, so we left it out.");
    return undefined;
  }
  if (!rows.isWhole(row, [cells.notes, cells.degree, cells.activities])) return undefined;
  const { start, end } = rows.span(row, true);
  return {
    from: { file: rows.file, line },
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

/** The complete export contains the basic one: skip rows that another file had. */
export function withoutKnown<Job extends { from: Source }>(known: readonly Job[], read: readonly Job[]): Job[] {
  const textOfRow = ({ from: _from, ...row }: Job): string => JSON.stringify(row);
  const texts = new Set(known.map(textOfRow));
  return read.filter((row) => !texts.has(textOfRow(row)));
}

function readJobs(
  reading: Reading,
  file: string,
  text: string,
  { isVolunteer, answered }: { isVolunteer: boolean; answered?: AnsweredColumns<PositionColumn> },
): boolean {
  const table = readCsv({ file, text, problems: reading.problems }, POSITION_COLUMNS, {
    needed: [["company", "title"]],
    answered,
  });
  if (!table) return false;
  const rows = new Rows(reading, file, table.rows);
  const hasEnd = table.has.has("end");
  const isRange = table.rows.some(({ cells }) => readRange(cells.start ?? "") !== undefined);
  if (table.rows.length > 0 && !hasEnd && !isRange) {
    rows.say(0, "The file has no column “Finished On”, so we do not know which jobs have ended.");
  }
  const read = table.rows.flatMap((row) => toPosition(rows, row, hasEnd, isVolunteer) ?? []);
  reading.positions.push(...withoutKnown(reading.positions, read));
  return true;
}

function readEducation(reading: Reading, file: string, text: string): boolean {
  const table = readCsv({ file, text, problems: reading.problems }, EDUCATION_COLUMNS, { needed: [["school"]] });
  if (!table) return false;
  const rows = new Rows(reading, file, table.rows);
  const read = table.rows.flatMap((row) => toEducation(rows, row) ?? []);
  reading.education.push(...withoutKnown(reading.education, read));
  return true;
}

function readProfile(reading: Reading, file: string, text: string): boolean {
  const table = readCsv({ file, text, problems: reading.problems }, PROFILE_COLUMNS, {
    needed: [["first"], ["last"], ["place"]],
  });
  const [first] = table?.rows ?? [];
  if (first) reading.profile ??= toPerson(first);
  return table !== undefined;
}

const TAKE: Readonly<Record<TableName, (reading: Reading, file: string, text: string) => boolean>> = {
  positions: (reading, file, text) => readJobs(reading, file, text, { isVolunteer: false }),
  volunteering: (reading, file, text) => readJobs(reading, file, text, { isVolunteer: true }),
  education: readEducation,
  profile: readProfile,
};

const WRITE_THEM = "Write those into the first line, and choose the file again.";
const JOBS_MISSING = `The file has no line with the columns “Company Name” and “Title”. ${WRITE_THEM}`;
const COLUMNS_MISSING: Readonly<Record<TableName, string>> = {
  positions: JOBS_MISSING,
  volunteering: JOBS_MISSING,
  education: `The file has no line with the column “School Name”. ${WRITE_THEM}`,
  profile: `The file has no line with the columns “First Name” and “Last Name”. ${WRITE_THEM}`,
};
export const NONE_OF_OURS =
  "This is none of Positions.csv, Volunteering.csv, Education.csv and Profile.csv. " +
  "A file of another name is read where it has the columns “Company Name”, “Title”, “Started On” and “Finished On”.";

/** Asks about a table with unknown columns; reports a problem if it is not a table. */
function ask(reading: Reading, file: string, text: string, { why, isNamed }: { why: string; isNamed: boolean }): void {
  const question = columnQuestion(file, text, isNamed);
  if (question) reading.ask.push({ ...question, isNamed });
  else reading.problems.add(file, 0, why);
}

function readAnswered(reading: Reading, file: string, text: string, isVolunteer: boolean): boolean {
  const answer = reading.answers.get(file);
  if (!answer) return false;
  const { line, separator, places } = answer;
  const columns = (["company", "title", "start", "end"] as const).flatMap((column) =>
    places[column] === undefined ? [] : [[places[column], column] as const],
  );
  return readJobs(reading, file, text, { isVolunteer, answered: { line, separator, places: new Map(columns) } });
}

/** Tables of LinkedIn's archive that hold no jobs of the person's. */
const OTHER_TABLES =
  /^(?:honors|projects|certifications|courses|languages|patents|publications|test ?scores|organizations|skills|endorsement|recommendations|invitations|messages|learning|interests|saved jobs|ad_targeting|rich media|registration|phone|email|receipts|causes)/i;
const HOLDS_NO_JOBS = "This table from LinkedIn contains no jobs. Choose Positions.csv, or the whole archive.";

/** Reads a table, recognised by its name or by its full set of columns; asks about one that may be a list of jobs. */
export function readTable(reading: Reading, named: TableName | undefined, file: string, text: string): void {
  const headers = headersIn(text);
  const stranger = unrelatedTable(headers);
  if (stranger !== undefined) {
    reading.problems.add(file, 0, stranger);
    return;
  }
  if (readAnswered(reading, file, text, named === "volunteering")) return;
  if (named !== undefined) {
    if (TAKE[named](reading, file, text)) return;
    const isJobs = named === "positions" || named === "volunteering";
    if (isJobs) ask(reading, file, text, { why: COLUMNS_MISSING[named], isNamed: true });
    else reading.problems.add(file, 0, COLUMNS_MISSING[named]);
    return;
  }
  const surely = (["positions", "education"] as const).find((table) => headers.some((keys) => isSurely(table, keys)));
  if (surely === undefined && OTHER_TABLES.test(file)) reading.problems.add(file, 0, HOLDS_NO_JOBS);
  else if (surely === undefined || !TAKE[surely](reading, file, text))
    ask(reading, file, text, { why: unreadableFile(file, NONE_OF_OURS), isNamed: false });
}
