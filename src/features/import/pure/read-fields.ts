import { fieldsOf } from "#core/fields.ts";
import { fieldKey } from "./field-key.ts";
import { LIMITS } from "#features/import/rules.ts";
import { list, textIn } from "./json.ts";
import { cleanCell } from "./read-csv.ts";

/** Values of an entry by any of the names that files give them. */

/** An object with folded names. If two names are equal after folding, the first one with a value counts. */
export type Entry = ReadonlyMap<string, unknown>;

export function entryOf(value: unknown): Entry {
  const entry = new Map<string, unknown>();
  for (const [name, one] of Object.entries(fieldsOf(value))) {
    const key = fieldKey(name);
    if (!entry.has(key) || isBlank(entry.get(key))) entry.set(key, one);
  }
  return entry;
}

/** Fields that hold an object's name. */
const NAMES = [
  "name",
  "text",
  "label",
  "title",
  "value",
  "displayname",
  "formatteddatetime",
  "anydate",
  "yearmonth",
  "organizationname",
  "schoolname",
  "legalname",
  "raw",
  "normalized",
  "formatted",
  "en",
  "default",
];
/** Depth to which a name is looked for. */
const DEEP = 3;

/** The text of a value: the value itself, an object's name, or the first item of a list. */
export function textOfValue(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return cleanCell(textIn(value));
  if (depth > DEEP) return "";
  for (const one of list(value)) {
    const text = textOfValue(one, depth + 1);
    if (text !== "") return text;
  }
  const entry = entryOf(value);
  for (const key of NAMES) {
    const text = entry.has(key) ? textOfValue(entry.get(key), depth + 1) : "";
    if (text !== "") return text;
  }
  return "";
}

/** True if it contains no text or number at any depth. True and false do not count. */
export function isBlank(value: unknown, depth = 0): boolean {
  if (typeof value === "string" || typeof value === "number") return cleanCell(String(value)) === "";
  if (typeof value !== "object" || value === null) return true;
  return depth > 8 || Object.values(value).every((one) => isBlank(one, depth + 1));
}

/** The first of the names under which something is written; "" falls through to the next. */
export function pick(entry: Entry, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = entry.get(key);
    if (value !== undefined && !isBlank(value)) return value;
  }
  return undefined;
}

export function pickText(entry: Entry, keys: readonly string[]): string {
  for (const key of keys) {
    const text = entry.has(key) ? textOfValue(entry.get(key)) : "";
    if (text !== "") return text;
  }
  return "";
}

/** Lines of a description: a text, or the texts of a list. */
export function longText(value: unknown): string {
  const parts = list(value).map((one) => textIn(one) || textOfValue(one));
  return cleanCell(parts.length > 0 ? parts.join(" ") : textIn(value) || textOfValue(value), LIMITS.longCell);
}

const PLACE_PARTS = ["city", "region", "state", "country", "countryname"];

/** A place as one text: "Berlin, Germany". */
export function placeText(value: unknown): string {
  const entry = entryOf(value);
  const parts = PLACE_PARTS.map((key) => textOfValue(entry.get(key))).filter((part) => part !== "");
  return parts.length > 0 ? cleanCell([...new Set(parts)].join(", ")) : textOfValue(value);
}
