import type { DatePrecision } from "#core/calendar.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { mapTexts, type RoleText, type RoleTexts } from "#core/role-texts.ts";
import type { Visibility } from "#features/profile/schema.ts";

/** Limits and types of reading files. Everything is read in the browser, so nothing here depends on the server. */

export const LIMITS = {
  /** Files read at once. */
  files: 20,
  /** Files and folders looked at in a drop, and depth of folders. */
  folderEntries: 2_000,
  folderDepth: 6,
  /** Bytes of one given file. */
  fileBytes: 250_000_000,
  /** Bytes of one CSV or résumé, unpacked. */
  textBytes: 4_000_000,
  /** Bytes unpacked from all archives of one import. */
  unpackedBytes: 300_000_000,
  /** Unpacked bytes for each packed one; real CSVs stay under 30. */
  unpackRatio: 150,
  /** Bytes that may be unpacked at any ratio: short texts of one letter pack well. */
  unpackRatioFrom: 200_000,
  /** Packed bytes inflated at once, so that a bomb is noticed after at most four megabytes. */
  unpackStep: 4_096,
  /** Files listed in one archive. */
  archiveEntries: 50_000,
  /** Depth of archives inside archives: a ZIP in a ZIP in a ZIP. */
  archiveDepth: 2,
  /** Archives opened in one import. */
  archives: 20,
  /** Lines before the header of a CSV ("Notes:" and so on). */
  preambleLines: 30,
  /** Rows read from one CSV; a pipeline holds a thousand roles. */
  rows: 1_000,
  /** Rows with a broken quotation mark after which reading stops. */
  brokenRows: 200,
  /** Columns of a table that are offered. */
  columns: 60,
  /** Characters of one row. */
  row: 50_000,
  /** Characters of a name, a title or a place. */
  cell: 400,
  /** Characters of a description or of notes. */
  longCell: 5_000,
  /** Characters of a date. */
  date: 40,
  /** Problems listed for one import; the rest is counted. */
  problems: 100,
  /** Seconds after which reading stops; a slow phone needs half a minute for the largest archive. */
  seconds: 180,
} as const;

/** A problem of reading, for the person whose file it is. */
export type Problem = {
  file: string;
  /** The line from 1, as editors count; 0 = the whole file. */
  line: number;
  /** A plain sentence. */
  why: string;
};

/** "Positions.csv, line 4: The row has no company." */
export function problemText({ file, line, why }: Problem): string {
  const place = [file, line === 0 ? "" : `line ${line}`].filter((part) => part !== "").join(", ");
  return place === "" ? why : `${place}: ${why}`;
}

export type Source = { file: string; line: number };

/** A date with its precision; `date` is the first possible day. */
export type KnownDate = { date: string; precision: DatePrecision };

/** One value for each text of a role without a field in JSON Resume. Our own files alone have them. */
export function otherTexts(textOf: (text: RoleText) => string): Partial<RoleTexts> {
  const { location: _location, ...others } = mapTexts(textOf);
  return others;
}

/** One job of a file. */
export type Position = Partial<RoleTexts> & {
  from: Source;
  company: string;
  /** In our own files; else ''. */
  companyId: string;
  title: string;
  location: string;
  description: string;
  /** Undefined if missing or unreadable. */
  start: KnownDate | undefined;
  /** Undefined while current, and if unreadable. */
  end: KnownDate | undefined;
  isCurrent: boolean;
  /** In our own files only. */
  undisclosed?: boolean;
  /** In our own files; undefined = derived from the title. */
  kind: RoleKind | undefined;
  rating: number;
  /** Why the reader is unsure, as a sentence. Such a row is not ticked. */
  doubt?: string;
};

/** One school of a file. */
export type Education = {
  from: Source;
  school: string;
  /** In our own files; else ''. */
  schoolId: string;
  start: KnownDate | undefined;
  end: KnownDate | undefined;
  degree: string;
  notes: string;
  activities: string;
};

/** The details of a school of which a file has only the name. */
export const NO_DETAILS = {
  schoolId: "",
  start: undefined,
  end: undefined,
  degree: "",
  notes: "",
  activities: "",
} as const;

/** All that is read about the person: never an address, a birth date or an e-mail. */
export type Person = {
  firstName: string;
  lastName: string;
  /** ISO code; '' if the file names no country. */
  countryCode: string;
  countryName: string;
  /** Handle, if a résumé has it. */
  linkedin?: string;
};

/** Data that only our own résumé has besides the jobs. */
export type OwnExtras = {
  firstName: string;
  lastName: string;
  username: string;
  linkedin: string;
  location: string;
  /** '' if the school is not listed. */
  schoolId: string;
  schoolName: string;
  visibility: Visibility;
  showMonths: boolean;
  ownTitles: boolean;
  hideSchool: boolean;
};

/** A table that may be a list of jobs, but has unknown column names. */
export type ColumnQuestion = {
  file: string;
  /** The line with the column names, and their separator. */
  line: number;
  separator: string;
  names: string[];
  /** The first rows, cell by cell. */
  sample: string[][];
};

/** The person's answer: the place of each column in the table. */
export type ColumnAnswer = Pick<ColumnQuestion, "line" | "separator"> & {
  places: Partial<Record<"company" | "title" | "start" | "end", number>>;
};

/** By the file's name. */
export type ColumnAnswers = ReadonlyMap<string, ColumnAnswer>;

export type ReadResult = {
  positions: Position[];
  education: Education[];
  profile: Person | undefined;
  problems: Problem[];
  /** In our own résumé only. */
  own?: OwnExtras | undefined;
  /** Sentences about where the jobs and schools were, for files of any shape. */
  understood?: string[];
  /** Tables that were not read because their columns are unknown. */
  ask?: ColumnQuestion[];
};

/** Called with the current file and the share that is done (0 to 1). */
export type OnProgress = (what: string, share: number) => void;

export type GivenFile = { name: string; bytes: Uint8Array };

/** Collects problems up to the limit, then only counts. */
export class Problems {
  readonly list: Problem[] = [];
  #more = 0;

  add(file: string, line: number, why: string): void {
    if (this.list.length < LIMITS.problems) this.list.push({ file, line, why });
    else this.#more += 1;
  }

  all(): Problem[] {
    if (this.#more === 0) return this.list;
    return [...this.list, { file: "", line: 0, why: `${this.#more} more rows could not be read in full.` }];
  }
}
