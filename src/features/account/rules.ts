import { ERRORS } from "#core/errors.ts";
import { foldText, isPlainText } from "#core/text.ts";

export const MAX_EMAIL = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const MAX_PASSKEY_NAME = 60;

/** One @, a dot in the domain, no spaces or control characters: what SMTP could deliver to; the mail itself proves the rest. */
const EMAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}.]+(?:\.[^\s@<>()[\],;:\\"\p{Cc}.]+)+$/u;

/** The sentence for credentials that cannot be right; undefined when they may be tried. */
export function checkCredentials(email: string, password: string): string | undefined {
  const isPossible = email !== "" && password !== "" && !/\s/u.test(email) && !password.includes(" ");
  return isPossible ? undefined : ERRORS["invalid-credentials"].sentence;
}

/** Letters that are drawn like others and compared as equal to them (ａ, ﬁ, ﷺ) would lead two mailboxes to one account. */
function isOneSpelling(text: string): boolean {
  return text.normalize("NFKC") === text.normalize("NFC") && !/\p{Default_Ignorable_Code_Point}/u.test(text);
}

export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL && EMAIL.test(email) && isPlainText(email) && isOneSpelling(email);
}

/** The key under which an e-mail is unique. */
export function emailKey(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

/** Code points, so that every script counts alike. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** Words shorter than this are part of too many good passwords to be forbidden. */
const SHORTEST_WORD = 4;

/**
 * The sentence for a new password that breaks a rule; common passwords are
 * looked up on the server alone.
 * @param names what the person is called on the site, where it is known
 */
export function checkNewPassword(password: string, email: string, names: readonly string[] = []): string | undefined {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `A password has at most ${PASSWORD_MAX} characters.`;
  if (password.includes(" ")) return "A password has no spaces.";
  // So the words of a name are looked for one by one.
  const words = ["pipelines", emailKey(email).split("@")[0] ?? "", ...names.flatMap((name) => name.split(/\s+/u))];
  const folded = foldText(password);
  const isGuessable = words.map(foldText).some((word) => lengthOf(word) >= SHORTEST_WORD && folded.includes(word));
  return isGuessable ? ERRORS["weak-password"].sentence : undefined;
}

/** Wrong passwords in a row that cost nobody any time: typing errors. */
export const FREE_FAILURES = 3;
/** Seconds to wait after each further one: doubling, capped at 15 minutes. */
export const FAILURE_WAITS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900];
/** After a day without one the count begins anew. */
export const FAILURE_MEMORY = 86_400;

/** How long a mailed link works, in milliseconds. */
export const LINK_LIFE = {
  "verify-email": 86_400_000,
  "reset-password": 3_600_000,
  "change-email": 3_600_000,
} as const;
export type LinkPurpose = keyof typeof LINK_LIFE;
