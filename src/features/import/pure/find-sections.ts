import { isObject } from "#core/fields.ts";
import { fieldKey } from "./field-key.ts";
import {
  entriesByShape,
  isDated,
  isEntry,
  isPlaced,
  isUnnamed,
  saidSection,
  sectionNamed,
  type Section,
} from "./entry-shape.ts";
import { entryOf, isBlank, pick, pickText } from "./read-fields.ts";
import { CONTAINERS, HEADINGS, KIND, NESTED, OTHER_SECTIONS } from "./section-names.ts";

/** Finds the lists of jobs and schools in a tree of any shape. */

export type Found = { section: Section; path: string; items: unknown[] };
/** A list of dated things that are neither jobs nor schools. */
export type Passed = { path: string; count: number };
type Entry = { section: Section; item: unknown };

const DEPTH = 12;
const INTERNSHIPS = /\bintern(?:ship)?s?\b|praktik|\bstages?\b|pasant|estágio|estagio|tirocin|实习/iu;

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.some((item) => isObject(item));

const isRow = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === "string" || typeof one === "number");

/** The list below a heading: { title: "Internships", experiences: [ … ] }. */
function listBelow(value: object, isOfJobs: boolean): unknown[] | undefined {
  const entry = entryOf(value);
  if (isPlaced(entry)) return undefined;
  const key = CONTAINERS.find((one) => isList(entry.get(one)) && !(isOfJobs && NESTED.includes(one)));
  const below = key === undefined ? undefined : entry.get(key);
  return Array.isArray(below) ? below : undefined;
}

function headingOf(value: object): string {
  const entry = entryOf(value);
  const named = HEADINGS.find((key) => sectionNamed(fieldKey(pickText(entry, [key]))) !== undefined);
  return pickText(entry, named === undefined ? HEADINGS : [named]);
}

/** Jobs below "Internships" are internships. */
function labelled(found: readonly Entry[], heading: string): Entry[] {
  if (!INTERNSHIPS.test(heading)) return [...found];
  return found.map(({ section, item }) => {
    const isBare = section === "job" && isObject(item) && pick(entryOf(item), KIND) === undefined;
    return { section, item: isBare ? { ...item, employmentType: "Internship" } : item };
  });
}

/** Names that only count: "job1", "highSchool", "2". */
const COUNTS =
  /^[a-z0-9]\S*$|^(?:job|work|experience|position|employer|company|item|entry|role|school)s?[ _-]?\d*$|^\d+$/iu;
const IS_NAME = /^[^a-z0-9]|\s/u;

/** The field's name is a company's name: { "Quarry Lane": { role: … } }. */
function withName({ section, item }: Entry, name: string): Entry {
  const key = fieldKey(name);
  const isPlain = !IS_NAME.test(name) || (COUNTS.test(name) && /^[a-z0-9]/u.test(name)) || CONTAINERS.includes(key);
  if (isPlain || sectionNamed(key) || !isObject(item) || !isUnnamed(entryOf(item), section)) return { section, item };
  return { section, item: { [section === "school" ? "institution" : "company"]: name, ...item } };
}

/** The entries of a section: a list, one entry, or a container of either. */
function entriesOf(value: unknown, section: Section, depth = 0): Entry[] {
  if (Array.isArray(value)) {
    return value.flatMap((one): Entry[] => {
      // ["Quarry Lane", "Engineer", "2019 – 2021"]
      if (isRow(one)) return [{ section, item: one.join(", ") }];
      if (Array.isArray(one)) return depth < 3 ? entriesOf(one, section, depth + 1) : [{ section, item: one }];
      if (!isObject(one) || depth > 3) return [{ section, item: one }];
      const below = listBelow(one, section !== "school");
      if (below) {
        const heading = headingOf(one);
        return labelled(entriesOf(below, sectionNamed(fieldKey(heading)) ?? section, depth + 1), heading);
      }
      const keys = Object.keys(one);
      const isWrapped = keys.length === 1 && !isEntry(one) && isObject(Object.values(one)[0]);
      const inner = isWrapped && IS_NAME.test(keys[0] ?? "") ? entriesOf(one, section, depth + 1) : [];
      return inner.length > 0 ? inner : [{ section: saidSection(one) ?? section, item: one }];
    });
  }
  if (!isObject(value) || depth > 3) return [];
  if (isEntry(value)) return [{ section, item: value }];
  const inner = Object.entries(value).filter(([name]) => !OTHER_SECTIONS.has(fieldKey(name)));
  const lists = inner.filter(([, one]) => isList(one));
  const some = lists.length > 0 ? lists : inner.filter(([, one]) => isObject(one));
  const found = some.flatMap(([name, one]) => {
    const sub = sectionNamed(fieldKey(name)) ?? section;
    return labelled(
      entriesOf(one, sub, depth + 1).map((each) => withName(each, name)),
      name,
    );
  });
  if (found.length > 0) return found;
  // Lines of text below a heading.
  const texts = inner.find(([name, one]) => Array.isArray(one) && CONTAINERS.includes(fieldKey(name)));
  return Array.isArray(texts?.[1]) ? texts[1].map((item) => ({ section, item })) : [];
}

/** HR-Open's profiles hold the jobs; elsewhere they are pages of other sites. */
function holdsSections(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some((one) => isObject(one) && Object.keys(one).some((name) => sectionNamed(fieldKey(name)) !== undefined))
  );
}

/** Every list of jobs or schools in the file's order, and dated lists that were not read though they may hold some. */
export function findSections(root: unknown): { found: Found[]; passed: Passed[] } {
  const found: Found[] = [];
  const passed: Passed[] = [];
  const add = (entries: readonly Entry[], path: readonly string[]): boolean => {
    for (const [section, some] of Map.groupBy(entries, (one) => one.section)) {
      found.push({ section, path: path.join("."), items: some.map(({ item }) => item) });
    }
    return entries.length > 0;
  };
  const visitMember = (name: string, one: unknown, path: readonly string[]): void => {
    const key = fieldKey(name);
    const isOther = OTHER_SECTIONS.has(key) && !(key === "profiles" && holdsSections(one));
    if (isOther || typeof one !== "object" || one === null || isBlank(one)) return;
    const section = sectionNamed(key);
    const inner = [...path, name];
    if (!section || !add(labelled(entriesOf(one, section), name), inner)) visit(one, inner);
  };
  const visit = (value: unknown, path: readonly string[]): void => {
    if (path.length > DEPTH) return;
    if (Array.isArray(value)) {
      if (add(entriesByShape(value), path)) return;
      const count = value.filter((one) => isObject(one) && isDated(entryOf(one))).length;
      if (count > 0) passed.push({ path: path.join("."), count });
      for (const one of value) if (isObject(one) || Array.isArray(one)) visit(one, [...path, ""]);
      return;
    }
    if (!isObject(value)) return;
    const heading = headingOf(value);
    const section = sectionNamed(fieldKey(heading));
    const below = section ? listBelow(value, false) : undefined;
    if (section && below && add(labelled(entriesOf(below, section), heading), [...path, heading])) return;
    for (const [name, one] of Object.entries(value)) visitMember(name, one, path);
  };
  visit(root, []);
  return { found, passed };
}
