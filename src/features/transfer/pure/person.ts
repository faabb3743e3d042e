import { keyOf } from "#core/text.ts";
import type { Visibility } from "#features/profile/schema.ts";
import type { Education, ReadResult } from "#features/transfer/rules.ts";
import { latestSchool } from "./stops.ts";

/** What files say of the person beside the jobs, as differences from what the editor has. */

/** What the editor has of the person by now. */
export type PersonNow = {
  firstName: string;
  lastName: string;
  schoolName: string;
  location: string;
  /** Without the network's address. */
  linkedin: string;
  visibility: Visibility;
  showMonths: boolean;
  hideSchool: boolean;
};

export const PERSON_FIELDS = [
  "name",
  "location",
  "linkedin",
  "school",
  "visibility",
  "showMonths",
  "hideSchool",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/** One thing that a file says otherwise than the editor. */
export type PersonDifference = {
  field: PersonField;
  /** In words; '' where mine is empty. */
  mine: string;
  file: string;
  /** What the last import said; undefined where none did. */
  last: string | undefined;
  /** Whether it is ticked when it is first shown. */
  isTicked: boolean;
};

/** A school as a file names it. The id is that of a file of our own, '' for one that was not listed there; undefined of any other file. */
export type FileSchool = { name: string; ownId: string | undefined };

/** What is taken of the person. */
export type PersonChange = {
  firstName?: string;
  lastName?: string;
  location?: string;
  linkedin?: string;
  visibility?: Visibility;
  showMonths?: boolean;
  hideSchool?: boolean;
  school?: FileSchool;
};

/** Under what the last import keeps the name that a school was taken as. */
export function takenKey(said: string): string {
  return `school ${keyOf(said)}`;
}

/** How much each level hides. */
const HIDES: Readonly<Record<Visibility, number>> = { public: 0, anonymous: 1, private: 2 };
const LEVELS: Readonly<Record<Visibility, string>> = { public: "Public", anonymous: "Anonymous", private: "Private" };

/** The schools of the files, each once. */
export function schoolsOf({ education }: Pick<ReadResult, "education">): Education[] {
  return [...new Map(education.map((one) => [keyOf(one.school), one])).values()];
}

/** The place of the school that is offered at first. */
export function firstSchool(schools: readonly Education[], thisYear?: number): number {
  const latest = latestSchool(schools, thisYear);
  return Math.max(
    0,
    schools.findIndex(({ school }) => school === latest?.school),
  );
}

/** What the files say of each field, whether it differs or not; what they do not speak of is absent. */
export function saidOf(
  found: ReadResult,
  school = firstSchool(schoolsOf(found)),
): Partial<Record<PersonField, string>> {
  const { profile, own } = found;
  const said: Record<PersonField, string> = {
    name: profile ? `${profile.firstName} ${profile.lastName}`.trim() : "",
    location: own?.location || (profile?.countryName ?? ""),
    linkedin: own?.linkedin || (profile?.linkedin ?? ""),
    school: schoolsOf(found)[school]?.school ?? "",
    visibility: own ? LEVELS[own.visibility] : "",
    showMonths: own ? monthsText(own.showMonths) : "",
    hideSchool: own ? schoolText(own.hideSchool) : "",
  };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ""));
}

function monthsText(isShown: boolean): string {
  return isShown ? "With months" : "Years alone";
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
    hideSchool: schoolText(now.hideSchool),
  };
}

/** True where the file's setting hides more than mine. */
function hidesMore(field: PersonField, { own }: ReadResult, now: PersonNow): boolean {
  if (!own) return false;
  if (field === "visibility") return HIDES[own.visibility] > HIDES[now.visibility];
  if (field === "showMonths") return !own.showMonths && now.showMonths;
  return field === "hideSchool" && own.hideSchool && !now.hideSchool;
}

const SETTINGS: ReadonlySet<PersonField> = new Set(["visibility", "showMonths", "hideSchool"]);

/**
 * What the files say otherwise than the editor. Ticked at first is what the
 * editor has nothing of, and a setting that hides more; never one that shows
 * more (a page elsewhere that another's file names tells who it is), nor what
 * a file said before and the person has changed since. Beside an empty line,
 * in which there is nothing to be seen, what our own file says of the line is
 * ticked as it stands.
 */
export function personDifferences(
  found: ReadResult,
  now: PersonNow,
  last: Readonly<Record<string, string>> | undefined,
  school?: number,
  isLineEmpty = false,
): PersonDifference[] {
  const said = saidOf(found, school);
  const mine = mineOf(now);
  return PERSON_FIELDS.flatMap((field): PersonDifference[] => {
    const file = said[field];
    if (file === undefined || keyOf(file) === keyOf(mine[field])) return [];
    // One of several schools is the one already there, under its own name or under the one it was taken as.
    const isMine = (name: string | undefined): boolean => name !== undefined && keyOf(name) === keyOf(mine.school);
    const isThere = found.education.some((one) => isMine(one.school) || isMine(last?.[takenKey(one.school)]));
    if (field === "school" && isThere) return [];
    const before = last?.[field];
    const isNews = before === undefined || keyOf(before) !== keyOf(file);
    const isShowingMore = field === "linkedin" && found.own === undefined;
    const comesBack = isLineEmpty && (field === "showMonths" || field === "hideSchool");
    const isMissing = SETTINGS.has(field) ? comesBack || hidesMore(field, found, now) : mine[field] === "";
    return [{ field, mine: mine[field], file, last: before, isTicked: isNews && isMissing && !isShowingMore }];
  });
}

export function fileSchool({ own }: Pick<ReadResult, "own">, { school }: Education): FileSchool {
  return { name: school, ownId: own?.schoolName === school ? own.schoolId : undefined };
}

/** The change that the ticked fields make. */
export function personChange(found: ReadResult, fields: ReadonlySet<PersonField>, school: number): PersonChange {
  const { own, profile } = found;
  const { location, linkedin } = saidOf(found, school);
  const chosen = schoolsOf(found)[school];
  return {
    ...(fields.has("name") && profile ? { firstName: profile.firstName, lastName: profile.lastName } : {}),
    ...(fields.has("location") && location !== undefined ? { location } : {}),
    ...(fields.has("linkedin") && linkedin !== undefined ? { linkedin } : {}),
    ...(fields.has("school") && chosen ? { school: fileSchool(found, chosen) } : {}),
    ...(fields.has("visibility") && own ? { visibility: own.visibility } : {}),
    ...(fields.has("showMonths") && own ? { showMonths: own.showMonths } : {}),
    ...(fields.has("hideSchool") && own ? { hideSchool: own.hideSchool } : {}),
  };
}

/** How a field is called beside what it holds. */
export const PERSON_WORDS: Readonly<Record<PersonField, string>> = {
  name: "Name",
  location: "Location",
  linkedin: "LinkedIn",
  school: "School",
  visibility: "Who sees it",
  showMonths: "While anonymous",
  hideSchool: "Your school",
};
