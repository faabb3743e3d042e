import {
  isCalendarDate,
  isCurrentEnd,
  isInRange,
  parseWireDate,
  partsOf,
  toDate,
  type DatePrecision,
} from "#core/calendar.ts";
import { ERRORS, type FieldIssue } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import { isPlainText, keyOf } from "#core/text.ts";
import { MAX_COMPANY_NAME, MAX_ENTRIES, MAX_ROLES, MAX_TITLE } from "./rules.ts";
import type { ExperienceInput, RATINGS, RoleKind } from "./schema.ts";

/**
 * What a saved pipeline and profile must fulfil. Browser and server both ask
 * here, so that a form never promises what the server then refuses.
 */

export type Rating = 0 | (typeof RATINGS)[number];

export type DraftRole = {
  title: string;
  /** Undefined = to be inferred from the title. */
  kind: RoleKind | undefined;
  /** `YYYY-MM-DD`, '' = not given yet, or the text that was no date. */
  startDate: string;
  /** As startDate; always '' while current. */
  endDate: string;
  isCurrent: boolean;
  datePrecision: DatePrecision;
  /** 0 = none. */
  rating: Rating;
  /** Set where the wire carried a rating that is none of the five; `rating` is 0 then. */
  hasWrongRating?: true;
};

export type DraftEntry = {
  companyId: string;
  companyName: string;
  /** Others see 'Undisclosed company'. Undefined = as it is stored. */
  undisclosed?: boolean | undefined;
  roles: DraftRole[];
};

/** The sentences a person reads; those fixed by the product come from the error list. */
export const MESSAGES = {
  missing: ERRORS["fields-missing"].sentence,
  invalidDate: ERRORS["invalid-date"].sentence,
  duplicate: ERRORS["duplicate-company"].sentence,
  profileMissing: ERRORS["profile-fields-missing"].sentence,
  username: ERRORS["invalid-username"].sentence,
  linkedin: ERRORS["invalid-linkedin"].sentence,
  titleTooLong: `A title has at most ${MAX_TITLE} characters.`,
  companyTooLong: `A company name has at most ${MAX_COMPANY_NAME} characters.`,
  tooManyEntries: `A pipeline has at most ${MAX_ENTRIES} companies.`,
  tooManyRoles: `One company has at most ${MAX_ROLES} roles.`,
  rating: "Choose one of the five ratings, or none.",
  nameTooLong: "A name has at most 80 characters.",
  locationTooLong: "A location has at most 100 characters.",
  unreadable: "This text has characters that cannot be kept.",
} as const;

export const MAX_NAME = 80;
export const MAX_LOCATION = 100;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 32;
/** Together with the lengths and the doubled marks; each runs in linear time. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9_.]*[A-Za-z0-9_]$/;
const DOUBLED_MARK = /\.\.|__/;
export const LINKEDIN_PATTERN = /^[A-Za-z0-9-]{1,100}$/;
const LINKEDIN_ADDRESS = /^https?:\/\/(?:[a-z]{1,3}\.)?linkedin\.com\/in\/([^/?#\s]*)\/?(?:[?#].*)?$/i;

/** Without the list itself, whose file would bring the whole schema library into the browser. */
function isRating(value: number): value is Rating {
  return value >= 0 && value <= 100 && value % 20 === 0;
}

function readDate(text: string | null | undefined): string {
  const trimmed = (text ?? "").trim();
  return parseWireDate(trimmed) ?? trimmed;
}

/** Where nothing is said: month, unless a day other than the first shows that days are meant. */
export function guessPrecision(dates: readonly string[]): DatePrecision {
  return dates.some((date) => (partsOf(date)?.day ?? 1) !== 1) ? "day" : "month";
}

/** Only what the precision says is kept, so that "May to May" is a range whatever days came with it. */
export function atPrecision(date: string, precision: DatePrecision): string {
  const parts = partsOf(date);
  if (!parts || precision === "day") return date;
  return precision === "month" ? toDate(parts.year, parts.month) : toDate(parts.year, 1);
}

type WireRole = {
  title?: string | null | undefined;
  kind?: RoleKind | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  isIndefinite?: boolean | undefined;
  indefinite?: boolean | undefined;
  datePrecision?: DatePrecision | undefined;
  rating?: number | null | undefined;
};

function normaliseRole(input: WireRole): DraftRole {
  const startDate = readDate(input.startDate);
  const wireEnd = readDate(input.endDate);
  const isCurrent = input.isIndefinite === true || input.indefinite === true || isCurrentEnd(wireEnd);
  const endDate = isCurrent ? "" : wireEnd;
  const datePrecision = input.datePrecision ?? guessPrecision([startDate, endDate]);
  const rating = input.rating ?? 0;
  return {
    title: squeeze(input.title),
    kind: input.kind,
    startDate: atPrecision(startDate, datePrecision),
    endDate: atPrecision(endDate, datePrecision),
    isCurrent,
    datePrecision,
    ...(isRating(rating) ? { rating } : { rating: 0, hasWrongRating: true }),
  };
}

function squeeze(text: string | null | undefined): string {
  return (text ?? "").trim().replace(/\s+/gu, " ");
}

/** The company's name as its author writes it: its display name where that is the same name. */
function readCompanyName(input: ExperienceInput): string {
  const names = [input.companyName, input.displayName, input.name].map(squeeze);
  const name = names.find((candidate) => candidate !== "") ?? "";
  const display = squeeze(input.displayName);
  return keyOf(display) === keyOf(name) ? display : name;
}

/**
 * One experience from the wire in the form everything else works with. Never
 * refuses: what is wrong stays visible for checkPipeline. Without `roles` the
 * top-level fields are the one role.
 */
