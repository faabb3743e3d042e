import {
  atPrecision,
  guessPrecision,
  isCalendarDate,
  isCurrentEnd,
  isInRange,
  parseWireDate,
  type DatePrecision,
} from "#core/calendar.ts";
import { ERRORS, type FieldIssue } from "#core/errors.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { mapTexts, ROLE_TEXT_NAMES, ROLE_TEXTS, type RoleText } from "#core/role-texts.ts";
import { isPlainText, keyOf } from "#core/text.ts";
import type { RoleDraft, StopDraft } from "./draft.ts";
import type { ExperienceInput } from "./schema.ts";

/** The rules that a pipeline must meet to be saved. Browser and server use the same ones. */

export const MAX_STOPS = 50;
export const MAX_ROLES = 20;
export const MAX_TITLE = 120;
export const MAX_COMPANY_NAME = 80;

export const MESSAGES = {
  missing: ERRORS["fields-missing"].sentence,
  invalidDate: ERRORS["invalid-date"].sentence,
  duplicate: ERRORS["duplicate-company"].sentence,
  titleTooLong: `A title has at most ${MAX_TITLE} characters.`,
  companyTooLong: `A company name has at most ${MAX_COMPANY_NAME} characters.`,
  tooManyStops: `A pipeline has at most ${MAX_STOPS} companies.`,
  tooManyRoles: `One company has at most ${MAX_ROLES} roles.`,
  rating: "Choose one of the five ratings, or none.",
  unreadable: "This text has characters that cannot be kept.",
} as const;

/** 0 for none, or one of the five ratings. */
function isRating(value: number): boolean {
  return value >= 0 && value <= 100 && value % 20 === 0;
}

function readDate(text: string | null | undefined): string {
  const trimmed = (text ?? "").trim();
  return parseWireDate(trimmed) ?? trimmed;
}

/** The fields that a role and an experience without `roles` have in common in requests. */
type WireRole = Partial<Record<RoleText, string | null | undefined>> & {
  title?: string | null | undefined;
  kind?: RoleKind | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  isIndefinite?: boolean | undefined;
  indefinite?: boolean | undefined;
  datePrecision?: DatePrecision | undefined;
  rating?: number | null | undefined;
};

function readRole(input: WireRole, tempId2: number): RoleDraft {
  const startDate = readDate(input.startDate);
  const wireEnd = readDate(input.endDate);
  const isCurrent = input.isIndefinite === true || input.indefinite === true || isCurrentEnd(wireEnd);
  const endDate = isCurrent ? "" : wireEnd;
  const datePrecision = input.datePrecision ?? guessPrecision([startDate, endDate]);
  return {
    tempId2,
    title: squeeze(input.title),
    kind: input.kind,
    startDate: atPrecision(startDate, datePrecision),
    endDate: atPrecision(endDate, datePrecision),
    isCurrent,
    datePrecision,
    rating: input.rating ?? 0,
    ...mapTexts((text) => squeeze(input[text])),
  };
}

/**
 * Single spaces, and no soft hyphens, zero-width spaces or joiners: text that is copied from a page or a PDF brings them
 * along, and nobody sees that such a name is another one.
 */
function squeeze(text: string | null | undefined): string {
  return (text ?? "")
    .replace(/[\u00AD\u200B\u2060\uFEFF]/gu, "")
    .trim()
    .replace(/\s+/gu, " ");
}

/** The company's name as its author writes it: its display name where that is the same name. */
function readCompanyName(input: ExperienceInput): string {
  const names = [input.companyName, input.displayName, input.name].map(squeeze);
  const name = names.find((candidate) => candidate !== "") ?? "";
  const display = squeeze(input.displayName);
  return keyOf(display) === keyOf(name) ? display : name;
}

/**
 * Reads an experience from a request as a draft. Never refuses: checkPipeline reports the mistakes. Without `roles`,
 * the experience's own fields are its one role.
 */
export function readExperience(input: ExperienceInput): StopDraft {
  const roles: readonly WireRole[] = input.roles && input.roles.length > 0 ? input.roles : [input];
  return {
    tempId2: 0,
    _id: "",
    companyId: (input.companyId ?? "").trim(),
    companyName: readCompanyName(input),
    logo: "",
    undisclosed: input.undisclosed,
    roles: roles.map((role, index) => readRole(role, index + 1)),
  };
}

