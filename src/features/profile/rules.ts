import { ERRORS, type FieldIssue } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import { isPlainText } from "#core/text.ts";
import type { ProfilePatch, Visibility } from "./schema.ts";

export const MAX_NAME = 80;
const MAX_LOCATION = 100;
export const MAX_SCHOOL = 200;
const USERNAME_MIN = 3;
const USERNAME_MAX = 32;
/** Allowed characters. Lengths and doubled dots are checked separately, so that each check runs in linear time. */
const USERNAME_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9_.]*[A-Za-z0-9_]$/;
const DOUBLED_MARK = /\.\.|__/;
const LINKEDIN_PATTERN = /^[A-Za-z0-9-]{1,100}$/;
const LINKEDIN_ADDRESS = /^https?:\/\/(?:[a-z]{1,3}\.)?linkedin\.com\/in\/([^/?#\s]*)\/?(?:[?#].*)?$/i;

/** Messages on the screen. Those with an error code are in core/errors.ts. */
export const MESSAGES = {
  missing: ERRORS["fields-missing"].sentence,
  profileMissing: ERRORS["profile-fields-missing"].sentence,
  username: ERRORS["invalid-username"].sentence,
  linkedin: ERRORS["invalid-linkedin"].sentence,
  nameTooLong: `A name has at most ${MAX_NAME} characters.`,
  locationTooLong: `A location has at most ${MAX_LOCATION} characters.`,
  schoolTooLong: `A school's name has at most ${MAX_SCHOOL} characters.`,
  unreadable: "This text has characters that cannot be kept.",
} as const;

/**
 * The visibility after a save. Older clients know only `anonymous`, which is also true for private people. If such a
 * client sends it back unchanged, the person stays private.
 */
export function visibilityAfter(before: Visibility, patch: Pick<ProfilePatch, "anonymous" | "visibility">): Visibility {
  if (patch.visibility !== undefined) return patch.visibility;
  if (patch.anonymous === undefined || patch.anonymous === (before !== "public")) return before;
  return patch.anonymous ? "anonymous" : "public";
}

const FROM_OPEN: readonly Visibility[] = ["public", "anonymous", "private"];

/** The stricter of two visibilities. */
export function lessOpen(one: Visibility, other: Visibility): Visibility {
  return FROM_OPEN.indexOf(one) < FROM_OPEN.indexOf(other) ? other : one;
}

function checkPlainText(value: string, limit: number, tooLong: string): string | undefined {
  if (value.length > limit) return tooLong;
  return isPlainText(value) ? undefined : MESSAGES.unreadable;
}

/** Problems of the names that were sent. A missing name is no problem. */
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

/** True if a username is allowed. One that looks like an id is refused, because its address could be somebody's id. */
export function isUsername(username: string): boolean {
  if (username.length < USERNAME_MIN || username.length > USERNAME_MAX) return false;
  return USERNAME_PATTERN.test(username) && !DOUBLED_MARK.test(username) && !isPublicId(username.toLowerCase());
}

/** The LinkedIn handle of a text that is a handle or a page's address. '' gives ''; other texts give undefined. */
export function linkedinHandle(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const handle = LINKEDIN_ADDRESS.exec(trimmed)?.[1] ?? trimmed;
  return LINKEDIN_PATTERN.test(handle) ? handle : undefined;
}

/**
 * Problems of the identity fields that were sent.
 * @param ownId the caller's own profile id, which clients send back as the username of somebody who chose none
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
