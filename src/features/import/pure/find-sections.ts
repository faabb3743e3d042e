import { entryOf, fieldKey, isBlank, pick, type Entry } from "./read-fields.ts";
import { AREA, COMPANY, DEGREE, END, OTHER_SECTIONS, PERIOD, SCHOOL, SECTIONS, START, TITLE } from "./section-names.ts";

/** Finds the lists of jobs and schools in a tree of any shape. */

export type Section = "job" | "volunteer" | "school";
export type Found = { section: Section; path: string; items: unknown[] };

const DEPTH = 12;

const DATES = [...START, ...END, ...PERIOD];
const ONLY_SCHOOL = SCHOOL.filter((key) => !COMPANY.includes(key) && key !== "name" && key !== "issuer");

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function has(entry: Entry, keys: readonly string[]): boolean {
  return pick(entry, keys) !== undefined;
}

/** Not a list of several: such a name is a container's. */
function hasOne(entry: Entry, keys: readonly string[]): boolean {
  const value = pick(entry, keys);
  return value !== undefined && !(Array.isArray(value) && value.filter(isObject).length > 1);
}

/** Whether an object is one job or school by itself, and no container of them. */
function isEntry(value: unknown): boolean {
  const entry = entryOf(value);
  if (hasOne(entry, COMPANY) || hasOne(entry, ONLY_SCHOOL)) return true;
  // Left empty it is a job all the same, of which the person is told.
  if (COMPANY.some((key) => entry.has(key) && isBlank(entry.get(key)))) return true;
  return (has(entry, TITLE) || entry.has("name")) && has(entry, DATES);
}

/** The entries of a section: a list, one entry, or a container of either. */
function entriesOf(value: unknown, depth = 0): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((one) => (Array.isArray(one) && depth < 3 ? entriesOf(one, depth + 1) : [one]));
  if (!isObject(value) || depth > 3) return [];
  if (isEntry(value)) return [value];
  const inner: unknown[] = Object.values(value);
  const lists = inner.filter((one) => Array.isArray(one) && one.some((item) => isObject(item)));
  if (lists.length > 0) return lists.flatMap((one) => entriesOf(one, depth + 1));
  return inner.filter(isObject).flatMap((one) => entriesOf(one, depth + 1));
}

/** By what is in the list, if its name says nothing. */
function sectionByShape(items: readonly unknown[]): Section | undefined {
  const entries = items.filter(isObject).map(entryOf);
  if (entries.length === 0 || entries.length < items.length) return undefined;
  const most = (test: (entry: Entry) => boolean): boolean => entries.filter(test).length * 2 > entries.length;
  if (most((entry) => has(entry, COMPANY) && (has(entry, TITLE) || has(entry, DATES)))) return "job";
  if (most((entry) => has(entry, ONLY_SCHOOL) && (has(entry, [...DEGREE, ...AREA]) || has(entry, DATES))))
    return "school";
  return undefined;
}

function sectionNamed(key: string): Section | undefined {
  return (["job", "volunteer", "school"] as const).find((section) => SECTIONS[section].has(key));
}

/** HR-Open's profiles hold the jobs; elsewhere they are pages of other sites. */
function holdsSections(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some((one) => isObject(one) && Object.keys(one).some((name) => sectionNamed(fieldKey(name)) !== undefined))
  );
}

/** Every list of jobs and schools, in the tree's order. */
export function findSections(root: unknown): Found[] {
  const found: Found[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (path.length > DEPTH) return;
    if (Array.isArray(value)) {
      const section = sectionByShape(value);
      if (section) found.push({ section, path: path.join("."), items: value });
      else for (const one of value) if (isObject(one) || Array.isArray(one)) visit(one, [...path, ""]);
      return;
    }
    if (!isObject(value)) return;
    for (const [name, one] of Object.entries(value)) {
      const key = fieldKey(name);
      const isOther = OTHER_SECTIONS.has(key) && !(key === "profiles" && holdsSections(one));
      if (isOther || typeof one !== "object" || one === null || isBlank(one)) continue;
      const section = sectionNamed(key);
      const items = section ? entriesOf(one) : [];
      if (section && items.length > 0) found.push({ section, path: [...path, name].join("."), items });
      else visit(one, [...path, name]);
    }
  };
  visit(root, []);
  return found;
}