function checkRole(role: RoleDraft, path: string): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const add = (field: string, message: string): void => {
    issues.push({ path: `${path}.${field}`, message });
  };
  const title = role.title.trim();
  if (title === "") add("title", MESSAGES.missing);
  else if (title.length > MAX_TITLE) add("title", MESSAGES.titleTooLong);
  else if (!isPlainText(title)) add("title", MESSAGES.unreadable);

  if (role.startDate === "") add("startDate", MESSAGES.missing);
  else if (!isInRange(role.startDate)) add("startDate", MESSAGES.invalidDate);

  if (!role.isCurrent) {
    if (role.endDate === "") add("endDate", MESSAGES.missing);
    else if (!isInRange(role.endDate)) add("endDate", MESSAGES.invalidDate);
    else if (isCalendarDate(role.startDate) && role.endDate < role.startDate) {
      add("endDate", MESSAGES.invalidDate);
    }
  }
  if (!isRating(role.rating)) add("rating", MESSAGES.rating);
  for (const text of ROLE_TEXT_NAMES) {
    const { named, most } = ROLE_TEXTS[text];
    const written = role[text].trim();
    if (written.length > most) add(text, `${named} has at most ${most} characters.`);
    else if (!isPlainText(written)) add(text, MESSAGES.unreadable);
  }
  return issues;
}

/** The problems of the roles alone, for a pipeline whose companies may be left out. Paths as in checkPipeline. */
export function checkRoles(stops: readonly StopDraft[]): FieldIssue[] {
  return stops.flatMap((stop, index) =>
    stop.roles.flatMap((role, position) => checkRole(role, `pipeline.${index}.roles.${position}`)),
  );
}

type Named = Pick<StopDraft, "companyId" | "companyName">;

/** True if two stops name the same company: the same id, or the same name in any spelling. */
export function isSameCompany(a: Named, b: Named): boolean {
  if (a.companyId !== "" && a.companyId === b.companyId) return true;
  const key = keyOf(a.companyName);
  return key !== "" && key === keyOf(b.companyName);
}

/** The problem of a typed company name; undefined if it is allowed. */
export function checkCompanyName(typed: string): string | undefined {
  const name = typed.trim();
  if (name === "") return MESSAGES.missing;
  // NFKC can lengthen a name, and the key has to fit too.
  if (Math.max(name.length, keyOf(name).length) > MAX_COMPANY_NAME) return MESSAGES.companyTooLong;
  return isPlainText(name) ? undefined : MESSAGES.unreadable;
}

/**
 * All problems of a pipeline, in the order of the form; [] if it may be saved. Paths: `pipeline`,
 * `pipeline.{i}.companyName`, `pipeline.{i}.roles`, and `pipeline.{i}.roles.{j}.` with `title`, `startDate`, `endDate`,
 * `rating` or the name of a text.
 */
export function checkPipeline(stops: readonly StopDraft[]): FieldIssue[] {
  if (stops.length > MAX_STOPS) return [{ path: "pipeline", message: MESSAGES.tooManyStops }];
  const issues: FieldIssue[] = [];
  for (const [index, stop] of stops.entries()) {
    const path = `pipeline.${index}`;
    const ofCompany = checkCompanyName(stop.companyName);
    if (ofCompany !== undefined) {
      issues.push({ path: `${path}.companyName`, message: ofCompany });
    } else if (stops.slice(0, index).some((earlier) => isSameCompany(earlier, stop))) {
      issues.push({ path: `${path}.companyName`, message: MESSAGES.duplicate });
    }
    if (stop.roles.length === 0) issues.push({ path: `${path}.roles`, message: MESSAGES.missing });
    if (stop.roles.length > MAX_ROLES) {
      issues.push({ path: `${path}.roles`, message: MESSAGES.tooManyRoles });
      continue;
    }
    for (const [position, role] of stop.roles.entries()) {
      issues.push(...checkRole(role, `${path}.roles.${position}`));
    }
  }
  return issues;
}
