import { keyOf } from "#core/text.ts";
import type { Visibility } from "#features/profile/schema.ts";
import type { Education, ReadResult } from "#features/import/rules.ts";
import { latestSchool } from "./import-rows.ts";

/** Compares facts about the person from files with the editor. */

export type PersonNow = {
  firstName: string;
  lastName: string;
  schoolName: string;
  location: string;
  /** The handle without the address. */
  linkedin: string;
  visibility: Visibility;
  showMonths: boolean;
  ownTitles: boolean;
  hideSchool: boolean;
};

const PERSON_FIELDS = [
  "name",
  "location",
  "linkedin",
  "school",
  "visibility",
  "showMonths",
  "ownTitles",
  "hideSchool",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

export type PersonDifference = {
  field: PersonField;
  /** The editor's value as text; '' if it is empty. */
  mine: string;
  file: string;
  /** Text of the last import; undefined if it had none. */
  last: string | undefined;
  /** Is it ticked at first? */
  isTicked: boolean;
};

/** A school as a file names it. `ownId` comes from our own files ('' = not listed) and is undefined for others. */
export type FileSchool = { name: string; ownId: string | undefined };

export type PersonChange = {
  firstName?: string;
  lastName?: string;
  location?: string;
  linkedin?: string;
  visibility?: Visibility;
  showMonths?: boolean;
  ownTitles?: boolean;
  hideSchool?: boolean;
  school?: FileSchool;
};

/** Key under which the history stores the name that a school was accepted as. */
export function schoolKey(said: string): string {
  return `school ${keyOf(said)}`;
}

/** How much each level hides. */
const HIDES: Readonly<Record<Visibility, number>> = { public: 0, anonymous: 1, private: 2 };
const LEVELS: Readonly<Record<Visibility, string>> = { public: "Public", anonymous: "Anonymous", private: "Private" };

/** The schools of the files, each once. */
export function schoolsOf({ education }: Pick<ReadResult, "education">): Education[] {
  return [...new Map(education.map((one) => [keyOf(one.school), one])).values()];
}

/** Index of the school that is offered first. */
export function firstSchool(schools: readonly Education[], thisYear?: number): number {
  const latest = latestSchool(schools, thisYear);
  return Math.max(
    0,
    schools.findIndex(({ school }) => school === latest?.school),
  );
}

/** The files' value of each field; absent if they have none. */
export function fileValues(
  result: ReadResult,
  school = firstSchool(schoolsOf(result)),
): Partial<Record<PersonField, string>> {
  const { profile, own } = result;
  const said: Record<PersonField, string> = {
    name: profile ? `${profile.firstName} ${profile.lastName}`.trim() : "",
    location: own?.location || (profile?.countryName ?? ""),
    linkedin: own?.linkedin || (profile?.linkedin ?? ""),
    school: schoolsOf(result)[school]?.school ?? "",
    visibility: own ? LEVELS[own.visibility] : "",
    showMonths: own ? monthsText(own.showMonths) : "",
    ownTitles: own ? titlesText(own.ownTitles) : "",
    hideSchool: own ? schoolText(own.hideSchool) : "",
  };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ""));
}

function monthsText(isShown: boolean): string {
  return isShown ? "With months" : "Only years";
}

function titlesText(isAsWritten: boolean): string {
  return isAsWritten ? "As written" : "The catalogue's";
}

function schoolText(isHidden: boolean): string {
  return isHidden ? "Hidden" : "Shown";
}

function mineOf(now: PersonNow): Record<PersonField, string> {
  return {
    name: `${now.firstName} ${now.lastName}`.trim(),
    location: now.location.trim(),
    linkedin: now.linkedin,
    school: now.schoolName.trim(),
    visibility: LEVELS[now.visibility],
    showMonths: monthsText(now.showMonths),
    ownTitles: titlesText(now.ownTitles),
    hideSchool: schoolText(now.hideSchool),
  };
}