export function normaliseExperience(input: ExperienceInput): DraftEntry {
  const roles: readonly WireRole[] = input.roles && input.roles.length > 0 ? input.roles : [input];
  return {
    companyId: (input.companyId ?? "").trim(),
    companyName: readCompanyName(input),
    undisclosed: input.undisclosed,
    roles: roles.map(normaliseRole),
  };
}

function checkRole(role: DraftRole, path: string): FieldIssue[] {
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
  if (role.hasWrongRating || !isRating(role.rating)) add("rating", MESSAGES.rating);
  return issues;
}

/** True when two entries name one company: the same id, or the same name however it is written. */
export function isSameCompany(a: DraftEntry, b: DraftEntry): boolean {
  if (a.companyId !== "" && a.companyId === b.companyId) return true;
  const key = keyOf(a.companyName);
  return key !== "" && key === keyOf(b.companyName);
}

/** What is wrong with a company's name as somebody typed it; undefined when it may be one. */
export function checkCompanyName(typed: string): string | undefined {
  const name = typed.trim();
  if (name === "") return MESSAGES.missing;
  // NFKC can lengthen a name, and the key has to fit too.
  if (Math.max(name.length, keyOf(name).length) > MAX_COMPANY_NAME) return MESSAGES.companyTooLong;
  return isPlainText(name) ? undefined : MESSAGES.unreadable;
}

/**
 * Everything wrong with a pipeline, in the order of the form; [] when it may
 * be saved. Paths: `pipeline`, `pipeline.{i}.companyName`,
 * `pipeline.{i}.roles`, `pipeline.{i}.roles.{j}.title|startDate|endDate|rating`.
 */
export function checkPipeline(entries: readonly DraftEntry[]): FieldIssue[] {
  if (entries.length > MAX_ENTRIES) return [{ path: "pipeline", message: MESSAGES.tooManyEntries }];
  const issues: FieldIssue[] = [];
  for (const [index, entry] of entries.entries()) {
    const path = `pipeline.${index}`;
    const ofCompany = checkCompanyName(entry.companyName);
    if (ofCompany !== undefined) {
      issues.push({ path: `${path}.companyName`, message: ofCompany });
    } else if (entries.slice(0, index).some((earlier) => isSameCompany(earlier, entry))) {
      issues.push({ path: `${path}.companyName`, message: MESSAGES.duplicate });
    }
    if (entry.roles.length === 0) issues.push({ path: `${path}.roles`, message: MESSAGES.missing });
    if (entry.roles.length > MAX_ROLES) {
      issues.push({ path: `${path}.roles`, message: MESSAGES.tooManyRoles });
      continue;
    }
    for (const [position, role] of entry.roles.entries()) {
      issues.push(...checkRole(role, `${path}.roles.${position}`));
    }
  }
  return issues;
}

function checkPlainText(value: string, limit: number, tooLong: string): string | undefined {
  if (value.length > limit) return tooLong;
  return isPlainText(value) ? undefined : MESSAGES.unreadable;
}

/** The fields of a name that were sent; an absent one is not asked for. */
export function checkName(profile: { firstName?: string | undefined; lastName?: string | undefined }): FieldIssue[] {
  const issues: FieldIssue[] = [];
  for (const path of ["firstName", "lastName"] as const) {
    const value = profile[path]?.trim();
    if (value === undefined) continue;
    const message = value === "" ? MESSAGES.missing : checkPlainText(value, MAX_NAME, MESSAGES.nameTooLong);
    if (message !== undefined) issues.push({ path, message });
  }
  return issues;
}

/** True for a username that may be chosen. A form like an id is refused: it would hide that person's page. */
export function isUsername(username: string): boolean {
  if (username.length < USERNAME_MIN || username.length > USERNAME_MAX) return false;
  return USERNAME_PATTERN.test(username) && !DOUBLED_MARK.test(username) && !isPublicId(username.toLowerCase());
}

/** The handle in what came ('' stays ''): the handle itself or the address of a network page; undefined when neither. */
export function linkedinHandle(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const handle = LINKEDIN_ADDRESS.exec(trimmed)?.[1] ?? trimmed;
  return LINKEDIN_PATTERN.test(handle) ? handle : undefined;
}

/**
 * The identity fields that were sent. `ownId` is the caller's own profile id,
 * which a client may send back as the username of somebody who chose none.
 */
export function checkIdentity(
  profile: { username?: string | undefined; linkedin?: string | undefined; location?: string | undefined },
  ownId?: string,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const username = profile.username?.trim();
  if (username === "") issues.push({ path: "username", message: MESSAGES.profileMissing });
  else if (username !== undefined && username !== ownId && !isUsername(username)) {
    issues.push({ path: "username", message: MESSAGES.username });
  }
  if (profile.linkedin !== undefined && linkedinHandle(profile.linkedin) === undefined) {
    issues.push({ path: "linkedin", message: MESSAGES.linkedin });
  }
  if (profile.location !== undefined) {
    const message = checkPlainText(profile.location.trim(), MAX_LOCATION, MESSAGES.locationTooLong);
    if (message !== undefined) issues.push({ path: "location", message });
  }
  return issues;
}

/** All rules of a profile at once; absent fields are not asked for. */
export function checkProfile(
  profile: {
    firstName?: string | undefined;
    lastName?: string;
    username?: string;
    linkedin?: string;
    location?: string;
    pipeline?: readonly DraftEntry[];
  },
  ownId?: string,
): FieldIssue[] {
  return [...checkName(profile), ...checkIdentity(profile, ownId), ...checkPipeline(profile.pipeline ?? [])];
}
