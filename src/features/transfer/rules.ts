import type { DatePrecision } from "#core/calendar.ts";
import type { Rating } from "#features/pipeline/check.ts";
import type { RoleKind } from "#features/pipeline/schema.ts";
import type { Visibility } from "#features/profile/schema.ts";

/**
 * What a file of somebody's own may hold and how it is told of. Everything is
 * read in the browser; nothing here knows of a server.
 */

/** Every limit of reading files, in one place. */
export const LIMITS = {
  /** Files taken in at once. */
  files: 20,
  /** Files and folders looked at in what was dropped, and folders in one another. */
  folderEntries: 2_000,
  folderDepth: 6,
  /** Bytes of one file as it is given. */
  fileBytes: 250_000_000,
  /** Bytes of one CSV or résumé, unpacked. */
  textBytes: 4_000_000,
  /** Bytes unpacked from all archives of one import together. */
  unpackedBytes: 300_000_000,
  /** Unpacked bytes for each packed one; CSVs of real people stay under 30. */
  unpackRatio: 150,
  /** Bytes that may be unpacked whatever the ratio says: short texts of one letter pack well. */
  unpackRatioFrom: 200_000,
  /** Packed bytes unpacked in one go, so that a bomb is noticed after at most four megabytes. */
  unpackStep: 4_096,
  /** Files listed in one archive. */
  archiveEntries: 50_000,
  /** Archives inside the archive that was given: a zip in a zip in a zip. */
  archiveDepth: 2,
  /** Archives opened in one import. */
  archives: 20,
  /** Lines before the header of a CSV ("Notes:" and what follows). */
  preambleLines: 30,
  /** Rows read from one CSV; a pipeline holds a thousand roles. */
  rows: 1_000,
  /** Rows with a broken quotation mark after which a CSV is given up. */
  brokenRows: 200,
  /** Characters of one row. */
  row: 50_000,
  /** Characters of a name, a title or a place. */
  cell: 400,
  /** Characters of a description or of notes. */
  longCell: 5_000,
  /** Characters of a date. */
  date: 40,
  /** Sentences about one import; the rest is counted. */
  problems: 100,
  /** Seconds after which reading is given up; the largest archive takes a slow phone half a minute. */
  seconds: 180,
} as const;

/** Something that could not be read: a sentence for the person whose file it is. */
export type Problem = {
  file: string;
  /** From 1, as an editor counts; 0 = the whole file. */
  line: number;
  /** A plain sentence. */
  why: string;
};

/** "Positions.csv, line 4: The row has no company." */
export function problemText({ file, line, why }: Problem): string {
  const place = line === 0 ? file : file === "" ? `line ${line}` : `${file}, line ${line}`;
  return place === "" ? why : `${place}: ${why}`;
}

/** Where something was read; shown beside it. */
export type Source = { file: string; line: number };

/** A date as far as it is known; `date` is the first day it may be. */
export type KnownDate = { date: string; precision: DatePrecision };

/** One job as a file tells it. */
export type Position = {
  from: Source;
  company: string;
  /** Of a file of our own; '' else. */
  companyId: string;
  title: string;
  location: string;
  description: string;
  /** Undefined = not told, or not read. */
  start: KnownDate | undefined;
  /** Undefined while current, and where it was not read. */
  end: KnownDate | undefined;
  isCurrent: boolean;
  /** Of a file of our own: its company is kept back. */
  undisclosed?: boolean;
  /** Of a file of our own; undefined = read from the title. */
  kind: RoleKind | undefined;
  rating: Rating;
};

/** One school as a file tells it. */
export type Education = {
  from: Source;
  school: string;
  /** Of a file of our own; '' else. */
  schoolId: string;
  start: KnownDate | undefined;
  end: KnownDate | undefined;
  degree: string;
  notes: string;
  activities: string;
};

/** All that is taken of the person: never an address, a birth date or an e-mail. */
export type Person = {
  firstName: string;
  lastName: string;
  /** ISO code; '' where the file names no country. */
  countryCode: string;
  countryName: string;
  /** Handle of their page there, where a résumé names it. */
  linkedin?: string;
};

/** What only a résumé of ours tells besides the jobs. */
export type OwnExtras = {
  firstName: string;
  lastName: string;
  username: string;
  linkedin: string;
  location: string;
  /** '' for a school that is not listed. */
  schoolId: string;
  schoolName: string;
  visibility: Visibility;
  showMonths: boolean;
  hideSchool: boolean;
};

export type ReadResult = {
  positions: Position[];
  education: Education[];
  profile: Person | undefined;
  problems: Problem[];
  /** Of a résumé of ours. */
  own?: OwnExtras | undefined;
};

/** Told of what is being read, and how much of it is done (0 to 1). */
export type Tell = (what: string, share: number) => void;

/** A file as it was dropped or chosen. */
export type GivenFile = { name: string; bytes: Uint8Array };

/** Gathers sentences up to the limit and then only counts. */
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
