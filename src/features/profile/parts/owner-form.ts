import type { FieldIssue } from "#core/errors.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import type { OwnProfile, ProfilePatch } from "#features/profile/schema.ts";

/** The fields that owners edit on their profile page. */
export type Identity = { username: string; linkedin: string; location: string };
export type IdentityIssues = Partial<Record<keyof Identity, string | undefined>>;

/** The form's values. Shows the LinkedIn handle without the rest of the address. */
export function identityOf(profile: Pick<OwnProfile, keyof Identity>): Identity {
  return {
    username: profile.username,
    linkedin: linkedinHandle(profile.linkedin) ?? profile.linkedin,
    location: profile.location,
  };
}

/** True if a field has changed. Ignores spaces around it. */
export function isChanged(base: Identity, form: Identity): boolean {
  return (
    base.username !== form.username.trim() ||
    base.linkedin !== form.linkedin.trim() ||
    base.location !== form.location.trim()
  );
}

/**
 * The body of the save. An emptied handle or location is sent as ''. An empty username is left out, so that people
 * without one can save the other fields.
 */
export function patchOf(base: Identity, form: Identity, rev: number | undefined): ProfilePatch {
  const username = form.username.trim();
  return {
    ...(username === "" && base.username === "" ? {} : { username }),
    linkedin: form.linkedin.trim(),
    location: form.location.trim(),
    ...(rev === undefined ? {} : { rev }),
  };
}

/** Merges the form with a newer saved profile: changed fields keep the form's value, the others take the saved one. */
export function mergeIdentity(base: Identity, form: Identity, theirs: Identity): Identity {
  const pick = (field: keyof Identity): string =>
    form[field].trim() === base[field].trim() ? theirs[field] : form[field];
  return { username: pick("username"), linkedin: pick("linkedin"), location: pick("location") };
}

/** The first sentence of each of the three fields. */
export function issuesByField(issues: readonly FieldIssue[]): IdentityIssues {
  const found: IdentityIssues = {};
  for (const { path, message } of issues) {
    if (path === "username" || path === "linkedin" || path === "location") found[path] ??= message;
  }
  return found;
}
