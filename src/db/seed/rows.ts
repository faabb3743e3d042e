import { randomFillSync } from "node:crypto";
import type { DemoPerson } from "./person.ts";
import type { World } from "./world.ts";

/** Cells of a row in the order of the columns; undefined = null. */
export type Cell = string | number | boolean | undefined;

export const COLUMNS = {
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
    "created",
    "stops",
    "sort_key",
    "demo",
  ],
  entry: ["id", "public_id", "profile_id", "company_id", "company_name", "sort_key", "listed"],
  role: [
    "id",
    "entry_id",
    "profile_id",
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
export const TABLES = ["profile", "entry", "role"] as const satisfies readonly TableName[];

export type Rows = Record<TableName, Cell[][]>;
/** The last key given out in each table. */
export type Keys = Record<TableName, number>;

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

/** Adds a person's rows; keys count on from `keys`. Ids and places in lists are random: a seed repeats the world, not its addresses. */
export function addRows(rows: Rows, keys: Keys, world: World, person: DemoPerson): void {
  const profile = (keys.profile += 1);
  const sortKey = randomSlice(6).readUIntBE(0, 6);
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
    true,
    person.entries.length,
    sortKey,
    true,
  ]);
  for (const { company, roles } of person.entries) {
    const at = world.companies[company];
    if (!at) throw new Error("A person works at a company that is not there.");
    const entry = (keys.entry += 1);
    rows.entry.push([entry, newId(), profile, at.id, at.displayName, sortKey, true]);
    for (const role of roles) {
      rows.role.push([
        (keys.role += 1),
        entry,
        profile,
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
  return { profile: [], entry: [], role: [] };
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
