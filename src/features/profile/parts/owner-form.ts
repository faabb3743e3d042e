import type { FieldIssue } from "#core/errors.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import type { OwnProfile, ProfilePatch } from "#features/profile/schema.ts";

/** What a person edits on the own profile page. */
export type Identity = { username: string; linkedin: string; location: string };
export type IdentityIssues = Partial<Record<keyof Identity, string | undefined>>;

/** The fields as they are shown; of the network's address only the handle. */
export function identityOf(profile: Pick<OwnProfile, keyof Identity>): Identity {
  return {
    username: profile.username,
    linkedin: linkedinHandle(profile.linkedin) ?? profile.linkedin,
    location: profile.location,
  };
}

/** True once a field differs, spaces around it aside. */
export function isChanged(base: Identity, form: Identity): boolean {
  return (
    base.username !== form.username.trim() ||
    base.linkedin !== form.linkedin.trim() ||
    base.location !== form.location.trim()
  );
}

/**
 * What is sent; an emptied handle or location travels as an empty string. Who
 * has chosen no username need not do it for the sake of another field.
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

/** The form on top of what somebody else saved meanwhile: own changes stay, fields left alone follow. */
export function mergeIdentity(base: Identity, form: Identity, theirs: Identity): Identity {
  const pick = (field: keyof Identity): string => (form[field].trim() === base[field] ? theirs[field] : form[field]);
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
