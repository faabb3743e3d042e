import type { FieldIssue } from "#core/errors.ts";
import { amountText } from "#core/number-text.ts";
import { mapTexts, isRoleText, ROLE_TEXT_NAMES, ROLE_TEXTS, type RoleText } from "#core/role-texts.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { checkName } from "#features/profile/rules.ts";
import { draftFrom, inOrder, isEmptyStop, type PipelineDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { changeDraft, countChanges } from "#features/pipeline/pure/change-draft.ts";
import type { OwnProfile, Visibility } from "#features/profile/schema.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";

/** The edit page's form, and functions on it that need no DOM. */
export type ProfileForm = {
  firstName: string;
  lastName: string;
  school: SchoolChoice;
  /** Who may see the profile. */
  visibility: Visibility;
  /** While anonymous: months instead of years. */
  showMonths: boolean;
  /** While anonymous: titles as they were written instead of the catalogue's. */
  ownTitles: boolean;
  hideSchool: boolean;
  pipeline: PipelineDraft;
  /** Set by an import only. Undefined: the saved location stays. */
  location?: string;
  /** Set by an import only, like `location`: the handle without `https://linkedin.com/in/`. */
  linkedin?: string;
};

/** A field with its message. Names contain `tempId2`, which stays the same when a stop moves. */
export type FieldNote = { field: string; message: string };

const MAX_SCHOOL = 200;

export const fieldName = {
  /** Not a field: the page's heading. */
  top: "top",
  /** Not a field: the bar with Save. */
  bar: "bar",
  /** Not a field: the ring that adds a stop at a place. */
  add: (at: number): string => `add-${at}`,
  /** Not a field: a collapsed stop. */
  row: (stop: number): string => `row-${stop}`,
  company: (stop: number): string => `company-${stop}`,
  title: (role: number): string => `title-${role}`,
  startDate: (role: number): string => `startDate-${role}`,
  endDate: (role: number): string => `endDate-${role}`,
  text: (text: RoleText, role: number): string => `${text}-${role}`,
} as const;

/** The form of a saved profile; one without stops begins with an empty stop. */
export function formOf(profile: OwnProfile): ProfileForm {
  const pipeline = draftFrom(profile.pipeline);
  return {
    firstName: profile.firstName,
    lastName: profile.lastName,
    school: {
      schoolId: profile.school === profile.schoolName ? "" : profile.school,
      schoolName: profile.schoolName,
      logo: profile.schoolLogo,
    },
    visibility: profile.visibility,
    showMonths: profile.showMonths === true,
    ownTitles: profile.ownTitles === true,
    hideSchool: profile.hideSchool === true,
    pipeline: pipeline.stops.length > 0 ? pipeline : changeDraft(pipeline, { do: "add-stop", at: 0 }),
  };
}

/** Maps an issue's path ("pipeline.1.roles.0.title") to a field. `stops` must be in the order they were sent. */
function fieldOfPath(path: string, stops: readonly StopDraft[]): string {
  const [root, index, part, position, name] = path.split(".");
  if (root !== "pipeline" || index === undefined) return path;
  const stop = stops[Number(index)];
  if (!stop) return path;
  if (part !== "roles") return fieldName.company(stop.tempId2);
  const role = stop.roles[Number(position ?? 0)] ?? stop.roles[0];
  if (!role) return path;
  switch (name) {
    case "startDate":
      return fieldName.startDate(role.tempId2);
    case "endDate":
      return fieldName.endDate(role.tempId2);
    default:
      return isRoleText(name) ? fieldName.text(name, role.tempId2) : fieldName.title(role.tempId2);
  }
}

/** True for a new stop in which nothing was entered: leaving the page loses nothing. */
export function isBlank(stop: StopDraft): boolean {
  return (
    stop._id === "" &&
    stop.undisclosed !== true &&
    isEmptyStop(stop) &&
    stop.roles.every(({ kind, isCurrent }) => kind === undefined && !isCurrent)
  );
}

/** Everything that keeps the form from being saved, in the order of the page; blank stops too (record 0061). */
export function notesOf(form: ProfileForm): FieldNote[] {
  const { stops } = form.pipeline;
  const issues: FieldIssue[] = [...checkName(form)];
  if (form.school.schoolName.trim().length > MAX_SCHOOL) {
    issues.push({ path: "school", message: `A school's name has at most ${MAX_SCHOOL} characters.` });
  }
  issues.push(...checkPipeline(stops));
  return issues.map(({ path, message }) => ({ field: fieldOfPath(path, stops), message }));
}

/** The server's issues as fields of the page. Their paths count the stops as they were sent: by start. */
export function notesOfRefusal(form: ProfileForm, issues: readonly FieldIssue[]): FieldNote[] {
  const sent = inOrder(form.pipeline.stops);
  return issues.map(({ path, message }) => ({ field: fieldOfPath(path, sent), message }));
}

/** The fields of a stop and its roles, in the order in which its form has them. */
export function fieldsOfStop({ tempId2, roles }: StopDraft): string[] {
  const fieldsOfRole = ({ tempId2: id }: StopDraft["roles"][number]): string[] => [
    fieldName.title(id),
    fieldName.startDate(id),
    fieldName.endDate(id),
    ...ROLE_TEXT_NAMES.map((text) => fieldName.text(text, id)),
  ];
  return [fieldName.company(tempId2), ...roles.flatMap(fieldsOfRole)];
}

/** The stop a field belongs to, if it belongs to one. */
export function stopOfField(form: ProfileForm, field: string): number | undefined {
  const [kind, number] = field.split("-");
  const id = Number(number);
  if (kind === "company") return id;
  return form.pipeline.stops.find((stop) => stop.roles.some((role) => role.tempId2 === id))?.tempId2;
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  firstName: "First name",
  lastName: "Last name",
  school: "School",
  company: "Company",
  title: "Title",
  startDate: "Start date",
  endDate: "End date",
  ...mapTexts((text) => ROLE_TEXTS[text].label),
};

/** A field's name for the list of problems: "Title, stop 2", "End date, stop 1, role 2". */
export function labelOfField(form: ProfileForm, field: string): string {
  const [kind = "", number] = field.split("-");
  const label = FIELD_LABELS[kind] ?? "Your line";
  const stop = number === undefined ? undefined : stopOfField(form, field);
  const index = form.pipeline.stops.findIndex(({ tempId2 }) => tempId2 === stop);
  const found = form.pipeline.stops[index];
  if (!found) return label;
  const role = found.roles.findIndex(({ tempId2 }) => tempId2 === Number(number));
  const ofRole = kind === "company" || found.roles.length === 1 ? "" : `, role ${role + 1}`;
  return `${label}, stop ${index + 1}${ofRole}`;
}

export type Changes = { added: number; edited: number; removed: number; fields: number };

/** Unsaved changes. `fields` counts name, school, visibility and its options. */
export function changesOf(saved: ProfileForm, form: ProfileForm): Changes {
  const differs = [
    saved.firstName.trim() !== form.firstName.trim(),
    saved.lastName.trim() !== form.lastName.trim(),
    saved.school.schoolId !== form.school.schoolId || saved.school.schoolName.trim() !== form.school.schoolName.trim(),
    saved.visibility !== form.visibility,
    saved.showMonths !== form.showMonths,
    saved.ownTitles !== form.ownTitles,
    saved.hideSchool !== form.hideSchool,
    form.location !== undefined,
    form.linkedin !== undefined,
  ];
  return {
    ...countChanges(
      saved.pipeline.stops,
      form.pipeline.stops.filter((stop) => !isBlank(stop)),
    ),
    fields: differs.filter(Boolean).length,
  };
}

export function hasChanges(changes: Changes): boolean {
  return changes.added + changes.edited + changes.removed + changes.fields > 0;
}

/** "1 stop added, 2 edited"; '' when only other fields changed. */
export function changesInWords({ added, edited, removed }: Changes): string {
  return Object.entries({ added, edited, removed })
    .filter(([, count]) => count > 0)
    .map(([word, count], index) => (index === 0 ? `${amountText(count, "stop")} ${word}` : `${count} ${word}`))
    .join(", ");
}