function hidesMore(field: PersonField, { own }: ReadResult, now: PersonNow): boolean {
  if (!own) return false;
  if (field === "visibility") return HIDES[own.visibility] > HIDES[now.visibility];
  if (field === "showMonths") return !own.showMonths && now.showMonths;
  if (field === "ownTitles") return !own.ownTitles && now.ownTitles;
  return field === "hideSchool" && own.hideSchool && !now.hideSchool;
}

const SETTINGS: ReadonlySet<PersonField> = new Set(["visibility", "showMonths", "ownTitles", "hideSchool"]);

/**
 * The fields in which files and editor differ. Ticked by default: fields that are empty in the editor, and settings
 * that hide more. Never ticked: settings that show more, a LinkedIn page from another tool's file (it identifies the
 * person), and values of an earlier file that the person has changed since. If the pipeline is empty, settings of our
 * own file are ticked.
 */
export function personDifferences(
  result: ReadResult,
  now: PersonNow,
  {
    last,
    school,
    isPipelineEmpty = false,
  }: { last?: Readonly<Record<string, string>> | undefined; school?: number; isPipelineEmpty?: boolean } = {},
): PersonDifference[] {
  const said = fileValues(result, school);
  const mine = mineOf(now);
  return PERSON_FIELDS.flatMap((field): PersonDifference[] => {
    const file = said[field];
    if (file === undefined || keyOf(file) === keyOf(mine[field])) return [];
    // The editor's school is one of the file's, by its name or by the name under which it was accepted.
    const isMine = (name: string | undefined): boolean => name !== undefined && keyOf(name) === keyOf(mine.school);
    const isThere = result.education.some((one) => isMine(one.school) || isMine(last?.[schoolKey(one.school)]));
    if (field === "school" && isThere) return [];
    const before = last?.[field];
    const isNews = before === undefined || keyOf(before) !== keyOf(file);
    const isShowingMore = field === "linkedin" && result.own === undefined;
    const comesBack = isPipelineEmpty && SETTINGS.has(field) && field !== "visibility";
    const isMissing = SETTINGS.has(field) ? comesBack || hidesMore(field, result, now) : mine[field] === "";
    return [{ field, mine: mine[field], file, last: before, isTicked: isNews && isMissing && !isShowingMore }];
  });
}

export function fileSchool({ own }: Pick<ReadResult, "own">, { school }: Education): FileSchool {
  return { name: school, ownId: own?.schoolName === school ? own.schoolId : undefined };
}

/** The change that the ticked fields make. */
export function personChange(result: ReadResult, fields: ReadonlySet<PersonField>, school: number): PersonChange {
  const { own, profile } = result;
  const { location, linkedin } = fileValues(result, school);
  const chosen = schoolsOf(result)[school];
  return {
    ...(fields.has("name") && profile ? { firstName: profile.firstName, lastName: profile.lastName } : {}),
    ...(fields.has("location") && location !== undefined ? { location } : {}),
    ...(fields.has("linkedin") && linkedin !== undefined ? { linkedin } : {}),
    ...(fields.has("school") && chosen ? { school: fileSchool(result, chosen) } : {}),
    ...(fields.has("visibility") && own ? { visibility: own.visibility } : {}),
    ...(fields.has("showMonths") && own ? { showMonths: own.showMonths } : {}),
    ...(fields.has("ownTitles") && own ? { ownTitles: own.ownTitles } : {}),
    ...(fields.has("hideSchool") && own ? { hideSchool: own.hideSchool } : {}),
  };
}

export const PERSON_WORDS: Readonly<Record<PersonField, string>> = {
  name: "Name",
  location: "Location",
  linkedin: "LinkedIn",
  school: "School",
  visibility: "Who sees it",
  showMonths: "While anonymous",
  ownTitles: "Titles while anonymous",
  hideSchool: "Your school",
};
