import { randomFillSync } from "node:crypto";
import { searchTerms } from "#core/text.ts";
import { MAX_COMPANY_NAME } from "#features/pipeline/rules.ts";
import type { DemoPerson } from "./person.ts";
import type { WorldCompany } from "./places.ts";
import type { World } from "./world.ts";

/** Cells of a row in the order of the columns; undefined = null. */
export type Cell = string | number | boolean | undefined;

/** Every column the loader fills; the others keep what the table gives them. */
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
    "demo",
  ],
  picture: ["public_id", "profile_id", "bytes"],
  stop: ["id", "public_id", "profile_id", "company_id", "company_name", "sort_key", "listed", "undisclosed"],
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
/** In the order in which rows refer to each other. */
export const TABLES = [
  "company",
  "company_term",
  "profile",
  "picture",
  "stop",
  "role",
] as const satisfies readonly TableName[];

export type Rows = Record<TableName, Cell[][]>;

/** Ends the domain of every invented company, by which they are known again; no such name can ever be registered. */
export const INVENTED_DOMAIN = ".demo.example";
const INVENTED = "An invented company. It belongs to the demo people.";

const pool = Buffer.alloc(64 * 1024);
let used = pool.length;

/** Random bytes in bulk: five million ids cost a second this way. */
function randomSlice(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
}

function newId(): string {
  return randomSlice(12).toString("hex");
}

const KEYS = 2 ** 52;

/** As the database's random_key(): 52 random bits, above zero. */
function newKey(): number {
  const bytes = randomSlice(7);
  return bytes.readUIntBE(1, 6) + ((bytes[0] ?? 0) % 16) * 2 ** 48 + 1;
}

/** Which of how many people comes in: their rows' keys rise with it, since an index takes sorted keys many times faster. */
export type Place = { at: number; of: number };

/** More than somebody has of stops or roles. */
const PARTS = 128;

/** A random key in the part of all keys that belongs to a place, and in it to the first, second, … of its rows. */
function keyAt({ at, of }: Place, part: number): number {
  const chance = randomSlice(6).readUIntBE(0, 6) / 2 ** 48;
  return Math.floor(((at + (part + chance) / PARTS) / of) * (KEYS - 1)) + 1;
}

/** A prime above any number of people, so that it steps through all of them; by far, whatever the number. */
const STRIDE = 1_500_450_271;

/**
 * The number of the person who comes in at a place: each once, and far from their neighbours, so that keys tell nothing
 * of how early somebody joined, as those of real people.
 */
export function personAt({ at, of }: Place): number {
  return (at * STRIDE) % of;
}

/** `faces`: pictures as a table takes them, `\\x` and hexadecimal. */
export type Stage = { world: World; faces: readonly string[] };

/** Adds the company of the world, which is in no table yet; it has a key from now on. */
function addCompany(rows: Rows, company: WorldCompany): void {
  const { name, displayName, country } = company;
  company.id = newKey();
  const isTyped = company.status === "typed";
  const domain = `${name.replace(/[^a-z0-9]+/g, "-")}${INVENTED_DOMAIN}`;
  rows.company.push([
    company.id,
    newId(),
    name,
    displayName,
    isTyped ? "" : INVENTED,
    country,
    domain,
    isTyped ? "new" : "listed",
  ]);
  for (const term of searchTerms(displayName, MAX_COMPANY_NAME)) rows.company_term.push([company.id, term]);
}

/**
 * Adds a person's rows, and those of companies that nobody has been to before. Keys, ids and places in lists are random: a
 * seed repeats the world, not its addresses.
 */
export function addRows(rows: Rows, { world, faces }: Stage, person: DemoPerson, place: Place): void {
  const profile = keyAt(place, 0);
  const sortKey = randomSlice(6).readUIntBE(0, 6);
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
    true,
  ]);
  let position = 0;
  const face = person.face === undefined ? undefined : faces[person.face % faces.length];
  if (face) rows.picture.push([newId(), profile, face]);
  for (const [number, { company, undisclosed, roles }] of person.stops.entries()) {
    const at = world.companies[company];
    if (!at) throw new Error("A person works at a company that is not there.");
    if (at.id === undefined && at.status !== "gone") addCompany(rows, at);
    const stop = keyAt(place, number);
    rows.stop.push([stop, newId(), profile, at.id, at.displayName, sortKey, isListed && !undisclosed, undisclosed]);
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
  return { company: [], company_term: [], profile: [], picture: [], stop: [], role: [] };
}

const SPECIAL: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const NEEDS_CARE = /[\\\t\n\r]/;

function copyCell(cell: Cell): string {
  if (cell === undefined) return "\\N";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "t" : "f";
  return NEEDS_CARE.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => SPECIAL[character] ?? "") : cell;
}

/** A row in the text form of COPY. */
export function copyLine(row: readonly Cell[]): string {
  let line = "";
  for (let index = 0; index < row.length; index += 1)
    line += index === 0 ? copyCell(row[index]) : `\t${copyCell(row[index])}`;
  return `${line}\n`;
}
