import { ERRORS } from "#core/errors.ts";

export const MAX_EMAIL = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** One @, a dot in the domain, no spaces or control characters: what SMTP could deliver to; the mail itself proves the rest. */
const EMAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}.]+(?:\.[^\s@<>()[\],;:\\"\p{Cc}.]+)+$/u;

/** The sentence for credentials that cannot be right; undefined when they may be tried. */
export function checkCredentials(email: string, password: string): string | undefined {
  const isPossible = email !== "" && password !== "" && !/\s/u.test(email) && !password.includes(" ");
  return isPossible ? undefined : ERRORS["invalid-credentials"].sentence;
}

export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL && EMAIL.test(email);
}

/** The key under which an e-mail is unique. */
export function emailKey(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

/** Code points, so that every script counts alike. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** The sentence for a new password that breaks a rule; common passwords are looked up on the server alone. */
export function checkNewPassword(password: string, email: string): string | undefined {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `A password has at most ${PASSWORD_MAX} characters.`;
  const lower = password.toLowerCase();
  const local = emailKey(email).split("@")[0] ?? "";
  if (lower.includes("pipelines") || (local.length >= 4 && lower.includes(local))) {
    return ERRORS["weak-password"].sentence;
  }
  return undefined;
}
