import { searchTerms } from "#core/text.ts";
import { MAX_COMPANY_NAME } from "#features/pipeline/check.ts";
import type { DemoPerson } from "./person.ts";
import { KEYS, newId, newKey, random48 } from "./random-keys.ts";
import type { World } from "./world.ts";

/** The cells of a row in the order of the columns; undefined = null. */
type Cell = string | number | boolean | undefined;

/** The columns that the loader fills. The others get their defaults. */
export const COLUMNS = {
  company: ["id", "public_id", "name", "display_name", "description", "country_code", "domain", "status"],
  company_term: ["company_id", "term"],
  profile: [
    "id",
    "public_id",
    "first_name",
    "last_name",
    "username",
    "linkedin",
    "location",
    "visibility",
    "school_id",
    "school_text",
    "show_months",
    "hide_school",
    "created",
    "stops",
    "sort_key",
    "shuffle_position",
    "demo",
  ],
  picture: ["public_id", "profile_id", "bytes"],
  stop: [
    "id",
    "public_id",
    "profile_id",
    "company_id",
    "company_name",
    "sort_key",
    "listed",
    "undisclosed",
    // Given here, because making its default costs PostgreSQL as much as the rest of the row.
    "own_company_id",
  ],
  role: [
    "id",
    "stop_id",
    "profile_id",
    "position",
    "title",
    "kind",
    "start_date",
    "end_date",
    "is_current",
    "date_precision",
    "rating",
  ],
} as const;
export type TableName = keyof typeof COLUMNS;
/** In this order, each row comes after the rows it refers to. */
export const TABLES = [
  "company",
  "company_term",
  "profile",
  "picture",
  "stop",
  "role",
] as const satisfies readonly TableName[];

/** `unstored`: places in the world's list of companies that these people were the first to use. */
export type Rows = Record<TableName, Cell[][]> & { unstored: number[] };

/** The end of every invented company's domain, which identifies them. No such domain can be registered. */
export const INVENTED_DOMAIN = ".demo.example";
const INVENTED = "An invented company. It belongs to the demo people.";

/** The person's place among those to load. Keys rise with it, because an index takes sorted keys many times faster. */
type Place = { at: number; of: number };

/** More than anybody has stops or roles. */
const PARTS = 128;

/** A random key. The range of all keys has a part for each place, and within it a part for each of its rows. */
function keyAt({ at, of }: Place, part: number): number {
  const chance = random48() / 2 ** 48;
  return Math.floor(((at + (part + chance) / PARTS) / of) * (KEYS - 1)) + 1;
}

/** A prime larger than any number of people. So the steps reach each person once. */
const STRIDE = 1_500_450_271;

/**
 * The number of the person at a place. Each person comes once, and neighbours are far apart. So keys do not show who
 * came early, as with real people.
 */
export function personAt({ at, of }: Place): number {
  return (at * STRIDE) % of;
}

/** `faces`: pictures in PostgreSQL's text format, `\\x` and hexadecimal. */
export type Stage = { world: World; faces: readonly string[] };

/** The rows of an invented company, which has its key already. */
export function addCompany(rows: Rows, world: World, index: number): void {
  const company = world.companies[index];
  if (company?.id === undefined) throw new Error("A company without a key has no row.");
  const { id, name, displayName, country, status } = company;
  const isTyped = status === "typed";
  const domain = `${name.replace(/[^a-z0-9]+/g, "-")}${INVENTED_DOMAIN}`;
  rows.company.push([
    id,
    newId(),
    name,
    displayName,
    isTyped ? "" : INVENTED,
    country,
    domain,
    isTyped ? "new" : "listed",
  ]);
  for (const term of searchTerms(displayName, MAX_COMPANY_NAME)) rows.company_term.push([id, term]);
}

/**
 * Adds a person's rows, and notes the companies that no one used before. Keys, ids and shuffle positions are random:
 * the same seed gives the same people, but other addresses.
 */
export function addRows(rows: Rows, { world, faces }: Stage, person: DemoPerson, place: Place): void {
  const profile = keyAt(place, 0);
  const sortKey = random48();
  const isListed = person.visibility !== "private";
  rows.profile.push([
    profile,
    newId(),
    person.firstName,
    person.lastName,
    person.username,
    person.linkedin,
    person.location,
    person.visibility,
    world.schools[person.school]?.id,
    person.schoolText,
    person.showMonths,
    person.hideSchool,
    true,
    person.stops.length,
    sortKey,
    newKey(),
    true,
  ]);
  let position = 0;
  const face = person.face === undefined ? undefined : faces[person.face % faces.length];
  if (face) rows.picture.push([newId(), profile, face]);
  for (const [number, { company, undisclosed, roles }] of person.stops.entries()) {
    const at = world.companies[company];
    if (!at) throw new Error("A person works at a company that is not there.");
    if (at.id !== undefined && !at.isStored) {
      at.isStored = true;
      rows.unstored.push(company);
    }
    const stop = keyAt(place, number);
    rows.stop.push([
      stop,
      newId(),
      profile,
      at.id,
      at.displayName,
      sortKey,
      isListed && !undisclosed,
      undisclosed,
      newId(),
    ]);
    for (const role of roles) {
      rows.role.push([
        keyAt(place, position),
        stop,
        profile,
        position++,
        role.title,
        role.kind,
        role.startDate,
        role.endDate,
        role.endDate === undefined,
        role.datePrecision,
        role.rating,
      ]);
    }
  }
}

export function noRows(): Rows {
  return { company: [], company_term: [], profile: [], picture: [], stop: [], role: [], unstored: [] };
}

const SPECIAL: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const NEEDS_ESCAPE = /[\\\t\n\r]/;

function copyCell(cell: Cell): string {
  if (cell === undefined) return "\\N";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "t" : "f";
  return NEEDS_ESCAPE.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => SPECIAL[character] ?? "") : cell;
}

/** Writes a row in the text format of COPY. */
export function copyLine(row: readonly Cell[]): string {
  let line = "";
  for (let index = 0; index < row.length; index += 1)
    line += index === 0 ? copyCell(row[index]) : `\t${copyCell(row[index])}`;
  return `${line}\n`;
}
