import { emailKey } from "#core/email.ts";
import { ERRORS } from "#core/errors.ts";
import { foldText } from "#core/text.ts";

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters, no spaces.`;

/** The message for an e-mail or password that cannot be valid. Undefined: try them. */
export function checkCredentials(email: string, password: string): string | undefined {
  const isPossible = email !== "" && password !== "" && !/\s/u.test(email) && !password.includes(" ");
  return isPossible ? undefined : ERRORS["invalid-credentials"].sentence;
}

/** In code points: emoji and letters outside the BMP count once. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** Shorter names are allowed in a password, because they occur in many good ones. */
const SHORTEST_WORD = 4;

/**
 * The message for a new password that breaks a rule. Only the server checks the list of common passwords.
 * @param names the person's names on the site, if known
 */
export function checkNewPassword(password: string, email: string, names: readonly string[] = []): string | undefined {
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `A password has at most ${PASSWORD_MAX} characters.`;
  if (password.includes(" ")) return "A password has no spaces.";
  const words = ["pipelines", emailKey(email).split("@")[0] ?? "", ...names.flatMap((name) => name.split(/\s+/u))];
  const folded = foldText(password);
  const isGuessable = words.map(foldText).some((word) => lengthOf(word) >= SHORTEST_WORD && folded.includes(word));
  return isGuessable ? ERRORS["weak-password"].sentence : undefined;
}

/** How long a mailed link works, in milliseconds. */
export const LINK_LIFE_MS = {
  "verify-email": 86_400_000,
  "reset-password": 3_600_000,
  "change-email": 3_600_000,
} as const;
export type LinkPurpose = keyof typeof LINK_LIFE_MS;
