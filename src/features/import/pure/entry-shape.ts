import { isObject } from "#core/fields.ts";
import { fieldKey } from "./field-key.ts";
import { entryOf, isBlank, pick, pickText, type Entry } from "./read-fields.ts";
import { AREA, COMPANY, DEGREE, END, PERIOD, SCHOOL, SECTION_OF, SECTIONS, START, TITLE } from "./section-names.ts";

/** Recognises an object by its fields: a job, a school, or a container of them. */

export type Section = "job" | "volunteer" | "school";

const DATES = [...START, ...END, ...PERIOD];
const ONLY_SCHOOL = SCHOOL.filter((key) => !COMPANY.includes(key) && key !== "name" && key !== "issuer");

function has(entry: Entry, keys: readonly string[]): boolean {
  return pick(entry, keys) !== undefined;
}

/** True if these fields name one thing: not a list of several, and not an object with its own dates or degree. */
function hasOne(entry: Entry, keys: readonly string[]): boolean {
  const value = pick(entry, keys);
  if (value === undefined) return false;
  if (isObject(value)) return !has(entryOf(value), [...DATES, ...DEGREE.filter((key) => key !== "title")]);
  return !(Array.isArray(value) && value.filter(isObject).length > 1);
}

/** Is an object a single job or school, and not a container? */
export function isEntry(value: unknown): boolean {
  const entry = entryOf(value);
  if (hasOne(entry, COMPANY) || hasOne(entry, ONLY_SCHOOL)) return true;
  // An empty field still makes it a job; the person is told about it.
  if (COMPANY.some((key) => entry.has(key) && isBlank(entry.get(key)))) return true;
  return (has(entry, TITLE) || entry.has("name")) && has(entry, DATES);
}

export function isDated(entry: Entry): boolean {
  return has(entry, DATES);
}

/** True if it names a company or has dates, so it is not a heading above other entries. */
export function isPlaced(entry: Entry): boolean {
  return has(entry, COMPANY) || has(entry, DATES);
}

/** Does an entry describe a job or school without its name? */
export function isUnnamed(entry: Entry, section: Section): boolean {
  const names = section === "school" ? SCHOOL : [...COMPANY, "name", "subtitle", "institution"];
  return !has(entry, names) && has(entry, [...TITLE, ...DATES, ...DEGREE]);
}

const ENDS: Readonly<Record<Section, RegExp>> = {
  job: /(?:experiences?|employment|workhistory|berufserfahrung|internships?)$/u,
  volunteer: /^volunteer/u,
  school: /(?:education|ausbildung)$/u,
};
const NO_ENDS = /project|skill|tech|user|year|customer|total|info|level/u;

/** The section with this folded name. */
export function sectionNamed(key: string): Section | undefined {
  const all = ["job", "volunteer", "school"] as const;
  const exact = all.find((section) => SECTIONS[section].has(key));
  if (exact || NO_ENDS.test(key)) return exact;
  return (["volunteer", "job", "school"] as const).find((section) => ENDS[section].test(key));
}

/** The section that an entry of a mixed list names: "education", "com.example.profile.Position". */
export function saidSection(value: object): Section | undefined {
  const said = fieldKey(pickText(entryOf(value), SECTION_OF).split(".").at(-1) ?? "");
  return said === "" ? undefined : (sectionNamed(said) ?? sectionNamed(`${said}s`));
}

/** Without dates, a company beside a name belongs to somebody else, such as a speaker or a customer. */
const isJob = (entry: Entry): boolean =>
  has(entry, COMPANY) && (has(entry, DATES) || (has(entry, TITLE) && !entry.has("name")));
const isSchool = (entry: Entry): boolean =>
  has(entry, ONLY_SCHOOL) && (has(entry, [...DEGREE, ...AREA]) || has(entry, DATES));

/** If the list's name says nothing: each object with the section that its fields show. */
export function entriesByShape(items: readonly unknown[]): { section: Section; item: unknown }[] {
  const objects = items.filter(isObject);
  const entries = objects.map(entryOf);
  if (entries.length === 0) return [];
  const most = (test: (entry: Entry) => boolean): boolean => entries.filter(test).length * 2 > entries.length;
  const section = most(isJob) ? "job" : most(isSchool) ? "school" : undefined;
  if (section && entries.length === items.length) {
    return objects.map((item) => ({ section: saidSection(item) ?? section, item }));
  }
  // In a list of mixed things, only complete entries.
  return objects.flatMap((item, at) => {
    const entry = entries[at] ?? new Map();
    const said = saidSection(item);
    if (said && isPlaced(entry)) return [{ section: said, item }];
    if (isJob(entry) && has(entry, TITLE) && has(entry, DATES)) return [{ section: "job" as const, item }];
    return isSchool(entry) && has(entry, DATES) && !has(entry, COMPANY) ? [{ section: "school" as const, item }] : [];
  });
}
