import type { RoleText } from "#core/role-texts.ts";
import { fieldKey } from "./field-key.ts";
import { COLUMN_WORDS, type ColumnWords } from "./column-words.ts";
import type { Columns } from "./read-csv.ts";

/**
 * Column names of tables. The English names are those of LinkedIn's export, which has them in every language of the
 * account, in all files that we saw. The other languages' names are their usual words, for tables made by hand or by
 * other sites (docs/import.md). For unknown names the person is asked.
 */

const START = ["startedon", "startdate", "started", "start", "from"];
const END = ["finishedon", "enddate", "finished", "endedon", "end", "to"];

const keysOf = (words: string): string[] => words.split("|").map(fieldKey);
const inAll = (column: keyof ColumnWords): string[] => [
  ...new Set(Object.values(COLUMN_WORDS).flatMap((words) => keysOf(words[column]))),
];

export const POSITION_COLUMNS: Columns<
  "company" | "title" | "description" | RoleText | "start" | "end" | "kind" | "rating" | "undisclosed"
> = {
  company: ["companyname", "company", "employer", "organization", "organisation", ...inAll("company")],
  title: ["title", "jobtitle", "positiontitle", "position", "role", ...inAll("title")],
  description: ["description", ...inAll("description")],
  location: ["location", ...inAll("location")],
  start: [...START, ...inAll("start")],
  end: [...END, ...inAll("end")],
  // In our own list only.
  kind: ["kind"],
  rating: ["rating15"],
  undisclosed: ["undisclosed"],
};
export const EDUCATION_COLUMNS: Columns<"school" | "start" | "end" | "notes" | "degree" | "activities"> = {
  school: ["schoolname", "school", "institution", "university", ...inAll("school")],
  start: [...START, ...inAll("start")],
  end: [...END, ...inAll("end")],
  notes: ["notes"],
  degree: ["degreename", "degree", ...inAll("degree")],
  activities: ["activities", "activitiesandsocieties"],
};
export const PROFILE_COLUMNS: Columns<"first" | "last" | "place"> = {
  first: ["firstname"],
  last: ["lastname"],
  place: ["geolocation"],
};

/** Columns by which a file of any name counts as a list of jobs, or of schools: all four of one language. */
const SURELY: Readonly<Record<"positions" | "education", readonly (readonly (readonly string[])[])[]>> = {
  positions: [
    [
      ["companyname", "company", "employer", "organization", "organisation"],
      ["title", "jobtitle", "positiontitle", "position", "role"],
      START,
      END,
    ],
    ...Object.values(COLUMN_WORDS).map(({ company, title, start, end }) => [company, title, start, end].map(keysOf)),
  ],
  education: [
    [["schoolname", "school", "institution", "university"], START, END, ["degreename", "degree"]],
    ...Object.values(COLUMN_WORDS).map(({ school, start, end, degree }) => [school, start, end, degree].map(keysOf)),
  ],
};

/** Are these surely the columns of a list of jobs or schools? */
export function isSurely(table: "positions" | "education", keys: ReadonlySet<string>): boolean {
  return SURELY[table].some((columns) => columns.every((names) => names.some((name) => keys.has(name))));
}
